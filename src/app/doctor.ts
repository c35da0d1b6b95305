// Whether an installation is sound, as one page for its operator: what a person would look at before going live, and
// again when something is wrong. Every check answers, even if others fail.

import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { day, earlier, hour, minute } from '../base/clock.ts'
import { maxOpenFiles } from '../base/files/openFiles.ts'
import { sampleOperatorDir } from '../config/config.ts'
import type { Database } from '../db/db.ts'
import { readDatabaseTime } from '../db/time.ts'
import { contentDifferences } from '../features/shop/differences.ts'
import type { Payments } from '../payments/payments.ts'
import type { App } from './app.ts'
import { askAddress } from './askAddress.ts'
import { loadOperatorFiles } from './operatorFiles.ts'
import { withTimeout } from './readiness.ts'

export type Check = {
  check: string
  /** `problem`: the service loses data, money or messages like this. `warning`: it may, or it cannot be known. */
  result: 'ok' | 'warning' | 'problem'
  /** The finding and, unless it is ok, the remedy. */
  detail: string
}

type DoctorParts = Pick<App, 'config' | 'database' | 'standby' | 'clock' | 'tryStorage'> & {
  operatorVersions: Pick<App['operatorVersions'], 'inEffect' | 'contentOf'>
  payments: Pick<Payments, 'readBooks'>
}

type Verdict = Omit<Check, 'check'>

const ok = (detail: string): Verdict => ({ result: 'ok', detail })
const warning = (detail: string): Verdict => ({ result: 'warning', detail })
const problem = (detail: string): Verdict => ({ result: 'problem', detail })

const maxSkewMs = 5_000
const minOpenFiles = 4_096
const minFreeShare = 0.1
const minFreeBytes = 5_000_000_000
/** An archive that is older than this is not followed any more. */
const maxArchiveAgeMs = hour
const maxAuditAgeMs = 3 * hour
/** PostgreSQL stops at two billion; vacuum should have begun at 200 million. */
const wornTransactions = 500_000_000
const busyConnections = 0.8
/** For wake-ups, and for live updates. */
const connectionsBesideWork = 2
/** An upgrade starts a second process before the first one ends. */
const minProcesses = 2
const checkTimeoutMs = minute
/** A standby replays the changes between two looks before the next one. */
const maxLooks = 20

