// Every setting of the environment in one table: what it is, what it may be, what it is when nothing is said. Nothing else
// reads process.env. docs/configuration.md is made from this table.

import { isIPv4, isIPv6 } from 'node:net'
import { type CrashPlan, crashPoints, readCrashPlan } from '../base/crash.ts'

export type Setting<Value> = {
  doc: string
  expected: string
  /** Answers undefined for a text that it does not take. */
  parse(text: string): Value | undefined
  /** What an absent or empty variable means, and how the documentation says it. */
  absent: Value
  absentDoc: string
  /** Its value is never repeated in a message. */
  secret?: true
}

export const settings = {
  NODE_ENV: oneOf(['development', 'test', 'production'], 'development', {
    doc: 'With `production` nothing is made up: no demo accounts, no manual clock, no loopback webhooks; logs are JSON.',
  }),
  HOST: text('127.0.0.1', { doc: 'The address to listen on; `0.0.0.0` for all.' }),
  PORT: wholeNumber(3000, 0, 65_535, { doc: 'The port to listen on; 0 takes a free one.' }),
  WORKER_PORT: wholeNumber(0, 0, 65_535, {
    doc: 'Where a process with `--role worker` answers `/health/live`, `/health/ready` and `/metrics`, and nothing else; 0 for nowhere.',
  }),
  PUBLIC_URL: optional(origin(), {
    doc: 'Where the outside reaches the service; used in links and mails. The service has a host of its own: it cannot be below a path of another.',
    absentDoc: 'the address it listens on, and `localhost` where that is all of them',
  }),
  TRUST_PROXY: {
    doc: "Whose `X-Forwarded-For` is believed: `no` for nobody's, `yes` for that of whoever connects, one hop and no more (only when nobody can reach the service but through one proxy), or addresses and subnets of the proxies, however many stand behind each other, with commas between.",
    expected: 'yes, no, or addresses and subnets with commas between, and none of them everybody',
    parse: (given: string) => yesOrNo(given) ?? proxies(given),
    absent: false as boolean | string[],
    absentDoc: '`no`',
  },
  DATA_DIR: text('./data', { doc: 'Where the embedded database, the generated secret key and print files are kept.' }),
  DATABASE_URL: optional(url(['postgres:', 'postgresql:']), {
    doc: 'PostgreSQL 15 or newer, `postgresql://user:password@host/database`. Needed for more than one process.',
    absentDoc: 'the embedded database in `DATA_DIR`',
    secret: true,
  }),
  SECRET_KEY: optional(key(), {
    doc: 'Seals the secrets that the database holds. Make one with `openssl rand -base64 32`, and keep it apart from backups of the database. Must be given with `DATABASE_URL` in production.',
    absentDoc: 'generated into `DATA_DIR/secret.key`',
    secret: true,
  }),
  OPERATOR_DIR: optional(anyText(), {
    doc: "The operator's data files: catalogue, shipping, tax, holidays.",
    absentDoc: 'the sample that comes with Octavo',
  }),
  LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error', 'silent'], 'info', { doc: 'The least that is logged.' }),
  SMTP_URL: optional(url(['smtp:', 'smtps:']), {
    doc: 'The mail server, `smtps://user:password@host`.',
    absentDoc: 'mails are kept and logged, not sent',
    secret: true,
  }),
  MAIL_FROM: text('Octavo <octavo@localhost>', { doc: 'The sender of mails.' }),
  SIGN_UP: optional(among(['open', 'closed']), {
    doc: 'Whether anybody may open an account by himself, with a confirmed e-mail address.',
    absentDoc: '`open` outside production, `closed` in it',
  }),
  REQUIRE_STAFF_SECOND_FACTOR: optional(flag(), {
    doc: 'Whether staff who are signed in without a second factor may do nothing but set one up.',
    absentDoc: '`no` outside production, `yes` in it',
  }),
  PAYMENT_GATEWAY: optional(among(['simulated', 'stripe']), {
    doc: 'Who takes the money. `simulated` takes none; production must name it, so that nobody runs it unawares. See payments.md.',
    absentDoc: '`simulated`, outside production only',
  }),
  STRIPE_SECRET_KEY: optional(stripeKey(), {
    doc: "Stripe's secret or restricted key. Needed with `PAYMENT_GATEWAY=stripe`. A live one is refused on the embedded database.",
    absentDoc: 'Stripe is not used',
    secret: true,
  }),
  STRIPE_WEBHOOK_SECRET: optional(webhookSecret(), {
    doc: "The signing secret of Stripe's webhook endpoint, which is `/stripe/webhook` here. Needed with `PAYMENT_GATEWAY=stripe`.",
    absentDoc: 'Stripe is not used',
    secret: true,
  }),
  STRIPE_API_URL: optional(url(['http:', 'https:']), {
    doc: 'Another place that speaks as Stripe does, for tests. Refused with a live key.',
    absentDoc: "Stripe's own",
  }),
  TAX: oneOf(['table', 'stripe'], 'table', {
    doc: 'Who says what tax a final price bears: the table made of the published rates and `tax.json`, or Stripe Tax, which needs `STRIPE_SECRET_KEY`. See money.md.',
  }),
  PAYMENT_CALLS_PER_SECOND: wholeNumber(20, 1, 10_000, {
    doc: 'How many calls a second a process makes to a real payment provider. Stripe allows 25 with a test key and 100 with a live one, all processes together.',
  }),
  PAYMENT_PATIENCE_DAYS: wholeNumber(14, 1, 3650, {
    doc: 'How many days an order that was declined is charged again by itself, with each new card anew. After that it stays, and staff see it.',
  }),
  RATE_LIMIT_PER_SECOND: wholeNumber(200, 1, 1_000_000, {
    doc: 'Requests a second that an API key may make lastingly.',
  }),
  RATE_LIMIT_BURST: wholeNumber(2000, 1, 1_000_000, { doc: 'Requests that an API key may make at once.' }),
  ADDRESS_RATE_LIMIT_PER_SECOND: wholeNumber(20, 1, 1_000_000, {
    doc: 'The same for an address whose requests carry no valid key.',
  }),
  ADDRESS_RATE_LIMIT_BURST: wholeNumber(200, 1, 1_000_000, {
    doc: 'The same for an address whose requests carry no valid key.',
  }),
  WEBHOOK_ALLOW_LOOPBACK: optional(flag(), {
    doc: 'Whether webhooks and files may be on this machine itself. Refused in production.',
    absentDoc: '`yes` outside production, `no` in it',
  }),
  ALLOW_SUBNETS: {
    doc: 'Private subnets that webhooks and files may be in all the same, with commas between.',
    expected: 'addresses and subnets with commas between',
    parse: subnets,
    absent: [] as string[],
    absentDoc: 'none',
  },
  FILE_CHECK: oneOf(['content', 'addresses'], 'content', {
    doc: 'How print files are checked. `addresses` fetches none and only looks at how their addresses are spelled: for load tests. Refused in production.',
  }),
  FILE_LIMIT_MB: wholeNumber(650, 1, 5000, { doc: 'How large a print file may be, in megabytes.' }),
  UPLOAD_QUOTA_MB: wholeNumber(20_000, 1, 1_000_000_000, {
    doc: 'How much of the files that an account has uploaded for its products is kept, in megabytes; more is refused. What was replaced counts until it is swept, 60 days after its last use.',
  }),
  ORDER_FILES_LIMIT_MB: wholeNumber(2000, 1, 100_000, {
    doc: 'How large all print files of one order may be together, in megabytes; the same file counts once.',
  }),
  STORAGE: oneOf(['local', 's3'], 'local', {
    doc: 'Where print files are kept: `local` in the folder `files` of `DATA_DIR`, `s3` in a bucket of any S3-compatible service. With several machines it must be `s3`, or `DATA_DIR` a folder that they share.',
  }),
  S3_BUCKET: optional(anyText(), { doc: 'The bucket. It must be there already.', absentDoc: 'none' }),
  S3_ENDPOINT: optional(url(['http:', 'https:']), {
    doc: 'The address of the S3-compatible service.',
    absentDoc: "Amazon's own",
  }),
  S3_REGION: text('us-east-1', { doc: 'The region of the bucket.' }),
  S3_ACCESS_KEY_ID: optional(anyText(), {
    doc: 'Who signs the requests to the bucket.',
    absentDoc: "what the AWS SDK finds by itself, such as the machine's role",
  }),
  S3_SECRET_ACCESS_KEY: optional(anyText(), { doc: 'Its secret.', absentDoc: 'see above', secret: true }),
  S3_PATH_STYLE: optional(flag(), {
    doc: 'Whether the bucket stands in the path of the address instead of before its host.',
    absentDoc: '`yes` with `S3_ENDPOINT`, `no` without',
  }),
  OCTAVO_CLOCK: oneOf(['system', 'manual'], 'system', {
    doc: '`manual` lets time be moved by hand through `/_clock`, to see a whole life of an order in seconds. Refused in production and with any role but `all`.',
  }),
  OCTAVO_CRASH_AT: {
    doc: `Fault injection: the process kills itself (SIGKILL) when its work comes by one of these points, or for the nth time with \`point:n\`. Refused in production. Points: ${crashPoints.join(', ')}.`,
    expected: 'points at which to crash, `point` or `point:n`, with commas between',
    parse: readCrashPlan,
    absent: [] as CrashPlan,
    absentDoc: 'nowhere',
  },
} satisfies Record<string, Setting<unknown>>

