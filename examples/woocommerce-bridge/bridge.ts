// Prints what a WooCommerce shop sells, and tells the shop when it has shipped or cannot be made.

import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { connect, type NewOrder, OctavoProblem, type Order, readWebhook } from '../../clients/typescript/index.ts'

const { OCTAVO_URL = '', OCTAVO_AUTHORIZATION = '', OCTAVO_WEBHOOK_SECRET = '', PUBLIC_URL = '' } = process.env
const { SHOP_URL = '', SHOP_KEY = '', SHOP_SECRET = '', SHOP_WEBHOOK_SECRET = '', PORT = '4000' } = process.env
const octavo = connect({ url: OCTAVO_URL, authorization: OCTAVO_AUTHORIZATION })
const maxBytes = 5_000_000
const idPrefix = 'woo-'

/** Octavo never takes an identifier twice, so each try of a shop's order has its own: woo-501, woo-501-2 ... */
const maxTries = 20

type ShopAddress = Record<'first_name' | 'last_name' | 'company' | 'address_1' | 'address_2', string> &
  Record<'city' | 'state' | 'postcode' | 'country', string>

/** As the shop sends it; other fields are not needed. */
type ShopOrder = {
  id: number
  status: string
  /** `price` is of one copy, before taxes. */
  line_items: { sku: string; quantity: number; price: number }[]
  /** Empty where the parcel goes to the billing address. */
  shipping: ShopAddress
  billing: ShopAddress & { email: string; phone: string }
  shipping_lines: { method_title: string }[]
}

createServer(async (request, response) => {
  const body = await bodyOf(request)
  const status = body === null ? 413 : await handle(request.url ?? '', request.headers, body)
  response.writeHead(status).end()
}).listen(Number(PORT), () => console.log(`The bridge is at http://127.0.0.1:${PORT}`))

/** Returns the status of the answer. */
async function handle(path: string, headers: IncomingHttpHeaders, body: Buffer): Promise<number> {
  try {
    if (path === '/shop') return await receiveFromShop(headers, body)
    if (path === '/octavo') return await receiveFromOctavo(headers, body)
    return 404
  } catch (problem) {
    console.error(problem)
    return 503 // Both senders try again later.
  }
}

async function receiveFromShop(headers: IncomingHttpHeaders, body: Buffer): Promise<number> {
  const expected = createHmac('sha256', SHOP_WEBHOOK_SECRET).update(body).digest()
  const given = Buffer.from(String(headers['x-wc-webhook-signature'] ?? ''), 'base64')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 400
  if (headers['x-wc-webhook-topic'] !== 'order.updated') return 204 // such as the shop's ping
  const shopOrder: ShopOrder = JSON.parse(body.toString())
  if (shopOrder.status === 'processing') await placeOrder(shopOrder)
  if (shopOrder.status === 'cancelled' || shopOrder.status === 'refunded') await cancelOrder(shopOrder)
  return 204
}

/** A shop's order that was mended after it failed is placed again. The shop also sends orders that did not change. */
async function placeOrder(shopOrder: ShopOrder): Promise<void> {
  const orderItems = await booksOf(shopOrder)
  if (orderItems.length === 0) return
  const tries = await triesOf(shopOrder.id)
  const last = tries.at(-1)
  const order = newOrder(shopOrder, orderItems, tries.length + 1)
  if (last !== undefined && (!isRefused(last) || sameContents(last, order))) return
  try {
    const placed = await octavo.orders.create(order)
    if (placed.status === 'REJECTED') await tellFailure(placed) // no webhook follows
  } catch (problem) {
    if (!(problem instanceof OctavoProblem) || problem.status === 0 || problem.status >= 500) throw problem
    if (problem.code !== 'duplicate_order_id') await changeShopOrder(shopOrder.id, 'on-hold', problem.message, false)
  }
}

async function cancelOrder({ id }: ShopOrder): Promise<void> {
  const last = (await triesOf(id)).at(-1)
  if (last === undefined || isRefused(last) || last.status === 'CANCELLED') return
  try {
    await octavo.orders.cancel(last.customerOrderId)
  } catch (problem) {
    if (!(problem instanceof OctavoProblem) || problem.code !== 'order_not_cancellable') throw problem
    await tellShop(id, problem.message, false)
  }
}

/** The orders that were placed for an order of the shop, the first one first. */
async function triesOf(id: number): Promise<Order[]> {
  const tries: Order[] = []
  while (tries.length < maxTries) {
    try {
      tries.push(await octavo.orders.get(nameOf(id, tries.length + 1)))
    } catch (problem) {
      if (problem instanceof OctavoProblem && problem.code === 'order_not_found') break
      throw problem
    }
  }
  return tries
}

