// HP Site Flow as far as the adapter needs it, for tests: node test/printers/siteFlow.ts <token> <secret> <account>. It
// checks the signature of every call, keeps orders by their number, and refuses a second one.

import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { bodyOf } from './body.ts'

export type SiteFlowOrder =
  | { do: 'behave'; manner: 'works' | 'is in production' | 'loses the answer' | 'is down' }
  | { do: 'orders' }
  /** An order has ended so, and nobody is told. */
  | { do: 'end'; jobId: string; status: string }
  | { do: 'post back'; to: string; token?: string; body: unknown }

const [token, secret = '', account] = process.argv.slice(2)
const orders = new Map<string, { status: string; order: unknown }>()
let manner = 'works'
const knownSkus = /^[A-Z0-9-]+$/

const server = createServer(async (request, response) => {
  const body = await bodyOf(request)
  const answer = (status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }
  const refused = (validations: { path: string; message: string }[]) =>
    answer(400, { error: { code: 208, message: 'Validation failed', validations } })
  if (!isSigned(request)) return answer(401, { error: { message: 'Not authorised' } })
  if (manner === 'is down') return answer(503, {})
  const { pathname, searchParams } = new URL(request.url!, 'http://siteflow')
  const [, api, noun, ...rest] = pathname.split('/')
  if (api !== 'api' || noun !== 'order') return answer(404, {})
  if (request.method === 'GET') {
    const [page, pageSize] = ['page', 'pagesize'].map(name => Number(searchParams.get(name))) as [number, number]
    const data = Array.from(orders, ([sourceOrderId, { status }]) => ({
      _id: `sf-${sourceOrderId}`,
      orderData: { sourceOrderId, status },
    }))
    return answer(200, { data: data.slice((page - 1) * pageSize, page * pageSize), total: data.length })
  }
  if (request.method === 'POST') {
    const order = JSON.parse(body)
    const { sourceOrderId, items, shipments } = order.orderData
    const wrong = items.flatMap((item: { sku: string }, i: number) =>
      knownSkus.test(item.sku) ? [] : [{ path: `orderData.items[${i}].sku`, message: `SKU ${item.sku} not found` }],
    )
    if (shipments.length !== 1) wrong.push({ path: 'orderData.shipments', message: 'one is needed' })
    if (wrong.length > 0) return refused(wrong)
    if (orders.has(sourceOrderId)) return refused([{ path: 'orderData.sourceOrderId', message: 'must be unique' }])
    if (rest[0] === 'validate') return answer(200, { valid: true })
    orders.set(sourceOrderId, { status: 'printready', order })
    if (manner === 'loses the answer') return request.socket.destroy()
    return answer(201, { order: { _id: `sf${orders.size}`, ...order }, success: true })
  }
  const [source, sourceOrderId = '', act] = rest
  const kept = orders.get(sourceOrderId)
  if (request.method !== 'PUT' || act !== 'cancel' || source !== account || kept === undefined) return answer(404, {})
  if (manner === 'is in production') return answer(400, { error: { code: 300, message: 'The order is being printed' } })
  kept.status = 'cancelled'
  answer(200, { success: true })
})

function isSigned({ headers, method, url }: IncomingMessage): boolean {
  const [given, signature] = String(headers['x-oneflow-authorization']).split(':')
  const content = `${method} ${url!.split('?')[0]} ${headers['x-oneflow-date']}`
  const expected = createHmac(String(headers['x-oneflow-algorithm']), secret).update(content).digest('hex')
  return given === token && signature === expected
}

async function obey(order: SiteFlowOrder): Promise<unknown> {
  switch (order.do) {
    case 'behave':
      manner = order.manner
      return null
    case 'orders':
      return Object.fromEntries(orders)
    case 'end':
      orders.get(order.jobId)!.status = order.status
      return null
    case 'post back': {
      const headers = { 'content-type': 'application/json', ...(order.token ? { 'x-octavo-token': order.token } : {}) }
      const answer = await fetch(order.to, { method: 'POST', headers, body: JSON.stringify(order.body) })
      return { status: answer.status, body: await answer.json() }
    }
    default:
      return order satisfies never
  }
}

server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  createInterface({ input: process.stdin }).on('line', async client => {
    console.log(JSON.stringify(await obey(JSON.parse(client))))
  })
})
