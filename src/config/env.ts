// Every environment setting in one table: its meaning, its values, and its default. Nothing else reads process.env.
// docs/configuration.md is generated from this table.

import { isIP, isIPv6 } from 'node:net'
import { type CrashPlan, crashPoints, readCrashPlan } from '../base/running/crash.ts'

export type Setting<Value> = {
  doc: string
  expected: string
  /** Returns undefined for text that it does not accept. */
  parse(text: string): Value | undefined
  /** The value of an absent or empty variable, and how the documentation names it. */
  absent: Value
  absentDoc: string
  /** A secret value is never repeated in a message. */
  secret?: true
}

/** The widest subnets. A wider subnet is probably a mistake, and would trust too many addresses. */
const minPrefix = { 4: 8, 6: 7 }
const subnetsExpected = `a comma-separated list of addresses and subnets, none wider than /${minPrefix[4]} (IPv6: /${minPrefix[6]})`

export const settings = {
  NODE_ENV: oneOf(['development', 'test', 'production'], 'development', {
    doc: 'With `production` there are no demo accounts, no manual clock and no loopback webhooks, and logs are JSON.',
  }),
  HOST: host('127.0.0.1', { doc: 'The address to listen on; `0.0.0.0` for all addresses.' }),
  PORT: wholeNumber(3000, 0, 65_535, { doc: 'The port to listen on; 0 picks a free one.' }),
  WORKER_PORT: wholeNumber(0, 0, 65_535, {
    doc: 'The port on which a process with `--role worker` answers `/health/live`, `/health/ready` and `/metrics`, and nothing else; 0 turns it off.',
  }),
  PUBLIC_URL: optional(origin(), {
    doc: 'The address at which the service is reached from outside; used in links and emails, and the only one at which browsers can sign in. It needs a host of its own, without a path. Without it, browsers can sign in at `localhost` and at IP addresses only.',
    absentDoc: 'the address it listens on, or `localhost` when it listens on all',
  }),
  SECURITY_CONTACT: optional(contact(), {
    doc: 'Where people report a vulnerability of this installation; `/.well-known/security.txt` names it.',
    absentDoc: 'there is no `security.txt`',
  }),
  TRUST_PROXY: {
    doc: 'The proxies whose `X-Forwarded-For` header is trusted: `no` trusts none; `yes` trusts any client, for one hop (safe only when the service can be reached through exactly one proxy and in no other way); a comma-separated list of addresses and subnets trusts those proxies, however many are chained.',
    expected: `yes, no, or ${subnetsExpected}`,
    parse: (text: string) => yesOrNo(text) ?? subnets(text),
    absent: false as boolean | string[],
    absentDoc: '`no`',
  },
  DATA_DIR: text('./data', { doc: 'The folder for the embedded database, the generated secret key and print files.' }),
  DATABASE_URL: optional(url(['postgres:', 'postgresql:']), {
    doc: 'PostgreSQL 15 or newer, `postgresql://user:password@host/database`. Needed for more than one process.',
    absentDoc: 'the embedded database in `DATA_DIR`',
    secret: true,
  }),
  DATABASE_SCHEMA: optional(schemaName(), {
    doc: 'The schema of the tables, which Octavo creates. Several installations can share a PostgreSQL database, each in a schema of its own.',
    absentDoc: 'the first schema on the `search_path` of the role, usually `public`',
  }),
  DATABASE_CONNECTIONS: wholeNumber(20, 2, 200, {
    doc: 'The most connections to PostgreSQL that the process takes for its work. For wake-ups and live updates it takes two more.',
  }),
  READ_DATABASE_URL: optional(url(['postgres:', 'postgresql:']), {
    doc: 'A standby of the database, which answers reports, exports, the lists and searches of the staff, and the hourly audit. See operating.md.',
    absentDoc: 'the database itself',
    secret: true,
  }),
  READ_DATABASE_MAX_LAG: wholeNumber(5, 2, 30, {
    doc: 'How many seconds old what the standby shows may be; while it is older, the database itself is read.',
  }),
  SECRET_KEY: optional(key(), {
    doc: 'Encrypts the secrets in the database. Make one with `openssl rand -base64 32`, and store it apart from backups of the database. Required in production with `DATABASE_URL`.',
    absentDoc: 'generated into `DATA_DIR/secret.key`',
    secret: true,
  }),
  SECOND_SECRET_KEY: optional(key(), {
    doc: 'A second key, which only opens what it has encrypted, while `SECRET_KEY` is being replaced. See operating.md.',
    absentDoc: 'no second key',
    secret: true,
  }),
  OPERATOR_DIR: optional(anyText(), {
    doc: "The operator's data files: catalog, shipping, tax, holidays, printers. A new database starts with them; printers.json is checked at every start, and counts until printers are set up in the console. Without it, a production starts with nothing to sell: it takes no orders until the staff have published books and prices in the console, and has one press desk. See operator-data.md.",
    absentDoc: 'the sample that comes with Octavo, outside production only',
  }),
  STOP_DELAY: wholeNumber(0, 0, 300, {
    doc: 'How many seconds a process that got SIGTERM continues to accept requests, while `/health/ready` already fails; a little more than a load balancer needs to notice. See operating.md.',
  }),
  LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error', 'silent'], 'info', { doc: 'The lowest level that is logged.' }),
  SMTP_URL: optional(mailServer(), {
    doc: 'The mail server, `smtps://user:password@host`.',
    absentDoc: 'emails are stored and logged, not sent',
    secret: true,
  }),
  MAIL_FROM: {
    doc: 'The sender of emails. A brand replaces the name.',
    ...sender(),
    absent: 'Octavo <octavo@localhost>',
    absentDoc: '`Octavo <octavo@localhost>`',
  },
  SIGN_UP: optional(among(['open', 'closed']), {
    doc: 'Whether anyone may open an account, with a confirmed email address.',
    absentDoc: '`open` outside production, `closed` in it',
  }),
  REQUIRE_STAFF_SECOND_FACTOR: optional(flag(), {
    doc: 'Whether staff without a second factor are limited to setting one up.',
    absentDoc: '`no` outside production, `yes` in it',
  }),
  SSO_ISSUER: optional(url(['https:', 'http:']), {
    doc: 'The issuer of an OpenID Connect provider, through which the staff sign in. See people.md.',
    absentDoc: 'the staff sign in with passwords and passkeys only',
  }),
  SSO_CLIENT_ID: optional(anyText(), {
    doc: 'The id of the client that is registered at the provider for Octavo.',
    absentDoc: 'none',
  }),
  SSO_CLIENT_SECRET: optional(anyText(), { doc: 'The secret of that client.', absentDoc: 'none', secret: true }),
  SSO_STAFF_ROLES: optional(pairs('a comma-separated list of group=role'), {
    doc: 'Which role a group of the provider has: `print-owners=owner,print-support=support,*=read_only`. The first group in this list that a person is in decides; `*` is everyone whom the provider signs in.',
    absentDoc: 'none',
  }),
  SSO_GROUPS_CLAIM: text('groups', { doc: 'The claim in which the provider lists the groups of a person.' }),
  SSO_SCOPE: text('openid profile email', {
    doc: 'The scopes that are requested from the provider, separated by spaces; some providers list groups only with a scope of their own.',
  }),
  STAFF_PASSWORDS: optional(flag(), {
    doc: 'Whether the staff can sign in with passwords and passkeys. With `no`, they sign in through the provider only; set it back to `yes` if the provider fails.',
    absentDoc: '`yes`',
  }),
  PAYMENT_GATEWAY: optional(among(['simulated', 'stripe']), {
    doc: 'The payment provider. `simulated` takes no money; it must be named explicitly in production, so that it is not used by accident. See payments.md.',
    absentDoc:
      '`simulated` outside production; in it, no card can be added or charged until an owner chooses a provider',
  }),
  STRIPE_SECRET_KEY: optional(stripeKey(), {
    doc: "Stripe's secret or restricted key. Required with `PAYMENT_GATEWAY=stripe`. A live key is refused on the embedded database.",
    absentDoc: 'Stripe is not used',
    secret: true,
  }),
  STRIPE_WEBHOOK_SECRET: optional(webhookSecret(), {
    doc: "The signing secret of Stripe's webhook endpoint, which is `/stripe/webhook` here. Required with `PAYMENT_GATEWAY=stripe`.",
    absentDoc: 'Stripe is not used',
    secret: true,
  }),
  STRIPE_API_URL: optional(url(['http:', 'https:']), {
    doc: 'The address of a simulated Stripe API, for tests. Refused with a live key.',
    absentDoc: "Stripe's own",
  }),
  CARRIER: optional(among(['none', 'simulated', 'easypost']), {
    doc: 'Where the press desk buys shipping labels. With `none`, people type tracking numbers. `simulated` sells labels marked VOID SAMPLE, which no carrier takes; it must be named explicitly in production, so that it is not used by accident. The sandbox always uses it. See parcels.md.',
    absentDoc: '`none` in production, else `simulated`',
  }),
  ADDRESS_VERIFIER: oneOf(['none', 'simulated', 'easypost'], 'none', {
    doc: 'The service that checks whether carriers recognize the address of an order, before it is placed: previews, the order form and order spreadsheets warn. With `easypost`, EasyPost charges for each new address of a production order; an account has at most 1,000 at once, and then one in ten seconds. The sandbox uses `simulated`. `simulated` does not know the house number 0, corrects *Mian* to *Main*, and gives no answer for a street that begins with *Timeout*.',
  }),
  EASYPOST_API_KEY: optional(easypostKey(), {
    doc: "EasyPost's key. Required where `CARRIER` or `ADDRESS_VERIFIER` is `easypost`. A test key buys sample labels. A production key is refused on the embedded database.",
    absentDoc: 'EasyPost is not used',
    secret: true,
  }),
  EASYPOST_WEBHOOK_SECRET: optional(secretText(), {
    doc: "The secret of EasyPost's webhook, which is `/easypost/webhook` here: you choose it when you add the webhook there. Without it, EasyPost is asked about each parcel every six hours, and its messages are refused. See parcels.md.",
    absentDoc: 'EasyPost is only asked',
    secret: true,
  }),
  EASYPOST_API_URL: optional(url(['http:', 'https:']), {
    doc: 'The address of a simulated EasyPost API, for tests. Refused with a production key.',
    absentDoc: "EasyPost's own",
  }),
  TAX: oneOf(['table', 'stripe'], 'table', {
    doc: 'The source of the tax on a final price: `table` uses published rates and `tax.json`; `stripe` uses Stripe Tax and needs `STRIPE_SECRET_KEY`. See money.md.',
  }),
  PAYMENT_CALLS_PER_SECOND: wholeNumber(20, 1, 10_000, {
    doc: 'The maximum calls per second that one process makes to a real payment provider. Stripe allows 25 with a test key and 100 with a live one, for all processes together.',
  }),
  PAYMENT_PATIENCE_DAYS: wholeNumber(14, 1, 3650, {
    doc: 'How many days a declined order is charged again automatically; a new card restarts the count. After that the order waits, and staff see it.',
  }),
  SECOND_PERSON_ABOVE: optional(whole(0, 1_000_000), {
    doc: 'Refunds and recorded payments of more than this many dollars wait until a second member of the staff approves them. With this setting, making an account an enterprise account and large discounts wait as well. See staff-api.md.',
    absentDoc: 'no approval is needed',
  }),
  SECOND_PERSON_DISCOUNT: wholeNumber(30, 0, 100, {
    doc: 'With `SECOND_PERSON_ABOVE`, a price list or a version waits for approval if it takes more than this many percent off a price, or has prices below the cost; terms of an enterprise account wait if their days to pay, credit limit, discount or its days grow by more in 30 days (a first discount counts), if their late fee falls by more, or if their days begin to count from the end of the month.',
  }),
  RECIPIENT_DAYS: optional(whole(30, 36_500), {
    doc: 'How many days after an order was shipped, canceled, rejected or failed Octavo erases its recipient. See operating.md.',
    absentDoc: 'nothing is erased automatically',
  }),
  ARCHIVE_DAYS: optional(whole(366, 36_500), {
    doc: 'How many days after its end a production order leaves the database for an archive file in the storage, at the beginning of the next month, such as 760 (25 months). See operating.md.',
    absentDoc: 'all orders stay in the database',
  }),
  AUDIT_LOG_DAYS: wholeNumber(3653, 366, 36_500, {
    doc: 'How many days the audit log and decided approvals are kept; by default ten years, as the books of a business are. See operating.md.',
  }),
  ENDED_KEY_DAYS: wholeNumber(400, 30, 36_500, {
    doc: 'How many days API keys, webhook endpoints and webhook secrets that have ended are still listed.',
  }),
  IDEMPOTENCY_KEY_DAYS: wholeNumber(90, 30, 3650, {
    doc: 'How many days an `Idempotency-Key` of a create or a reprint is remembered.',
  }),
  PRINTER_MESSAGE_DAYS: wholeNumber(800, 90, 36_500, {
    doc: 'How many days messages of printers about ended orders are kept in the database; by default longer than their orders, so that they are archived with them.',
  }),
  PROOF_DAYS: wholeNumber(30, 1, 60, {
    doc: 'How many days an order waits for the approval of its proof before it is canceled.',
  }),
  RATE_LIMIT_PER_SECOND: wholeNumber(200, 1, 1_000_000, {
    doc: 'Sustained requests per second for one API key.',
  }),
  RATE_LIMIT_BURST: wholeNumber(2000, 1, 1_000_000, { doc: 'Requests that one API key may make in a burst.' }),
  ADDRESS_RATE_LIMIT_PER_SECOND: wholeNumber(50, 1, 1_000_000, {
    doc: 'Sustained requests per second for one client address without a valid key.',
  }),
  ADDRESS_RATE_LIMIT_BURST: wholeNumber(500, 1, 1_000_000, {
    doc: 'Requests that one client address may make in a burst without a valid key.',
  }),
  CHILD_SECONDS_PER_MINUTE: wholeNumber(20, 1, 60, {
    doc: 'Seconds of processor time a minute that one client address may use for templates, and one account or person for logos, certificates and spreadsheets.',
  }),
  WEBHOOK_ALLOW_LOOPBACK: optional(flag(), {
    doc: 'Whether webhooks may go to, and files come from, this machine. Refused in production.',
    absentDoc: '`yes` outside production, `no` in it',
  }),
  ALLOW_SUBNETS: {
    doc: 'Private subnets that webhooks may go to and files come from, separated by commas.',
    expected: subnetsExpected,
    parse: subnets,
    absent: [] as string[],
    absentDoc: 'none',
  },
  EGRESS_PROXY: optional(webProxy(), {
    doc: 'A proxy for calls to webhooks and for downloads of files, `http://user:password@host:port`. It resolves names, and must refuse private addresses. See operating.md.',
    absentDoc: 'they are called directly',
    secret: true,
  }),
  FILE_CHECK: oneOf(['content', 'addresses'], 'content', {
    doc: 'How print files are checked. `addresses` fetches no file and checks only the spelling of its address, for load tests; refused in production.',
  }),
  FILE_LIMIT_MB: wholeNumber(650, 1, 5000, { doc: 'The largest print file, in megabytes.' }),
  UPLOAD_QUOTA_MB: wholeNumber(20_000, 1, 1_000_000_000, {
    doc: 'The maximum that one account may store in uploaded product files, in megabytes, and the maximum that it may upload in parts in 24 hours; further uploads are refused. Replaced files count until they are deleted, 60 days after their last use.',
  }),
  ORDER_FILES_LIMIT_MB: wholeNumber(2000, 1, 100_000, {
    doc: 'The maximum size of all print files of one order, in megabytes; a file that is used twice counts once.',
  }),
  STORAGE: oneOf(['local', 's3'], 'local', {
    doc: 'Where print files are stored: `local` in the folder `files` of `DATA_DIR`, `s3` in a bucket of any S3-compatible service. With several machines use `s3`, or a `DATA_DIR` that they share.',
  }),
  S3_BUCKET: optional(anyText(), { doc: 'The bucket, which must already exist.', absentDoc: 'none' }),
  S3_ENDPOINT: optional(url(['http:', 'https:']), {
    doc: 'The address of the S3-compatible service.',
    absentDoc: "Amazon's own",
  }),
  S3_REGION: text('us-east-1', { doc: 'The region of the bucket.' }),
  S3_ACCESS_KEY_ID: optional(anyText(), {
    doc: 'The access key that signs requests to the bucket.',
    absentDoc: "the credentials that the AWS SDK finds, such as the machine's role",
  }),
  S3_SECRET_ACCESS_KEY: optional(anyText(), {
    doc: 'The secret of `S3_ACCESS_KEY_ID`.',
    absentDoc: 'as for `S3_ACCESS_KEY_ID`',
    secret: true,
  }),
  S3_PATH_STYLE: optional(flag(), {
    doc: 'Whether the bucket name goes in the path instead of the host name.',
    absentDoc: '`yes` with `S3_ENDPOINT`, `no` without',
  }),
  OCTAVO_CLOCK: oneOf(['system', 'manual'], 'system', {
    doc: '`manual` lets you move the time through `/_clock`, to watch the whole life of an order in seconds. Refused in production and with any role but `all`.',
  }),
  OCTAVO_CRASH_AT: {
    doc: `Fault injection: the process kills itself (SIGKILL) when its work reaches one of these points, or reaches it for the nth time with \`point:n\`. Refused in production. Points: ${crashPoints.join(', ')}.`,
    expected: 'a comma-separated list of `point` or `point:n`',
    parse: readCrashPlan,
    absent: [] as CrashPlan,
    absentDoc: 'nowhere',
  },
} satisfies Record<string, Setting<unknown>>

