// The background work: the sweeps of every task.

import { deleteEndedKeys } from '../accounts/accountStore.ts'
import { deleteOldActions } from '../accounts/auditLog.ts'
import { deleteOldCertificates } from '../accounts/exemptions/exemptionStore.ts'
import { deleteExpiredEmailChanges } from '../accounts/people/emailChange.ts'
import { readEmailReaders } from '../accounts/people/emailChoices.ts'
import { deleteExpiredSessions } from '../accounts/signIn/sessions.ts'
import { deleteExpiredSignUps } from '../accounts/signIn/signUp.ts'
import { deleteOldChecks } from '../artwork/checkStore.ts'
import { deleteOldUploads } from '../artwork/uploadStore.ts'
import { type Clock, systemClock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { ReadDnsText } from '../base/network/dnsText.ts'
import { connectionsPerOrigin, type Outbound } from '../base/network/outbound.ts'
import type { Crash } from '../base/running/crash.ts'
import type { ByteVault } from '../base/secrets/vault.ts'
import { deleteOldManifests } from '../carriers/manifestStore.ts'
import type { Retention } from '../config/config.ts'
import type { Database } from '../db/db.ts'
import { readsOf, type Standby } from '../db/standby.ts'
import { vacuum } from '../db/vacuum.ts'
import type { Archive } from '../features/archive/archive.ts'
import { auditChanges, isViolation } from '../features/audit/audit.ts'
import { createChecker } from '../features/files/answerChecks.ts'
import { createFetcher } from '../features/files/fetchQueued.ts'
import { deleteUnusedFiles, emptyStorageTrash } from '../features/files/fileRetention.ts'
import { createValidator } from '../features/files/validateOrders.ts'
import { syncCards } from '../features/money/cards.ts'
import { chargeDue, settleCharges } from '../features/money/dailyCharge.ts'
import { followDisputes } from '../features/money/disputes.ts'
import { chargeLateFees } from '../features/money/lateFees.ts'
import { makeStatements } from '../features/money/makeStatements.ts'
import { followPayments } from '../features/money/onlinePayments.ts'
import { refundDue } from '../features/money/refunds.ts'
import { remindOfStatements } from '../features/money/remindOfStatements.ts'
import { reportTaxes } from '../features/money/reportTaxes.ts'
import { checkDomains } from '../features/notify/domainProofs.ts'
import { notifyOfExpiringCards } from '../features/notify/expiringCards.ts'
import { notifyOfExpiringExemptions } from '../features/notify/expiringExemptions.ts'
import { notifyOfExpiringKeys } from '../features/notify/expiringKeys.ts'
import { notifyOfFailingWebhooks } from '../features/notify/failingWebhooks.ts'
import { writeMorningEmails } from '../features/notify/morningEmails.ts'
import { collectOrderEvents, writeOrderEmails } from '../features/notify/orderDigests.ts'
import { correctFutureReceipts } from '../features/placing/futureReceipts.ts'
import { deleteOldRequestKeys } from '../features/placing/idempotentCreates.ts'
import { releaseQueued } from '../features/placing/release.ts'
import { comparePrinters } from '../features/printing/comparePrinters.ts'
import { followParcels } from '../features/printing/followParcels.ts'
import type { Fulfillment } from '../features/printing/fulfillment.ts'
import { releaseHeldOrders } from '../features/printing/handOver.ts'
import { runJobSteps } from '../features/printing/jobSteps.ts'
import { buyLabels, type LabelDeps } from '../features/printing/labels.ts'
import { settleDueManifests } from '../features/printing/manifests.ts'
import { alarmOverdueJobs } from '../features/printing/overdueJobs.ts'
import { deleteOldRejected } from '../features/privacy/deleteRejected.ts'
import { eraseOldRecipients } from '../features/privacy/eraseRecipients.ts'
import { expireProofs } from '../features/proofs/decideProof.ts'
import { expireQuotes } from '../features/quotes/answerQuote.ts'
import { deleteOldQuotes } from '../features/quotes/quoteStore.ts'
import { sumReports } from '../features/reports/sumReports.ts'
import { continueSandboxTasks } from '../features/sandbox/sandboxTasks.ts'
import type { OperatorData, OperatorVersions } from '../features/shop/operatorData.ts'
import { deleteOldApprovals } from '../features/staff/approvalStore.ts'
import { expireApprovals } from '../features/staff/approvals.ts'
import { orderJson } from '../http/objects/orderJson.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { TaskName } from '../jobs/tasks.ts'
import { deleteOldEmails } from '../mail/emailStore.ts'
import type { Mailer } from '../mail/mailer.ts'
import { sendDueEmails } from '../mail/sendEmails.ts'
import type { Transactor } from '../orders/transact.ts'
import { announceCheck, orderOutbox } from '../orders/view/webhookBodies.ts'
import { deleteOldComparisons } from '../payments/books/comparisonStore.ts'
import { reconcileDue } from '../payments/books/reconcile.ts'
import { sumLedger } from '../payments/ledgerSums.ts'
import { deleteOldMessages } from '../payments/messages/providerMessageStore.ts'
import type { Payments } from '../payments/payments.ts'
import type { PaymentLinks } from '../payments/statements/paymentLinks.ts'
import { deleteOldJobComparisons } from '../printer/comparisons.ts'
import { deleteOldPrinterMessages } from '../printer/messageStore.ts'
import type { TaxReporter } from '../tax/stripeTax.ts'
import { createDeliverer } from '../webhooks/deliver.ts'
import { deleteOldAttempts } from '../webhooks/deliveryStore.ts'
import { deleteEndedEndpoints } from '../webhooks/endpointStore.ts'
import { deleteOldNotices, noticeOutbox } from '../webhooks/notices.ts'
import { openEmailSender } from './emailSender.ts'
import { isManual } from './manualClock.ts'
import type { OutcomeCounts } from './metrics.ts'
import type { MoneyDeps } from './moneyDeps.ts'
import type { PrintFiles } from './printFiles.ts'
import type { Sweeps } from './tasks.ts'

type Parts = {
  database: Database
  standby: Standby | null
  transactor: Transactor
  jobs: Pick<Jobs<TaskName>, 'requests' | 'callForHelp'>
  clock: Clock
  log: Log
  crash: Crash
  counts: OutcomeCounts
  publicUrl: URL
  outbound: Outbound
  unseal: ByteVault['open']
  archive: Archive
  payments: Payments
  mail: Mailer
  operator: OperatorData
  operatorVersions: OperatorVersions
  reporter: TaxReporter | null
  printFiles: PrintFiles
  fulfillment: Fulfillment
  labelDeps: LabelDeps
  money: MoneyDeps
  paymentLinks: PaymentLinks
  recipientRetentionDays: number | null
  retention: Retention
  proofDays: number
  readDnsText: ReadDnsText
}

/** The sweeps, and `drain`, which waits for their calls to the outside. */
export function createBackground(parts: Parts): { sweeps: Sweeps; drain(): Promise<unknown> } {
  const { database, transactor, clock, log, crash, counts, publicUrl, outbound, unseal } = parts
  const {
    archive,
    payments,
    mail,
    operator,
    operatorVersions,
    reporter,
    fulfillment,
    labelDeps,
    money,
    recipientRetentionDays,
    retention,
    proofDays,
    readDnsText,
  } = parts
  const { artwork, checkBook, fetchAhead, queuedBytesQuota, storage } = parts.printFiles
  const { db } = database
  const readAtLength = readsOf(parts.standby, database.longRunningDb)
  const { jobs } = parts

  const patient = isManual(clock)
  const delivererDeps = { db, clock, outbound, unseal, random: Math.random, log, patient, crash, count: counts.webhook }
  const deliverer = createDeliverer({
    outbox: orderOutbox(db, orderJson),
    ...delivererDeps,
    requests: () => jobs.requests('deliver_webhooks'),
  })
  const noticeDeliverer = createDeliverer({
    outbox: noticeOutbox(db),
    ...delivererDeps,
    requests: () => jobs.requests('send_notices'),
    limits: { maxInFlight: 256, minClaims: 1, maxAtAnOrigin: connectionsPerOrigin.notices },
  })
  const validator = createValidator({
    ...{ transactor, clock, artwork, operatorVersions, proofDays, log, crash },
    callForHelp: () => jobs.callForHelp('check_files'),
  })
  const announce = announceCheck(operator.catalog, publicUrl)
  const checker = createChecker({ transactor, clock, checkBook, catalog: operator.catalog, announce, log, crash })

  const fetcher = createFetcher({
    ...{ transactor, clock, operatorVersions, fetchAhead, log, crash },
    quotaBytes: queuedBytesQuota,
  })

  const billingUrl = new URL('/dashboard/billing?tab=statements', publicUrl).href
  const statementDeps = { transactor, operatorVersions, log, crash, billingUrl, payUrlOf: parts.paymentLinks.linkTo }
  const sweeps: Sweeps = {
    check_files: [validator.sweep],
    answer_checks: [checker.sweep],
    fetch_files: [fetcher.sweep],
    charge_cards: [chargeDue(money.chargeDeps), settleCharges(money.chargeDeps)],
    sync_cards: [syncCards(money.cardDeps)],
    refund_payments: [refundDue(money.refundDeps)],
    follow_disputes: [followDisputes(money.disputeDeps)],
    follow_payments: followPayments(money.onlinePaymentDeps),
    report_taxes: [reportTaxes({ transactor, clock, operatorVersions, reporter, log })],
    bill_accounts: [makeStatements(statementDeps), chargeLateFees(statementDeps), remindOfStatements(statementDeps)],
    sum_ledger: [sumLedger(db)],
    sum_reports: [sumReports(database.longRunningDb)],
    release_held_orders: [releaseHeldOrders({ transactor, fulfillment, log })],
    step_jobs: [runJobSteps({ transactor, clock, fulfillment, log, crash, count: counts.printStep })],
    buy_labels: [buyLabels(labelDeps), settleDueManifests(labelDeps)],
    follow_parcels: [followParcels(labelDeps)],
    watch_printers: [alarmOverdueJobs({ transactor, fulfillment, log })],
    release_queued: [releaseQueued({ transactor, estimateDates: fulfillment.estimateDates, log })],
    work_sandboxes: [continueSandboxTasks({ transactor, fulfillment, log })],
    deliver_webhooks: [deliverer.sweep],
    send_notices: [noticeDeliverer.sweep],
    watch_webhooks: [
      notifyOfFailingWebhooks({
        transactor,
        log,
        webhooksUrl: new URL('/dashboard/production/webhooks', publicUrl).href,
      }),
    ],
    notify_of_expiry: [
      notifyOfExpiringKeys({
        transactor,
        log,
        keysUrl: new URL('/dashboard/production/keys', publicUrl).href,
        staffKeysUrl: new URL('/staff/keys', publicUrl).href,
      }),
      notifyOfExpiringCards({ transactor, log, billingUrl: new URL('/dashboard/billing', publicUrl).href }),
      notifyOfExpiringExemptions({
        transactor,
        log,
        exemptionsUrl: new URL('/dashboard/billing?tab=exemptions', publicUrl).href,
      }),
    ],
    email_orders: [
      collectOrderEvents({ transactor, log }),
      writeOrderEmails({ transactor, publicUrl, log }),
      writeMorningEmails({ transactor, publicUrl, log }),
    ],
    send_mail: [
      sendDueEmails({
        db,
        clock,
        mail,
        log,
        crash,
        readSender: openEmailSender(operator, log),
        readReaders: emails => readEmailReaders(db, emails),
      }),
    ],
    expire_approvals: [expireApprovals({ transactor, log })],
    expire_proofs: [expireProofs({ transactor, log })],
    expire_quotes: [expireQuotes({ transactor, log, publicUrl })],
    clean_up: [
      correctFutureReceipts(transactor),
      now => deleteOldAttempts(db, now),
      now => deleteOldMessages(db, now),
      now => deleteOldComparisons(db, now),
      now => deleteOldCertificates(db, now),
      () => deleteExpiredSessions(db, systemClock()),
      now => deleteExpiredSignUps(db, now),
      now => deleteExpiredEmailChanges(db, now),
      now => deleteOldChecks(db, now),
      now => deleteOldUploads(db, now),
      now => deleteOldJobComparisons(db, now),
      now => deleteOldManifests(db, now),
      now => deleteOldNotices(db, now),
      now => deleteOldQuotes(db, now),
      now => deleteOldEmails(db, now),
      now => deleteEndedKeys(db, { days: retention.endedKeyDays, now }),
      now => deleteEndedEndpoints(db, { days: retention.endedKeyDays, now }),
      now => deleteOldRequestKeys(db, { days: retention.idempotencyKeyDays, now }),
      now => deleteOldPrinterMessages(db, { days: retention.printerMessageDays, now }),
      now => deleteOldApprovals(db, { days: retention.auditLogDays, now }),
      () => deleteOldActions(db, { days: retention.auditLogDays, now: systemClock() }),
      deleteOldRejected(transactor),
      eraseOldRecipients({ transactor, days: recipientRetentionDays, log }),
      deleteUnusedFiles({ db }),
      emptyStorageTrash({ db, storage, log }),
    ],
    archive_orders: [archive.restoreToErase, archive.archiveOrders],
    vacuum: [() => vacuum(database).then(() => 0)],
    compare_books: [reconcileDue({ db, payments, log })],
    compare_printers: [comparePrinters({ transactor, clock, fulfillment, log })],
    check_domains: [
      checkDomains({
        transactor,
        readDnsText,
        teamUrl: new URL('/dashboard/production/settings?tab=team', publicUrl).href,
      }),
    ],
    audit: [
      now => reportFindings({ db: database.longRunningDb, read: readAtLength }, now, log, counts.audit),
      () => reportFaultyFiles(archive, log, counts.audit),
    ],
  }
  const drain = () =>
    Promise.all([deliverer, noticeDeliverer, validator, checker, fetcher].map(worker => worker.drain()))
  return { sweeps, drain }
}

async function reportFindings(
  databases: Parameters<typeof auditChanges>[0],
  now: Date,
  log: Log,
  count: OutcomeCounts['audit'],
): Promise<number> {
  const { findings, checked } = await auditChanges(databases, now)
  for (const finding of findings) {
    log.error(finding, isViolation(finding) ? 'the stored data breaks a rule' : 'a rule could not be checked')
    count(isViolation(finding) ? 'broken' : 'not_checked', 1)
  }
  count('passed', checked - findings.length)
  return 0
}

async function reportFaultyFiles(archive: Archive, log: Log, count: OutcomeCounts['audit']): Promise<number> {
  const { checked, faulty } = await archive.check('due')
  for (const file of faulty) log.error(file, 'an archive file is missing or has been changed')
  count('broken', faulty.length)
  count('passed', checked - faulty.length)
  return 0
}
