// The steps from an installation to a shop. Each step looks at the real state: nobody ticks it.

import { sql } from 'kysely'
import type { Clock } from '../base/clock.ts'
import type { Outbound } from '../base/network/outbound.ts'
import { operatorAccount } from '../base/operator.ts'
import { type Config, sampleOperatorDir } from '../config/config.ts'
import type { Database } from '../db/db.ts'
import { readDraft } from '../features/shop/draftStore.ts'
import type { VersionRegister } from '../features/shop/operatorVersions.ts'
import type { SetUpStep } from '../http/shop/setUp.ts'
import type { PrinterRule } from '../printer/routing.ts'
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

const done = (detail: string) => ({ state: 'done' as const, detail })
const check = (detail: string) => ({ state: 'check' as const, detail })
const todo = (detail: string) => ({ state: 'todo' as const, detail })

export async function readSetUp(parts: SetUpParts): Promise<SetUpStep[]> {
  const [data, records, storage, webhooks] = await Promise.all([
    dataSteps(parts),
    readRecords(parts),
    withTimeout(storageTimeoutMs, parts.tryStorage()).then(
      () => done('A test file was written, read and removed.'),
      (error: Error) => todo(`A test file could not be stored: ${error.message}`),
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
        ? done('A customer can sign in.')
        : todo('Open an account and invite its first person. If it has its own prices, put it on a price list.')),
    },
    {
      step: 'order',
      ...(records.hasOrder
        ? done('An order was placed.')
        : todo('Place a sandbox order as a customer: it is never printed and never charged.')),
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
        ? 'Published, and not in effect yet.'
        : draft === null
          ? 'Nothing is published yet, so orders are refused.'
          : 'A draft waits to be completed and published. Until then, orders are refused.'
    return names.map(step => ({ step, ...todo(detail) }))
  }
  const { content: sample } = await loadOperatorFiles(sampleOperatorDir)
  const content = operatorVersions.contentOf(current.version)!
  const isSample = (value: (from: typeof content) => unknown) =>
    JSON.stringify(value(content)) === JSON.stringify(value(sample))
  const { shipFrom } = content.shipping as { shipFrom: { name: string; city: string } }
  const sold = current.catalog.list().filter(({ retired }) => retired !== true)
  const { collectIn } = content.tax as { collectIn: string[] }
  const addressOf = ({ shipping }: typeof content) => (shipping as { shipFrom: unknown }).shipFrom
  const zonesOf = ({ shipping }: typeof content) => (shipping as { zones: unknown }).zones
  return [
    {
      step: 'company',
      ...(isSample(addressOf)
        ? check("Parcels carry the sample's name and address.")
        : done(`Parcels come from ${shipFrom.name}, ${shipFrom.city}.`)),
    },
    {
      step: 'brand',
      ...(content.brand === undefined || isSample(({ brand }) => brand)
        ? check(`Screens, emails and documents carry the name ${current.brand.name}.`)
        : done(
            current.brand.logo === null
              ? `Shown as ${current.brand.name}, without a logo.`
              : `Shown as ${current.brand.name}, with a logo.`,
          )),
    },
    {
      step: 'books',
      ...(isSample(({ catalog }) => catalog)
        ? check(`${count(sold.length, 'book', 'books')} of the sample, at its prices.`)
        : sold.length === 0
          ? todo('No book is for sale.')
          : done(`${count(sold.length, 'book', 'books')} for sale.`)),
    },
    {
      step: 'shipping',
      ...(isSample(zonesOf) ? check("The sample's rates are charged.") : done('Rates are yours.')),
    },
    {
      step: 'taxes',
      ...(isSample(({ tax }) => tax)
        ? check("The sample's table is used. Have an accountant check it.")
        : done(
            `Collected in ${count(collectIn.length, 'registered place', 'registered places')} and where parcels leave.`,
          )),
    },
    {
      step: 'holidays',
      ...(isSample(({ holidays }) => holidays)
        ? check("The sample's holidays, and no closed days of yours.")
        : done('Holidays and closed days are yours.')),
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
    ? done(`${count(printers.length, 'printer', 'printers')}, each with a sign-in or a connection.`)
    : todo(`Nobody can sign in at the press desk of ${alone.map(({ name }) => name).join(', ')}. Invite them.`)
}

function paymentStep({ payments: { gateway } }: Config) {
  return gateway === 'simulated'
    ? check('Payments are simulated: no card is charged. Set PAYMENT_GATEWAY to charge cards.')
    : done('Cards are charged through Stripe.')
}

function mailStep({ mail: { smtpUrl, from } }: Config, testMail: Records['testMail']) {
  if (smtpUrl === null)
    return todo('No mail is sent: SMTP_URL is not set. Nobody gets an invitation or a password link.')
  if (testMail === null) return todo(`Send a test email from ${from}.`)
  if (testMail.sentAt !== null) return done(`The test email was sent from ${from}.`)
  return testMail.isWaiting
    ? check('The test email waits to be sent. If it stays here, look at Emails.')
    : todo('The mail server did not take the test email. Look at Emails, then send another.')
}

function addressStep({ publicUrl }: Config) {
  if (publicUrl === null) return todo('PUBLIC_URL is not set: links in emails lead to the address of this machine.')
  return new URL(publicUrl).protocol === 'https:'
    ? done(`Links lead to ${publicUrl}.`)
    : check(`Links lead to ${publicUrl}, without TLS.`)
}

/** Customers whose firewall filters requests must know where webhooks come from. */
async function webhookStep({ config, outbound }: SetUpParts) {
  const { proxy } = config.outbound
  const from = proxy === null ? "this machine's own address" : `the proxy ${proxy.host}`
  const result = await outbound.selfTest()
  return result === 'refused'
    ? done(`They come from ${from}, and reach no private address.`)
    : check(`They come from ${from}, which may reach private addresses. This suits a trial, not customers.`)
}

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`