export type SettingName = keyof typeof settings
export type Environment = { [Name in SettingName]: (typeof settings)[Name]['absent'] }
export type EnvironmentText = Record<string, string | undefined>

/** The settings that the environment names, as they are written there. */
export const namedSettings = (environment: EnvironmentText = process.env): EnvironmentText =>
  Object.fromEntries(Object.entries(environment).filter(([name, text]) => name in settings && text?.trim()))

/** All values, and the problems of invalid values, which are replaced by their defaults. */
export function readEnvironment(environment: EnvironmentText = process.env): {
  values: Environment
  problems: string[]
} {
  const problems: string[] = []
  const values = Object.entries<Setting<unknown>>(settings).map(([name, setting]) => {
    const text = environment[name]?.trim() ?? ''
    if (text === '') return [name, setting.absent]
    const value = setting.parse(text)
    if (value !== undefined) return [name, value]
    const got = setting.secret ? 'something else (not shown)' : JSON.stringify(text)
    problems.push(`${name} is ${got}, but must be ${setting.expected}`)
    return [name, setting.absent]
  })
  return { values: Object.fromEntries(values) as Environment, problems }
}

/** The value of a variable that a file of the operator names, so that no secret must be in a file. */
export const secretOf = (name: string): string | undefined => process.env[name]?.trim() || undefined

