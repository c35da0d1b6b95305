// The composition root: opens the database, picks the adapters, and builds the server and the worker. Only the process
// (main.ts) and the tests build the service, and both use this.

import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { forgetEmailChanges } from './accounts/emailChange.ts'
import { sweepOldPapers } from './accounts/exemptionStore.ts'
import { openKeyring } from './accounts/keyring.ts'
import { openPeople } from './accounts/people.ts'
import { forgetExpired } from './accounts/sessions.ts'
import { forgetSignUps } from './accounts/signUp.ts'
import { checkAddresses } from './artwork/addresses.ts'
import { checkContent } from './artwork/check.ts'
import { sweepOldChecks } from './artwork/checks.ts'
import { clearScratch, createFiles } from './artwork/files.ts'
import { createPictures } from './artwork/pictures.ts'
import { openPreflight } from './artwork/preflight/preflight.ts'
import { factsVersion } from './artwork/preflight/version.ts'
import { localStorage, type Storage, s3Storage } from './artwork/storage.ts'
import { readDrawingTools } from './artwork/templates/templates.ts'
import { type Clock, day, instant, latest, type ManualClock, manualClock, minute, systemClock } from './base/clock.ts'
import type { Crash } from './base/crash.ts'
import { type NewId, sortableIds } from './base/ids.ts'
import type { Log } from './base/log.ts'
import { operatorAccount } from './base/operator.ts'
import { connectionsPerOrigin, createOutbound } from './base/outbound.ts'
import { type ByteVault, createVault } from './base/vault.ts'
import { loadCatalog } from './catalog/catalog.ts'
import { type Config, listeningUrl } from './config/config.ts'
import { secretOf } from './config/env.ts'
import { openChannel } from './db/channel.ts'
import { type Database, openDatabase } from './db/db.ts'
import { migrate } from './db/migrate.ts'
import { checkSecretKey } from './db/secretKey.ts'
import { readSetting, saveSetting } from './db/settings.ts'
import { stillProves } from './http/auth.ts'
import { openStreams } from './http/events.ts'
import { healthRoutes } from './http/health.ts'
import { sessionsOf } from './http/people/people.ts'
import { openSignIn } from './http/people/signIn.ts'
import { buildServer, type ServerSettings, serverOf } from './http/server.ts'
import { noWeb, openWeb } from './http/web.ts'
import { createJobs, type Jobs } from './jobs/jobs.ts'
import { type TaskName, taskNames } from './jobs/tasks.ts'
import { consoleMail } from './mail/console.ts'
import { type Letter, passwordReset } from './mail/letters.ts'
import type { Mail } from './mail/mail.ts'
import { createMailer } from './mail/send.ts'
import { queueMail, sweepOldMails } from './mail/store.ts'
import { countOutcomes, type OutcomeCounts, watchWork } from './metrics.ts'
import { audit, isViolation, ruleCount } from './orders/audit.ts'
import { datesOf, deliveryOf } from './orders/dates.ts'
import { nextDueAt } from './orders/due.ts'
import { createChecker } from './orders/files/checks.ts'
import { demandsOf } from './orders/files/expected.ts'
import { openFileDesk } from './orders/files/fileDesk.ts'
import { emptyStorageTrash, sweepFiles } from './orders/files/keepFiles.ts'
import { createValidator } from './orders/files/validate.ts'
import { tellOfConfirmation, tellOfDecline, tellOfRefund, tellOfReturn } from './orders/letters.ts'
import { type CardDeps, syncDue } from './orders/money/cards.ts'
import { type ChargeDeps, chargeDue, settleCharges } from './orders/money/pay.ts'
import { type RefundDeps, refundDue } from './orders/money/refund.ts'
import { reportTaxes } from './orders/money/taxReports.ts'
import { openNewsroom } from './orders/news.ts'
import type { OperatorData } from './orders/operator.ts'
import { orderPlacer } from './orders/placing/place.ts'
import { releaseQueued } from './orders/placing/release.ts'
import { comparePrinters } from './orders/printing/comparePrinters.ts'
import { stepJobs } from './orders/printing/jobs.ts'
import { endHolds, type Press } from './orders/printing/print.ts'
import { printerListener } from './orders/printing/printed.ts'
import { workingDays } from './orders/printing/routes.ts'
import { ticketsOf } from './orders/printing/ticket.ts'
import { watchPrinters } from './orders/printing/watch.ts'
import { renderBodies, tellOfCheck } from './orders/tell.ts'
import type { Shell } from './orders/work.ts'
import { reconcileDue } from './payments/books/reconcile.ts'
import { sweepOldComparisons } from './payments/books/store.ts'
import { sumLedger } from './payments/ledgerSums.ts'
import { sweepOldMessages } from './payments/messages/store.ts'
import type { Payments } from './payments/payments.ts'
import { simulatedPayments } from './payments/simulated.ts'
import { adapterNames, openPrinters } from './printer/adapters.ts'
import { openLine } from './printer/call.ts'
import { sweepOldJobComparisons } from './printer/comparisons.ts'
import { fileLinks } from './printer/links.ts'
import { loadShop } from './printer/shop.ts'
import { loadShipping } from './shipping/load.ts'
import { countries } from './shipping/places.ts'
import { createStepper } from './stepper.ts'
import { reconciled, type Sweeps, schedules } from './tasks.ts'
import { loadTaxRules } from './tax/rules.ts'
import type { TaxReporter } from './tax/stripe.ts'
import { tableTaxes } from './tax/table.ts'
import { createDeliverer } from './webhooks/deliver.ts'
import { noticeOutbox, sweepOldNotices } from './webhooks/notices.ts'
import { deliveryOutbox, sweepOldAttempts } from './webhooks/store.ts'