type SettingName = keyof typeof settings
export type Environment = { [Name in SettingName]: (typeof settings)[Name]['absent'] }
export type EnvironmentText = Record<string, string | undefined>

/** All values, with what is said of those that are wrong; these have the value that they have when absent. */
export function readEnvironment(given: EnvironmentText = process.env): { values: Environment; problems: string[] } {
  const problems: string[] = []
  const values = Object.entries<Setting<unknown>>(settings).map(([name, setting]) => {
    const said = given[name]?.trim() ?? ''
    if (said === '') return [name, setting.absent]
    const value = setting.parse(said)
    if (value !== undefined) return [name, value]
    const got = setting.secret ? 'something else (not shown)' : JSON.stringify(said)
    problems.push(`${name} is ${got}, and should be ${setting.expected}`)
    return [name, setting.absent]
  })
  return { values: Object.fromEntries(values) as Environment, problems }
}

/** The value of a variable that one of the operator's files names, so that no secret stands in a file. */
export const secretOf = (name: string): string | undefined => process.env[name]?.trim() || undefined

type Words = { doc: string }
type OptionalWords = Words & { absentDoc: string; secret?: true }
type Kind<Value> = Pick<Setting<Value>, 'expected' | 'parse'>

function optional<Value>(kind: Kind<Value>, words: OptionalWords): Setting<Value | null> {
  return { ...kind, ...words, absent: null }
}