const checks: Record<string, (parts: DoctorParts) => Promise<Verdict>> = {
  'operator data': async ({ config, operatorVersions, clock }) => {
    const current = operatorVersions.inEffect(clock())
    if (current === null) return problem('Nothing is sold: follow the set-up in the staff console (/staff/set-up).')
    const { content: sample } = await loadOperatorFiles(sampleOperatorDir)
    if ((await contentDifferences((await operatorVersions.contentOf(current.version))!, sample)).length > 0)
      return ok(`Version ${current.version} is in effect.`)
    return config.production
      ? problem("The sample's books are sold, at its prices, from its address: publish your own data.")
      : ok('The sample catalog is used, as a demo does.')
  },
  clock: async ({ clock, database, config }) => {
    if (config.manualClock) return ok('The clock is moved by hand (OCTAVO_CLOCK=manual).')
    const skewMs = clock().getTime() - (await readDatabaseTime(database.db)).getTime()
    const text = `The clock of this process and the clock of the database differ by ${Math.abs(skewMs)} ms.`
    return Math.abs(skewMs) <= maxSkewMs
      ? ok(text)
      : problem(`${text} Let both machines follow a time server: a worker whose clock is wrong by a minute stops.`)
  },
  database: async ({ database, config }) => {
    if (database.kind === 'pglite') {
      const text = `Embedded database, PostgreSQL ${database.serverVersion}, in DATA_DIR.`
      return config.production ? warning(`${text} One process at a time can use it; see DATABASE_URL.`) : ok(text)
    }
    const settings = await settingsOf(database)
    const losing = Object.entries(safeSettings).filter(([name, safe]) => !safe.includes(settings[name] ?? ''))
    if (losing.length > 0) {
      const found = losing.map(([name]) => `${name} = ${settings[name]}`).join(', ')
      return problem(`PostgreSQL may lose what it has committed, or grow without an end: ${found}.`)
    }
    return ok(`PostgreSQL ${database.serverVersion}, which waits for the disk and vacuums by itself.`)
  },
  'database connections': async ({ database, config }) => {
    if (database.kind === 'pglite') return ok('The embedded database has no connections from outside.')
    const { rows } = await sql<{ used: number; max: number }>`
      select count(*)::int as used,
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as max
      from pg_stat_activity where backend_type = 'client backend'`.execute(database.db)
    const { used, max } = rows[0]!
    const observers = config.readDatabaseUrl === null ? 0 : 1
    const connectionsOfProcess = config.databaseConnections + connectionsBesideWork + observers
    const processes = Math.floor(max / connectionsOfProcess)
    const text = `${used} of ${max} connections are in use. A process may take ${connectionsOfProcess}, so there is room for ${processes} processes.`
    const isEnough = used <= busyConnections * max && processes >= minProcesses
    return isEnough
      ? ok(text)
      : warning(`${text} Raise max_connections, lower DATABASE_CONNECTIONS, or run fewer processes.`)
  },
  standby: async ({ standby, config: { readDatabaseMaxLagMs } }) => {
    if (standby === null) return ok('There is none (READ_DATABASE_URL): the database itself answers all reads.')
    try {
      for (let look = 0; look < maxLooks && (look === 0 || standby.ageMs() > readDatabaseMaxLagMs); look++)
        await standby.check()
    } catch (error) {
      return warning(`The database answers the reads of the standby (READ_DATABASE_URL): ${(error as Error).message}.`)
    }
    return standby.ageMs() <= readDatabaseMaxLagMs
      ? ok('The standby answers reports, exports, searches and lists of the staff, and the audit.')
      : warning('The standby is too far behind (READ_DATABASE_MAX_LAG): the database itself answers its reads.')
  },
  'database age': async ({ database }) => {
    const { rows } = await sql<{ age: number }>`
      select age(datfrozenxid)::int as age from pg_database where datname = current_database()`.execute(database.db)
    const { age } = rows[0]!
    const text = `The oldest unfrozen transaction is ${age.toLocaleString('en-US')} transactions old.`
    return age < wornTransactions
      ? ok(text)
      : problem(`${text} Vacuum does not keep up: look for a transaction or replication slot that never ends.`)
  },
  backups: async ({ database, clock }) => {
    if (database.kind === 'pglite')
      return warning('The embedded database has no archive: copy DATA_DIR while the service is stopped.')
    const { archive_mode: mode } = await settingsOf(database)
    if (mode === 'off')
      return warning('PostgreSQL archives no write-ahead log (archive_mode = off): see docs/deployment.md.')
    const { rows } = await sql<{ archivedAt: Date | null; failedAt: Date | null }>`
      select last_archived_time as "archivedAt", last_failed_time as "failedAt" from pg_stat_archiver`.execute(
      database.db,
    )
    const { archivedAt, failedAt } = rows[0]!
    if (failedAt !== null && (archivedAt === null || failedAt > archivedAt))
      return problem(`archive_command failed at ${failedAt.toISOString()}, and has not succeeded since.`)
    if (archivedAt === null) return warning('PostgreSQL has not archived anything yet.')
    const text = `The write-ahead log was last archived at ${archivedAt.toISOString()}.`
    return clock().getTime() - archivedAt.getTime() <= maxArchiveAgeMs
      ? ok(text)
      : warning(`${text} Set archive_timeout, so that quiet hours are archived too.`)
  },
  storage: async ({ tryStorage, config }) => {
    await tryStorage()
    return ok(`Print files are in ${config.files.storage.kind === 's3' ? 'a bucket' : 'a local folder'}, which works.`)
  },
  disk: async ({ config }) => {
    const { bavail, blocks, bsize } = await statfs(config.dataDir)
    const freeBytes = bavail * bsize
    const share = bavail / Math.max(blocks, 1)
    const text = `${gigabytes(freeBytes)} (${Math.round(100 * share)} %) are free in DATA_DIR.`
    return freeBytes >= minFreeBytes && share >= minFreeShare ? ok(text) : warning(`${text} Make room.`)
  },
  'open files': async () => {
    const max = maxOpenFiles()
    const text = max === Infinity ? 'The system sets no limit.' : `This process may open ${max} files and connections.`
    return max >= minOpenFiles ? ok(text) : warning(`${text} Raise the limit (ulimit -n) to ${minOpenFiles} or more.`)
  },
  mail: async ({ config: { mail, production } }) => {
    if (mail.smtpUrl === null) {
      const text = 'No mail server is set (SMTP_URL, or Set-up), so no mail is sent.'
      return production ? problem(`${text} Nobody gets a password link or an invitation.`) : ok(text)
    }
    const { smtpMailer } = await import('../mail/smtpMailer.ts')
    const mailer = smtpMailer({ url: mail.smtpUrl, from: mail.from })
    try {
      await mailer.verify()
    } catch (error) {
      return problem(`The mail server does not accept this service: ${(error as Error).message}`)
    } finally {
      await mailer.close()
    }
    return ok('The mail server accepts this service.')
  },
  'public address': async ({ database, config: { publicUrl, production, trustProxy, secretKey } }) => {
    if (!production) return ok(`The service is reached at ${publicUrl ?? 'the address that it listens on'}.`)
    if (publicUrl === null)
      return problem(
        'No public address is set (PUBLIC_URL, or Set-up): links in mails lead to the address of this machine.',
      )
    if (new URL(publicUrl).protocol !== 'https:') return problem(`The public address is ${publicUrl}, without TLS.`)
    const fault = await askService(publicUrl, secretKey)
    if (fault !== null)
      return database.kind === 'pglite'
        ? warning(`${fault} While the service is stopped, ask ${publicUrl}/health/live after its start.`)
        : problem(`${fault} Look at its name in the DNS, its certificate, and the proxy.`)
    return trustProxy === false
      ? warning('TRUST_PROXY is not set: behind a proxy every request seems to come from the proxy.')
      : ok(`The service answers at ${publicUrl}.`)
  },
  payments: async ({ config: { payments: settings, stripe, production }, payments, clock }) => {
    if (settings.gateway === 'none')
      return problem(
        'No payment provider is chosen, so no card can be charged: set PAYMENT_GATEWAY, or choose one in Set-up.',
      )
    if (settings.gateway === 'simulated') {
      const text = 'The payment provider is simulated: no card is charged.'
      return production ? problem(text) : ok(text)
    }
    const now = clock()
    try {
      await payments.readBooks(earlier(now, minute), now)
    } catch (error) {
      return problem(`Stripe does not let this service read its books: ${(error as Error).message}`)
    }
    const isTest = /^.k_test_/.test(stripe?.secretKey ?? '')
    return production && isTest
      ? warning('Stripe answers, but its secret key is a test key: no money moves.')
      : ok(`Stripe answers, with a ${isTest ? 'test' : 'live'} key.`)
  },
  audit: async ({ database, clock }) => {
    const { rows } = await sql<{ ranAt: Date | null; wholeAt: Date | null }>`
      select max(ran_at) as "ranAt", min(whole_at) as "wholeAt" from audit_runs`.execute(database.db)
    const { ranAt, wholeAt } = rows[0]!
    if (ranAt === null) return warning('The hourly audit has not run yet.')
    const text = `The hourly audit last ran at ${ranAt.toISOString()}.`
    if (clock().getTime() - ranAt.getTime() > maxAuditAgeMs) return warning(`${text} Is a worker running?`)
    const isWhole = wholeAt !== null && clock().getTime() - wholeAt.getTime() < 14 * day
    return isWhole ? ok(text) : warning(`${text} It has not looked at everything within two weeks.`)
  },
}

