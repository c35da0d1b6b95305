// The configuration: the environment and the command line become one typed value, or a list of all their problems.

import { randomBytes } from 'node:crypto'
import { accessSync, constants, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { second } from '../base/clock.ts'
import { centsOf } from '../base/money.ts'
import type { CrashPlan } from '../base/running/crash.ts'
import { type Environment, type EnvironmentText, namedSettings, readEnvironment } from './env.ts'
import { addedBy } from './installationSettings.ts'

export const sampleOperatorDir = join(import.meta.dirname, '..', '..', 'operator')

const roles = ['all', 'api', 'worker'] as const

/** `api` answers requests, `worker` runs the background tasks, `all` does both. */
type Role = (typeof roles)[number]

/** A bucket of an S3-compatible service. Null means Amazon's own endpoint, or credentials that the SDK finds itself. */
type S3Settings = {
  bucket: string
  endpoint: string | null
  region: string
  credentials: { accessKeyId: string; secretAccessKey: string } | null
  pathStyle: boolean
}

/** The identity provider of the staff. `roles` are pairs of a group and the name of its role. */
type SingleSignOnConfig = {
  issuer: URL
  clientId: string
  clientSecret: string
  roles: [group: string, role: string][]
  groupsClaim: string
  scope: string
}

/** A token bucket that refills at `perSecond` and holds at most `burst`. */
type RateLimit = { perSecond: number; burst: number }

export type Config = {
  /** The settings that the environment names, as they are written there. */
  environment: EnvironmentText
  role: Role
  /** The positional arguments of the command line; empty when serving. */
  command: string[]
  production: boolean
  host: string
  port: number
  /** The port of a worker's probes; 0 for none. */
  workerPort: number
  /** Null: the address that the service listens on; see `listeningUrl`. */
  publicUrl: string | null
  /** A URL; null: the operator names none. */
  securityContact: string | null
  trustProxy: boolean | string[]
  /** An absolute path. */
  dataDir: string
  databaseUrl: string | null
  databaseSchema: string | null
  databaseConnections: number
  readDatabaseUrl: string | null
  readDatabaseMaxLagMs: number
  secretKey: Buffer
  /** Opens what it has sealed, and seals nothing; while the secret key is replaced. */
  secondSecretKey: Buffer | null
  /** An absolute path; null in production, where the database has the data and the sample is not sold. */
  operatorDir: string | null
  stopDelayMs: number
  log: { level: string; pretty: boolean }
  mail: { smtpUrl: string | null; from: string }
  /** `none`: no provider is chosen yet. */
  payments: { gateway: 'none' | 'simulated' | 'stripe'; patienceDays: number; callsPerSecond: number }
  /** Acts of the staff that cost more wait for a second person; null: no act waits. */
  secondPersonAboveCents: number | null
  /** In percent; a list with a larger discount waits as well. */
  secondPersonDiscount: number
  /** Null with any other gateway. */
  stripe: { secretKey: string; webhookSecret: string; apiUrl: URL | null } | null
  /** Null: labels are made elsewhere, and tracking numbers are typed. */
  carrier: 'simulated' | 'easypost' | null
  /** Null: no addresses are verified. */
  addressVerifier: 'simulated' | 'easypost' | null
  /** Null where nothing uses it. */
  easypost: { apiKey: string; webhookSecret: string | null; apiUrl: URL | null } | null
  /** Null when the table decides the tax. */
  stripeTax: { secretKey: string; apiUrl: URL | null } | null
  people: { mayAnybodySignUp: boolean; requireStaffSecondFactor: boolean; mayStaffUsePasswords: boolean }
  /** Null when the staff have no identity provider. */
  singleSignOn: SingleSignOnConfig | null
  /** The recipient of an order is erased this many days after its end; null: never. */
  recipientRetentionDays: number | null
  /** An order is archived this many days after its end; null: never. */
  archiveDays: number | null
  /** How many days what has ended is kept. */
  retention: Retention
  /** How long an order waits for the approval of its proof. */
  proofDays: number
  rateLimits: { key: RateLimit; address: RateLimit }
  childSecondsPerMinute: number
  outbound: { allowLoopback: boolean; allowSubnets: string[]; proxy: URL | null }
  files: {
    check: 'content' | 'addresses'
    maxBytes: number
    /** Limit for all files of one order together. */
    maxBytesOfOrder: number
    /** Limit for all uploaded files of one account. */
    uploadQuotaBytes: number
    storage: { kind: 'local' } | ({ kind: 's3' } & S3Settings)
  }
  manualClock: boolean
  crashAt: CrashPlan
}

export type Retention = {
  auditLogDays: number
  endedKeyDays: number
  idempotencyKeyDays: number
  printerMessageDays: number
}

export class ConfigError extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(`Octavo cannot start with this configuration:\n${problems.map(problem => `  * ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

/**
 * Loads the whole configuration; creates the data directory, and a secret key in it when none is given. Throws a
 * ConfigError that lists every problem.
 */
export function loadConfig(args: string[], environment?: EnvironmentText): Config {
  const { secretKey, ...config } = readConfig(args, environment)
  const { dataDir } = config
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    return { ...config, secretKey: secretKey ?? readOrCreateSecretKey(dataDir) }
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const reason = (error as NodeJS.ErrnoException).message // EACCES: permission denied, mkdir '/data'
    throw new ConfigError([`DATA_DIR is "${dataDir}", but must be a folder that this user can write to (${reason})`])
  }
}

/** Where a service without PUBLIC_URL is reached; `localhost` when it listens on all addresses. */
export function listeningUrl(host: string, port: number): URL {
  const url = new URL(`http://${host.includes(':') ? `[${host}]` : host}:${port}`)
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = 'localhost'
  return url
}

/** Reads the configuration without any file: `secretKey` is null when it belongs in the data directory. */
export function readConfig(
  args: string[],
  environment?: EnvironmentText,
): Omit<Config, 'secretKey'> & { secretKey: Buffer | null } {
  const given = namedSettings(environment)
  const { values: env, problems } = readEnvironment(given)
  const { role, command, problems: argumentProblems } = readArguments(args)
  for (const problem of [...argumentProblems, ...findConflicts(env, role)]) problems.push(problem)
  if (problems.length > 0) throw new ConfigError(problems)

  const production = env.NODE_ENV === 'production'
  return {
    environment: given,
    role,
    command,
    production,
    host: env.HOST,
    port: env.PORT,
    workerPort: env.WORKER_PORT,
    securityContact: env.SECURITY_CONTACT,
    trustProxy: env.TRUST_PROXY,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    databaseSchema: env.DATABASE_SCHEMA,
    databaseConnections: env.DATABASE_CONNECTIONS,
    readDatabaseUrl: env.READ_DATABASE_URL,
    readDatabaseMaxLagMs: env.READ_DATABASE_MAX_LAG * second,
    secretKey: env.SECRET_KEY,
    secondSecretKey: env.SECOND_SECRET_KEY,
    operatorDir: env.OPERATOR_DIR === null ? (production ? null : sampleOperatorDir) : resolve(env.OPERATOR_DIR),
    stopDelayMs: env.STOP_DELAY * second,
    log: { level: env.LOG_LEVEL, pretty: !production },
    secondPersonAboveCents: env.SECOND_PERSON_ABOVE === null ? null : centsOf(env.SECOND_PERSON_ABOVE),
    secondPersonDiscount: env.SECOND_PERSON_DISCOUNT,
    carrier: carrierOf(env),
    addressVerifier: env.ADDRESS_VERIFIER === 'none' ? null : env.ADDRESS_VERIFIER,
    easypost: easypostOf(env),
    stripeTax: stripeTaxOf(env),
    people: {
      mayAnybodySignUp: (env.SIGN_UP ?? (production ? 'closed' : 'open')) === 'open',
      requireStaffSecondFactor: env.REQUIRE_STAFF_SECOND_FACTOR ?? production,
      mayStaffUsePasswords: env.STAFF_PASSWORDS ?? true,
    },
    singleSignOn: singleSignOnOf(env),
    recipientRetentionDays: env.RECIPIENT_DAYS,
    archiveDays: env.ARCHIVE_DAYS,
    retention: {
      auditLogDays: env.AUDIT_LOG_DAYS,
      endedKeyDays: env.ENDED_KEY_DAYS,
      idempotencyKeyDays: env.IDEMPOTENCY_KEY_DAYS,
      printerMessageDays: env.PRINTER_MESSAGE_DAYS,
    },
    proofDays: env.PROOF_DAYS,
    rateLimits: {
      key: { perSecond: env.RATE_LIMIT_PER_SECOND, burst: env.RATE_LIMIT_BURST },
      address: { perSecond: env.ADDRESS_RATE_LIMIT_PER_SECOND, burst: env.ADDRESS_RATE_LIMIT_BURST },
    },
    childSecondsPerMinute: env.CHILD_SECONDS_PER_MINUTE,
    outbound: {
      allowLoopback: env.WEBHOOK_ALLOW_LOOPBACK ?? !production,
      allowSubnets: env.ALLOW_SUBNETS,
      proxy: env.EGRESS_PROXY === null ? null : new URL(env.EGRESS_PROXY),
    },
    ...installationOf(env),
    manualClock: env.OCTAVO_CLOCK === 'manual',
    crashAt: env.OCTAVO_CRASH_AT,
  }
}

/**
 * The configuration with the settings that an owner made in the console. Throws a ConfigError where they are not
 * possible together with those of the environment.
 */
export function withInstallation(config: Config, stored: EnvironmentText): Config {
  const added = addedBy(config.environment, stored)
  if (Object.keys(added).length === 0) return config
  const { values, problems } = readEnvironment({ ...added, ...config.environment })
  const mistakes = [...problems, ...findConflicts(values, config.role)]
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return { ...config, ...installationOf(values) }
}

/** The settings that an owner can also make: see installationSettings.ts. */
const installationOf = (env: Environment): Pick<Config, 'publicUrl' | 'mail' | 'payments' | 'stripe' | 'files'> => ({
  publicUrl: env.PUBLIC_URL,
  mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM },
  payments: {
    gateway: env.PAYMENT_GATEWAY ?? (env.NODE_ENV === 'production' ? 'none' : 'simulated'),
    patienceDays: env.PAYMENT_PATIENCE_DAYS,
    callsPerSecond: env.PAYMENT_CALLS_PER_SECOND,
  },
  stripe: stripeOf(env),
  files: {
    check: env.FILE_CHECK,
    maxBytes: env.FILE_LIMIT_MB * 1_000_000,
    maxBytesOfOrder: env.ORDER_FILES_LIMIT_MB * 1_000_000,
    uploadQuotaBytes: env.UPLOAD_QUOTA_MB * 1_000_000,
    storage: env.STORAGE === 'local' ? { kind: 'local' } : { kind: 's3', ...s3Of(env) },
  },
})