function text(absent: string, words: Words): Setting<string> {
  return { ...anyText(), ...words, absent, absentDoc: `\`${absent}\`` }
}

function oneOf<const Word extends string>(
  allowed: readonly Word[],
  absent: NoInfer<Word>,
  words: Words,
): Setting<Word> {
  return { ...among(allowed), ...words, absent, absentDoc: `\`${absent}\`` }
}

function wholeNumber(absent: number, least: number, most: number, words: Words): Setting<number> {
  return {
    ...words,
    expected: `a whole number from ${least} to ${most}`,
    parse(given) {
      const value = Number(given)
      return /^\d+$/.test(given) && value >= least && value <= most ? value : undefined
    },
    absent,
    absentDoc: `\`${absent}\``,
  }
}

function anyText(): Kind<string> {
  return { expected: 'a text', parse: given => given }
}

function among<const Word extends string>(allowed: readonly Word[]): Kind<Word> {
  return {
    expected: allowed.length === 1 ? `${allowed[0]}` : `one of ${allowed.join(', ')}`,
    parse: given => allowed.find(word => word === given),
  }
}

function flag(): Kind<boolean> {
  return { expected: 'yes or no', parse: yesOrNo }
}

function url(protocols: string[]): Kind<string> {
  return {
    expected: `a URL with ${protocols.map(protocol => `${protocol}//`).join(' or ')}`,
    parse(given) {
      const parsed = URL.parse(given)
      return parsed !== null && protocols.includes(parsed.protocol) ? given : undefined
    },
  }
}

function origin(): Kind<string> {
  return {
    expected: 'http:// or https:// and a host, without a path',
    parse(given) {
      const parsed = URL.parse(given)
      const isWeb = parsed?.protocol === 'http:' || parsed?.protocol === 'https:'
      return isWeb && parsed.href === `${parsed.origin}/` ? parsed.origin : undefined
    },
  }
}

function key(): Kind<Buffer> {
  return {
    expected: '32 bytes in base64',
    parse(given) {
      const bytes = Buffer.from(given, 'base64')
      return bytes.length === 32 && /^[A-Za-z0-9+/]{43}=$/.test(given) ? bytes : undefined
    },
  }
}

function stripeKey(): Kind<string> {
  return {
    expected: 'a key that begins with sk_test_, sk_live_, rk_test_ or rk_live_',
    parse: given => (/^[sr]k_(test|live)_\w+$/.test(given) ? given : undefined),
  }
}

function webhookSecret(): Kind<string> {
  return {
    expected: 'a secret that begins with whsec_',
    parse: given => (/^whsec_\S+$/.test(given) ? given : undefined),
  }
}

function yesOrNo(given: string): boolean | undefined {
  if (['yes', 'true', '1'].includes(given.toLowerCase())) return true
  if (['no', 'false', '0'].includes(given.toLowerCase())) return false
  return undefined
}

function subnets(given: string): string[] | undefined {
  const listed = given.split(',').map(one => one.trim())
  return listed.every(isSubnet) ? listed : undefined
}

/** Who trusts every address has each client choose its own. */
function proxies(given: string): string[] | undefined {
  return subnets(given)?.every(one => !/\/0+$/.test(one)) ? subnets(given) : undefined
}

function isSubnet(given: string): boolean {
  const [address = '', prefix, ...rest] = given.split('/')
  const bits = isIPv4(address) ? 32 : isIPv6(address) ? 128 : -1
  return bits > 0 && rest.length === 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
}