/** A full examination. A check that fails or takes more than a minute is a problem with its reason. */
export async function examine(parts: DoctorParts): Promise<Check[]> {
  return Promise.all(
    Object.entries(checks).map(async ([check, run]) => {
      const verdict = await withTimeout(checkTimeoutMs, run(parts)).catch((error: Error) => problem(error.message))
      return { check, ...verdict }
    }),
  )
}

/** The mistake in the answer of the service at its public address; null if there is none. */
async function askService(publicUrl: string, secretKey: Buffer): Promise<string | null> {
  const answer = await askAddress(publicUrl, secretKey)
  if (answer.from === 'this service') return null
  if (answer.from === 'another Octavo')
    return `Another installation of Octavo, or one with another SECRET_KEY, answers at ${publicUrl}.`
  return answer.from === 'nothing'
    ? `Nothing answers at the public address (${publicUrl}): ${answer.cause}.`
    : `Another program than Octavo answers at the public address (${publicUrl}), with status ${answer.status}.`
}

/** The values with which PostgreSQL keeps what it has committed. */
const safeSettings: Record<string, string[]> = {
  fsync: ['on'],
  full_page_writes: ['on'],
  synchronous_commit: ['on', 'local', 'remote_write', 'remote_apply'],
  autovacuum: ['on'],
  track_counts: ['on'],
}

async function settingsOf({ db }: Database): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum', 'track_counts', 'archive_mode')`.execute(
    db,
  )
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
}

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`
