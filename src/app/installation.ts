// The settings of the installation that an owner makes in the console: mail server, public address, payment
// provider and storage. Each is tried before it is stored, and is stored sealed. No secret leaves this file again: a
// form that does not send a secret keeps it, but only for the same server. The process starts again by itself with
// the stored settings.

import { sql } from 'kysely'
import { say } from '../../languages/texts.ts'
import { appendAudit } from '../accounts/auditLog.ts'
import { exchangeMark, hasFiles, leaveMark, tryStorage } from '../artwork/storageMark.ts'
import { type Clock, earlier, minute, second, systemClock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import { Refusal } from '../base/refusal.ts'
import type { NewId } from '../base/secrets/ids.ts'
import { openOrNull, type Vault } from '../base/secrets/vault.ts'
import { type Config, ConfigError, withInstallation } from '../config/config.ts'
import type { EnvironmentText } from '../config/env.ts'
import {
  type InstallationGroup,
  installationGroupNames,
  installationGroups,
  namedByEnvironment,
} from '../config/installationSettings.ts'
import type { Db } from '../db/db.ts'
import type { Installation, InstallationState, WantedInstallation } from '../http/objects/installation.ts'
import { openStorage } from './adapters.ts'
import { askAddress } from './askAddress.ts'
import { mailUrlOf, readMailUrl } from './mailUrl.ts'

/** How soon the other processes on the database find what was stored. */
const lookEveryMs = 5 * second

type Deps = { given: Config; db: Db; vault: Vault; clock: Clock; newId: NewId }
/** The settings of one group, named as in the environment. */
type Texts = EnvironmentText

/** A setting that was sealed with a lost key does not count; the log of a start names it. */
export async function readStoredSettings({ db, vault }: Pick<Deps, 'db' | 'vault'>, log?: Log): Promise<Texts> {
  const { rows } = await sql<{ name: string; sealed: Buffer }>`
    select name, sealed_value as sealed from installation_settings order by name`.execute(db)
  const texts: Texts = {}
  for (const { name, sealed } of rows) {
    const text = openOrNull(() => vault.open(sealed))
    if (text !== null) texts[name] = text
    else log?.warn({ setting: name }, 'a setting of the console was sealed with another key: enter it again in Set-up')
  }
  return texts
}

/** Without the groups that the environment does not allow any more: a start must not fail by them. */
export function fittingSettings(given: Config, stored: Texts, log?: Log): Texts {
  let fitting: Texts = {}
  for (const group of installationGroupNames) {
    const tried = { ...fitting, ...groupOf(stored, group) }
    try {
      withInstallation(given, tried)
      fitting = tried
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      const { problems } = error
      log?.error({ group, problems }, 'settings of Set-up do not fit the environment, and do not count: see Set-up')
    }
  }
  return fitting
}

export type OpenInstallation = Installation & {
  /** Resolves when other settings are stored than those with which this process began. */
  changed: Promise<void>
  close(): void
}

/** `started` are the stored settings with which this process began. */
export function openInstallation(deps: Deps, started: Texts): OpenInstallation {
  const { given, db, vault, clock, newId } = deps
  const read = () => readStoredSettings(deps)
  const isStarted = (stored: Texts) => JSON.stringify(stored) === JSON.stringify(started)
  const { promise: changed, resolve } = Promise.withResolvers<void>()
  const look = async () => {
    if (!isStarted(await read())) resolve()
  }
  // The database may be away for a while; the next look finds it.
  const timer = setInterval(() => void look().catch(() => {}), lookEveryMs).unref()

  /** `mark` belongs to another storage. */
  async function store(group: InstallationGroup, texts: Texts, actor: string, mark: string | null): Promise<void> {
    await db.transaction().execute(async tx => {
      // A second save at the same time waits.
      await sql`lock table installation_settings in share row exclusive mode`.execute(tx)
      if (mark !== null && !(await exchangeMark(tx, mark))) throw filesStay()
      await sql`delete from installation_settings where name = any(${[...installationGroups[group]]})`.execute(tx)
      for (const [name, text] of Object.entries(texts))
        await sql`
          insert into installation_settings (name, sealed_value) values (${name}, ${vault.seal(text!)})`.execute(tx)
      const action = Object.keys(texts).length === 0 ? 'installation_setting_removed' : 'installation_setting_saved'
      await appendAudit(tx, newId, { at: systemClock(), actor, action, accountId: null, subject: group })
    })
    await look()
  }

  return {
    changed,
    close: () => clearInterval(timer),
    async read() {
      const stored = await read()
      return stateOf(given, withInstallation(given, fittingSettings(given, stored)), {
        stored,
        isInEffect: isStarted(stored),
        hasFiles: await hasFiles(db),
      })
    },
    async save(wanted, actor) {
      const { group } = wanted
      requireFree(given, group)
      const stored = fittingSettings(given, await read())
      const before = withInstallation(given, stored)
      const texts = textsOf(wanted, before)
      const config = candidateOf(given, { ...withoutGroup(stored, group), ...texts })
      if (texts.STRIPE_SECRET_KEY !== undefined && texts.STRIPE_SECRET_KEY !== config.stripe?.secretKey)
        throw fault(say('The server has another key of Stripe, for the tax: enter that key.'))
      await requireNothingOpen(db, before, config)
      const mark = group === 'storage' ? await prepareStorage(config, db) : null
      if (group !== 'storage') await tries[group](config, clock)
      await store(group, texts, actor, mark)
    },
    async remove(group, actor) {
      const isInUse = namedByEnvironment(given.environment, group).length === 0
      const stored = fittingSettings(given, await read())
      const config = candidateOf(given, withoutGroup(stored, group))
      await requireNothingOpen(db, withInstallation(given, stored), config)
      await store(group, {}, actor, group === 'storage' && isInUse ? await prepareStorage(config, db) : null)
    },
  }
}

/** Names by which only the machine itself reaches its service. */
const ownNames = /^(?:.*\.)?localhost$|^127\.|^\[::1\]$|^0\.0\.0\.0$/

/** Throws a refusal that says what is wrong, without words of the server, which may be one of the inner network. */
const tries: Record<Exclude<InstallationGroup, 'storage'>, (config: Config, clock: Clock) => Promise<void>> = {
  async mail({ mail: { smtpUrl, from } }) {
    const { smtpMailer } = await import('../mail/smtpMailer.ts')
    const mailer = smtpMailer({ url: smtpUrl!, from })
    try {
      await mailer.verify()
    } catch (error) {
      throw mailFault(error as MailError)
    } finally {
      await mailer.close()
    }
  },
  async address({ publicUrl, production, secretKey }) {
    const url = publicUrl!
    if (production && ownNames.test(new URL(url).hostname))
      throw fault(
        say('Browsers elsewhere cannot open {url}: enter the name at which everybody reaches Octavo.', { url }),
      )
    const answer = await askAddress(url, secretKey)
    if (answer.from === 'nothing')
      throw fault(
        say('Nothing answers at {url}: {cause}. Look at its name in the DNS, its certificate, and the proxy.', {
          url,
          cause: answer.cause,
        }),
      )
    if (answer.from === 'another Octavo') throw fault(say('Another installation of Octavo answers at {url}.', { url }))
    if (answer.from === 'another program') throw fault(say('Another program than Octavo answers at {url}.', { url }))
  },
  async payment({ stripe, payments: { callsPerSecond }, publicUrl }, clock) {
    if (stripe === null) return
    const { stripePayments } = await import('../payments/stripe/stripePayments.ts')
    const payments = stripePayments({ ...stripe, publicUrl: new URL(publicUrl ?? 'http://localhost'), callsPerSecond })
    const now = clock()
    await payments.readBooks(earlier(now, minute), now).catch((error: Error & { type?: string }) => {
      throw error.type === 'StripeAuthenticationError' || error.type === 'StripePermissionError'
        ? fault(say('Stripe does not accept the key.'))
        : fault(say('Stripe does not answer as it should ({cause}). Try again.', { cause: error.type ?? error.name }))
    })
  },
}

/** Tries the storage, and answers its new mark. Files do not move with the setting. */
async function prepareStorage(config: Config, db: Db): Promise<string> {
  if (await hasFiles(db)) throw filesStay()
  try {
    const storage = await openStorage(config)
    await tryStorage(storage)
    return await leaveMark(storage)
  } catch (error) {
    const { code, name, message } = error as Error & { code?: string }
    // The library names what a server answered; an error without a name is ours.
    throw fault(say('A test file could not be stored: {cause}', { cause: name === 'Error' ? (code ?? message) : name }))
  }
}

const fault = (text: ReturnType<typeof say>) => new Refusal('wrong_state', text)

type MailError = Error & { code?: string; responseCode?: number }

function mailFault({ code, responseCode, name }: MailError): Refusal {
  if (code === 'EAUTH') return fault(say('The mail server refuses the user name or the password.'))
  const cause = [code ?? name, responseCode].filter(part => part !== undefined).join(' ')
  return fault(say('The mail server does not answer as it should: {cause}', { cause }))
}

function requireFree({ environment }: Config, group: InstallationGroup): void {
  if (namedByEnvironment(environment, group).length > 0)
    throw fault(say('The person who runs the server has set this, so it cannot be changed here.'))
}

/** Open payments can be ended only by their own provider. */
async function requireNothingOpen(db: Db, before: Config, { payments }: Config): Promise<void> {
  const { gateway } = before.payments
  if (gateway === payments.gateway) return
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from charges where provider = ${gateway} and next_attempt_at is not null)
      or exists (
        select from refunds r join charges c using (account_id, charge_id)
        where c.provider = ${gateway} and r.next_attempt_at is not null)
      or exists (select from online_payments where provider = ${gateway} and next_check_at is not null)
      or exists (select from disputes where provider = ${gateway} and closed_at is null) as found`.execute(db)
  if (rows[0]!.found)
    throw fault(
      say('Charges, refunds, payments or disputes are still open at the payment provider: wait until they end.'),
    )
}

const filesStay = () =>
  fault(say('Files are stored already. The person who runs the server moves them to another storage first.'))

/** Settings that the environment does not allow together with its own. */
function candidateOf(given: Config, stored: Texts): Config {
  try {
    return withInstallation(given, stored)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const isLive = /^.k_live_/.test(stored.STRIPE_SECRET_KEY ?? '')
    throw isLive && given.databaseUrl === null
      ? fault(
          say(
            'A live key needs PostgreSQL: the embedded database does not survive a power cut. Use a test key until then.',
          ),
        )
      : fault(say('This does not fit the other settings: {cause}', { cause: error.problems.join('; ') }))
  }
}

const isOf = (group: InstallationGroup, name: string): boolean =>
  (installationGroups[group] as readonly string[]).includes(name)

const groupOf = (stored: Texts, group: InstallationGroup): Texts =>
  Object.fromEntries(Object.entries(stored).filter(([name]) => isOf(group, name)))

const withoutGroup = (stored: Texts, group: InstallationGroup): Texts =>
  Object.fromEntries(Object.entries(stored).filter(([name]) => !isOf(group, name)))

/** A secret that is not sent stays as it is. */
function textsOf(wanted: WantedInstallation, before: Config): Texts {
  if (wanted.group === 'address') return { PUBLIC_URL: wanted.url }
  if (wanted.group === 'mail') {
    const { from, group: _group, ...server } = wanted
    return { SMTP_URL: mailUrlOf(server, before.mail.smtpUrl), MAIL_FROM: from }
  }
  if (wanted.group === 'payment') {
    if (wanted.gateway === 'simulated') return { PAYMENT_GATEWAY: 'simulated' }
    const secretKey = wanted.secretKey ?? before.stripe?.secretKey
    const webhookSecret = wanted.webhookSecret ?? before.stripe?.webhookSecret
    if (secretKey === undefined || webhookSecret === undefined)
      throw fault(say('Enter the secret key and the signing secret of Stripe.'))
    return { PAYMENT_GATEWAY: 'stripe', STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret }
  }
  return bucketTexts(wanted, before.files.storage)
}

function bucketTexts(wanted: WantedInstallation & { group: 'storage' }, before: Config['files']['storage']): Texts {
  const { bucket, endpoint, region, accessKeyId, secretAccessKey } = wanted
  const isSame = before.kind === 's3' && before.endpoint === endpoint && before.credentials?.accessKeyId === accessKeyId
  const secret = secretAccessKey ?? (isSame ? before.credentials?.secretAccessKey : undefined)
  if (accessKeyId !== null && secret === undefined) throw fault(say('Enter the secret of the access key.'))
  return {
    STORAGE: 's3',
    S3_BUCKET: bucket,
    S3_REGION: region,
    ...(endpoint !== null && { S3_ENDPOINT: endpoint }),
    ...(accessKeyId !== null && { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secret }),
  }
}

type Found = { stored: Texts; isInEffect: boolean; hasFiles: boolean }

/** The settings without their secrets. */
function stateOf(given: Config, config: Config, { stored, isInEffect, hasFiles }: Found): InstallationState {
  const from = (group: InstallationGroup) => {
    const variables = namedByEnvironment(given.environment, group)
    const isStored = Object.keys(stored).some(name => isOf(group, name))
    return {
      setBy: variables.length > 0 ? 'environment' : isStored ? 'console' : 'nobody',
      isStored,
      variables,
    } as const
  }
  const { mail, publicUrl, payments, stripe, files } = config
  const { storage } = files
  return {
    isInEffect,
    isKeyBesideData: given.environment.SECRET_KEY === undefined,
    mail: { ...from('mail'), from: mail.from, server: mail.smtpUrl === null ? null : readMailUrl(mail.smtpUrl) },
    address: { ...from('address'), url: publicUrl },
    payment: {
      ...from('payment'),
      gateway: payments.gateway,
      keyOf: stripe === null ? null : /^.k_live_/.test(stripe.secretKey) ? 'live' : 'test',
    },
    storage: {
      ...from('storage'),
      hasFiles,
      bucket:
        storage.kind === 'local'
          ? null
          : {
              bucket: storage.bucket,
              endpoint: storage.endpoint,
              region: storage.region,
              accessKeyId: storage.credentials?.accessKeyId ?? null,
            },
    },
  }
}