const keyUseEveryMs = minute
const stopWithinMs = 8000 // of the 10 s that a supervisor usually grants

export type App = {
  server: FastifyInstance
  database: Database
  clock: Clock
  newId: NewId
  vault: ByteVault
  operator: OperatorData
  /** The names of the operator's printers. */
  printers: readonly string[]
  /** Where the service is reached from outside. */
  publicUrl: URL
  payments: Payments
  /** Starts the background work if the role includes it. */
  work(): Promise<void>
  /**
   * Loads the drawing libraries in advance, so that the first requests do not wait. Call it once the process is ready.
   */
  readAhead(): void
  /** Runs every task until none finds anything due. */
  settle(): Promise<void>
  /** Moves the manual clock; null with the system clock. */
  moveClock: ((to: Date) => Promise<void>) | null
  /** Stops accepting requests, finishes running work, and releases everything. */
  close(): Promise<void>
}

/** What tests replace and commands do without. Everything else is real. */
export type Replaced = {
  database?: Database
  clock?: Clock
  payments?: Payments
  mail?: Mail
  /** Called at named points between the steps of outside work; a test may kill the process there. */
  crash?: Crash
  /** For the command that makes the given secret key this database's own. */
  takesAnyKey?: true
}

export async function createApp(config: Config, log: Log, replaced: Replaced = {}): Promise<App> {
  const database = replaced.database ?? (await openDatabase({ ...config, dataDir: config.dataDir, log }))
  const migrated = await migrate(database, systemClock())
  if (migrated.length > 0) log.info({ migrations: migrated }, 'database schema brought up to date')
  const { db } = database
  const clock = replaced.clock ?? (config.manualClock ? await resumedClock(database) : systemClock)
  const newId = sortableIds(clock)
  const vault = createVault(config.secretKey)
  if (!replaced.takesAnyKey) await checkSecretKey(db, vault)
  const publicUrl = config.publicUrl === null ? listeningUrl(config.host, config.port) : new URL(config.publicUrl)
  const { operator, reporter } = await loadOperator(config, clock())
  const shop = await loadShop(`${config.operatorDir}/printers.json`, {
    adapters: adapterNames,
    manufacturingSkus: operator.catalog.list().map(({ manufacturingSku }) => manufacturingSku),
    countries: [...countries.keys()],
    secret: secretOf,
  })

  const works = config.role !== 'api'
  const jobs = await createJobs({ database, clock, log, taskNames, schedules, manualClock: isManual(clock), works })
  const newsroom = openNewsroom(openChannel(database, 'octavo_orders', log), log)
  const shell: Shell = { db, bells: { wake: jobs.wake, ring: jobs.ring, tell: newsroom.tell }, newId }
  const outbound = createOutbound(config.outbound)
  if ((await outbound.selfTest()) === 'allowed') {
    log.warn(
      'webhooks may go to, and files come from, this machine (WEBHOOK_ALLOW_LOOPBACK): fine for trying out, not for customers',
    )
  }
  const payments = replaced.payments ?? (await pickPayments(config, { database, clock, newId, publicUrl }))
  const mail = replaced.mail ?? (await pickMail(config, log))
  const line = openLine()
  const links = fileLinks(publicUrl, config.secretKey)
  const press: Press = {
    printers: openPrinters(shop, { line, clock, links }),
    shop,
    days: workingDays(operator.shipping.holidays),
    ticketFor: ticketsOf(operator),
    whenShipped: (order, at) => datesOf(operator, order, at),
    whenDelivered: (order, shipDate) => deliveryOf(operator, order, shipDate),
    leavingDay: at => operator.shipping.leavingDay(at).toString(),
  }
  const crash = replaced.crash ?? (() => {})
  const metrics = new Registry()
  const counts = countOutcomes(metrics)
  const patienceMs = config.payments.patienceDays * day
  const tell = { tellOfDecline, tellOfConfirmation }
  const chargeDeps: ChargeDeps = { shell, clock, payments, log, patienceMs, ...tell, crash, count: counts.charge }
  const refundDeps: RefundDeps = {
    shell,
    clock,
    payments,
    log,
    tellOfRefund,
    tellOfReturn,
    crash,
    count: counts.refund,
  }
  const cardDeps: CardDeps = { shell, clock, payments, log }

  const delivering = {
    db,
    clock,
    outbound,
    unseal: vault.open,
    random: Math.random,
    log,
    patient: isManual(clock),
    crash,
    count: counts.webhook,
  }
  const deliverer = createDeliverer({ outbox: deliveryOutbox(db, renderBodies), ...delivering })
  const noticeDeliverer = createDeliverer({
    outbox: noticeOutbox(db),
    ...delivering,
    limits: { mostHeld: 256, leastClaimedAtOnce: 1, mostAtAnOrigin: connectionsPerOrigin.notices },
  })
  const storage = await openStorage(config)
  const scratch = join(config.dataDir, 'scratch')
  await clearScratch(scratch, systemClock())
  const preflight = openPreflight({ processes: availableParallelism() })
  const { mostBytes, mostBytesOfOrder, uploadQuotaBytes } = config.files
  const files = createFiles({
    db,
    clock,
    outbound,
    storage,
    read: preflight.read,
    factsVersion,
    scratch,
    mostBytes,
    log,
    crash,
  })
  const demands = demandsOf(operator.catalog)
  const content = checkContent({ files, storage, preflight, demands, mostBytes, mostBytesOfOrder })
  if (config.files.check === 'addresses') {
    log.warn('print files are NOT checked (FILE_CHECK=addresses): fine for load tests, not for printing')
  }
  const artwork = config.files.check === 'content' ? content.artwork : checkAddresses()
  const validator = createValidator({ shell, clock, artwork, operator, log, crash })
  const checker = createChecker({
    shell,
    clock,
    checkBook: content.checkBook,
    tell: tellOfCheck(operator.catalog, publicUrl),
    log,
    crash,
  })
  const worker = createWorker(jobs, clock, watchWork(metrics, db, clock), {
    check_files: [validator.sweep],
    answer_checks: [checker.sweep],
    charge_cards: [chargeDue(chargeDeps), settleCharges(chargeDeps)],
    sync_cards: [syncDue(cardDeps)],
    refund_payments: [refundDue(refundDeps)],
    report_taxes: [reportTaxes({ shell, clock, reporter, log })],
    sum_ledger: [sumLedger(db)],
    end_holds: [endHolds({ shell, press, log })],
    step_jobs: [stepJobs({ shell, clock, press, log, crash, count: counts.printStep })],
    watch_printers: [watchPrinters({ shell, press, log })],
    release_queued: [releaseQueued(shell, press.whenShipped)],
    deliver_webhooks: [deliverer.sweep],
    send_notices: [noticeDeliverer.sweep],
    send_mail: [createMailer({ db, clock, mail, log, crash }).sendDue],
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
      sweepFiles({ db }),
      emptyStorageTrash({ db, storage, log }),
    ],
    compare_books: [reconcileDue({ db, payments, log })],
    compare_printers: [comparePrinters({ shell, clock, press, log })],
    audit: [now => reportFindings(database, now, log, counts.audit)],
  })

  const moveClock = isManual(clock)
    ? createStepper({
        clock,
        settle: worker.settle,
        cleanUp: worker.cleanUp,
        nextDueAt: () => nextDueAt(db),
        keep: now => saveSetting(db, manualClockSetting, now.toISOString()),
      })
    : null

  const sendLetter = async (accountId: string | null, to: string, letter: Letter) => {
    const mail = { accountId: accountId ?? operatorAccount, emailId: newId('eml'), recipient: to, ...letter }
    await queueMail(db, [mail], clock())
    jobs.ring('send_mail')
  }
  const keyring = openKeyring(db)
  const people = openPeople({
    db,
    log,
    publicUrl,
    authSecret: config.secretKey.toString('base64'),
    requireStaffSecondFactor: config.people.requireStaffSecondFactor,
    sendReset: ({ accountId, to, ...facts }) => sendLetter(accountId, to, passwordReset(facts)),
  })
  const sessions = sessionsOf(people)
  const streams = openStreams(stillProves({ keyring, sessions }))
  const parts: Parameters<typeof buildServer>[0] = {
    log,
    outbound,
    publicUrl,
    trustedProxies: trustedProxies(config.trustProxy),
    rates: { perKey: config.rateLimits.key, perAddress: config.rateLimits.address },
    keyring,
    sessions,
    newsroom,
    streams,
    metrics,
    web: openWeb(join(import.meta.dirname, '..', 'web', 'dist'), people.getReady),
    pingDatabase: () => readSetting(db, manualClockSetting),
    db,
    shell,
    clock,
    newId,
    vault,
    people,
    signIn: openSignIn({ db, people, publicUrl }),
    mayAnybodySignUp: config.people.mayAnybodySignUp,
    sendLetter,
    operator,
    catalog: operator.catalog,
    place: orderPlacer({ shell, clock, operator }),
    press,
    hear: printerListener({ shell, clock, press }),
    fileLinks: links,
    openPrintFile: ({ accountId, sha256 }) => files.open(accountId, sha256),
    chargeDeps,
    refundDeps,
    cardDeps,
    fileDesk: openFileDesk({
      db,
      files,
      checkBook: content.checkBook,
      catalog: operator.catalog,
      origin: publicUrl.origin,
      mostBytes,
      uploadQuotaBytes,
      storage,
      pictures: createPictures(storage, preflight),
    }),
    moveClock,
    httpsOnly: config.production,
  }
  // A worker only reports its health, and takes no orders.
  const server = await (config.role === 'worker'
    ? serverOf({ ...parts, web: noWeb }, healthRoutes(parts))
    : buildServer(parts))
  const keyUse = setInterval(() => {
    keyring.recordUse(clock()).catch(error => log.warn({ err: error }, 'the last use of keys was not recorded'))
  }, keyUseEveryMs).unref()

  return {
    server,
    database,
    clock,
    newId,
    vault,
    operator,
    printers: shop.printers.map(({ name }) => name),
    publicUrl,
    payments,
    settle: worker.settle,
    moveClock,
    readAhead: readDrawingTools,
    work: async () => {
      if (works) await worker.start()
    },
    close: async () => {
      clearInterval(keyUse)
      streams.close()
      await server.close()
      await Promise.all([
        jobs.stop(stopWithinMs),
        deliverer.drain(),
        noticeDeliverer.drain(),
        validator.drain(),
        checker.drain(),
      ])
      await newsroom.close()
      await keyring.recordUse(clock()).catch(() => {}) // only a date would be a minute older
      await Promise.all([outbound.close(), mail.close(), line.close(), preflight.close()])
      await database.close()
    },
  }
}

