// The composition root: opens the database, picks the adapters, and builds the server and the worker. Only the process
// (main.ts) and the tests build the service, and both use this.

import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { type AuthSecrets, authSecretsOf } from '../accounts/signIn/authSecrets.ts'
import { adoptStorage, checkStorage, probeStorage, tryStorage } from '../artwork/storageMark.ts'
import { type Clock, day, systemClock } from '../base/clock.ts'
import { maxOpenFiles } from '../base/files/openFiles.ts'
import type { Log } from '../base/log.ts'
import type { Mode } from '../base/mode.ts'
import { dnsTextReader, type ReadDnsText } from '../base/network/dnsText.ts'
import { createOutbound } from '../base/network/outbound.ts'
import type { Crash } from '../base/running/crash.ts'
import { type DataMistake, mistakeLine, OperatorDataError } from '../base/schemaCheck.ts'
import { type NewId, sortableIds } from '../base/secrets/ids.ts'
import { type ByteVault, createVault, installationName, type Vault } from '../base/secrets/vault.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { type Config, listeningUrl, sampleOperatorDir, withInstallation } from '../config/config.ts'
import { openChannel } from '../db/channel.ts'
import { type Database, type Db, openDatabase } from '../db/db.ts'
import { migrate } from '../db/migrate.ts'
import { aloneSession, checkSecretKey, refuseOtherProcesses } from '../db/secretKey.ts'
import { openStandby, readsOf, type Standby } from '../db/standby.ts'
import { readDatabaseTime } from '../db/time.ts'
import { keepNumbersRising } from '../db/transactions.ts'
import { type Archive, openArchive } from '../features/archive/archive.ts'
import { nextDueAt, nextDueByTask, tasksDue } from '../features/background/nextDue.ts'
import { oweRefunds } from '../features/money/refunds.ts'
import { createAddressChecks } from '../features/placing/addressChecks.ts'
import { createPlaceOrder } from '../features/placing/placeOrders.ts'
import { bindingCodeDrawer } from '../features/printing/bindingCodes.ts'
import { removedPrinters } from '../features/printing/pausePrinter.ts'
import { messageReceiver } from '../features/printing/receiveMessages.ts'
import type { OperatorContent } from '../features/shop/content.ts'
import { contentDifferences } from '../features/shop/differences.ts'
import { currentOperatorData, openOperatorVersions, type VersionRegister } from '../features/shop/operatorVersions.ts'
import type { SecondPersonRule } from '../features/staff/secondPerson.ts'
import { healthRoutes } from '../http/server/health.ts'
import { buildServer, type ServerSettings, serverOf } from '../http/server/server.ts'
import { noWeb, openWeb } from '../http/server/web.ts'
import { brandedWeb } from '../http/shop/brand.ts'
import { createJobs } from '../jobs/jobs.ts'
import { queueLoggedEmails } from '../mail/emailStore.ts'
import type { Mailer } from '../mail/mailer.ts'
import { openLiveUpdates } from '../orders/liveUpdates.ts'
import { readerLinks } from '../orders/readerLinks.ts'
import type { Transactor } from '../orders/transact.ts'
import type { Payments } from '../payments/payments.ts'
import { paymentLinks } from '../payments/statements/paymentLinks.ts'
import { fileLinks } from '../printer/links.ts'
import { maxConcurrentCalls, openPrinterClient } from '../printer/printerClient.ts'
import type { PrintersFile } from '../printer/printerConfig.ts'
import { readPrintersVersion } from '../printer/printerSettingsStore.ts'
import { type Access, identityProviderOf, openAccess } from './access.ts'
import {
  type Carriers,
  createFulfillment,
  labelTerms,
  messageEndpoints,
  openOutbound,
  pickAddressVerifiers,
  pickCarriers,
  pickMail,
  pickPayments,
  pickTaxes,
} from './adapters.ts'
import { createBackground } from './background.ts'
import { createClockCheck, noClockCheck } from './clockCheck.ts'
import { createClockStepper } from './clockStepper.ts'
import { openEmailSender } from './emailSender.ts'
import { fittingSettings, openInstallation, readStoredSettings } from './installation.ts'
import { isManual, resumeManualClock, saveTime } from './manualClock.ts'
import { countOutcomes, registerInstallationMetrics, registerStandbyMetrics, registerWorkMetrics } from './metrics.ts'
import { moneyDeps } from './moneyDeps.ts'
import { loadOperatorFiles, loadStartFiles, operatorWarnings } from './operatorFiles.ts'
import { openPrinterRegister } from './printerSettings.ts'
import { openPrintFiles, type PrintFiles } from './printFiles.ts'
import { createStorageCheck, degradedParts, readiness } from './readiness.ts'
import { readSetUp } from './setUp.ts'
import { schedules } from './tasks.ts'
import { createWorker } from './worker.ts'

