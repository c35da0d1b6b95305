// Quotes: for customers' programs and people, who ask and accept, and for the staff, who answer.

import { type Static, Type } from 'typebox'
import { requireAccount } from '../../accounts/accountQueries.ts'
import { day, later, second, startOfUtcDay } from '../../base/clock.ts'
import { dollars, dollarsOrNull } from '../../base/money.ts'
import { malformedField } from '../../base/refusal.ts'
import { requestKeyOf } from '../../base/secrets/requestKey.ts'
import { acceptQuote } from '../../features/quotes/acceptQuote.ts'
import { declineQuote, offerQuote, quoteNotFound, withdrawQuote } from '../../features/quotes/answerQuote.ts'
import { askForQuote } from '../../features/quotes/askForQuote.ts'
import {
  copiesOf,
  findQuote,
  type ListedQuote,
  listQuotes,
  type Quote,
  quoteStatuses,
} from '../../features/quotes/quoteStore.ts'
import { readOrderTitles } from '../../orders/orderTitles.ts'
import { presentOrder, presentPricing } from '../../orders/view/presentOrder.ts'
import { Cursor, NextCursor, pageOf, StaffLimit } from '../lists/list.ts'
import { ItemIndex } from '../objects/addressParameters.ts'
import { centsAt } from '../objects/amounts.ts'
import {
  Closed,
  CustomerOrderId,
  Dollars,
  FileUrl,
  Instant,
  LongText,
  Mode,
  nullable,
  oneOf,
  Words,
} from '../objects/common.ts'
import { CreateOrder } from '../objects/newOrder.ts'
import { OrderObject, Pricing, ProblemItem, PublicAddress, PublicItem } from '../objects/order.ts'
import { OrderTitle } from '../objects/orderTitle.ts'
import { idempotencyKeyHeader, idempotencyKeyOf } from '../server/idempotency.ts'
import { resource, shown } from '../server/resource.ts'
import { type Route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { unknownFields } from '../server/unknownFields.ts'
import { ApprovalObject, answerAwaitingApproval, mayAwaitApproval } from './approvals.ts'
import { BookTitles } from './covers.ts'
import { orderRule, placingOf, tagOfPeople } from './orders.ts'

/** A longer offer is taken for a typing error. */
const maxOfferDays = 366

const listedFields = {
  quoteId: Type.String(),
  mode: Mode,
  status: oneOf(quoteStatuses),
  customerOrderId: nullable(
    Type.String({ description: 'Of the wanted order if it was named, and of the order once the quote is accepted.' }),
  ),
  orderTitle: OrderTitle,
  bookTitle: nullable(Type.String({ description: 'Of the first book.' })),
  copies: Type.Integer({ description: 'Of all items.' }),
  createdAt: Instant,
  endedAt: nullable(Instant),
}
const ListedQuoteObject = Type.Object(
  {
    ...listedFields,
    orderTotal: nullable(Type.Number({ description: 'Of the offer, with its taxes; null without one.' })),
    validUntil: nullable(Instant),
  },
  { title: 'ListedQuote' },
)
const ListedQuoteOfAccount = Type.Object(
  {
    ...ListedQuoteObject.properties,
    accountId: Type.String(),
    accountName: Type.String(),
    listedTotal: Type.Number({ description: 'By the price list of the account, when it asked.' }),
  },
  { title: 'ListedQuoteOfAccount' },
)
const quoteFields = {
  ...listedFields,
  message: nullable(Type.String()),
  shippingClassification: Type.String(),
  destination: PublicAddress,
  orderItems: Type.Array(PublicItem),
  bookTitles: BookTitles,
  offer: nullable(
    Type.Object(
      {
        pricing: Pricing,
        manufacturingDays: Type.Integer({
          description: 'Business days from the day on which the printer gets the order until it ships.',
        }),
        validUntil: Instant,
      },
      { title: 'QuoteOffer' },
    ),
  ),
  reason: nullable(Words({ description: 'Why the quote was declined.' })),
  warnings: Type.Array(ProblemItem, {
    description:
      'About the wanted order, when you asked, such as unknown fields; empty once the quote has ended, and when it is open again because its order failed.',
  }),
}
const QuoteObject = Type.Object(quoteFields, { title: 'Quote' })
const QuoteOfAccount = Type.Object(
  {
    ...quoteFields,
    accountId: Type.String(),
    accountName: Type.String(),
    listed: Type.Object(Pricing.properties, {
      title: 'ListedPrice',
      description: 'The price by the price list of the account, when it asked.',
    }),
  },
  { title: 'QuoteOfAccount' },
)

const QuoteRequest = Type.Object(
  {
    ...CreateOrder.properties,
    message: Type.Optional(LongText(1000, { description: 'For the people who answer.' })),
  },
  { title: 'NewQuote' },
)
const ListQuery = Type.Object({
  status: Type.Optional(oneOf(quoteStatuses)),
  limit: StaffLimit,
  cursor: Cursor('^quo_[0-9a-z]{22}$'),
})
const OfferBody = Closed(
  {
    itemsTotal: Dollars,
    shippingTotal: Dollars,
    manufacturingDays: Type.Integer({ minimum: 0, maximum: 250 }),
    validUntil: Type.String({
      format: 'date',
      'x-expected': 'a day such as 2027-12-31',
      description: 'The last day on which the customer may accept, in UTC.',
    }),
  },
  { title: 'NewOffer' },
)

const QuoteAcceptance = Closed(
  {
    customerOrderId: Type.Optional(CustomerOrderId),
    files: Type.Optional(
      Type.Array(
        Closed(
          { item: ItemIndex, coverUrl: Type.Optional(FileUrl), gutsUrl: Type.Optional(FileUrl) },
          { title: 'QuoteFiles' },
        ),
        { maxItems: 500, description: 'Print files in place of those that you asked with.' },
      ),
    ),
  },
  { title: 'QuoteAcceptance' },
)

export const quoteRoutes = tagged('Quotes', (services: Services): Route[] => [
  ...readRoutes(services),
  ...quoteRequestRoutes(services),
  ...quoteAnswerRoutes(services),
  ...staffRoutes(services),
])

const readRoutes = ({ db }: Services): Route[] => [
  ...resource({
    method: 'GET',
    at: { key: '/quotes', member: '/dashboard/api/:mode/quotes', all: '/staff/quotes' },
    operationId: 'listQuotes',
    scope: 'orders:read',
    summary: 'List quotes, newest first',
    query: ListQuery,
    async handle({ owner: { accountId, mode }, query: { status = null, limit, cursor = null } }) {
      const which = { accountId, mode: mode ?? ('production' as const), status, before: cursor }
      const { page, nextCursor } = pageOf(
        await listQuotes(db, { ...which, limit: limit + 1 }),
        limit,
        ({ quoteId }) => quoteId,
      )
      const titleOf = await readOrderTitles(db, page)
      return { quotes: page.map(quote => ({ ...quote, ...titleOf(quote) })), nextCursor }
    },
    key: pageForCustomers,
    member: { tag: tagOfPeople, ...pageForCustomers },
    all: { tag: 'Staff', summary: 'List the quotes of production, newest first', ...pageForStaff },
  }),
  ...resource({
    method: 'GET',
    at: {
      key: '/quotes/:quoteId',
      member: '/dashboard/api/:mode/quotes/:quoteId',
      staff: '/staff/accounts/:accountId/:mode/quotes/:quoteId',
    },
    operationId: 'getQuote',
    scope: 'orders:read',
    summary: 'Read a quote',
    refuses: ['not_found'],
    async handle({ owner, caller, params }) {
      if (caller.kind === 'staff') await requireAccount(db, owner.accountId)
      const quote = await findQuote(db, { ...owner, ...params })
      if (quote === undefined) throw quoteNotFound(params)
      return { ...quote, ...(await readOrderTitles(db, [quote]))(quote) }
    },
    key: shown(QuoteObject, presentQuote),
    member: { tag: tagOfPeople, ...shown(QuoteObject, presentQuote) },
    staff: { tag: 'Staff', ...shown(QuoteOfAccount, forStaff) },
  }),
]

const forOrders = { scope: 'orders:write', needs: 'orders', member: { tag: tagOfPeople } } as const

const quoteRequestRoutes = (services: Services): Route[] => {
  const { clock } = services
  const problemsOfOrder = orderRule(services)

  return [
    ...resource({
      method: 'POST',
      at: { key: '/quotes', member: '/dashboard/api/:mode/quotes' },
      operationId: 'askForQuote',
      ...forOrders,
      summary: 'Ask for a quote',
      description:
        'Accepts the body of POST /orders/create. The staff answer with a price and the days that they need, or decline. ' +
        'Nothing is ordered until you accept. The number of pages of each item must be known, and print files may follow. ' +
        'At most 50 quotes of an account may be open. The sandbox answers at once, at the list price; a `message` that begins with ' +
        '`SIM DECLINED` is declined.',
      body: QuoteRequest,
      status: 201,
      answer: QuoteObject,
      refuses: ['unsupported_country', 'not_set_up', 'duplicate_order_id', 'too_many_quotes'],
      key: { description: idempotencyKeyHeader, refuses: ['request_key_reused'] },
      problemsOf: ({ owner: { mode }, fields }) => problemsOfOrder(mode, fields),
      async handle({ owner, caller: { kind, actor }, body, request }) {
        const warnings = unknownFields(QuoteRequest, body)
        const requestKey = kind === 'customer_key' ? requestKeyOf(idempotencyKeyOf(request), body) : null
        const { message = null } = body
        const ask = { ...placingOf(body, { ...owner, actor }), warnings, message, requestKey, now: clock() }
        const quote = presentQuote(await askForQuote(services, ask))
        const check = await services.addressChecks?.check(owner, body.destination)
        return { ...quote, warnings: [...quote.warnings, ...(check?.warnings ?? [])] }
      },
    }),
  ]
}

const quoteAnswerRoutes = (services: Services): Route[] => {
  const { transactor, clock } = services

  return [
    ...resource({
      method: 'POST',
      at: { key: '/quotes/:quoteId/accept', member: '/dashboard/api/:mode/quotes/:quoteId/accept' },
      operationId: 'acceptQuote',
      ...forOrders,
      summary: 'Accept a quote, which places its order',
      description:
        'The order keeps the price and the days of the quote. Accepting again returns the same order. An order that is ' +
        'REJECTED or FAILED, also when its files are checked, leaves the quote open: accept it again, with other `files`.',
      body: QuoteAcceptance,
      status: 201,
      answer: OrderObject,
      refuses: ['not_found', 'not_set_up', 'duplicate_order_id', 'quote_not_open'],
      key: { description: idempotencyKeyHeader, refuses: ['request_key_reused'] },
      async handle({ owner, caller: { kind, actor }, params, body, request }) {
        const named = { ...params, ...body }
        const requestKey = kind === 'customer_key' ? requestKeyOf(idempotencyKeyOf(request), named) : null
        const { customerOrderId = null, files = [] } = body
        return presentOrder(
          await acceptQuote(services, { ...owner, ...params }, { customerOrderId, files, actor, requestKey }),
        )
      },
    }),
    ...resource({
      method: 'POST',
      at: { key: '/quotes/:quoteId/withdraw', member: '/dashboard/api/:mode/quotes/:quoteId/withdraw' },
      operationId: 'withdrawQuote',
      ...forOrders,
      summary: 'Withdraw a quote that was not accepted',
      answer: QuoteObject,
      refuses: ['not_found', 'wrong_state'],
      handle: async ({ owner, caller: { actor }, params }) =>
        presentQuote(await withdrawQuote(transactor, { ...owner, ...params }, { now: clock(), actor })),
    }),
  ]
}

function staffRoutes(services: Services): Route[] {
  const { clock, db, secondPerson } = services
  return [
    ...resource({
      method: 'POST',
      at: { staff: '/staff/accounts/:accountId/:mode/quotes/:quoteId/offer' },
      operationId: 'offerQuote',
      needs: 'catalog',
      tag: 'Staff',
      summary: 'Answer a quote with a price',
      description: `itemsTotal is for the books with their handling; the taxes are added. The customer gets an email. An offer cannot be changed: decline it, and the customer can ask again. ${mayAwaitApproval} This applies to an offer below the cost, or more than \`SECOND_PERSON_DISCOUNT\` percent below the prices of the catalog.`,
      body: OfferBody,
      answer: QuoteOfAccount,
      waits: ApprovalObject,
      refuses: ['not_found', 'wrong_state'],
      async handle({ owner, caller, params, body: { manufacturingDays, ...body }, reply }) {
        const now = clock()
        const terms = {
          itemsCents: centsAt('/itemsTotal', body.itemsTotal),
          shippingCents: centsAt('/shippingTotal', body.shippingTotal),
          manufacturingDays,
        }
        const validUntil = endOfOffer(body.validUntil, now)
        const offer = { terms, validUntil, now, actor: caller.actor }
        const { done, approval } = await offerQuote(services, { ...owner, ...params }, offer, secondPerson)
        return done === null ? answerAwaitingApproval(reply, db, approval, caller) : forStaff(done)
      },
    }),
    ...resource({
      method: 'POST',
      at: { staff: '/staff/accounts/:accountId/:mode/quotes/:quoteId/decline' },
      operationId: 'declineQuote',
      needs: 'catalog',
      tag: 'Staff',
      summary: 'Decline a quote, or an offer that was not accepted',
      body: Closed({ reason: LongText(1000, { minLength: 1, description: 'The customer reads it.' }) }),
      answer: QuoteOfAccount,
      refuses: ['not_found', 'wrong_state'],
      handle: async ({ owner, caller: { actor }, params, body: { reason } }) =>
        forStaff(await declineQuote(services, { ...owner, ...params }, { reason, now: clock(), actor })),
    }),
  ]
}

/** The last second of the day, so that people do not read the next day. */
function endOfOffer(lastDay: string, now: Date): Date {
  const end = later(startOfUtcDay(Temporal.PlainDate.from(lastDay)), day - second)
  if (end > now && end <= later(now, maxOfferDays * day)) return end
  throw malformedField('/validUntil', 'invalid_date', `got ${lastDay}; expected a day from today on, within a year`)
}

type TitledQuote = Quote & { orderTitle?: string }

function presentQuote(quote: TitledQuote): Static<typeof QuoteObject> {
  const { quoteId, mode, customerOrderId, message, request, terms, pricing, validUntil, reason, warnings } = quote
  const { shippingClassification, destination, orderItems } = request
  return {
    ...{ quoteId, mode, status: quote.status, customerOrderId, copies: copiesOf(request), message },
    ...(quote.orderTitle !== undefined && { orderTitle: quote.orderTitle }),
    bookTitle: quote.books[0]?.title ?? null,
    ...{ shippingClassification, destination, orderItems },
    bookTitles: quote.books.map(({ title = null }) => title),
    offer:
      terms === null
        ? null
        : {
            pricing: presentPricing('enterprise', pricing!),
            manufacturingDays: terms.manufacturingDays,
            validUntil: validUntil!,
          },
    ...{ reason, warnings, createdAt: quote.createdAt, endedAt: quote.endedAt },
  }
}

const forStaff = (quote: TitledQuote): Static<typeof QuoteOfAccount> => ({
  ...presentQuote(quote),
  accountId: quote.accountId,
  accountName: quote.accountName,
  listed: presentPricing('enterprise', quote.listed),
})

type Page = { quotes: ListedQuote[]; nextCursor: string | null }

const presentListed = ({
  orderCents,
  accountId: _,
  accountName: _name,
  listedCents: _cents,
  ...quote
}: ListedQuote) => ({
  ...quote,
  orderTotal: dollarsOrNull(orderCents),
})

const pageForCustomers = shown(
  Type.Object({ quotes: Type.Array(ListedQuoteObject), nextCursor: NextCursor }),
  ({ quotes, nextCursor }: Page) => ({ quotes: quotes.map(presentListed), nextCursor }),
)
const pageForStaff = shown(
  Type.Object({ quotes: Type.Array(ListedQuoteOfAccount), nextCursor: NextCursor }),
  ({ quotes, nextCursor }: Page) => ({
    quotes: quotes.map(quote => ({
      ...presentListed(quote),
      accountId: quote.accountId,
      accountName: quote.accountName,
      listedTotal: dollars(quote.listedCents),
    })),
    nextCursor,
  }),
)