function openStorage({ dataDir, files: { storage } }: Config): Storage | Promise<Storage> {
  if (storage.kind === 'local') return localStorage(join(dataDir, 'files'))
  return s3Storage(storage, join(dataDir, 'scratch'))
}

async function loadOperator(
  { operatorDir: folder, stripeTax }: Config,
  now: Date,
): Promise<{ operator: OperatorData; reporter: TaxReporter | null }> {
  const [catalog, shipping, taxRules] = await Promise.all([
    loadCatalog(`${folder}/catalogue.json`),
    loadShipping(folder),
    loadTaxRules(`${folder}/tax.json`),
  ])
  const taxes = tableTaxes(taxRules, now)
  if (stripeTax === null) return { operator: { catalog, shipping, taxes, finalTaxes: taxes }, reporter: null }
  const { stripeTaxes } = await import('./tax/stripe.ts')
  const stripe = stripeTaxes({ ...stripeTax, ...(taxRules.stripe === undefined ? {} : { codes: taxRules.stripe }) })
  return { operator: { catalog, shipping, taxes, finalTaxes: stripe }, reporter: stripe.reporter }
}

async function pickMail({ mail: { smtpUrl, from }, production, role }: Config, log: Log): Promise<Mail> {
  if (smtpUrl === null) {
    if (production && role !== 'api')
      log.warn(
        'SMTP_URL is not set, so no mail is sent: nobody receives password links or invitations. Mails are stored for the staff to read, and are not sent later either',
      )
    return consoleMail(log, { prints: production ? 'subjects' : 'whole letters' })
  }
  const { smtpMail } = await import('./mail/smtp.ts')
  return smtpMail({ url: smtpUrl, from })
}