function singleSignOnOf(env: Environment): Config['singleSignOn'] {
  const { SSO_ISSUER: issuer, SSO_CLIENT_ID: clientId, SSO_CLIENT_SECRET: clientSecret, SSO_STAFF_ROLES: roles } = env
  if (issuer === null || clientId === null || clientSecret === null || roles === null) return null
  const { SSO_GROUPS_CLAIM: groupsClaim, SSO_SCOPE: scope } = env
  return { issuer: new URL(issuer), clientId, clientSecret, roles, groupsClaim, scope }
}

function stripeOf(env: Environment): Config['stripe'] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: apiUrl } = env
  if (env.PAYMENT_GATEWAY !== 'stripe' || secretKey === null || webhookSecret === null) return null
  return { secretKey, webhookSecret, apiUrl: apiUrl === null ? null : new URL(apiUrl) }
}

/** No production sells sample labels unless it is told to. */
function carrierOf({ CARRIER, NODE_ENV }: Environment): Config['carrier'] {
  const carrier = CARRIER ?? (NODE_ENV === 'production' ? 'none' : 'simulated')
  return carrier === 'none' ? null : carrier
}

function easypostOf(env: Environment): Config['easypost'] {
  const { EASYPOST_API_KEY: apiKey, EASYPOST_WEBHOOK_SECRET: webhookSecret, EASYPOST_API_URL: apiUrl } = env
  const isUsed = env.CARRIER === 'easypost' || env.ADDRESS_VERIFIER === 'easypost'
  if (!isUsed || apiKey === null) return null
  return { apiKey, webhookSecret, apiUrl: apiUrl === null ? null : new URL(apiUrl) }
}

