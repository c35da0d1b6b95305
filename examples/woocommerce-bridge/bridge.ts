// Prints what a WooCommerce shop sells, and tells the shop when it has shipped or cannot be made.

import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { connect, type NewOrder, OctavoProblem, type Order, readWebhook } from '../../clients/typescript/index.ts'

const { OCTAVO_URL = '', OCTAVO_AUTHORIZATION = '', OCTAVO_WEBHOOK_SECRET = '', PUBLIC_URL = '' } = process.env
const { SHOP_URL = '', SHOP_KEY = '', SHOP_SECRET = '', SHOP_WEBHOOK_SECRET = '', PORT = '4000' } = process.env
const octavo = connect({ url: OCTAVO_URL, authorization: OCTAVO_AUTHORIZATION })
const maxBytes = 5_000_000
const idPrefix = 'woo-'

/** As the shop sends it; other fields are not needed. */
type ShopOrder = {
  id: number
  status: string
  line_items: { sku: string; quantity: number }[]
  shipping: Record<'first_name' | 'last_name' | 'company' | 'address_1' | 'address_2', string> &
    Record<'city' | 'state' | 'postcode' | 'country', string>
  billing: { email: string; phone: string }
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
  if (shopOrder.status !== 'processing') return 204
  const orderItems = await booksOf(shopOrder)
  if (orderItems.length === 0) return 204
  try {
    const order = await octavo.orders.create(newOrder(shopOrder, orderItems))
    if (order.status === 'REJECTED') await tellFailure(order) // no webhook follows
  } catch (problem) {
    if (!(problem instanceof OctavoProblem) || problem.status === 0 || problem.status >= 500) throw problem
    if (problem.code !== 'duplicate_order_id') await changeShopOrder(shopOrder.id, 'on-hold', problem.message, false)
  }
  return 204
}

/** What the shop sells besides is not a product of the account. */
async function booksOf({ line_items: items }: ShopOrder): Promise<NewOrder['orderItems']> {
  const books = await Promise.all(
    items.map(async ({ sku, quantity }) => {
      if (sku === '') return []
      try {
        await octavo.products.get(sku)
        return [{ sku, quantity }]
      } catch (problem) {
        if (problem instanceof OctavoProblem && problem.code === 'not_found') return []
        throw problem
      }
    }),
  )
  return books.flat()
}

function newOrder({ id, shipping, billing, ...shopOrder }: ShopOrder, orderItems: NewOrder['orderItems']): NewOrder {
  const destination = {
    name: `${shipping.first_name} ${shipping.last_name}`.trim(),
    company: shipping.company,
    address1: shipping.address_1,
    address2: shipping.address_2,
    city: shipping.city,
    state: shipping.state,
    postal: shipping.postcode,
    country: shipping.country,
    email: billing.email,
    phone: billing.phone,
  }
  // The shop sends empty text for what it does not know.
  const known = Object.fromEntries(Object.entries(destination).filter(([, value]) => value))
  return {
    customerOrderId: `${idPrefix}${id}`,
    shippingClassification: shippingClassOf(shopOrder.shipping_lines),
    webhookUrl: `${PUBLIC_URL}/octavo`,
    destination: known as NewOrder['destination'],
    orderItems,
  }
}

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
  }
  return 204
}

async function tellShipment({ customerOrderId, shipmentTracking }: Order): Promise<void> {
  const parcels = shipmentTracking.map(({ carrier, masterTrackingNumber }) => `${carrier} ${masterTrackingNumber}`)
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

const shopIdOf = (customerOrderId: string) => Number(customerOrderId.slice(idPrefix.length))

/** The note comes last: if it is lost, the repeated webhook writes it. */
async function changeShopOrder(id: number, status: string, note: string, isForBuyer: boolean): Promise<void> {
  await callShop('PUT', `/orders/${id}`, { status })
  await callShop('POST', `/orders/${id}/notes`, { note, customer_note: isForBuyer })
}

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
