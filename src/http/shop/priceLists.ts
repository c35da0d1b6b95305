// Price lists: who is on them, and what an order of a draft would cost by them. The lists themselves are part of the
// operator's data (operatorData.ts).

import { type Static, Type } from 'typebox'
import { readPriceListUses } from '../../accounts/settings/accountPriceList.ts'
import { dollars, roundCents } from '../../base/money.ts'
import { OperatorDataError } from '../../base/schemaCheck.ts'
import { createCatalog, type ManufacturingSku, pageCountsOf } from '../../catalog/catalog.ts'
import { catalogProblems } from '../../catalog/catalogProblems.ts'
import { isInEffect, noPriceLists, priceListCodePattern } from '../../catalog/priceLists.ts'
import { putOnPriceList } from '../../features/shop/accountPriceLists.ts'
import { homeRegion, quoteBasket } from '../../features/shop/effects.ts'
import type { OperatorData } from '../../features/shop/operatorData.ts'
import type { VersionRegister } from '../../features/shop/operatorVersions.ts'
import { presentPricing } from '../../orders/view/presentOrder.ts'
import { noHandling, priceItems } from '../../pricing/quote.ts'
import { MarginOrNull, presentMarginOrNull } from '../money/margins.ts'
import { Closed, Dollars, LongText, nullable, oneOf, Text } from '../objects/common.ts'
import { Pricing } from '../objects/order.ts'
import { ApprovalObject, answerAwaitingApproval, mayAwaitApproval } from '../orders/approvals.ts'
import { Account } from '../orders/staffActs.ts'
import { moneyPasswordMs, type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { Content, Part } from './operatorData.ts'

const day = nullable(Type.String({ format: 'date' }))
const PriceList = Type.Object(
  {
    code: Type.String(),
    name: Type.String({ description: 'Customers read it on quotes, orders and invoices.' }),
    from: day,
    until: day,
    state: oneOf(['in_effect', 'upcoming', 'ended'], {
      description: 'Today, at the operator. Outside of its days, accounts on the list pay the catalog prices.',
    }),
    accounts: Type.Integer({ description: 'The number of accounts on the list.' }),
  },
  { $id: 'PriceList' },
)
const Assignment = Closed({
  priceList: nullable(
    Type.String({
      pattern: priceListCodePattern,
      description: 'The code of the list; null for the catalog prices.',
      'x-expected': 'the code of a price list, of capitals, digits and hyphens',
    }),
  ),
  agreedPrices: Type.Optional(
    Type.Boolean({
      description:
        'Whether the prices of the list, or of the catalog, are agreed with an enterprise account: they count where its printer names no price. Stays as it is if it is not given.',
    }),
  ),
  reason: LongText(1000, { minLength: 1, description: 'For the staff and the audit log.' }),
})
const Ask = Closed({
  content: Content,
  priceList: Text(40, { description: 'The code of a list of the content.' }),
  manufacturingSku: Text(64),
  pageCount: Type.Integer({ minimum: 1, maximum: 2_000 }),
  copies: Type.Integer({ minimum: 1, maximum: 10_000 }),
})
const known = 'Null without a known cost, or without a price.'
const Quote = Type.Object({
  catalog: nullable(Pricing),
  listed: nullable(Pricing),
  catalogMargin: MarginOrNull(known),
  listedMargin: MarginOrNull(known),
})
const BookPrices = Type.Unsafe<{
  quantities: number[]
  points: { pageCount: number; perCopy: number[]; costPerCopy: number[] | null }[]
} | null>({
  ...Type.Object({
    quantities: Type.Array(Type.Integer()),
    points: Type.Array(
      Type.Object({
        pageCount: Type.Integer(),
        perCopy: Type.Array(Dollars, { description: 'One price per quantity, in the same order.' }),
        costPerCopy: Type.Unsafe<number[] | null>({
          type: ['array', 'null'],
          items: Dollars,
          description: 'One cost per quantity; null if the book has no cost.',
        }),
      }),
    ),
  }),
  type: ['object', 'null'],
  description: 'Null if the book has mistakes.',
})

export const priceListRoutes = tagged('Staff', (services: Services): Route[] => [
  ...priceListUseRoutes(services),
  ...priceQuoteRoutes(services),
])

function priceListUseRoutes(services: Services): Route[] {
  const { db, clock, operatorVersions, secondPerson } = services
  return [
    route({
      method: 'GET',
      path: '/staff/price-lists',
      operationId: 'listPriceLists',
      summary: 'List the price lists of the newest version',
      answer: Type.Object({ priceLists: Type.Array(PriceList) }),
      async handle() {
        await operatorVersions.refresh()
        const [uses, newest] = [await readPriceListUses(db), operatorVersions.find(operatorVersions.newest())]
        const today = newest?.shipping.localDay(clock()).toString() ?? ''
        const accountsOf = new Map(uses.map(({ code, accounts }) => [code, accounts]))
        return {
          priceLists: [...(newest?.priceLists ?? noPriceLists).values()].map(({ code, name, from, until }) => ({
            code,
            name,
            from,
            until,
            state: isInEffect({ from, until }, today)
              ? ('in_effect' as const)
              : from !== null && today < from
                ? ('upcoming' as const)
                : ('ended' as const),
            accounts: accountsOf.get(code) ?? 0,
          })),
        }
      },
    }),
    route({
      method: 'PUT',
      path: '/staff/accounts/:accountId/price-list',
      operationId: 'putAccountOnPriceList',
      needs: 'catalog',
      freshWithinMs: moneyPasswordMs,
      summary: 'Put an account on a price list, or take it off',
      description: `For orders that are placed from now on, on the days on which the list is in effect. Accepted and queued orders keep the prices that they were accepted with. Of an enterprise account they are the agreed prices, with \`agreedPrices\`; without, its printer names each price. ${mayAwaitApproval} This applies to a list with prices below the cost, or with a discount of more than \`SECOND_PERSON_DISCOUNT\` percent.`,
      body: Assignment,
      answer: Account,
      waits: ApprovalObject,
      refuses: ['wrong_state'],
      handle: async ({ caller, params: { accountId }, body, reply }) => {
        const by = { now: clock(), actor: caller.actor }
        const { done, approval } = await putOnPriceList(services, { accountId, ...body }, by, secondPerson)
        return done ?? answerAwaitingApproval(reply, db, approval, caller)
      },
    }),
  ]
}

const priceQuoteRoutes = ({ clock, operatorVersions }: Services): Route[] => [
  route({
    method: 'POST',
    path: '/staff/operator-data/quote',
    operationId: 'quoteByPriceList',
    // It only answers what it is asked.
    needs: null,
    summary: 'Quote an order of one book by the catalog and by a price list',
    description:
      "Prices an order by the contents that you send, published or not, with standard shipping to the operator's own region and taxes by the table. `listed` applies the price list even outside its days. Both prices are null if the contents have mistakes or do not sell the book; `listed` is also null if the contents have no such list. Changes nothing.",
    body: Ask,
    answer: Quote,
    handle: ({ body }) => quote(operatorVersions, body, clock()),
  }),
  route({
    method: 'POST',
    path: '/staff/operator-data/book-prices',
    operationId: 'priceBook',
    // It only answers what it is asked.
    needs: null,
    summary: 'Read the price and the cost of a copy of a book by page count and quantity',
    description:
      'By the book that you send, as catalog.json has it, published or not. Without handling, shipping and taxes. Changes nothing.',
    body: Closed({ book: Part }),
    answer: BookPrices,
    handle: ({ body: { book } }) => bookPrices(book),
  }),
]

async function quote(versions: VersionRegister, body: Static<typeof Ask>, now: Date): Promise<Static<typeof Quote>> {
  const { content, priceList, ...book } = body
  const operator = await prepared(versions, content, now)
  if (operator === null) return { catalog: null, listed: null, catalogMargin: null, listedMargin: null }
  const quoteBy = (code: string | null) =>
    quoteBasket(operator, { ...book, region: homeRegion(operator), shippingClass: 'standard', priceList: code }, now)
  const catalog = quoteBy(null)
  const listed = operator.priceLists.has(priceList) ? quoteBy(priceList) : null
  return {
    catalog: catalog && presentPricing('charged', catalog.pricing),
    listed: listed && presentPricing('charged', listed.pricing),
    catalogMargin: presentMarginOrNull(catalog?.margin ?? null),
    listedMargin: presentMarginOrNull(listed?.margin ?? null),
  }
}

function bookPrices(book: unknown): Static<typeof BookPrices> {
  const content = { fulfillment: noHandling, skus: [book] }
  if (catalogProblems(content).length > 0) return null
  const sku = createCatalog(content).list()[0]!
  const quantities = [
    ...new Set([1, ...[...sku.price.breaks, ...(sku.cost?.breaks ?? [])].map(({ fromCopies }) => fromCopies)]),
  ].sort((a, b) => a - b)
  const perCopy = (price: ManufacturingSku['price'], pageCount: number) =>
    quantities.map(quantity => {
      const { itemsCents } = priceItems([{ price, pageCount, quantity }], noHandling)
      return dollars(roundCents(itemsCents / quantity))
    })
  return {
    quantities,
    points: pageCountsOf(sku).map(pageCount => ({
      pageCount,
      perCopy: perCopy(sku.price, pageCount),
      costPerCopy: sku.cost === undefined ? null : perCopy(sku.cost, pageCount),
    })),
  }
}

/** Null when the content has mistakes. */
async function prepared(
  versions: VersionRegister,
  content: Static<typeof Content>,
  now: Date,
): Promise<OperatorData | null> {
  try {
    return await versions.prepare(content, now)
  } catch (error) {
    if (!(error instanceof OperatorDataError)) throw error
    return null
  }
}
