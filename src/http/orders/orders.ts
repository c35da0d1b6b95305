// Orders for customers' programs and people: place, preview, cancel and estimate; and how programs read and list them.

import { say } from '../../../languages/texts.ts'
import { namesOfActors, requireAccount } from '../../accounts/accountQueries.ts'
import type { Mode } from '../../base/mode.ts'
import { dollarsOrNull } from '../../base/money.ts'
import { malformedField, type Problem, quoted, Refusal } from '../../base/refusal.ts'
import { requestKeyOf } from '../../base/secrets/requestKey.ts'
import type { ByteVault } from '../../base/secrets/vault.ts'
import { undrawableLetter } from '../../base/text/drawableText.ts'
import { codePointName } from '../../base/text/foldText.ts'
import type { Db } from '../../db/db.ts'
import { fromTablesOrArchive, readOrder } from '../../features/archive/readOrder.ts'
import { replaceFile } from '../../features/files/replaceFile.ts'
import { cancelOrder } from '../../features/placing/cancel.ts'
import type { PlaceOrderRequest } from '../../features/placing/drafts.ts'
import { type Estimate, estimateShipping } from '../../features/placing/estimate.ts'
import { validateOrder } from '../../features/placing/validateOrder.ts'
import type { Status } from '../../orders/lifecycle.ts'
import {
  type Destination,
  type Order,
  type OrderRequest,
  type OrderState,
  type OrderStep,
  type PackingSlip,
  requestIn,
} from '../../orders/order.ts'
import { findOrder, findOrderInAnyMode, type NamedOrder, orderNotFound } from '../../orders/orderStore.ts'
import { readFeed } from '../../orders/view/orderFeed.ts'
import { presentEvent, presentOrder, presentPricing, presentValidation } from '../../orders/view/presentOrder.ts'
import {
  announcedAmong,
  announcedSteps,
  listOrders,
  type OrderFilter,
  orderReader,
} from '../../orders/view/readOrders.ts'
import { type CursorPointer, cursorOf, positionOf, sortOf, timeBoundOf } from '../lists/orderLists.ts'
import { boundCents } from '../objects/amounts.ts'
import { archivedIn } from '../objects/archive.ts'
import { Closed, FileUrl } from '../objects/common.ts'
import { EstimateShipping, ShippingEstimate } from '../objects/estimate.ts'
import { CreateOrder, requirePace } from '../objects/newOrder.ts'
import { OrderObject, OrderPreview } from '../objects/order.ts'
import { orderJson } from '../objects/orderJson.ts'
import {
  EventFeed,
  EventFeedQuery,
  OrderEvents,
  OrderEventsQuery,
  OrderPage,
  OrderQuery,
} from '../objects/orderList.ts'
import { idempotencyKeyHeader, idempotencyKeyOf } from '../server/idempotency.ts'
import { resource } from '../server/resource.ts'
import { type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { unknownFields } from '../server/unknownFields.ts'
import { webhookAddressRule } from '../webhooks/webhookAddress.ts'

export const tagOfPeople = 'Dashboard: orders'
const jsonType = 'application/json; charset=utf-8' // with it, Fastify sends text unchanged

export const orderRoutes = tagged('Orders', (services: Services): Route[] => [
  ...placementRoutes(services),
  ...previewRoutes(services),
  ...eventListRoutes(services),
  ...orderReadRoutes(services),
  ...orderChangeRoutes(services),
])

const placementRoutes = (services: Services): Route[] => {
  const { place } = services
  const problemsOfOrder = orderRule(services)

  return [
    ...resource({
      method: 'POST',
      at: { key: '/orders/create', member: '/dashboard/api/:mode/orders' },
      operationId: 'createOrder',
      scope: 'orders:write',
      needs: 'orders',
      summary: 'Place an order',
      body: CreateOrder,
      status: 201,
      answer: OrderObject,
      refuses: ['unsupported_country', 'not_set_up', 'duplicate_order_id'],
      key: {
        description:
          'Also answers 201 for an order that is FAILED, QUEUED or REJECTED: check its status. A customerOrderId that ' +
          `was already used answers 400. ${idempotencyKeyHeader} The answer shows the order at its creation.`,
        refuses: ['request_key_reused'],
      },
      member: {
        tag: tagOfPeople,
        summary: 'Place an order by hand',
        description: 'Like POST /orders/create: also answers 201 for an order that is FAILED, QUEUED or REJECTED.',
      },
      problemsOf: ({ owner: { mode }, fields }) => problemsOfOrder(mode, fields),
      async handle({ owner, caller: { kind, actor }, body, request }) {
        const requestKey = kind === 'customer_key' ? requestKeyOf(idempotencyKeyOf(request), body) : null
        return presentOrder(await place({ ...placingOf(body, { ...owner, actor }), requestKey }))
      },
    }),
  ]
}

const previewRoutes = (services: Services): Route[] => {
  const { transactor, db, clock, operatorVersions, addressChecks } = services
  const problemsOfOrder = orderRule(services)

  return [
    ...resource({
      method: 'POST',
      at: { key: '/orders/validate', member: '/dashboard/api/:mode/orders/validate' },
      operationId: 'validateOrder',
      scope: 'orders:read',
      needs: null,
      summary: 'Preview an order without placing it',
      description:
        'Accepts the same body as POST /orders/create and returns what it would return now, with all problems and the price. Nothing is ' +
        'stored, and the limit is not used. Print files are not checked: use POST /files/check.',
      body: CreateOrder,
      answer: OrderPreview,
      refuses: ['unsupported_country', 'not_set_up', 'duplicate_order_id'],
      member: {
        tag: tagOfPeople,
        summary: 'Preview an order before placing it by hand',
        description:
          'Like POST /orders/validate: nothing is stored. The order form calls it before it places the order.',
      },
      problemsOf: ({ owner: { mode }, fields }) => problemsOfOrder(mode, fields),
      async handle({ owner, caller: { actor }, body }) {
        const deps = { transactor, clock, operatorVersions }
        const preview = presentValidation(await validateOrder(deps, placingOf(body, { ...owner, actor })))
        const check = preview.errors.length === 0 ? await addressChecks?.check(owner, body.destination) : undefined
        if (check === undefined) return { ...preview, addressCheck: null }
        const { warnings, ...addressCheck } = check
        return { ...preview, warnings: [...preview.warnings, ...warnings], addressCheck }
      },
    }),
    ...resource({
      method: 'POST',
      at: { key: '/orders/shipping/estimate', member: '/dashboard/api/estimate' },
      operationId: 'estimateShipping',
      scope: 'orders:read',
      needs: null,
      summary: 'Estimate what an order would cost and when it would arrive',
      body: EstimateShipping,
      answer: ShippingEstimate,
      refuses: ['unsupported_country', 'not_set_up'],
      key: {
        description:
          'Lists every shipping class of the destination. Also accepts the body of POST /orders/create; nothing is created.',
      },
      member: { tag: tagOfPeople },
      handle: async ({ owner: { accountId }, body }) =>
        presentEstimate(
          await estimateShipping({ db, operator: operatorVersions.at(clock()) }, accountId, body, clock()),
          body,
        ),
    }),
  ]
}

const eventListRoutes = ({ db, vault, archive }: Services): Route[] => [
  route({
    method: 'GET',
    path: '/orders/:customerOrderId/events',
    operationId: 'listOrderEvents',
    callers: ['customer_key'],
    scope: 'orders:read',
    summary: 'List the events of an order, oldest first',
    description:
      'Every event as it was sent by webhook, with the same ids: for programs that missed webhooks or ' +
      'sent no webhookUrl.',
    query: OrderEventsQuery,
    answer: OrderEvents,
    async handle({ caller: { accountId, mode }, params: { customerOrderId }, query: { cursor = '0' } }) {
      const name = { accountId, mode, customerOrderId }
      const { stored, archived } = await readOrder({ db, archive }, name)
      const order = stored ?? archived?.order
      if (order === undefined) throw orderNotFound(name)
      const { steps, isLast } = archived
        ? { steps: announcedAmong(archived.steps).slice(Number(cursor)), isLast: true }
        : await announcedSteps(db, order, Number(cursor))
      return {
        events: steps.map(step => presentEvent(order, step)),
        nextCursor: isLast ? null : String(steps.at(-1)!.number),
      }
    },
  }),
  route({
    method: 'GET',
    path: '/events',
    operationId: 'listEvents',
    callers: ['customer_key'],
    scope: 'orders:read',
    summary: 'List the events of all orders, oldest first',
    description:
      "Every event of the key's mode once, as it was sent by webhook, with the same ids: for programs that missed webhooks or " +
      'have no endpoint. Store the nextCursor and pass it as `cursor` the next time, so that no event is missed. An answer ' +
      'without events means that there are no more events yet. Events appear here shortly after their webhooks.',
    query: EventFeedQuery,
    answer: EventFeed,
    async handle({ caller: { accountId, mode }, query: { cursor = null, since, limit } }) {
      const { events, next } = await readFeed(
        { db, vault },
        { accountId, mode },
        { cursor, since: timeBoundOf(since), limit },
      )
      return { events: events.map(event => presentEvent(event, event)), nextCursor: next }
    },
  }),
]

const orderReadRoutes = (services: Services): Route[] => {
  const { db, vault, clock, archive } = services
  const readStored = orderReader(db, orderJson)
  async function read(name: NamedOrder): Promise<string | undefined> {
    const { stored, archived } = await fromTablesOrArchive(
      () => readStored(name),
      () => readArchived(name),
    )
    return stored ?? archived
  }
  async function readArchived(name: NamedOrder): Promise<string | undefined> {
    const archived = name.mode === 'production' ? await archive.read(name) : undefined
    return archived && orderJson(presentOrder(archived.order))
  }

  return [
    route({
      method: 'GET',
      path: '/orders/:customerOrderId',
      operationId: 'getOrder',
      callers: ['customer_key'],
      scope: 'orders:read',
      summary: 'Read an order',
      description: 'Also answers for an archived order, which is no longer in lists and GET /events.',
      answer: OrderObject,
      handle: async ({ caller: { accountId, mode }, params: { customerOrderId }, reply }) => {
        const json = await read({ accountId, mode, customerOrderId })
        if (json === undefined) throw orderNotFound({ customerOrderId, mode })
        return reply.type(jsonType).send(json)
      },
    }),
    ...resource({
      method: 'GET',
      at: { key: '/orders', staff: '/staff/accounts/:accountId/:mode/orders' },
      operationId: 'listOrders',
      scope: 'orders:read',
      summary: 'List orders',
      query: OrderQuery,
      answer: OrderPage,
      refuses: ['too_many_to_sort'],
      staff: {
        operationId: 'listAccountOrders',
        tag: 'Staff',
        summary: 'List the orders of an account',
        refuses: ['not_found'],
      },
      async handle({ owner, caller, query }) {
        if (caller.kind === 'staff') await requireAccount(db, owner.accountId)
        const [page, archived] = await Promise.all([
          orderPage(db, { vault, now: clock() }, owner, query),
          archivedIn(archive, owner, query),
        ])
        return { ...page, ...archived }
      },
    }),
  ]
}

const orderChangeRoutes = ({ transactor, clock, archive }: Services): Route[] => [
  ...resource({
    method: 'DELETE',
    at: { key: '/orders/:customerOrderId', member: '/dashboard/api/:mode/orders/:customerOrderId' },
    operationId: 'cancelOrder',
    scope: 'orders:write',
    needs: 'orders',
    summary: 'Cancel an order',
    answer: OrderObject,
    refuses: ['order_not_cancellable'],
    key: {
      description:
        'Before the printer has the order, it is canceled immediately. After that, the printer is asked, and the order is ' +
        'CANCELLATION_REQUESTED until the printer answers. Canceling a canceled order returns it again. A refusal has the ' +
        'status of the order in `currentStatus`, and `Retry-After` while the files of the order are being checked.',
    },
    member: { tag: tagOfPeople },
    handle: async ({ owner, caller: { actor }, params }) =>
      presentOrder(await cancelOrder({ transactor, archive }, { ...owner, ...params }, { now: clock(), actor })),
  }),
  ...resource({
    method: 'PUT',
    at: {
      key: '/orders/:customerOrderId/files/:item/:part',
      member: '/dashboard/api/:mode/orders/:customerOrderId/files/:item/:part',
      staff: '/staff/orders/:accountId/:customerOrderId/files/:item/:part',
    },
    operationId: 'replaceOrderFile',
    scope: 'orders:write',
    needs: 'orders',
    summary: 'Give an order another address for a file that was not fetched yet',
    description:
      'For an order that waits in the queue, or that left it and whose files cannot be fetched. The file is fetched from ' +
      'the new address at once. A file that was fetched belongs to the order and cannot be replaced. `orderItems` stays ' +
      'as it was sent.',
    body: Closed({ fileUrl: FileUrl }, { title: 'OrderFileReplacement' }),
    answer: OrderObject,
    refuses: ['file_not_kept', 'wrong_state'],
    member: { tag: tagOfPeople },
    staff: {
      tag: 'Staff',
      needs: 'orders',
      description: 'By the same rules as for the customer. It is in the history of the order and in the audit log.',
    },
    handle: async ({ owner, caller: { actor }, params: { customerOrderId, ...file }, body }) =>
      presentOrder(
        await replaceFile(transactor, { ...owner, customerOrderId, ...file }, body.fileUrl, { now: clock(), actor }),
      ),
  }),
]

export async function requireOrder(db: Db, name: { accountId: string; mode: Mode; customerOrderId: string }) {
  const order = await findOrder(db, name)
  if (order === undefined) throw orderNotFound(name)
  return order
}

/** For the staff, who know the account of an order but not its mode. */
export async function requireOrderInAnyMode(db: Db, name: { accountId: string; customerOrderId: string }) {
  const order = await findOrderInAnyMode(db, name)
  if (order === undefined) throw noOrderOfAccount(name)
  return order
}

export const noOrderOfAccount = ({ accountId, customerOrderId }: { accountId: string; customerOrderId: string }) =>
  new Refusal(
    'order_not_found',
    say('Account {accountId} has no order {customerOrderId}.', { accountId, customerOrderId }),
  )

type Owner = { accountId: string; mode: Mode }
type ListContext = { vault: ByteVault; now: Date }

/** A page of orders of one account and mode, for the lists of the API and the dashboard. */
async function orderPage(db: Db, context: ListContext, owner: Owner, query: OrderQuery) {
  const { orders, next } = await listOrders(db, orderFilterOf(context, owner, query))
  return { orders: orders.map(presentOrder), nextCursor: cursorOf(context.vault, query.sort, next) }
}

export const orderFilterOf = (
  { vault, now }: ListContext,
  { accountId, mode }: Owner,
  query: OrderQuery,
  pointer?: CursorPointer,
): OrderFilter => ({
  accountId,
  mode,
  statuses: (query.status?.split(',') ?? []) as Status[],
  createdAfter: timeBoundOf(query.createdAfter),
  createdBefore: timeBoundOf(query.createdBefore),
  search: query.search ?? null,
  details: { ...detailsOf(query, now), printer: null },
  sort: sortOf(query.sort),
  after: positionOf(vault, query, pointer),
  limit: query.limit,
})

type DetailFilters = Pick<
  OrderQuery,
  'sku' | 'country' | 'minTotal' | 'maxTotal' | 'problem' | 'queued' | 'due' | 'endedAfter' | 'endedBefore'
>

export const detailsOf = (
  { sku, country, minTotal, maxTotal, problem, queued, due, endedAfter, endedBefore }: DetailFilters,
  now: Date,
) => ({
  sku: sku ?? null,
  country: country ?? null,
  minCents: boundCents(minTotal),
  maxCents: boundCents(maxTotal),
  problem: problem ?? null,
  queued: queued ?? null,
  due: due === undefined ? null : { is: due, now },
  endedAfter: timeBoundOf(endedAfter),
  endedBefore: timeBoundOf(endedBefore),
})

/** The steps of an order, for the members of the account `seenBy` or for the operator's staff (null). */
export async function presentSteps(db: Db, order: Order, steps: OrderStep[], seenBy: string | null) {
  const actors = steps.map(({ actor }) => actor)
  const names = await namesOfActors(db, actors, seenBy)
  return steps.map(({ kind, ...step }, i) => ({
    ...step,
    webhook: kind,
    by: names.get(step.actor)!,
    change:
      step.on === 'changed'
        ? { before: shippedTo(order, steps[i - 1]!.state), after: shippedTo(order, step.state) }
        : null,
  }))
}

function shippedTo(order: Order, state: OrderState) {
  const { destination, shippingClassification } = requestIn(order, state)
  return { destination, shippingClassification, orderTotal: dollarsOrNull(state.pricing?.orderCents ?? null) }
}

/** The order that a create body describes. */
export function placingOf(
  body: CreateOrder,
  { accountId, mode, actor }: Pick<PlaceOrderRequest, 'accountId' | 'mode' | 'actor'>,
): PlaceOrderRequest {
  const { customerOrderId = null, sandbox } = body
  if (sandbox !== undefined && mode === 'production') {
    const detail = 'sandbox is for orders of the sandbox, and this one would be charged and printed: leave it out.'
    throw malformedField('/sandbox', 'not_allowed', detail)
  }
  requirePace(sandbox?.pace, '/sandbox/pace')
  const warnings = unknownFields(CreateOrder, body)
  return { accountId, mode, actor, customerOrderId, request: requestOf(body), warnings, requestKey: null }
}

/** The body as it is stored and returned: known fields only. */
function requestOf(body: CreateOrder): OrderRequest {
  const { payload, currency, shippingClassification, webhookUrl, destination: to } = body
  const { packingSlip, purchaseOrderNumber, proofRequired, sandbox } = body
  return {
    ...definedFields({ payload, webhookUrl }),
    currency,
    shippingClassification,
    destination: addressOf(to),
    orderItems: body.orderItems.map(({ sku, quantity, retailPrice, itemDescription, pageCount, repairs, product }) => ({
      sku,
      quantity,
      ...definedFields({ retailPrice, itemDescription, pageCount, repairs }),
      ...(product === undefined
        ? {}
        : { product: definedFields({ coverUrl: product.coverUrl, gutsUrl: product.gutsUrl }) }),
    })),
    ...(packingSlip === undefined ? {} : { packingSlip: packingSlipOf(packingSlip) }),
    ...definedFields({ purchaseOrderNumber, proofRequired }),
    ...definedFields({ sandbox }),
  }
}

const packingSlipOf = ({ message, giftMessage, returnAddress, blind }: PackingSlip): PackingSlip => ({
  ...definedFields({ message, giftMessage, blind }),
  ...(returnAddress === undefined ? {} : { returnAddress: addressOf(returnAddress) }),
})

/** An address as it is stored and returned. */
export const addressOf = (to: Destination): Destination => ({
  name: to.name,
  address1: to.address1,
  city: to.city,
  postal: to.postal,
  country: to.country,
  ...definedFields({
    company: to.company,
    address2: to.address2,
    state: to.state,
    phone: to.phone,
    email: to.email,
  }),
})

type DefinedFields<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** The fields that were sent. */
function definedFields<Fields extends object>(fields: Fields): DefinedFields<Fields> {
  const sent: DefinedFields<Fields> = {}
  for (const name in fields) {
    if (fields[name] !== undefined) sent[name] = fields[name] as Exclude<Fields[typeof name], undefined>
  }
  return sent
}

/** The problems of a create body that its schema cannot find. */
export function orderRule(services: Services) {
  const problemsOfWebhook = webhookAddressRule(services)
  return (mode: unknown, fields: Record<string, unknown>): Problem[] => {
    const { message, giftMessage } = Object(fields.packingSlip)
    return [
      ...problemsOfWebhook(mode, 'webhookUrl', fields.webhookUrl),
      ...undrawableProblems(message, '/packingSlip/message'),
      ...undrawableProblems(giftMessage, '/packingSlip/giftMessage'),
    ]
  }
}

/** The problem of a text with a letter that no document can print. Empty for values of other types. */
export function undrawableProblems(text: unknown, pointer: string): Problem[] {
  const letter = typeof text === 'string' ? undrawableLetter(text) : null
  if (letter === null) return []
  const detail = `${pointer} has ${quoted(letter)} (${codePointName(letter)}), which packing slips cannot print; remove it.`
  return [{ pointer, code: 'wrong_format', detail }]
}

/** An estimate, with a warning for each unknown field. */
function presentEstimate({ options, pageCountsAssumed, warnings }: Estimate, body: EstimateShipping) {
  return {
    currency: 'USD' as const,
    options: options.map(option => ({
      shippingClassification: option.shippingClass,
      shippingPrice: dollarsOrNull(option.shippingCents),
      estimatedShipDate: option.shipDate,
      estimatedDelivery: option.delivery,
      freight: option.isFreight,
      manufacturingBusinessDays: option.manufacturingDays,
      transitBusinessDays: option.transit,
      pricing: option.pricing === null ? null : presentPricing('charged', option.pricing),
      ...(option.agreed === null ? {} : { agreedPricing: presentPricing('enterprise', option.agreed) }),
      cheapest: option.cheapest,
      fastest: option.fastest,
      dominated: option.dominated,
      recentDeliveries: option.recentDeliveries,
    })),
    pageCountsAssumed,
    warnings: [...warnings, ...unknownFields(CreateOrder, body)],
  }
}
