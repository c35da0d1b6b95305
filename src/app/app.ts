// The composition root: opens the database, picks the adapters, and builds the server and the worker. Only the process
// (main.ts) and the tests build the service, and both use this.

import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { openAccountProviders } from '../accounts/accountProviders.ts'
import { type AuthSecrets, authSecretsOf } from '../accounts/authSecrets.ts'
import { openKeyring } from '../accounts/keyring.ts'
import { openPeople } from '../accounts/people.ts'
import { callbackPath, type GroupRole, openSingleSignOn, type ProviderSettings } from '../accounts/singleSignOn.ts'
import { type StaffRole, staffRoleNames } from '../accounts/staffRoles.ts'
import { adoptStorage, checkStorage, probeStorage, tryStorage } from '../artwork/storageMark.ts'
import { readDrawingTools } from '../artwork/templates/templates.ts'
import { type Clock, day, minute, systemClock } from '../base/clock.ts'
import type { Crash } from '../base/crash.ts'
import { dnsTextReader, type ReadDnsText } from '../base/dnsText.ts'
import { type NewId, sortableIds } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import { maxOpenFiles } from '../base/openFiles.ts'
import { operatorAccount } from '../base/operator.ts'
import type { Outbound } from '../base/outbound.ts'
import { type ByteVault, createVault, type Vault } from '../base/vault.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { type Config, ConfigError, listeningUrl, sampleOperatorDir } from '../config/config.ts'
import { openChannel } from '../db/channel.ts'
import { type Database, type Db, openDatabase, openReader } from '../db/db.ts'
import { migrate } from '../db/migrate.ts'
import { checkSecretKey, keyReplacementSession, refuseOtherProcesses } from '../db/secretKey.ts'
import { readDatabaseTime } from '../db/time.ts'
import { keepNumbersRising } from '../db/transactions.ts'
import { isStillValid } from '../http/auth.ts'
import { brandedWeb } from '../http/brand.ts'
import { healthRoutes } from '../http/health.ts'
import { openStreams } from '../http/liveUpdates.ts'
import { sessionsOf } from '../http/people/people.ts'
import { openSignIn } from '../http/people/signIn.ts'
import { buildServer, type ServerSettings, serverOf } from '../http/server.ts'
import { noWeb, openWeb } from '../http/web.ts'
import { createJobs, type Jobs } from '../jobs/jobs.ts'
import type { TaskName } from '../jobs/tasks.ts'
import type { EmailContent } from '../mail/emailBody.ts'
import { queueEmails } from '../mail/emailStore.ts'
import type { Mailer } from '../mail/mailer.ts'
import { passwordReset } from '../mail/templates/passwordEmails.ts'
import { type Archive, openArchive } from '../orders/archive/archive.ts'
import { nextDueAt, nextDueByTask } from '../orders/core/nextDue.ts'
import type { Transactor } from '../orders/core/transact.ts'
import { oweRefunds } from '../orders/money/refunds.ts'
import { openLiveUpdates } from '../orders/notify/liveUpdates.ts'
import type { OperatorContent } from '../orders/operatorData/content.ts'
import { contentDifferences } from '../orders/operatorData/differences.ts'
import {
  currentOperatorData,
  openOperatorVersions,
  type VersionRegister,
} from '../orders/operatorData/operatorVersions.ts'
import { createPlaceOrder } from '../orders/placing/placeOrders.ts'
import { bindingCodeDrawer } from '../orders/printing/bindingCodes.ts'
import { removedPrinters } from '../orders/printing/pausePrinter.ts'
import { messageReceiver } from '../orders/printing/receiveMessages.ts'
import type { SecondPersonRule } from '../orders/staff/secondPerson.ts'
import type { Payments } from '../payments/payments.ts'
import { openPrinters } from '../printer/adapters.ts'
import { fileLinks } from '../printer/links.ts'
import { openPrinterClient } from '../printer/printerClient.ts'
import { createFulfillment, messageEndpoints, openOutbound, pickMail, pickPayments, pickTaxes } from './adapters.ts'
import { createBackground } from './background.ts'
import { createClockCheck, noClockCheck } from './clockCheck.ts'
import { createClockStepper } from './clockStepper.ts'
import { openEmailSender } from './emailSender.ts'
import { isManual, resumeManualClock, saveTime } from './manualClock.ts'
import { countOutcomes, registerInstallationMetrics, registerWorkMetrics } from './metrics.ts'
import { moneyDeps } from './moneyDeps.ts'
import { loadOperatorFiles, operatorWarnings, type Printers, printersWithoutFiles } from './operatorFiles.ts'
import { openPrintFiles } from './printFiles.ts'
import { createStorageCheck, degradedParts, readiness } from './readiness.ts'
import { readSetUp } from './setUp.ts'
import { schedules } from './tasks.ts'
import { createWorker } from './worker.ts'