type Doc = { doc: string }
type OptionalDoc = Doc & { absentDoc: string; secret?: true }
type Kind<Value> = Pick<Setting<Value>, 'expected' | 'parse'>

function optional<Value>(kind: Kind<Value>, doc: OptionalDoc): Setting<Value | null> {
  return { ...kind, ...doc, absent: null }
}

function text(absent: string, doc: Doc): Setting<string> {
  return { ...anyText(), ...doc, absent, absentDoc: `\`${absent}\`` }
}

/** A host that a URL can have, because links contain it. */
function host(absent: string, doc: Doc): Setting<string> {
  return {
    ...text(absent, doc),
    expected: 'an IP address or a host name',
    parse(text) {
      const inUrl = isIPv6(text) ? `[${text}]` : text
      return (isIPv6(text) || /^[\w.-]+$/.test(text)) && URL.canParse(`http://${inUrl}`) ? text : undefined
    },
  }
}

function oneOf<const Word extends string>(allowed: readonly Word[], absent: NoInfer<Word>, doc: Doc): Setting<Word> {
  return { ...among(allowed), ...doc, absent, absentDoc: `\`${absent}\`` }
}

function wholeNumber(absent: number, min: number, max: number, doc: Doc): Setting<number> {
  return { ...whole(min, max), ...doc, absent, absentDoc: `\`${absent}\`` }
}