/** Adapters that are not in use are not loaded: Stripe's package alone takes 38 MB and a third of a second. */
async function pickPayments(
  { payments: { gateway, callsPerSecond }, stripe }: Config,
  { database, clock, newId, publicUrl }: { database: Database; clock: Clock; newId: NewId; publicUrl: URL },
): Promise<Payments> {
  switch (gateway) {
    case 'simulated':
      return simulatedPayments({ db: database.db, newId, clock, publicUrl })
    case 'stripe': {
      if (stripe === null) throw new Error('Stripe is not configured')
      const { stripePayments } = await import('./payments/stripe/stripe.ts')
      return stripePayments({ ...stripe, publicUrl, callsPerSecond })
    }
    default:
      return gateway satisfies never
  }
}

type Worker = { start(): Promise<void>; settle(): Promise<void>; cleanUp(): Promise<void> }

function createWorker(
  jobs: Jobs<TaskName>,
  clock: Clock,
  swept: (task: TaskName, count: number) => void,
  sweeps: Sweeps,
): Worker {
  let done = 0
  const drain = (task: keyof Sweeps) => async () => {
    for (const sweep of sweeps[task]) {
      for (let count = await sweep(clock()); count > 0; count = await sweep(clock())) {
        done += count
        swept(task, count)
      }
    }
  }
  const runners = Object.fromEntries(
    taskNames.map(task => [task, task === 'reconcile' ? async () => ringAll(jobs) : drain(task)]),
  ) as Record<TaskName, () => Promise<void>>
  return {
    start: () => jobs.work(runners),
    async settle() {
      for (let before = -1; before !== done; ) {
        before = done
        ringAll(jobs)
        await jobs.idle()
      }
    },
    cleanUp() {
      jobs.ring('clean_up')
      return jobs.idle()
    },
  }
}

function ringAll(jobs: Jobs<TaskName>): void {
  for (const task of reconciled) jobs.ring(task)
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

const manualClockSetting = 'manual_clock'
const isManual = (clock: Clock): clock is ManualClock => 'set' in clock

/** A manual clock resumes where it stood, but never before the machine's time. */
async function resumedClock({ db }: Database): Promise<ManualClock> {
  const stood = await readSetting(db, manualClockSetting)
  return manualClock(latest(systemClock(), stood === null ? null : instant(stood)))
}

const trustedProxies = (trust: Config['trustProxy']): ServerSettings['trustedProxies'] =>
  trust === true ? 'whoever connects' : trust === false ? [] : trust
