// The steps from an installation to a shop. Each step follows from the real state; people cannot check it off.

import { sql } from 'kysely'
import { say, type Translatable } from '../../languages/texts.ts'
import type { Outbound } from '../base/network/outbound.ts'
import { operatorAccount } from '../base/operator.ts'
import type { DataMistake } from '../base/schemaCheck.ts'
import { parseBrand } from '../brand/brand.ts'
import type { CatalogFile } from '../catalog/schema.ts'
import { type Config, sampleOperatorDir } from '../config/config.ts'
import type { Database } from '../db/db.ts'
import { contentFiles, type OperatorContent } from '../features/shop/content.ts'
import { publishingMistakes } from '../features/shop/draft.ts'
import { readDraft } from '../features/shop/draftStore.ts'
import type { PublishDeps } from '../features/shop/publishVersion.ts'
import type { SetUpStep } from '../http/objects/setUpStep.ts'
import type { PrinterRule } from '../printer/routing.ts'
import type { TaxRules } from '../tax/taxRules.ts'
import { loadOperatorFiles } from './operatorFiles.ts'
import { withTimeout } from './readiness.ts'

const storageTimeoutMs = 5_000

type SetUpParts = PublishDeps & {
  config: Config
  database: Pick<Database, 'db'>
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

type DataStep = 'company' | 'brand' | 'books' | 'shipping' | 'taxes' | 'holidays'

/** The request of each step before anything is entered. */
const firstEntries = {
  company: say('Enter the name and address that parcels carry.'),
  brand: say('Give your shop its name, color and logo.'),
  books: say('Enter your books and their prices.'),
  shipping: say('Enter what a parcel costs, for each zone.'),
  taxes: say('Enter where you collect taxes.'),
  holidays: say('Enter the days on which you make no books.'),
} satisfies Record<DataStep, Translatable>

/** Judges the data in effect; before the first version, the draft. Values that are still of the sample need a look. */
async function dataSteps(parts: SetUpParts): Promise<SetUpStep[]> {
  const { database, clock, operatorVersions } = parts
  const current = operatorVersions.inEffect(clock())
  if (current !== null) {
    const content = (await operatorVersions.contentOf(current.version))!
    const isOpen = done(say('Your shop is open. Orders follow version {version}.', { version: current.version }))
    return [...(await judgeContent(content, [])), { step: 'publish', ...isOpen }]
  }
  const newest = operatorVersions.newest()
  if (newest > 0) {
    const content = (await operatorVersions.contentOf(newest))!
    return [
      ...(await judgeContent(content, [])),
      { step: 'publish', ...todo(say('Published, and not in effect yet.')) },
    ]
  }
  const { draft } = await readDraft(database.db)
  if (draft === null) {
    const steps = Object.entries(firstEntries).map(([step, detail]) => ({ step: step as DataStep, ...todo(detail) }))
    return [...steps, { step: 'publish', ...todo(say('Nothing is published yet, so orders are refused.')) }]
  }
  const mistakes = await publishingMistakes(parts, draft.content, clock())
  const publish = todo(
    mistakes.length === 0
      ? say('The draft is complete. Publish it to open your shop.')
      : say('Complete the draft, then publish it. Until then, orders are refused.'),
  )
  return [...(await judgeContent(draft.content, mistakes)), { step: 'publish', ...publish }]
}

/** A step whose values have mistakes lacks them; of the others, the values say how far they are. */
async function judgeContent(content: OperatorContent, mistakes: readonly DataMistake[]): Promise<SetUpStep[]> {
  const { content: sample } = await loadOperatorFiles(sampleOperatorDir)
  const isSample = (value: (from: OperatorContent) => unknown) =>
    JSON.stringify(value(content)) === JSON.stringify(value(sample))
  const stepOf = ({ file, path }: DataMistake): DataStep | undefined =>
    file === contentFiles.shipping && path.startsWith('/shipFrom') ? 'company' : stepsOfFiles[file ?? '']
  const counts = Map.groupBy(mistakes, stepOf)
  const judge = (step: DataStep, judgement: () => Omit<SetUpStep, 'step'>): SetUpStep => {
    const count = counts.get(step)?.length ?? 0
    return { step, ...(count > 0 ? todo(toComplete(count)) : judgement()) }
  }
  return [
    judge('company', () => {
      const addressOf = ({ shipping }: OperatorContent) =>
        (shipping as { shipFrom: { name: string; city: string } }).shipFrom
      const { name, city } = addressOf(content)
      return isSample(addressOf)
        ? check(say("Parcels carry the sample's name and address."))
        : done(say('Parcels come from {name}, {city}.', { name, city }))
    }),
    judge('brand', () => {
      const { name: brand, logo } = parseBrand(content.brand)
      if (content.brand === undefined || isSample(one => one.brand))
        return check(say('Screens, emails and documents carry the name {brand}.', { brand }))
      return done(
        logo === null
          ? say('Shown as {brand}, without a logo.', { brand })
          : say('Shown as {brand}, with a logo.', { brand }),
      )
    }),
    judge('books', () => {
      const { skus } = content.catalog as CatalogFile
      const count = skus.filter(({ retired }) => retired !== true).length
      if (isSample(({ catalog }) => catalog))
        return check(
          say('{count, plural, one {{count} book} other {{count} books}} of the sample, at its prices.', { count }),
        )
      return count === 0
        ? todo(say('No book is for sale.'))
        : done(say('{count, plural, one {{count} book} other {{count} books}} for sale.', { count }))
    }),
    judge('shipping', () =>
      isSample(({ shipping }) => (shipping as { zones: unknown }).zones)
        ? check(say("The sample's rates are charged."))
        : done(say('Rates are yours.')),
    ),
    judge('taxes', () =>
      isSample(({ tax }) => tax)
        ? check(
            say(
              "The sample's table is used. It is no advice: it names places where you may not be registered, has no county or city rates, and taxes all books alike. Enter your registrations and have an accountant check the rates.",
            ),
          )
        : done(
            say(
              'Collected in {count, plural, one {{count} registered place} other {{count} registered places}} and where parcels leave.',
              { count: Object.keys((content.tax as TaxRules).registrations).length },
            ),
          ),
    ),
    judge('holidays', () =>
      isSample(({ holidays }) => holidays)
        ? check(say("The sample's holidays, and no closed days of yours."))
        : done(say('Holidays and closed days are yours.')),
    ),
  ]
}

const toComplete = (count: number) =>
  say('{count, plural, one {{count} value is} other {{count} values are}} missing or wrong in the draft.', { count })

/** Price lists and texts are in no step. */
const stepsOfFiles: Record<string, DataStep> = {
  [contentFiles.brand]: 'brand',
  [contentFiles.catalog]: 'books',
  [contentFiles.shipping]: 'shipping',
  [contentFiles.tax]: 'taxes',
  [contentFiles.holidays]: 'holidays',
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
        say('Nobody can sign in yet for these printers: {names}. Invite their people.', {
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
    return todo(
      say(
        'No mail is sent: no mail server is set. Once it is, the emails of the last three days are sent, except invitations and password links: send these again.',
      ),
    )
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
