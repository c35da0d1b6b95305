// The steps from an installation to a shop. Each step follows from the real state; people cannot check it off.

import { sql } from 'kysely'
import { say, type Translatable } from '../../languages/texts.ts'
import type { Clock } from '../base/clock.ts'
import type { Outbound } from '../base/network/outbound.ts'
import { operatorAccount } from '../base/operator.ts'
import { type Config, sampleOperatorDir } from '../config/config.ts'
import type { Database } from '../db/db.ts'
import { readDraft } from '../features/shop/draftStore.ts'
import type { VersionRegister } from '../features/shop/operatorVersions.ts'
import type { SetUpStep } from '../http/objects/setUpStep.ts'
import type { PrinterRule } from '../printer/routing.ts'
import type { TaxRules } from '../tax/taxRules.ts'
import { loadOperatorFiles } from './operatorFiles.ts'
import { withTimeout } from './readiness.ts'

const storageTimeoutMs = 5_000

type SetUpParts = {
  config: Config
  database: Pick<Database, 'db'>
  clock: Clock
  operatorVersions: Pick<VersionRegister, 'inEffect' | 'newest' | 'contentOf'>
  /** Rejects when the storage does not store, find, read and remove an object. */
  tryStorage(): Promise<void>
  outbound: Pick<Outbound, 'selfTest'>
  printers: readonly PrinterRule[]
}

const done = (detail: Translatable) => ({ state: 'done' as const, detail })
const check = (detail: Translatable) => ({ state: 'check' as const, detail })
const todo = (detail: Translatable) => ({ state: 'todo' as const, detail })

export async function readSetUp(parts: SetUpParts): Promise<SetUpStep[]> {
  const [data, records, storage, webhooks] = await Promise.all([
    dataSteps(parts),
    readRecords(parts),
    withTimeout(storageTimeoutMs, parts.tryStorage()).then(
      () => done(say('A test file was written, read and removed.')),
      (error: Error) => todo(say('A test file could not be stored: {cause}', { cause: error.message })),
    ),
    webhookStep(parts),
  ])
  return [
    ...data,
    { step: 'printers', ...printerStep(parts.printers, records.printers) },
    { step: 'payment', ...paymentStep(parts.config) },
    { step: 'mail', ...mailStep(parts.config, records.testMail) },
    { step: 'storage', ...storage },
    { step: 'address', ...addressStep(parts.config) },
    { step: 'webhooks', ...webhooks },
    {
      step: 'customer',
      ...(records.hasCustomer
        ? done(say('A customer can sign in.'))
        : todo(say('Open an account and invite its first person. If it has its own prices, put it on a price list.'))),
    },
    {
      step: 'order',
      ...(records.hasOrder
        ? done(say('An order was placed.'))
        : todo(say('Place a practice order: it comes to your press desk, and is never charged.'))),
    },
  ]
}

/** The operator's data. Values that are still those of the sample need a look. */
async function dataSteps({ database, clock, operatorVersions }: SetUpParts): Promise<SetUpStep[]> {
  const names = ['company', 'brand', 'books', 'shipping', 'taxes', 'holidays'] as const
  const current = operatorVersions.inEffect(clock())
  if (current === null) {
    const { draft } = await readDraft(database.db)
    const detail =
      operatorVersions.newest() > 0
        ? say('Published, and not in effect yet.')
        : draft === null
          ? say('Nothing is published yet, so orders are refused.')
          : say('A draft waits to be completed and published. Until then, orders are refused.')
    return names.map(step => ({ step, ...todo(detail) }))
  }
  const { content: sample } = await loadOperatorFiles(sampleOperatorDir)
  const content = (await operatorVersions.contentOf(current.version))!
  const isSample = (value: (from: typeof content) => unknown) =>
    JSON.stringify(value(content)) === JSON.stringify(value(sample))
  const { shipFrom } = content.shipping as { shipFrom: { name: string; city: string } }
  const sold = current.catalog.list().filter(({ retired }) => retired !== true)
  const { registrations } = content.tax as TaxRules
  const addressOf = ({ shipping }: typeof content) => (shipping as { shipFrom: unknown }).shipFrom
  const zonesOf = ({ shipping }: typeof content) => (shipping as { zones: unknown }).zones
  return [
    {
      step: 'company',
      ...(isSample(addressOf)
        ? check(say("Parcels carry the sample's name and address."))
        : done(say('Parcels come from {name}, {city}.', { name: shipFrom.name, city: shipFrom.city }))),
    },
    {
      step: 'brand',
      ...(content.brand === undefined || isSample(({ brand }) => brand)
        ? check(say('Screens, emails and documents carry the name {brand}.', { brand: current.brand.name }))
        : done(
            say(current.brand.logo === null ? 'Shown as {brand}, without a logo.' : 'Shown as {brand}, with a logo.', {
              brand: current.brand.name,
            }),
          )),
    },
    {
      step: 'books',
      ...(isSample(({ catalog }) => catalog)
        ? check(
            say('{count, plural, one {{count} book} other {{count} books}} of the sample, at its prices.', {
              count: sold.length,
            }),
          )
        : sold.length === 0
          ? todo(say('No book is for sale.'))
          : done(say('{count, plural, one {{count} book} other {{count} books}} for sale.', { count: sold.length }))),
    },
    {
      step: 'shipping',
      ...(isSample(zonesOf) ? check(say("The sample's rates are charged.")) : done(say('Rates are yours.'))),
    },
    {
      step: 'taxes',
      ...(isSample(({ tax }) => tax)
        ? check(
            say(
              "The sample's table is used. It is no advice: it names places where you may not be registered, has no county or city rates, and taxes all books alike. Enter your registrations and have an accountant check the rates.",
            ),
          )
        : done(
            say(
              'Collected in {count, plural, one {{count} registered place} other {{count} registered places}} and where parcels leave.',
              { count: Object.keys(registrations).length },
            ),
          )),
    },
    {
      step: 'holidays',
      ...(isSample(({ holidays }) => holidays)
        ? check(say("The sample's holidays, and no closed days of yours."))
        : done(say('Holidays and closed days are yours.'))),
    },
  ]
}