/** The embedded database alone has 350 files open. */
const minOpenFiles = 1024
/** The other files are for the database, print files and outgoing connections. */
const connectionShare = 1 / 2
const stopTimeoutMs = 8000 // of the 10 s that a supervisor usually grants

export type App = {
  /** With the settings that an owner made in the console. */
  config: Config
  server: FastifyInstance
  database: Database
  /** Null where there is none. */
  standby: Standby | null
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
  /** The storage of print files, and a folder for files while they are written. */
  printFiles: Pick<PrintFiles, 'storage' | 'scratch'>
  /** Throws when the storage of print files belongs to another database; called before serving. */
  checkStorage(): Promise<void>
  /** Makes the storage the storage of this database. */
  adoptStorage(): Promise<void>
  /** Rejects when this is not the storage of the database, or does not store, find, read and remove an object. */
  tryStorage(): Promise<void>
  /** The new code with which the first owner of the staff is created; null when there is a member of the staff. */
  issueFirstOwnerCode(): Promise<string | null>
  /** Resolves when an owner has changed settings of the installation. An app that is opened anew has them. */
  settingsChanged: Promise<void>
  /** Starts the background work if the role includes it. */
  work(): Promise<void>
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
  carriers?: Carriers
  mail?: Mailer
  /** Called at named points between the steps of outside work; a test may kill the process there. */
  crash?: Crash
  /** For the command that makes the current secret key the key of the database. */
  replacesSecretKey?: true
  /** For commands that no other process may run beside. */
  isAlone?: true
  readDnsText?: ReadDnsText
}

export async function createApp(given: Config, log: Log, overrides: AppOverrides = {}): Promise<App> {
  // Before the database: with a mistake in the operator's data, no migration is applied.
  const files = await readOperatorFiles(given, log)
  const vault = createVault(given.secretKey, given.secondSecretKey)
  const database = await prepareDatabase(given, { log, vault, overrides })
  const standby = standbyOf(given, { database, log })
  try {
    return await openApp({ given, log, files, vault, database, standby }, overrides)
  } catch (error) {
    await standby?.close()
    if (overrides.database === undefined) await database.close() // its lock would outlast the start that failed
    throw error
  }
}

type Opened = {
  given: Config
  log: Log
  files: Awaited<ReturnType<typeof readOperatorFiles>>
  vault: ByteVault
  database: Database
  standby: Standby | null
}