const isRefused = ({ status }: Order) => status === 'FAILED' || status === 'REJECTED'

/** A rejected order only came too soon, and is placed again as it is. */
const sameContents = (order: Order, { destination, orderItems, shippingClassification }: NewOrder): boolean =>
  order.status === 'FAILED' &&
  order.shippingClassification === shippingClassification &&
  isDeepStrictEqual([order.destination, order.orderItems], [destination, orderItems])

/** The shop also sells things that are no products of the account. */
async function booksOf({ line_items: items }: ShopOrder): Promise<NewOrder['orderItems']> {
  const books = await Promise.all(
    items.map(async ({ sku, quantity, price }) => {
      if (sku === '') return []
      try {
        await octavo.products.get(sku)
        return [{ sku, quantity, retailPrice: price.toFixed(2) }]
      } catch (problem) {
        if (problem instanceof OctavoProblem && problem.code === 'not_found') return []
        throw problem
      }
    }),
  )
  return books.flat()
}

function newOrder(shopOrder: ShopOrder, orderItems: NewOrder['orderItems'], nth: number): NewOrder {
  const { id, shipping, billing } = shopOrder
  const to = shipping.address_1 === '' ? billing : shipping
  const destination = {
    name: `${to.first_name} ${to.last_name}`.trim() || to.company,
    company: to.company,
    address1: to.address_1,
    address2: to.address_2,
    city: to.city,
    state: to.state,
    postal: to.postcode,
    country: to.country,
    email: billing.email,
    phone: billing.phone,
  }
  // The shop sends empty text for what it does not know.
  const known = Object.fromEntries(Object.entries(destination).filter(([, value]) => value))
  return {
    customerOrderId: nameOf(id, nth),
    shippingClassification: shippingClassOf(shopOrder.shipping_lines),
    webhookUrl: `${PUBLIC_URL}/octavo`,
    destination: known as NewOrder['destination'],
    orderItems,
  }
}

const nameOf = (id: number, nth: number) => `${idPrefix}${id}${nth === 1 ? '' : `-${nth}`}`

function shippingClassOf([line]: ShopOrder['shipping_lines']): string {
  const title = line?.method_title ?? ''
  if (/rush/i.test(title)) return 'rush'
  return /express|expedited/i.test(title) ? 'expedited' : 'standard'
}

async function receiveFromOctavo(headers: IncomingHttpHeaders, body: Buffer): Promise<number> {
  let event: ReturnType<typeof readWebhook>
  try {
    event = readWebhook(OCTAVO_WEBHOOK_SECRET, { headers, body })
  } catch {
    return 400
  }
  switch (event.type) {
    case 'OrderShipped':
      await tellShipment(event.data)
      break
    case 'OrderValidationFailed':
      await tellFailure(event.data)
      break
    case 'OrderCancelled':
      await tellShop(shopIdOf(event.data.customerOrderId), 'The books are not printed.', false)
  }
  return 204
}

async function tellShipment({ customerOrderId, shipmentTracking }: Order): Promise<void> {
  const parcels = shipmentTracking.flatMap(({ carrier, packages }) =>
    packages.map(({ trackingNumber, trackingUrl }) => `${carrier} ${trackingNumber} ${trackingUrl}`.trim()),
  )
  await changeShopOrder(
    shopIdOf(customerOrderId),
    'completed',
    `Your books are on their way: ${parcels.join(', ')}`,
    true,
  )
}

async function tellFailure({ customerOrderId, errors }: Order): Promise<void> {
  const details = errors.map(({ detail }) => detail).join(' ')
  await changeShopOrder(shopIdOf(customerOrderId), 'on-hold', `The books cannot be made: ${details}`, false)
}

const shopIdOf = (customerOrderId: string) => Number(customerOrderId.slice(idPrefix.length).split('-')[0])

/** The note comes last: if it is lost, the repeated webhook writes it. */
async function changeShopOrder(id: number, status: string, note: string, isForBuyer: boolean): Promise<void> {
  await callShop('PUT', `/orders/${id}`, { status })
  await tellShop(id, note, isForBuyer)
}

const tellShop = (id: number, note: string, isForBuyer: boolean): Promise<void> =>
  callShop('POST', `/orders/${id}/notes`, { note, customer_note: isForBuyer })

async function callShop(method: 'PUT' | 'POST', path: string, body: object): Promise<void> {
  const authorization = `Basic ${Buffer.from(`${SHOP_KEY}:${SHOP_SECRET}`).toString('base64')}`
  const answer = await fetch(`${SHOP_URL}/wp-json/wc/v3${path}`, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  })
  if (!answer.ok) throw new Error(`The shop answered ${answer.status} to ${method} ${path}`)
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request) {
    bytes += part.length
    if (bytes > maxBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}