type Records = {
  /** The printers that somebody can sign in for; null is for all printers. */
  printers: (string | null)[]
  testMail: { sentAt: Date | null; isWaiting: boolean } | null
  hasCustomer: boolean
  hasOrder: boolean
}

async function readRecords({ database }: SetUpParts): Promise<Records> {
  const { rows } = await sql<Omit<Records, 'printers' | 'testMail'> & { printers: string | null }>`
    select
      exists (select from memberships where kind = 'customer') as "hasCustomer",
      exists (select from orders where status not in ('FAILED', 'REJECTED')) as "hasOrder",
      (
        select json_agg(printer) from (
          select printer from memberships where kind = 'printer'
          union
          select printer from api_keys where kind = 'printer' and revoked_at is null
        ) p
      ) as printers`.execute(database.db)
  const mails = await sql<{ sentAt: Date | null; isWaiting: boolean }>`
    select sent_at as "sentAt", next_attempt_at is not null as "isWaiting"
    from emails
    where account_id = ${operatorAccount} and kind = 'test' and "values" ->> 'isSample' is null
    order by email_id desc
    limit 1`.execute(database.db)
  const { printers, ...found } = rows[0]!
  const names = typeof printers === 'string' ? JSON.parse(printers) : printers
  return { ...found, printers: names ?? [], testMail: mails.rows[0] ?? null }
}

function printerStep(printers: readonly PrinterRule[], signedIn: Records['printers']) {
  const alone = printers.filter(
    ({ name, adapter }) => adapter === 'desk' && !signedIn.includes(null) && !signedIn.includes(name),
  )
  return alone.length === 0
    ? done(
        say('{count, plural, one {{count} printer} other {{count} printers}}, each with a sign-in or a connection.', {
          count: printers.length,
        }),
      )
    : todo(
        say('Nobody can sign in at the press desk of {names}. Invite them.', {
          names: alone.map(({ name, title = name }) => title).join(', '),
        }),
      )
}

function paymentStep({ payments: { gateway } }: Config) {
  if (gateway === 'none') return todo(say('No payment provider is chosen, so no card can be added or charged.'))
  return gateway === 'simulated'
    ? check(say('Payments are simulated: no card is charged.'))
    : done(say('Cards are charged through Stripe.'))
}

function mailStep({ mail: { smtpUrl, from } }: Config, testMail: Records['testMail']) {
  if (smtpUrl === null)
    return todo(say('No mail is sent: no mail server is set. Nobody gets an invitation or a password link.'))
  if (testMail === null) return todo(say('Send a test email from {from}.', { from }))
  if (testMail.sentAt !== null) return done(say('The test email was sent from {from}.', { from }))
  return testMail.isWaiting
    ? check(say('The test email waits to be sent. If it stays here, look at Emails.'))
    : todo(say('The mail server did not take the test email. Look at Emails, then send another.'))
}

function addressStep({ publicUrl }: Config) {
  if (publicUrl === null)
    return todo(say('No public address is set: links in emails lead to the address of this machine.'))
  return new URL(publicUrl).protocol === 'https:'
    ? done(say('Links lead to {url}.', { url: publicUrl }))
    : check(say('Links lead to {url}, without TLS.', { url: publicUrl }))
}

/** Customers whose firewall filters requests must know where webhooks come from. */
async function webhookStep({ config, outbound }: SetUpParts) {
  const { proxy } = config.outbound
  const from = proxy === null ? say("this machine's own address") : say('the proxy {host}', { host: proxy.host })
  const result = await outbound.selfTest()
  return result === 'refused'
    ? done(say('They come from {from}, and reach no private address.', { from }))
    : check(
        say('They come from {from}, which may reach private addresses. This suits a trial, not customers.', { from }),
      )
}