async function openApp(opened: Opened, overrides: AppOverrides): Promise<App> {
  const { log, database } = opened
  const foundation = await openFoundation(opened, overrides)
  const { config } = foundation
  const services = await openServices(foundation, overrides)
  const { clock, newId, jobs, operatorVersions, liveUpdates } = foundation
  const { db } = database
  const { printFiles, fulfillment } = services

  const { recipientRetentionDays, retention, proofDays } = config
  const { readDnsText = dnsTextReader() } = overrides
  const background = createBackground({
    ...foundation,
    ...services,
    unseal: foundation.vault.open,
    ...{ recipientRetentionDays, retention, proofDays, readDnsText },
  })
  const sweepMetrics = registerWorkMetrics(foundation.metrics, db, clock)
  const worker = createWorker(jobs, clock, sweepMetrics, background.sweeps, foundation.isClockRight, () =>
    tasksDue(db, clock()),
  )
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
  // Of a process for requests alone it is not known: another sends its emails.
  const hasMailServer = overrides.mail !== undefined || config.mail.smtpUrl !== null || config.role === 'api'
  const access = openAccess({ ...foundation, hasMailServer, outbound: services.outbound, wake: jobs.wake })
  let isStopping = false
  const server = await openServer(
    { foundation, services, access, moveClock, testStorage, isStopping: () => isStopping },
    readDnsText,
  )

  return {
    config,
    server,
    database,
    clock,
    newId,
    vault: foundation.vault,
    authSecrets: foundation.authSecrets,
    operatorVersions,
    transactor: foundation.transactor,
    checkPrinters: services.printerRegister.checkPrinters,
    standby: foundation.standby,
    publicUrl: foundation.publicUrl,
    payments: services.payments,
    archive: services.archive,
    printFiles,
    moveClock,
    printers: services.printerRegister.config().printers.map(({ name }) => name),
    checkStorage: () => checkStorage(db, printFiles.storage),
    adoptStorage: () => adoptStorage(db, printFiles.storage),
    tryStorage: testStorage,
    settingsChanged: foundation.installation.changed,
    issueFirstOwnerCode: access.firstOwner.issueCode,
    settle: worker.settle,
    work: async () => {
      if (config.role === 'api') return
      for (const { name, openJobs } of await removedPrinters(db, fulfillment))
        log.warn({ printer: name, openJobs }, 'a removed printer has open jobs: record their results, or move them')
      if (config.mail.smtpUrl !== null)
        await queueLoggedEmails(database.db, clock()).catch(error =>
          log.warn(
            { err: error },
            'emails from before there was a mail server are not sent: the next start tries again',
          ),
        )
      await worker.start()
    },
    beginStop: () => {
      isStopping = true
    },
    close: async () => {
      isStopping = true
      access.streams.close()
      // A client that sends or reads slowly could hold the close, and with it the next start, for many minutes.
      const cutOff = setTimeout(() => server.server.closeAllConnections(), stopTimeoutMs)
      await server.close()
      clearTimeout(cutOff)
      await Promise.all([jobs.stop(stopTimeoutMs), background.drain()])
      await liveUpdates.close()
      operatorVersions.close()
      foundation.installation.close()
      await access.close()
      await services.close()
      await foundation.standby?.close()
      await database.close()
    },
  }
}

type Foundation = Awaited<ReturnType<typeof openFoundation>>

