// The effects of a change of the operator's data: on prices, on sample orders, and on the orders of recent days.

import { type Static, Type } from 'typebox'
import type { Language } from '../../../languages/languages.ts'
import { say } from '../../../languages/texts.ts'
import { dollars, dollarsOrNull } from '../../base/money.ts'
import { Refusal } from '../../base/refusal.ts'
import { OperatorDataError } from '../../base/schemaCheck.ts'
import { emptyCatalog } from '../../catalog/catalog.ts'
import { noPriceLists } from '../../catalog/priceLists.ts'
import type { OperatorContent } from '../../features/shop/content.ts'
import { changedLists, contentDifferences, priceDifferences } from '../../features/shop/differences.ts'
import { publishingMistakes, readEditableDraft } from '../../features/shop/draft.ts'
import { changedBooks, readTouched, sampleBaskets } from '../../features/shop/effects.ts'
import type { VersionRegister } from '../../features/shop/operatorVersions.ts'
import { type Margins, type RepricingCursor, repricedDays, repricePortion } from '../../features/shop/repricing.ts'
import { Cursor, listCursor, NextCursor } from '../lists/list.ts'
import { MarginOrNull, presentMarginOrNull } from '../money/margins.ts'
import { Version } from '../objects/addressParameters.ts'
import { Closed, Dollars, nullable, oneOf } from '../objects/common.ts'
import { answerLanguage } from '../server/pageLanguage.ts'
import { type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import {
  DifferenceInWords,
  differencesInWords,
  Mistakes,
  presentMistakes,
  Revision,
  requireContent,
  requireVersion,
} from './operatorData.ts'
import { refuseMistakes } from './refuseMistakes.ts'

const maxDifferences = 1000
const maxPrices = 1000

const Compared = Closed({
  draft: Type.Optional(Revision),
  version: Type.Optional(Version),
  before: Type.Optional(Version),
})
const ListCode = nullable(Type.String({ description: 'The code of a price list; null for the catalog prices.' }))
const ofKnownCosts = 'Of the parts whose cost is known, without taxes; null without one.'
const margins = { marginBefore: MarginOrNull(ofKnownCosts), marginAfter: MarginOrNull(ofKnownCosts) }
const CostOrNull = nullable(Type.Number({ description: 'US dollars; null if no cost is entered.' }))
const PriceOrNull = nullable(Type.Number({ description: 'US dollars; null if it cannot be ordered.' }))

const Difference = Type.Object({
  before: Type.Integer({
    description: 'The version that is compared with, by default the version in effect; 0 before the first version.',
  }),
  ...Mistakes,
  changed: Type.Integer(),
  changes: Type.Array(DifferenceInWords, { description: `At most ${maxDifferences}.` }),
  prices: Type.Array(
    Type.Object({
      manufacturingSku: Type.String(),
      pageCount: Type.Integer(),
      copies: Type.Integer(),
      priceList: ListCode,
      before: PriceOrNull,
      after: PriceOrNull,
      costBefore: CostOrNull,
      costAfter: CostOrNull,
    }),
    {
      description: `Prices and costs of a copy that differ, for the fewest and the most pages and for each discount, by the catalog and by the price lists that differ; at most ${maxPrices}.`,
    },
  ),
  baskets: Type.Array(
    Type.Object({
      manufacturingSku: Type.String(),
      pageCount: Type.Integer(),
      copies: Type.Integer(),
      country: Type.String(),
      state: nullable(Type.String()),
      shippingClassification: Type.String(),
      priceList: ListCode,
      before: PriceOrNull,
      after: PriceOrNull,
      ...margins,
    }),
    {
      description:
        'What sample orders of one book cost in all, with shipping and taxes, by the catalog and by all price lists, also those that do not apply today.',
    },
  ),
  books: Type.Array(
    Type.Object({
      manufacturingSku: Type.String(),
      name: Type.String(),
      change: oneOf(['added', 'changed', 'retired', 'removed']),
      products: Type.Integer(),
      accounts: Type.Integer(),
      openOrders: Type.Integer(),
      queuedOrders: Type.Integer(),
    }),
    { description: 'The books that differ, with the products and open production orders that have them.' },
  ),
  openOrders: Type.Integer({
    description: 'Production orders that are not over, with those in the queue. They all keep their terms.',
  }),
  queuedOrders: Type.Integer(),
  capped: Type.Boolean({ description: 'True if there are more open orders than were counted.' }),
})

const sumFields = { before: Dollars, after: Dollars, ...margins }
const Repricing = Type.Object({
  days: Type.Integer(),
  orders: Type.Integer({ description: 'The orders of this portion that both versions can price.' }),
  notSold: Type.Integer({ description: 'Orders of this portion that a version would not sell; left out of the sums.' }),
  ...sumFields,
  byBook: Type.Array(
    Type.Object({ manufacturingSku: Type.String(), copies: Type.Integer(), ...sumFields }, { title: 'RepricedBook' }),
  ),
  byCustomer: Type.Array(
    Type.Object(
      { accountId: Type.String(), accountName: Type.String(), orders: Type.Integer(), ...sumFields },
      { title: 'RepricedCustomer' },
    ),
  ),
  nextCursor: NextCursor,
})

export const operatorDataEffectRoutes = tagged('Staff', (services: Services): Route[] => [
  route({
    method: 'GET',
    path: '/staff/operator-data/difference',
    operationId: 'compareOperatorData',
    summary: 'Compare the shared draft or a version with the version in effect',
    description:
      'Send either the revision of the draft that you have read, or a version. Without mistakes, the answer has the prices too.',
    query: Compared,
    answer: Difference,
    refuses: ['not_found', 'wrong_state', 'draft_changed'],
    handle: ({ query, request }) => compare(services, query, answerLanguage(request.headers)),
  }),
  route({
    method: 'GET',
    path: '/staff/operator-data/repricing',
    operationId: 'repriceRecentOrders',
    summary: `Compare what the production orders of the last ${repricedDays} days would cost`,
    description:
      'By the version in effect (or `before`) and by the draft or a version, as new orders with the price list that the account is on now, with taxes by the table. A price list that has ended does not count; one that begins later does. In portions: add them up until `nextCursor` is null. Accounts whose prices the printer sets are left out.',
    query: Closed({ ...Compared.properties, cursor: Cursor('^[0-9A-Za-z_]{1,64} ord_[0-9a-z]{22}$') }),
    answer: Repricing,
    refuses: ['not_found', 'wrong_state', 'draft_changed', 'operator_data_invalid'],
    handle: ({ query: { cursor, ...compared } }) => reprice(services, compared, cursors.read(cursor)),
  }),
])

const cursors = listCursor<RepricingCursor>({
  pattern: /^(?<accountId>\S+) (?<orderId>\S+)$/,
  write: ({ accountId, orderId }) => `${accountId} ${orderId}`,
  read: ({ accountId, orderId }) => ({ accountId: accountId!, orderId: orderId! }),
})

/** The content that a query names: the draft of the given revision, or a version. */
async function comparedContent(
  services: Services,
  { draft, version }: Static<typeof Compared>,
): Promise<OperatorContent> {
  const { operatorVersions } = services
  if ((draft === undefined) === (version === undefined)) {
    throw new Refusal('malformed_request', 'Send either draft or version.', [
      { pointer: '?version', code: 'malformed_request', detail: 'either draft or version is expected' },
    ])
  }
  if (version !== undefined) return requireContent(operatorVersions, version)
  const { revision, content } = await readEditableDraft(services)
  if (revision !== draft) throw new Refusal('draft_changed', say('The draft was changed meanwhile. Look at it again.'))
  return content
}

async function compare(
  services: Services,
  query: Static<typeof Compared>,
  language: Language,
): Promise<Static<typeof Difference>> {
  const { db, clock, operatorVersions } = services
  const now = clock()
  await operatorVersions.refresh()
  const content = await comparedContent(services, query)
  const number = query.before ?? operatorVersions.inEffect(now)?.version ?? 0
  const differences = await contentDifferences(await requireContent(operatorVersions, number), content)
  const mistakes = query.version === undefined ? await publishingMistakes(services, content, now) : []
  const answer = {
    before: number,
    ...presentMistakes(mistakes, content, language),
    changed: differences.length,
    changes: differencesInWords(differences.slice(0, maxDifferences), language),
  }
  const before = number === 0 ? null : requireVersion(operatorVersions, number)
  const after = await readable(operatorVersions, content, now)
  if (after === null)
    return { ...answer, prices: [], baskets: [], books: [], openOrders: 0, queuedOrders: 0, capped: false }
  const { catalog: catalogBefore } = before ?? nothingSold
  const changed = changedBooks(catalogBefore, after.catalog).map(({ book }) => book.manufacturingSku)
  const lists = changedLists(differences)
  const { books, orders } = await readTouched(db, catalogBefore, after.catalog)
  const presentPrices = <Row extends { beforeCents: number | null; afterCents: number | null }>({
    beforeCents,
    afterCents,
    ...row
  }: Row) => ({ ...row, before: dollarsOrNull(beforeCents), after: dollarsOrNull(afterCents) })
  return {
    ...answer,
    prices: (await priceDifferences(before ?? nothingSold, after, lists))
      .slice(0, maxPrices)
      .map(({ costBeforeCents, costAfterCents, ...price }) => ({
        ...presentPrices(price),
        costBefore: dollarsOrNull(costBeforeCents),
        costAfter: dollarsOrNull(costAfterCents),
      })),
    baskets: sampleBaskets(before, after, { books: new Set(changed), lists }, now).map(basket => ({
      ...presentPrices(basket),
      ...presentMargins(basket),
    })),
    books,
    ...orders,
  }
}

const presentMargins = ({ marginBefore, marginAfter }: Margins) => ({
  marginBefore: presentMarginOrNull(marginBefore),
  marginAfter: presentMarginOrNull(marginAfter),
})

const nothingSold = { catalog: emptyCatalog, priceLists: noPriceLists }

/** Null when the content has mistakes. */
async function readable(versions: VersionRegister, content: OperatorContent, now: Date) {
  try {
    return await versions.prepare(content, now)
  } catch (error) {
    if (!(error instanceof OperatorDataError)) throw error
    return null
  }
}

async function reprice(
  services: Services,
  query: Static<typeof Compared>,
  cursor: RepricingCursor | null,
): Promise<Static<typeof Repricing>> {
  const { db, clock, operatorVersions } = services
  const now = clock()
  await operatorVersions.refresh()
  const content = await comparedContent(services, query)
  const number = query.before ?? operatorVersions.inEffect(now)?.version ?? 0
  const after = await refuseMistakes(() => operatorVersions.prepare(content, now))
  // Before the first version there are no orders to compare.
  const before = number === 0 ? after : requireVersion(operatorVersions, number)
  const portion = await repricePortion(db, { before, after }, cursor, now)
  const sums = ({ beforeCents, afterCents, ...row }: { beforeCents: number; afterCents: number } & Margins) => ({
    before: dollars(beforeCents),
    after: dollars(afterCents),
    ...presentMargins(row),
  })
  return {
    days: repricedDays,
    orders: portion.orders,
    notSold: portion.notSold,
    ...sums(portion),
    byBook: portion.byBook.map(book => ({
      manufacturingSku: book.manufacturingSku,
      copies: book.copies,
      ...sums(book),
    })),
    byCustomer: portion.byAccount.map(({ accountId, name, orders, ...account }) => ({
      accountId,
      accountName: name,
      orders,
      ...sums(account),
    })),
    nextCursor: portion.next && cursors.write(portion.next),
  }
}