function whole(min: number, max: number): Kind<number> {
  return {
    expected: `a whole number from ${min} to ${max}`,
    parse(text) {
      const value = Number(text)
      return /^\d+$/.test(text) && value >= min && value <= max ? value : undefined
    },
  }
}

function anyText(): Kind<string> {
  return { expected: 'a text', parse: text => text }
}

function among<const Word extends string>(allowed: readonly Word[]): Kind<Word> {
  return {
    expected: allowed.length === 1 ? `${allowed[0]}` : `one of ${allowed.join(', ')}`,
    parse: text => allowed.find(word => word === text),
  }
}

function flag(): Kind<boolean> {
  return { expected: 'yes or no', parse: yesOrNo }
}

function url(protocols: string[]): Kind<string> {
  return {
    expected: `a URL with ${protocols.map(protocol => `${protocol}//`).join(' or ')}`,
    parse(text) {
      const parsed = URL.parse(text)
      return parsed !== null && protocols.includes(parsed.protocol) ? text : undefined
    },
  }
}

function contact(): Kind<string> {
  return {
    expected: 'an https: or mailto: URL',
    parse: text => (/^(?:https:\/\/|mailto:[^@]+@)[^\s@]+$/.test(text) && URL.canParse(text) ? text : undefined),
  }
}