/** The foundation of everything else: database, clock, operator data, and transactions that wake jobs. */
async function openFoundation({ given, log, files, vault, database, standby }: Opened, overrides: AppOverrides) {
  const { content, printersFile, printerMistakes } = files
  const identityProvider = identityProviderOf(given)
  const { secretKey, secondSecretKey } = given
  const openFiles = checkOpenFiles(log)
  const { db } = database
  await refusePrintersFile(db, printerMistakes, log)
  const stored = await readStoredSettings({ db, vault }, log)
  const config = withInstallation(given, fittingSettings(given, stored, log))
  if (Object.keys(stored).length > 0)
    log.info(
      { settings: Object.keys(stored) },
      'settings of Set-up are in effect; `npm start -- detach-copy` removes them from a copy of the database',
    )
  const clock = overrides.clock ?? (config.manualClock ? await resumeManualClock(db) : systemClock)
  const newId = sortableIds(clock)
  const { complete, reporter } = await pickTaxes(config)
  const operatorVersions = await openOperatorVersions({ db, clock, log, complete }, content)
  await warnOfData(operatorVersions, content, log)

  const nextDue = isManual(clock) ? null : (since: Date) => nextDueByTask(db, since)
  const isClockRight = isManual(clock)
    ? noClockCheck
    : createClockCheck({ clock, log, readDatabaseTime: () => readDatabaseTime(db) })
  const jobs = createJobs({ database, clock, log, isClockRight, schedules, nextDue })
  const liveUpdates = openLiveUpdates(openChannel(database, 'octavo_orders', log), log)
  const afterCommit = { wake: jobs.wake, publish: liveUpdates.publish }
  const transactor: Transactor = { db, afterCommit, newId, oweRefunds }
  const metrics = new Registry()
  return {
    config,
    log,
    database,
    db,
    clock,
    newId,
    vault,
    authSecrets: authSecretsOf(secretKey, secondSecretKey),
    publicUrl: config.publicUrl === null ? listeningUrl(config.host, config.port) : new URL(config.publicUrl),
    identityProvider,
    installation: openInstallation({ given, db, vault, clock, newId }, stored),
    openFiles,
    reporter,
    operatorVersions,
    operator: currentOperatorData(operatorVersions, clock),
    printersFile,
    isClockRight,
    jobs,
    liveUpdates,
    transactor,
    crash: overrides.crash ?? (() => {}),
    metrics,
    standby,
    counts: countOutcomes(metrics),
  }
}

function standbyOf(config: Config, parts: { database: Database; log: Log }): Standby | null {
  const { readDatabaseUrl: url, readDatabaseMaxLagMs: maxAgeMs, databaseConnections: connections } = config
  return url === null ? null : openStandby({ ...parts, url, maxAgeMs, connections })
}

type Services = Awaited<ReturnType<typeof openServices>>

/** The outside world as this installation has it: payments, carriers, mail, print files, printers, the archive. */
async function openServices(foundation: Foundation, overrides: AppOverrides) {
  const { config, log, db, clock, newId, publicUrl, operator, operatorVersions } = foundation
  const outbound = await openOutbound(config, log)
  const payments = overrides.payments ?? (await pickPayments(config, { db, clock, newId, publicUrl }))
  const carriers = overrides.carriers ?? pickCarriers(config, { db, clock, newId, outbound }, log)
  const mail = overrides.mail ?? (await pickMail(config, log))
  const printFiles = await openPrintFiles({ ...foundation, outbound, catalog: operator.catalog })
  const printerClient = openPrinterClient()
  const links = fileLinks(publicUrl, config.secretKey, config.secondSecretKey)
  const readers = readerLinks(publicUrl, config.secretKey, config.secondSecretKey)
  const paymentPages = paymentLinks(publicUrl, config.secretKey, config.secondSecretKey)
  const drawCodes = bindingCodeDrawer({ db, addBindingCode: printFiles.addBindingCode, log })
  const printerOutbound = createOutbound({ ...config.outbound, connectionsPerOrigin: maxConcurrentCalls })
  const printerRegister = await openPrinterRegister(
    {
      ...foundation,
      catalog: operator.catalog,
      scheduled: () =>
        operatorVersions
          .list()
          .filter(({ effectiveAt }) => effectiveAt > clock())
          .flatMap(({ version }) => operatorVersions.find(version)?.catalog ?? []),
      outbound: printerOutbound,
      adapters: { client: printerClient, clock, links, drawCodes },
    },
    foundation.printersFile,
  )
  const { archiveDays, recipientRetentionDays } = config
  const { storage, scratch } = printFiles
  const archive = openArchive({ ...foundation, storage, scratch, days: archiveDays, recipientRetentionDays })
  return {
    outbound,
    addressChecks: createAddressChecks(pickAddressVerifiers(config, outbound), log),
    payments,
    carriers,
    mail,
    printFiles,
    links,
    readers,
    printerRegister,
    paymentLinks: paymentPages,
    fulfillment: createFulfillment({ versions: operatorVersions, clock }, printerRegister, {
      readerLinks: readers,
      publicUrl,
    }),
    labelDeps: {
      ...foundation,
      carrierOf: (mode: Mode) => carriers[mode],
      ...labelTerms({ versions: operatorVersions, clock }),
    },
    money: moneyDeps({
      ...foundation,
      payments,
      restoreOrder: archive.restoreById,
      patienceMs: config.payments.patienceDays * day,
    }),
    archive,
    close() {
      printerRegister.close()
      return Promise.all([
        ...[outbound.close(), printerOutbound.close(), mail.close(), printerClient.close()],
        printFiles.close(),
      ])
    },
  }
}