function s3Of(env: Environment): S3Settings {
  const accessKeyId = env.S3_ACCESS_KEY_ID
  const secretAccessKey = env.S3_SECRET_ACCESS_KEY
  return {
    bucket: env.S3_BUCKET ?? '',
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    credentials: accessKeyId === null || secretAccessKey === null ? null : { accessKeyId, secretAccessKey },
    pathStyle: env.S3_PATH_STYLE ?? env.S3_ENDPOINT !== null,
  }
}

function stripeTaxOf({ TAX, STRIPE_SECRET_KEY: secretKey, STRIPE_API_URL: apiUrl }: Environment): Config['stripeTax'] {
  if (TAX !== 'stripe' || secretKey === null) return null
  return { secretKey, apiUrl: apiUrl === null ? null : new URL(apiUrl) }
}

/** Stripe Tax needs the key, but not the provider. */
const isStripeMeant = ({ TAX, STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: webhookSecret }: Environment): boolean =>
  webhookSecret !== null || (key !== null && TAX !== 'stripe')

/** Settings that are valid alone but not in combination. */
function findConflicts(env: Environment, role: Role): string[] {
  const production = env.NODE_ENV === 'production'
  const manual = env.OCTAVO_CLOCK === 'manual'
  const isLive = /^.k_live_/.test(env.STRIPE_SECRET_KEY ?? '')
  const isLiveEasypost = env.EASYPOST_API_KEY?.startsWith('EZAK') === true
  const isLiveCarrier = isLiveEasypost && env.CARRIER === 'easypost'
  const singleSignOn = [env.SSO_ISSUER, env.SSO_CLIENT_ID, env.SSO_CLIENT_SECRET, env.SSO_STAFF_ROLES]
  const isSingleSignOnComplete = singleSignOn.every(value => value !== null)
  const rules: [broken: boolean, problem: string][] = [
    [manual && production, 'OCTAVO_CLOCK is manual, but must be system with NODE_ENV=production'],
    [production && env.OCTAVO_CRASH_AT.length > 0, 'OCTAVO_CRASH_AT is set, but must not be with NODE_ENV=production'],
    [
      production && env.FILE_CHECK === 'addresses',
      'FILE_CHECK is addresses, but must be content with NODE_ENV=production: no unchecked file may be printed',
    ],
    [env.STORAGE === 's3' && env.S3_BUCKET === null, 'STORAGE is s3, so S3_BUCKET must be set'],
    [
      (env.S3_ACCESS_KEY_ID === null) !== (env.S3_SECRET_ACCESS_KEY === null),
      'only one of S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY is set, but both or neither must be',
    ],
    [
      manual && role !== 'all',
      `OCTAVO_CLOCK is manual, so --role must be all, not ${role}: one process moves the clock`,
    ],
    [
      env.READ_DATABASE_URL !== null && env.DATABASE_URL === null,
      'READ_DATABASE_URL is set, so DATABASE_URL must be set: the embedded database has no standby',
    ],
    [
      role !== 'all' && env.DATABASE_URL === null,
      `--role is ${role}, so DATABASE_URL must be set: the embedded database serves one process only`,
    ],
    [
      production && env.WEBHOOK_ALLOW_LOOPBACK === true,
      'WEBHOOK_ALLOW_LOOPBACK is yes, but must be no with NODE_ENV=production',
    ],
    [
      env.PAYMENT_GATEWAY === 'stripe' && (env.STRIPE_SECRET_KEY === null || env.STRIPE_WEBHOOK_SECRET === null),
      'PAYMENT_GATEWAY is stripe, so STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set',
    ],
    [
      production && env.PAYMENT_GATEWAY === null && isStripeMeant(env),
      'STRIPE_SECRET_KEY or STRIPE_WEBHOOK_SECRET is set, so PAYMENT_GATEWAY must be set: stripe, or simulated',
    ],
    [env.TAX === 'stripe' && env.STRIPE_SECRET_KEY === null, 'TAX is stripe, so STRIPE_SECRET_KEY must be set'],
    [
      isLive && env.DATABASE_URL === null,
      'STRIPE_SECRET_KEY is a live key, so DATABASE_URL must be set: the embedded database does not survive a power cut, and lost charges would be made again',
    ],
    [
      isLive && env.STRIPE_API_URL !== null,
      'STRIPE_API_URL is set, but must not be with a live STRIPE_SECRET_KEY: a live key is sent to Stripe only',
    ],
    [
      isLive && manual,
      'OCTAVO_CLOCK is manual, but must be system with a live STRIPE_SECRET_KEY: money moves in real time',
    ],
    [
      (env.CARRIER === 'easypost' || env.ADDRESS_VERIFIER === 'easypost') && env.EASYPOST_API_KEY === null,
      'CARRIER or ADDRESS_VERIFIER is easypost, so EASYPOST_API_KEY must be set',
    ],
    [
      isLiveCarrier && env.DATABASE_URL === null,
      'EASYPOST_API_KEY is a production key, so DATABASE_URL must be set: the embedded database does not survive a power cut, and lost labels would be bought again',
    ],
    [
      isLiveEasypost && env.EASYPOST_API_URL !== null,
      'EASYPOST_API_URL is set, but must not be with a production EASYPOST_API_KEY: a production key is sent to EasyPost only',
    ],
    [
      isLiveCarrier && manual,
      'OCTAVO_CLOCK is manual, but must be system with a production EASYPOST_API_KEY: parcels move in real time',
    ],
    [
      !isSingleSignOnComplete && singleSignOn.some(value => value !== null),
      'only some of SSO_ISSUER, SSO_CLIENT_ID, SSO_CLIENT_SECRET and SSO_STAFF_ROLES are set, but all or none must be',
    ],
    [
      production && env.SSO_ISSUER?.startsWith('http:') === true,
      'SSO_ISSUER begins with http:, but must begin with https: with NODE_ENV=production',
    ],
    [
      env.STAFF_PASSWORDS === false && !isSingleSignOnComplete,
      'STAFF_PASSWORDS is no, so SSO_ISSUER must be set: otherwise nobody on the staff could sign in',
    ],
    [
      production && env.DATABASE_URL !== null && env.SECRET_KEY === null,
      'SECRET_KEY is not set, but must be with NODE_ENV=production and DATABASE_URL: every process needs the same key',
    ],
  ]
  return rules.filter(([broken]) => broken).map(([, problem]) => problem)
}

function readArguments(args: string[]): { role: Role; command: string[]; problems: string[] } {
  try {
    const { values, positionals } = parseArgs({ args, options: { role: { type: 'string' } }, allowPositionals: true })
    const role = roles.find(name => name === (values.role ?? 'all'))
    if (role !== undefined) return { role, command: positionals, problems: [] }
    return {
      role: 'all',
      command: [],
      problems: [`--role is ${JSON.stringify(values.role)}, but must be one of ${roles.join(', ')}`],
    }
  } catch (error) {
    return { role: 'all', command: [], problems: [(error as Error).message] }
  }
}

/** When several processes start at once, one of them stores its key, and all of them read that key. */
export function readOrCreateSecretKey(dataDir: string): Buffer {
  const file = join(dataDir, 'secret.key')
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600 })
  try {
    linkSync(draft, file) // a link is atomic, unlike a write, and fails when there is a key already
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  if (key.length !== 32) throw new ConfigError([`${file} must hold 32 bytes in base64, but does not`])
  return key
}