const recordKeyUseEveryMs = minute
/** The embedded database alone has 350 files open. */
const minOpenFiles = 1024
/** The other files are for the database, print files and outgoing connections. */
const connectionShare = 1 / 2
const stopTimeoutMs = 8000 // of the 10 s that a supervisor usually grants

export type App = {
  config: Config
  server: FastifyInstance
  database: Database
  clock: Clock
  newId: NewId
  vault: ByteVault
  authSecrets: AuthSecrets
  operatorVersions: VersionRegister
  transactor: Transactor
  /** Throws an OperatorDataError when the printers cannot make every book of the catalog. */
  checkPrinters(catalog: Catalog): void
  /** The names of the operator's printers. */
  printers: readonly string[]
  /** The URL of the service from outside. */
  publicUrl: URL
  payments: Payments
  archive: Archive
  /** Throws when the storage of print files belongs to another database; called before serving. */
  checkStorage(): Promise<void>
  /** Makes the storage the storage of this database. */
  adoptStorage(): Promise<void>
  /** Rejects when this is not the storage of the database, or does not store, find, read and remove an object. */
  tryStorage(): Promise<void>
  /** Starts the background work if the role includes it. */
  work(): Promise<void>
  /**
   * Loads the drawing libraries in advance, so that the first requests do not wait. Call it once the process is ready.
   */
  preload(): void
  /** Runs every task until none finds anything due. */
  settle(): Promise<void>
  /** Moves the manual clock; null with the system clock. */
  moveClock: ((to: Date) => Promise<void>) | null
  /** Makes the readiness probe fail, and lets connections end with their next answer. */
  beginStop(): void
  /** Stops accepting requests, finishes running work, and releases everything. */
  close(): Promise<void>
}

/** Parts that tests and commands replace. Everything else is real. */
export type AppOverrides = {
  database?: Database
  clock?: Clock
  payments?: Payments
  mail?: Mailer
  /** Called at named points between the steps of outside work; a test may kill the process there. */
  crash?: Crash
  /** For the command that makes the current secret key the key of the database. */
  replacesSecretKey?: true
  readDnsText?: ReadDnsText
}