type ServerDeps = {
  foundation: Foundation
  services: Services
  access: Access
  moveClock: App['moveClock']
  testStorage: () => Promise<void>
  isStopping: () => boolean
}

const builtScreens = join(import.meta.dirname, '..', '..', 'web', 'dist')

async function openServer(deps: ServerDeps, readDnsText: ReadDnsText): Promise<FastifyInstance> {
  const { foundation, services, access, moveClock, testStorage, isStopping } = deps
  const { config, log, database, db, clock, publicUrl, transactor, operator, operatorVersions } = foundation
  const { printFiles, fulfillment } = services
  const readStorageHealth = createStorageCheck({
    dataDir: config.dataDir,
    probeStorage: () => probeStorage(db, printFiles.storage),
    log,
  })
  registerInstallationMetrics(foundation.metrics, database, readStorageHealth)
  registerStandbyMetrics(foundation.metrics, foundation.standby)
  const isSelling = () => operatorVersions.inEffect(clock()) !== null
  const parts: Parameters<typeof buildServer>[0] = {
    ...foundation,
    installationName: installationName(config.secretKey),
    ...services.money,
    ...access,
    outbound: services.outbound,
    addressChecks: services.addressChecks,
    archive: services.archive,
    messageEndpoints,
    moveClock,
    securityContact: config.securityContact,
    trustedProxies: trustedProxies(config.trustProxy),
    rates: { perKey: config.rateLimits.key, perAddress: config.rateLimits.address },
    maxConnections: Math.floor(foundation.openFiles * connectionShare),
    httpsOnly: config.production,
    secondPerson: secondPersonRule(config, publicUrl),
    isStopping,
    readNow: readsOf(null, db),
    readRecent: readsOf(foundation.standby, db),
    findUnready: readiness({ database, isClockRight: foundation.isClockRight, isStopping }),
    findDegraded: async () => [
      ...degradedParts(await readStorageHealth()),
      ...(isSelling() ? [] : ['operator_data' as const]),
    ],
    web: brandedWeb(openWeb(builtScreens, access.people.preload), () => operator.brand),
    homePage: () => homePage(access),
    readSender: openEmailSender(operator, log),
    readSetUp: () =>
      readSetUp({
        ...foundation,
        outbound: services.outbound,
        printers: services.printerRegister.config().printers,
        checkPrinters: services.printerRegister.checkPrinters,
        tryStorage: testStorage,
      }),
    isSelling,
    readSample: async () => (await loadOperatorFiles(sampleOperatorDir)).content,
    catalog: operator.catalog,
    readDnsText,
    place: createPlaceOrder({ transactor, clock, operatorVersions }, database.kind),
    fulfillment,
    printerSetUp: services.printerRegister,
    checkPrinters: services.printerRegister.checkPrinters,
    labelDeps: services.labelDeps,
    receiveMessage: messageReceiver({ transactor, clock, fulfillment }),
    fileLinks: services.links,
    readerLinks: services.readers,
    paymentLinks: services.paymentLinks,
    openPrintFile: printFiles.files.open,
    fileReview: printFiles.fileReview,
    uploads: printFiles.uploads,
  }
  // A worker only reports its health, and takes no orders.
  return config.role === 'worker' ? serverOf({ ...parts, web: noWeb }, healthRoutes(parts)) : buildServer(parts)
}

