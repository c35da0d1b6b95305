// The composition root: opens the database, picks the adapters, and builds the server and the worker. Only the process
// (main.ts) and the tests build the service, and both use this.

import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { openKeyring } from '../accounts/keyring.ts'
import { openPeople } from '../accounts/people.ts'
import { readDrawingTools } from '../artwork/templates/templates.ts'
import { type Clock, day, minute, systemClock } from '../base/clock.ts'
import type { Crash } from '../base/crash.ts'
import { type NewId, sortableIds } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import { mostOpenFiles } from '../base/openFiles.ts'
import { operatorAccount } from '../base/operator.ts'
import { type ByteVault, createVault } from '../base/vault.ts'
import { type Config, listeningUrl } from '../config/config.ts'
import { openChannel } from '../db/channel.ts'
import { type Database, openDatabase, ping } from '../db/db.ts'
import { migrate } from '../db/migrate.ts'
import { checkSecretKey, refuseOthersAtWork, replacingSessions } from '../db/secretKey.ts'
import { keepNumbersRising } from '../db/transactions.ts'
import { stillProves } from '../http/auth.ts'
import { openStreams } from '../http/events.ts'
import { healthRoutes } from '../http/health.ts'
import { sessionsOf } from '../http/people/people.ts'
import { openSignIn } from '../http/people/signIn.ts'
import { buildServer, type ServerSettings, serverOf } from '../http/server.ts'
import { noWeb, openWeb } from '../http/web.ts'
import { createJobs } from '../jobs/jobs.ts'
import { taskNames } from '../jobs/tasks.ts'
import { type Letter, passwordReset } from '../mail/letters.ts'
import type { Mail } from '../mail/mail.ts'
import { queueMail } from '../mail/store.ts'
import type { SecondPersonRule } from '../orders/desk/secondPerson.ts'
import { nextDueAt } from '../orders/due.ts'
import { openNewsroom } from '../orders/news.ts'
import type { OperatorData } from '../orders/operator.ts'
import { orderPlacer } from '../orders/placing/place.ts'
import { removedPrinters } from '../orders/printing/hold.ts'
import { printerListener } from '../orders/printing/printed.ts'
import type { Shell } from '../orders/work.ts'
import type { Payments } from '../payments/payments.ts'
import { openPrinters } from '../printer/adapters.ts'
import { openLine } from '../printer/call.ts'
import { fileLinks } from '../printer/links.ts'
import { loadOperator, loadPrinters, openOutbound, openPress, pickMail, pickPayments } from './adapters.ts'
import { createBackground } from './background.ts'
import { isManual, keepTime, resumedClock } from './manualClock.ts'
import { countOutcomes, watchWork } from './metrics.ts'
import { moneyDeps } from './money.ts'
import { openPrintFiles } from './printFiles.ts'
import { createStepper } from './stepper.ts'
import { schedules } from './tasks.ts'
import { createWorker } from './worker.ts'