export async function createApp(config: Config, log: Log, overrides: AppOverrides = {}): Promise<App> {
  // Before the database: with a mistake in the operator's data, no migration is applied.
  const operatorFiles = await readOperatorFiles(config, log)
  const identityProvider = identityProviderOf(config)
  const { secretKey, secondSecretKey } = config
  const vault = createVault(secretKey, secondSecretKey)
  const authSecrets = authSecretsOf(secretKey, secondSecretKey)
  const database = await prepareDatabase(config, { log, vault, overrides })
  const openFiles = checkOpenFiles(log)
  const { db } = database
  const clock = overrides.clock ?? (config.manualClock ? await resumeManualClock(db) : systemClock)
  const newId = sortableIds(clock)
  const publicUrl = config.publicUrl === null ? listeningUrl(config.host, config.port) : new URL(config.publicUrl)
  const { complete, reporter } = await pickTaxes(config)
  const operatorVersions = await openOperatorVersions({ db, clock, log, complete }, operatorFiles.content)
  warnOfData(operatorVersions, operatorFiles.content, log)
  const operator = currentOperatorData(operatorVersions, clock)
  const { printerConfig, checkPrinters } = operatorFiles

  const nextDue = isManual(clock) ? null : (since: Date) => nextDueByTask(db, since)
  const isClockRight = isManual(clock)
    ? noClockCheck
    : createClockCheck({ clock, log, readDatabaseTime: () => readDatabaseTime(db) })
  const jobs = createJobs({ database, clock, log, isClockRight, schedules, nextDue })
  const liveUpdates = openLiveUpdates(openChannel(database, 'octavo_orders', log), log)
  const afterCommit = { wake: jobs.wake, publish: liveUpdates.publish }
  const transactor: Transactor = { db, afterCommit, newId, oweRefunds }
  const crash = overrides.crash ?? (() => {})
  const metrics = new Registry()
  const counts = countOutcomes(metrics)

  const outbound = await openOutbound(config, log)
  const payments = overrides.payments ?? (await pickPayments(config, { db, clock, newId, publicUrl }))
  const mail = overrides.mail ?? (await pickMail(config, log))
  const core = { db, transactor, clock, log, crash, counts, outbound, publicUrl }
  const printFiles = await openPrintFiles({ ...core, newId, config, catalog: operator.catalog })
  const printerClient = openPrinterClient()
  const links = fileLinks(publicUrl, secretKey, secondSecretKey)
  const printers = openPrinters(printerConfig, {
    ...{ client: printerClient, clock, links },
    drawCodes: bindingCodeDrawer({ db, addBindingCode: printFiles.addBindingCode, log }),
  })
  const fulfillment = createFulfillment({ versions: operatorVersions, clock }, printerConfig, printers)
  const money = moneyDeps({ ...core, payments, patienceMs: config.payments.patienceDays * day })

  const { storage, scratch } = printFiles
  const archive = openArchive({
    ...{ transactor, storage, scratch, clock, log, crash },
    days: config.archiveDays,
    recipientRetentionDays: config.recipientRetentionDays,
  })

  const auditDatabase =
    config.auditDatabaseUrl === null ? null : openReader(config.auditDatabaseUrl, log, config.databaseSchema)
  const background = createBackground({
    ...core,
    payments,
    mail,
    reporter,
    printFiles,
    fulfillment,
    money,
    database,
    auditReader: auditDatabase?.db ?? database.longRunningDb,
    operator,
    operatorVersions,
    unseal: vault.open,
    archive,
    recipientRetentionDays: config.recipientRetentionDays,
    retention: config.retention,
    proofDays: config.proofDays,
  })
  const readStorageHealth = createStorageCheck({
    dataDir: config.dataDir,
    probeStorage: () => probeStorage(db, printFiles.storage),
    log,
  })
  registerInstallationMetrics(metrics, database, readStorageHealth)
  const worker = createWorker(jobs, clock, registerWorkMetrics(metrics, db, clock), background.sweeps, isClockRight)
  const moveClock = isManual(clock)
    ? createClockStepper({
        clock,
        settle: worker.settle,
        cleanUp: worker.cleanUp,
        nextDueAt: () => nextDueAt(db),
        saveTime: now => saveTime(db, now),
      })
    : null

  const testStorage = async () => {
    await probeStorage(db, printFiles.storage)
    await tryStorage(printFiles.storage)
  }
  const access = openAccess(config, {
    authSecrets,
    db,
    clock,
    log,
    newId,
    publicUrl,
    vault,
    outbound,
    identityProvider,
    wake: jobs.wake,
  })
  let isStopping = false
  const parts: Parameters<typeof buildServer>[0] = {
    ...core,
    archive,
    ...money,
    ...access,
    messageEndpoints,
    newId,
    vault,
    moveClock,
    securityContact: config.securityContact,
    trustedProxies: trustedProxies(config.trustProxy),
    rates: { perKey: config.rateLimits.key, perAddress: config.rateLimits.address },
    maxConnections: Math.floor(openFiles * connectionShare),
    httpsOnly: config.production,
    secondPerson: secondPersonRule(config, publicUrl),
    isStopping: () => isStopping,
    findUnready: readiness({ db, isClockRight, isStopping: () => isStopping }),
    findDegraded: async () => [
      ...degradedParts(await readStorageHealth()),
      ...(operatorVersions.inEffect(clock()) === null ? ['operator_data' as const] : []),
    ],
    web: brandedWeb(
      openWeb(join(import.meta.dirname, '..', '..', 'web', 'dist'), access.people.preload),
      () => operator.brand,
    ),
    metrics,
    liveUpdates,
    operator,
    operatorVersions,
    checkPrinters,
    readSender: openEmailSender(operator, log),
    readSetUp: () =>
      readSetUp({
        ...core,
        config,
        database,
        operatorVersions,
        printers: printerConfig.printers,
        tryStorage: testStorage,
      }),
    isSelling: () => operatorVersions.inEffect(clock()) !== null,
    readSample: async () => (await loadOperatorFiles(sampleOperatorDir)).content,
    catalog: operator.catalog,
    readDnsText: overrides.readDnsText ?? dnsTextReader(),
    place: createPlaceOrder({ transactor, clock, operatorVersions }, database.kind),
    fulfillment,
    receiveMessage: messageReceiver({ transactor, clock, fulfillment }),
    fileLinks: links,
    openPrintFile: printFiles.files.open,
    fileReview: printFiles.fileReview,
    uploads: printFiles.uploads,
  }
  // A worker only reports its health, and takes no orders.
  const server = await (config.role === 'worker'
    ? serverOf({ ...parts, web: noWeb }, healthRoutes(parts))
    : buildServer(parts))

  return {
    config,
    server,
    database,
    clock,
    newId,
    vault,
    authSecrets,
    operatorVersions,
    transactor,
    checkPrinters,
    publicUrl,
    payments,
    archive,
    moveClock,
    printers: printerConfig.printers.map(({ name }) => name),
    checkStorage: () => checkStorage(db, printFiles.storage),
    adoptStorage: () => adoptStorage(db, printFiles.storage),
    tryStorage: testStorage,
    settle: worker.settle,
    preload: readDrawingTools,
    work: async () => {
      if (config.role === 'api') return
      for (const { name, openJobs } of await removedPrinters(db, fulfillment))
        log.warn({ printer: name, openJobs }, 'a printer with open jobs is no longer in printers.json')
      await worker.start()
    },
    beginStop: () => {
      isStopping = true
    },
    close: async () => {
      isStopping = true
      access.streams.close()
      await server.close()
      await Promise.all([jobs.stop(stopTimeoutMs), background.drain()])
      await liveUpdates.close()
      operatorVersions.close()
      await access.close()
      await Promise.all([outbound.close(), mail.close(), printerClient.close(), printFiles.close()])
      await auditDatabase?.close()
      await database.close()
    },
  }
}