/** `name=value,…`; a name may contain anything but a comma, and its value follows the last `=`. */
function pairs(expected: string): Kind<[name: string, value: string][]> {
  return {
    expected,
    parse(text) {
      const found = text.split(',').map(pair =>
        /^(.+)=([^=]+)$/
          .exec(pair.trim())
          ?.slice(1)
          .map(part => part.trim()),
      )
      return found.every(pair => pair !== undefined) ? (found as [string, string][]) : undefined
    },
  }
}

function webProxy(): Kind<string> {
  return {
    expected:
      'http:// or https:// and a host, without a path, and a percent-encoded user name and password if it needs them',
    parse(text) {
      const parsed = URL.parse(text)
      const isWeb = parsed?.protocol === 'http:' || parsed?.protocol === 'https:'
      const hasNoPath = parsed?.pathname === '/' && parsed.search === '' && parsed.hash === ''
      return isWeb && hasNoPath && isDecodable(parsed.username) && isDecodable(parsed.password) ? text : undefined
    },
  }
}

function mailServer(): Kind<string> {
  const { expected, parse } = url(['smtp:', 'smtps:'])
  return {
    expected: `${expected}, a host, and a percent-encoded user name and password if it needs them`,
    parse(text) {
      const parsed = parse(text) === undefined ? null : URL.parse(text)
      return parsed?.hostname && isDecodable(parsed.username) && isDecodable(parsed.password) ? text : undefined
    },
  }
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

function sender(): Kind<string> {
  const address = '[^<>"\\s,@]+@[^<>"\\s,@]+'
  const pattern = new RegExp(`^(${address}|("[^"]*"|[^<>",@]*)\\s*<${address}>)$`)
  return {
    expected: 'an email address, or a name and then the address in angle brackets',
    parse: text => (pattern.test(text) ? text : undefined),
  }
}

function origin(): Kind<string> {
  return {
    expected: 'http:// or https:// and a host, without a path',
    parse(text) {
      const parsed = URL.parse(text)
      const isWeb = parsed?.protocol === 'http:' || parsed?.protocol === 'https:'
      return isWeb && parsed.href === `${parsed.origin}/` ? parsed.origin : undefined
    },
  }
}

/** Short enough to be a part of other names, and the same with and without quotes. */
function schemaName(): Kind<string> {
  return {
    expected: 'a lowercase name of at most 40 letters, digits and underscores',
    parse: text => (/^[a-z_][a-z0-9_]{0,39}$/.test(text) && !text.startsWith('pg_') ? text : undefined),
  }
}

function key(): Kind<Buffer> {
  return {
    expected: '32 bytes in base64',
    parse(text) {
      const bytes = Buffer.from(text, 'base64')
      return bytes.length === 32 && /^[A-Za-z0-9+/]{43}=$/.test(text) ? bytes : undefined
    },
  }
}

function stripeKey(): Kind<string> {
  return {
    expected: 'a key that begins with sk_test_, sk_live_, rk_test_ or rk_live_',
    parse: text => (/^[sr]k_(test|live)_\w+$/.test(text) ? text : undefined),
  }
}

function webhookSecret(): Kind<string> {
  return {
    expected: 'a secret that begins with whsec_',
    parse: text => (/^whsec_\S+$/.test(text) ? text : undefined),
  }
}

function easypostKey(): Kind<string> {
  return {
    expected: 'a key that begins with EZTK or EZAK',
    parse: text => (/^EZ[TA]K\w+$/.test(text) ? text : undefined),
  }
}

/** A person who knows a secret can send messages in the name of its owner, and a short secret could be guessed. */
function secretText(): Kind<string> {
  return {
    expected: 'a secret of at least 16 characters',
    parse: text => (text.length >= 16 ? text : undefined),
  }
}

function yesOrNo(text: string): boolean | undefined {
  if (['yes', 'true', '1'].includes(text.toLowerCase())) return true
  if (['no', 'false', '0'].includes(text.toLowerCase())) return false
  return undefined
}

function subnets(text: string): string[] | undefined {
  const entries = text.split(',').map(entry => entry.trim())
  return entries.every(isSubnet) ? entries : undefined
}

function isSubnet(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const family = isIP(address)
  if ((family !== 4 && family !== 6) || rest.length > 0) return false
  const bits = family === 4 ? 32 : 128
  return (
    prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= minPrefix[family] && Number(prefix) <= bits)
  )
}