const keyUseEveryMs = minute
/** The embedded database alone has 350 files open. */
const leastOpenFiles = 1024
/** The others are for the database, print files and outgoing connections. */
const forConnections = 1 / 2
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
  const database =
    replaced.database ??
    (await openDatabase({ ...config, log, ...(replaced.takesAnyKey && { sessionName: replacingSessions }) }))
  if (replaced.takesAnyKey) await refuseOthersAtWork(database.db)
  const migrated = await migrate(database, systemClock())
  if (migrated.length > 0)
    log.info({ migrations: migrated.length, latest: migrated.at(-1) }, 'database schema brought up to date')
  const openFiles = mostOpenFiles()
  if (openFiles < leastOpenFiles)
    log.warn({ openFiles }, 'this process may have few files and connections open: raise the limit (ulimit -n)')
  const { db } = database
  await keepNumbersRising(database, 'order_events')
  const clock = replaced.clock ?? (config.manualClock ? await resumedClock(db) : systemClock)
  const newId = sortableIds(clock)
  const vault = createVault(config.secretKey)
  if (!replaced.takesAnyKey) await checkSecretKey(db, vault)
  const publicUrl = config.publicUrl === null ? listeningUrl(config.host, config.port) : new URL(config.publicUrl)
  const { operator, reporter } = await loadOperator(config, clock())
  const shop = await loadPrinters(config, operator.catalog)

  const works = config.role !== 'api'
  const jobs = await createJobs({ database, clock, log, taskNames, schedules, manualClock: isManual(clock), works })
  const newsroom = openNewsroom(openChannel(database, 'octavo_orders', log), log)
  const shell: Shell = { db, bells: { wake: jobs.wake, ring: jobs.ring, tell: newsroom.tell }, newId }
  const crash = replaced.crash ?? (() => {})
  const metrics = new Registry()
  const counts = countOutcomes(metrics)

  const outbound = await openOutbound(config, log)
  const payments = replaced.payments ?? (await pickPayments(config, { database, clock, newId, publicUrl }))
  const mail = replaced.mail ?? (await pickMail(config, log))
  const core = { db, shell, clock, log, crash, counts, outbound, publicUrl }
  const printFiles = await openPrintFiles({ ...core, config, catalog: operator.catalog })
  const line = openLine()
  const links = fileLinks(publicUrl, config.secretKey)
  const press = openPress(operator, shop, openPrinters(shop, { line, clock, links }))
  const money = moneyDeps({ ...core, payments, patienceMs: config.payments.patienceDays * day })

  const outside = { payments, mail, reporter, printFiles, press, money }
  const { recipientDays } = config
  const background = createBackground({ ...core, ...outside, database, operator, unseal: vault.open, recipientDays })
  const worker = createWorker(jobs, clock, watchWork(metrics, db, clock), background.sweeps)
  const moveClock = isManual(clock)
    ? createStepper({
        clock,
        settle: worker.settle,
        cleanUp: worker.cleanUp,
        nextDueAt: () => nextDueAt(db),
        keep: now => keepTime(db, now),
      })
    : null

  const sendLetter = async (accountId: string | null, to: string, letter: Letter) => {
    const mail = { accountId: accountId ?? operatorAccount, emailId: newId('eml'), recipient: to, ...letter }
    await queueMail(db, [mail], clock())
    jobs.ring('send_mail')
  }
  const keyring = openKeyring(db, clock)
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
    ...core,
    ...money,
    newId,
    vault,
    moveClock,
    trustedProxies: trustedProxies(config.trustProxy),
    rates: { perKey: config.rateLimits.key, perAddress: config.rateLimits.address },
    mostConnections: Math.floor(openFiles * forConnections),
    httpsOnly: config.production,
    secondPerson: secondPersonRule(config, publicUrl),
    pingDatabase: () => ping(db),
    web: openWeb(join(import.meta.dirname, '..', '..', 'web', 'dist'), people.getReady),
    metrics,
    newsroom,
    streams,
    keyring,
    sessions,
    people,
    sendLetter,
    signIn: openSignIn({ db, people, publicUrl }),
    mayAnybodySignUp: config.people.mayAnybodySignUp,
    operator,
    catalog: operator.catalog,
    place: orderPlacer({ shell, clock, operator }, database.kind),
    press,
    hear: printerListener({ shell, clock, press }),
    fileLinks: links,
    openPrintFile: printFiles.files.open,
    fileDesk: printFiles.desk,
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
    publicUrl,
    payments,
    moveClock,
    printers: shop.printers.map(({ name }) => name),
    settle: worker.settle,
    readAhead: readDrawingTools,
    work: async () => {
      if (!works) return
      for (const { name, openJobs } of await removedPrinters(db, press))
        log.warn({ printer: name, openJobs }, 'a printer with open jobs is no longer in printers.json')
      await worker.start()
    },
    close: async () => {
      clearInterval(keyUse)
      streams.close()
      await server.close()
      await Promise.all([jobs.stop(stopWithinMs), background.drain()])
      await newsroom.close()
      await keyring.recordUse(clock()).catch(() => {}) // only a date would be a minute older
      await Promise.all([outbound.close(), mail.close(), line.close(), printFiles.close()])
      await database.close()
    },
  }
}

const secondPersonRule = ({ secondPersonAboveCents: aboveCents }: Config, publicUrl: URL): SecondPersonRule =>
  aboveCents === null ? null : { aboveCents, approvalsUrl: new URL('/staff/approvals', publicUrl).href }

const trustedProxies = (trust: Config['trustProxy']): ServerSettings['trustedProxies'] =>
  trust === true ? 'whoever connects' : trust === false ? [] : trust
