// What runs in the background: the sweeps of every task, with all that they need.

import { forgetEmailChanges } from '../accounts/emailChange.ts'
import { sweepOldPapers } from '../accounts/exemptionStore.ts'
import { forgetExpired } from '../accounts/sessions.ts'
import { forgetSignUps } from '../accounts/signUp.ts'
import { sweepOldChecks } from '../artwork/checks.ts'
import { type Clock, systemClock } from '../base/clock.ts'
import type { Crash } from '../base/crash.ts'
import type { Log } from '../base/log.ts'
import { connectionsPerOrigin, type Outbound } from '../base/outbound.ts'
import type { ByteVault } from '../base/vault.ts'
import type { Database } from '../db/db.ts'
import { vacuum } from '../db/vacuum.ts'
import type { Mail } from '../mail/mail.ts'
import { createMailer } from '../mail/send.ts'
import { sweepOldMails } from '../mail/store.ts'
import { audit, isViolation, ruleCount } from '../orders/audit.ts'
import { expireApprovals } from '../orders/desk/approvals.ts'
import { createChecker } from '../orders/files/checks.ts'
import { emptyStorageTrash, sweepFiles } from '../orders/files/keepFiles.ts'
import { createValidator } from '../orders/files/validate.ts'
import { sweepRecipients } from '../orders/forget.ts'
import { syncDue } from '../orders/money/cards.ts'
import { chargeDue, settleCharges } from '../orders/money/pay.ts'
import { refundDue } from '../orders/money/refund.ts'
import { reportTaxes } from '../orders/money/taxReports.ts'
import type { OperatorData } from '../orders/operator.ts'
import { releaseQueued } from '../orders/placing/release.ts'
import { comparePrinters } from '../orders/printing/comparePrinters.ts'
import { stepJobs } from '../orders/printing/jobs.ts'
import { endHolds, type Press } from '../orders/printing/print.ts'
import { watchPrinters } from '../orders/printing/watch.ts'
import { renderBodies, tellOfCheck } from '../orders/tell.ts'
import { watchKeys } from '../orders/watchKeys.ts'
import { watchWebhooks } from '../orders/watchWebhooks.ts'
import type { Shell } from '../orders/work.ts'
import { reconcileDue } from '../payments/books/reconcile.ts'
import { sweepOldComparisons } from '../payments/books/store.ts'
import { sumLedger } from '../payments/ledgerSums.ts'
import { sweepOldMessages } from '../payments/messages/store.ts'
import type { Payments } from '../payments/payments.ts'
import { sweepOldJobComparisons } from '../printer/comparisons.ts'
import type { TaxReporter } from '../tax/stripe.ts'
import { createDeliverer } from '../webhooks/deliver.ts'
import { noticeOutbox, sweepOldNotices } from '../webhooks/notices.ts'
import { deliveryOutbox, sweepOldAttempts } from '../webhooks/store.ts'
import { isManual } from './manualClock.ts'
import type { OutcomeCounts } from './metrics.ts'
import type { MoneyDeps } from './money.ts'
import type { PrintFiles } from './printFiles.ts'
import type { Sweeps } from './tasks.ts'

type Parts = {
  database: Database
  shell: Shell
  clock: Clock
  log: Log
  crash: Crash
  counts: OutcomeCounts
  publicUrl: URL
  outbound: Outbound
  unseal: ByteVault['open']
  payments: Payments
  mail: Mail
  operator: OperatorData
  reporter: TaxReporter | null
  printFiles: PrintFiles
  press: Press
  money: MoneyDeps
  recipientDays: number | null
}

/** The sweeps, and `drain`, which waits for what they have begun outside. */
export function createBackground(parts: Parts): { sweeps: Sweeps; drain(): Promise<unknown> } {
  const { database, shell, clock, log, crash, counts, publicUrl, outbound, unseal } = parts
  const { payments, mail, operator, reporter, press, money, recipientDays } = parts
  const { artwork, checkBook, storage } = parts.printFiles
  const { db } = database

  const patient = isManual(clock)
  const delivering = { db, clock, outbound, unseal, random: Math.random, log, patient, crash, count: counts.webhook }
  const deliverer = createDeliverer({ outbox: deliveryOutbox(db, renderBodies), ...delivering })
  const noticeDeliverer = createDeliverer({
    outbox: noticeOutbox(db),
    ...delivering,
    limits: { mostHeld: 256, leastClaimedAtOnce: 1, mostAtAnOrigin: connectionsPerOrigin.notices },
  })
  const validator = createValidator({ shell, clock, artwork, operator, log, crash })
  const tell = tellOfCheck(operator.catalog, publicUrl)
  const checker = createChecker({ shell, clock, checkBook, tell, log, crash })

  const sweeps: Sweeps = {
    check_files: [validator.sweep],
    answer_checks: [checker.sweep],
    charge_cards: [chargeDue(money.chargeDeps), settleCharges(money.chargeDeps)],
    sync_cards: [syncDue(money.cardDeps)],
    refund_payments: [refundDue(money.refundDeps)],
    report_taxes: [reportTaxes({ shell, clock, reporter, log })],
    sum_ledger: [sumLedger(db)],
    end_holds: [endHolds({ shell, press, log })],
    step_jobs: [stepJobs({ shell, clock, press, log, crash, count: counts.printStep })],
    watch_printers: [watchPrinters({ shell, press, log })],
    release_queued: [releaseQueued({ shell, whenShipped: press.whenShipped, log })],
    deliver_webhooks: [deliverer.sweep],
    send_notices: [noticeDeliverer.sweep],
    watch_webhooks: [
      watchWebhooks({ shell, log, webhooksUrl: new URL('/dashboard/production/webhooks', publicUrl).href }),
    ],
    watch_keys: [watchKeys({ shell, keysUrl: new URL('/dashboard/production/keys', publicUrl).href })],
    send_mail: [createMailer({ db, clock, mail, log, crash }).sendDue],
    expire_approvals: [expireApprovals(shell)],
    clean_up: [
      now => sweepOldAttempts(db, now),
      now => sweepOldMessages(db, now),
      now => sweepOldComparisons(db, now),
      now => sweepOldPapers(db, now),
      () => forgetExpired(db, systemClock()),
      now => forgetSignUps(db, now),
      now => forgetEmailChanges(db, now),
      now => sweepOldChecks(db, now),
      now => sweepOldJobComparisons(db, now),
      now => sweepOldNotices(db, now),
      now => sweepOldMails(db, now),
      sweepRecipients({ shell, days: recipientDays, log }),
      sweepFiles({ db }),
      emptyStorageTrash({ db, storage, log }),
    ],
    vacuum: [() => vacuum(database).then(() => 0)],
    compare_books: [reconcileDue({ db, payments, log })],
    compare_printers: [comparePrinters({ shell, clock, press, log })],
    audit: [now => reportFindings(database, now, log, counts.audit)],
  }
  const drain = () => Promise.all([deliverer, noticeDeliverer, validator, checker].map(one => one.drain()))
  return { sweeps, drain }
}

async function reportFindings(database: Database, now: Date, log: Log, count: OutcomeCounts['audit']): Promise<number> {
  const findings = await audit(database.patientDb, now)
  for (const finding of findings) {
    log.error(finding, isViolation(finding) ? 'the stored data breaks a rule' : 'a rule could not be judged')
    count(isViolation(finding) ? 'broken' : 'unjudged', 1)
  }
  count('kept', ruleCount - findings.length)
  return 0
}