/** Logs a warning about each improbable value. Without files, the content is null. */
async function readOperatorFiles(
  { operatorDir, production }: Config,
  log: Log,
): Promise<Printers & { content: OperatorContent | null }> {
  if (operatorDir === null) return { ...(await printersWithoutFiles()), content: null }
  const files = await loadOperatorFiles(operatorDir)
  for (const warning of operatorWarnings(files)) log.warn({ warning }, "the operator's data is improbable")
  if (production && operatorDir === sampleOperatorDir)
    log.warn('OPERATOR_DIR is the sample that comes with Octavo, which an update replaces: copy the folder')
  return files
}

function warnOfData(versions: VersionRegister, files: OperatorContent | null, log: Log): void {
  const newest = versions.newest()
  if (newest === 0)
    log.warn(
      'nothing is sold: there are no books and no prices yet, and every order is refused. Follow the set-up in the staff console (/staff/set-up)',
    )
  else if (files !== null && contentDifferences(versions.contentOf(newest)!, files).length > 0)
    log.warn(
      { version: newest },
      "the files in OPERATOR_DIR differ from the newest version of the operator's data, and are not in effect: publish them with import-operator-data",
    )
}

/** Opens the database, brings its schema up to date, and checks that its secrets were sealed with our key. */
async function prepareDatabase(
  config: Config,
  { log, vault, overrides }: { log: Log; vault: Vault; overrides: AppOverrides },
): Promise<Database> {
  const { replacesSecretKey = false } = overrides
  const sessionName = replacesSecretKey ? { sessionName: keyReplacementSession } : {}
  const database = overrides.database ?? (await openDatabase({ ...config, log, ...sessionName }))
  if (replacesSecretKey) await refuseOtherProcesses(database.db)
  const applied = await migrate(database, systemClock())
  if (applied.length > 0)
    log.info({ migrations: applied.length, latest: applied.at(-1) }, 'database schema brought up to date')
  await keepNumbersRising(database, 'order_events')
  if (!replacesSecretKey) await checkSecretKey(database.db, vault)
  return database
}