/** Without the database there is the sign-in. */
const homePage = async ({ firstOwner }: Access): Promise<string> =>
  (await firstOwner.isAlone().catch(() => false)) ? '/staff/first-owner' : '/dashboard'

/** Logs a warning about each improbable value. Without files, the content is null. */
async function readOperatorFiles(
  { operatorDir, production }: Config,
  log: Log,
): Promise<{
  content: OperatorContent | null
  printersFile: PrintersFile | null
  printerMistakes: readonly DataMistake[]
}> {
  if (operatorDir === null) return { content: null, printersFile: null, printerMistakes: [] }
  const files = await loadStartFiles(operatorDir)
  for (const warning of operatorWarnings(files)) log.warn({ warning }, "the operator's data is improbable")
  if (production && operatorDir === sampleOperatorDir)
    log.warn('OPERATOR_DIR is the sample that comes with Octavo, which an update replaces: copy the folder')
  return files
}

/** Once an owner has saved printers in the console, the file does not count. */
async function refusePrintersFile(db: Db, mistakes: readonly DataMistake[], log: Log): Promise<void> {
  if (mistakes.length === 0) return
  if ((await readPrintersVersion(db)) === 0) throw new OperatorDataError(mistakes)
  log.warn({ mistakes: mistakes.map(mistakeLine) }, 'printers.json has mistakes, but is not in effect')
}

async function warnOfData(versions: VersionRegister, files: OperatorContent | null, log: Log): Promise<void> {
  const newest = versions.newest()
  if (newest === 0)
    log.warn(
      'nothing is sold: there are no books and no prices yet, and every order is refused. Follow the set-up in the staff console (/staff/set-up)',
    )
  else if (files !== null && (await contentDifferences((await versions.contentOf(newest))!, files)).length > 0)
    log.warn(
      { version: newest },
      "the files in OPERATOR_DIR differ from the newest version of the operator's data, and are not in effect: publish them with operator-data import",
    )
}

/** Opens the database, brings its schema up to date, and checks that its secrets were sealed with our key. */
async function prepareDatabase(
  config: Config,
  { log, vault, overrides }: { log: Log; vault: Vault; overrides: AppOverrides },
): Promise<Database> {
  const { replacesSecretKey = false, isAlone = false } = overrides
  const sessionName = isAlone ? { sessionName: aloneSession } : {}
  const database = overrides.database ?? (await openDatabase({ ...config, log, ...sessionName }))
  try {
    if (isAlone) await refuseOtherProcesses(database.db)
    const applied = await migrate(database, systemClock())
    if (applied.length > 0)
      log.info({ migrations: applied.length, latest: applied.at(-1) }, 'database schema brought up to date')
    await keepNumbersRising(database, 'order_events')
    if (!replacesSecretKey) await checkSecretKey(database.db, vault)
    return database
  } catch (error) {
    if (overrides.database === undefined) await database.close() // its lock would outlast the start that failed
    throw error
  }
}

function checkOpenFiles(log: Log): number {
  const openFiles = maxOpenFiles()
  if (openFiles < minOpenFiles)
    log.warn({ openFiles }, 'this process may have few files and connections open: raise the limit (ulimit -n)')
  return openFiles
}

const secondPersonRule = (
  { secondPersonAboveCents: aboveCents, secondPersonDiscount }: Config,
  publicUrl: URL,
): SecondPersonRule =>
  aboveCents === null
    ? null
    : {
        aboveCents,
        aboveOffBasisPoints: secondPersonDiscount * 100,
        approvalsUrl: new URL('/staff/approvals', publicUrl).href,
      }

const trustedProxies = (trust: Config['trustProxy']): ServerSettings['trustedProxies'] =>
  trust === true ? 'any' : trust === false ? [] : trust