function checkOpenFiles(log: Log): number {
  const openFiles = maxOpenFiles()
  if (openFiles < minOpenFiles)
    log.warn({ openFiles }, 'this process may have few files and connections open: raise the limit (ulimit -n)')
  return openFiles
}

type AccessDeps = {
  authSecrets: AuthSecrets
  db: Db
  clock: Clock
  log: Log
  newId: NewId
  publicUrl: URL
  vault: Vault
  outbound: Outbound
  identityProvider: StaffProvider | null
  wake: Jobs<TaskName>['wake']
}

/** Keys, people and their sessions, and the mails about them. */
function openAccess(config: Config, deps: AccessDeps) {
  const { authSecrets, db, clock, log, newId, publicUrl, vault, outbound, identityProvider, wake } = deps
  const sendEmail = async (accountId: string | null, to: string, content: EmailContent) => {
    const email = { accountId: accountId ?? operatorAccount, emailId: newId('eml'), recipient: to, ...content }
    await queueEmails(db, [email], clock())
    wake([{ task: 'send_mail', at: clock() }])
  }
  const keyring = openKeyring(db, clock)
  const { requireStaffSecondFactor, mayAnybodySignUp, mayStaffUsePasswords } = config.people
  const people = openPeople({
    db,
    log,
    publicUrl,
    authSecrets,
    requireStaffSecondFactor,
    mayStaffUsePasswords,
    sendReset: ({ accountId, to, ...details }) => sendEmail(accountId, to, passwordReset(details)),
  })
  const sessions = sessionsOf(people)
  const recording = setInterval(() => {
    keyring.recordUse(clock()).catch(error => log.warn({ err: error }, 'the last use of keys was not recorded'))
  }, recordKeyUseEveryMs).unref()
  return {
    keyring,
    people,
    sessions,
    streams: openStreams(isStillValid({ keyring, sessions })),
    sendEmail,
    signIn: openSignIn({ db, clock, newId, people, publicUrl, authSecrets, mayStaffUsePasswords, sendEmail }),
    staffSignOn: identityProvider && {
      // The operator has chosen it, so its addresses are called directly.
      provider: openSingleSignOn(identityProvider, { redirectUri: new URL(callbackPath, publicUrl), outbound: null }),
      served: { kind: 'staff' as const, roles: identityProvider.roles },
    },
    accountProviders: openAccountProviders({ db, vault, outbound, publicUrl }),
    mayAnybodySignUp,
    mayStaffUsePasswords,
    requireStaffSecondFactor,
    async close() {
      clearInterval(recording)
      await keyring.recordUse(clock()).catch(() => {}) // without it, a date is a minute older
    },
  }
}

type StaffProvider = ProviderSettings & { roles: GroupRole<StaffRole>[] }

/** Throws for a role that the staff do not have. */
function identityProviderOf({ singleSignOn }: Config): StaffProvider | null {
  if (singleSignOn === null) return null
  const roles = singleSignOn.roles.map(([group, text]) => {
    const role = staffRoleNames.find(name => name === text)
    if (role !== undefined) return { group, role }
    const expected = staffRoleNames.join(', ')
    throw new ConfigError([`SSO_STAFF_ROLES gives ${group} the role "${text}", but must give one of ${expected}`])
  })
  return { ...singleSignOn, roles }
}

const secondPersonRule = ({ secondPersonAboveCents: aboveCents }: Config, publicUrl: URL): SecondPersonRule =>
  aboveCents === null ? null : { aboveCents, approvalsUrl: new URL('/staff/approvals', publicUrl).href }

const trustedProxies = (trust: Config['trustProxy']): ServerSettings['trustedProxies'] =>
  trust === true ? 'any' : trust === false ? [] : trust
