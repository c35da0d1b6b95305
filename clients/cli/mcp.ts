// `octavo mcp`: a server of the Model Context Protocol on standard input and output, by which a language model
// estimates, checks files, validates and places orders, and reads orders and events. It takes a key of the sandbox; a
// key of production needs a flag, because a model then orders books that are charged.

import type { Readable, Writable } from 'node:stream'
import { type NewOrder, OctavoProblem, type Order, type OrderChange, type Outcome } from '../typescript/index.ts'
import { cliVersion, exitStatus, Failure, failureOf } from './failures.ts'
import { eventsOfAll, eventsOfOrder, type Json, orders, products, refused, results, structured } from './mcpResults.ts'
import type { Session } from './session.ts'

/** Newest first. A client that wants another version is offered the newest. */
const protocolVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']
/** An order with many items has some hundred kilobytes. */
const maxLineChars = 1024 * 1024
const maxRows = 50
/** A check of files takes a minute; meanwhile the client may ask for something else. */
const maxCallsAtOnce = 8

type Tool = {
  description: string
  properties: Record<string, Json>
  required?: string[]
  changes?: boolean
  /** The schema of the result. */
  result: Json
  call(given: Json): Promise<object>
}

const text = (description: string): Json => ({ type: 'string', description })
const count: Json = { type: 'integer', minimum: 1, maximum: maxRows, description: `At most ${maxRows}; 20 by default.` }
const items: Json = {
  type: 'array',
  minItems: 1,
  description: 'The books. Each names a product of list_products by its sku.',
  items: {
    type: 'object',
    required: ['sku'],
    properties: {
      sku: { type: 'string' },
      quantity: { type: 'integer', minimum: 1 },
      pageCount: { type: 'integer', minimum: 1 },
      retailPrice: text('Needed outside the United States, such as "19.99".'),
      product: {
        type: 'object',
        description: 'The addresses of the print files; without it, the files of the product.',
        properties: { coverUrl: { type: 'string' }, gutsUrl: { type: 'string' } },
      },
    },
  },
}
const simulatedActs: Outcome[] = [
  ...(['payment_success', 'payment_failure', 'accepted', 'printed', 'shipped'] as const),
  ...(['delivered', 'returned', 'delivery_problem'] as const),
]
const destination: Json = {
  type: 'object',
  required: ['name', 'address1', 'city', 'postal', 'country'],
  properties: Object.fromEntries(
    ['name', 'address1', 'address2', 'city', 'state', 'postal', 'country', 'phone', 'email'].map(name => [
      name,
      { type: 'string' },
    ]),
  ),
}
const orderFields = {
  customerOrderId: text('An identifier of your own; generated if left out.'),
  shippingClassification: text('A class that estimate_shipping lists, such as "standard".'),
  payload: text('Returned unchanged with the order.'),
  destination,
  orderItems: items,
}

function toolsOf({ octavo }: Session): Record<string, Tool> {
  const orderId = { customerOrderId: { type: 'string' } }
  return {
    list_products: {
      description: 'List the products that can be ordered.',
      properties: { limit: count },
      result: products,
      call: async given => ({ products: await firstOf(octavo.products.list(), given) }),
    },
    estimate_shipping: {
      description: 'What an order would cost, and when it would arrive, by shipping class. Stores nothing.',
      properties: {
        destination: {
          type: 'object',
          required: ['country'],
          properties: { country: { type: 'string' }, state: { type: 'string' }, postal: { type: 'string' } },
        },
        orderItems: items,
      },
      required: ['destination', 'orderItems'],
      result: results.ShippingEstimate,
      call: given => octavo.orders.estimate(given as Parameters<typeof octavo.orders.estimate>[0]),
    },
    check_files: {
      description: 'Check the print files of a book at their addresses; takes up to some minutes. Stores no order.',
      properties: {
        sku: { type: 'string' },
        coverUrl: { type: 'string' },
        gutsUrl: { type: 'string' },
        pageCount: { type: 'integer', minimum: 1 },
      },
      required: ['sku'],
      result: results.FileCheck,
      call: given => octavo.files.check(given as Parameters<typeof octavo.files.check>[0]),
    },
    validate_order: {
      description: 'What placing this order would answer, with everything that is wrong. Stores nothing.',
      properties: orderFields,
      required: ['destination', 'orderItems'],
      result: results.OrderPreview,
      call: given => octavo.orders.validate(given as NewOrder),
    },
    create_order: {
      description: 'Place an order. It is placed once, but calling this again places another one.',
      properties: orderFields,
      required: ['destination', 'orderItems'],
      changes: true,
      result: results.Order,
      call: given => octavo.orders.create(given as NewOrder),
    },
    change_order: {
      description: 'Change the address or the shipping class of an order, while its actions have "edit".',
      properties: {
        ...orderId,
        destination: { ...destination, description: 'The whole new address.' },
        shippingClassification: orderFields.shippingClassification,
        preview: { type: 'boolean', description: 'True: return the changed order, and change nothing.' },
      },
      required: ['customerOrderId'],
      changes: true,
      result: results.Order,
      call: ({ customerOrderId, preview, ...change }) =>
        octavo.orders.change(String(customerOrderId), change as OrderChange, { preview: preview === true }),
    },
    simulate: {
      description:
        'Simulate the next act of the bank, the printer or the carrier on an order of the sandbox, which otherwise waits.',
      properties: { ...orderId, outcome: { type: 'string', enum: simulatedActs } },
      required: ['customerOrderId', 'outcome'],
      changes: true,
      result: results.Order,
      call: ({ customerOrderId, outcome }) => octavo.sandbox.simulate(String(customerOrderId), outcome as Outcome),
    },
    get_order: {
      description: 'Read an order.',
      properties: orderId,
      required: ['customerOrderId'],
      result: results.Order,
      call: given => octavo.orders.get(String(given.customerOrderId)),
    },
    list_orders: {
      description: 'List orders, newest first.',
      properties: { status: { type: 'array', items: { type: 'string' } }, limit: count },
      result: orders,
      async call(given) {
        const of = given.status === undefined ? {} : { status: given.status as Order['status'][] }
        return { orders: await firstOf(octavo.orders.list(of), given) }
      },
    },
    list_order_events: {
      description: 'List the events of an order, oldest first.',
      properties: orderId,
      required: ['customerOrderId'],
      result: eventsOfOrder,
      async call(given) {
        const events = await octavo.orders.events(String(given.customerOrderId))
        return {
          events: events.map(({ eventId, type, sequence, timestamp, data }) => ({
            ...{ eventId, type, sequence, timestamp },
            status: data.status,
          })),
        }
      },
    },
    list_events: {
      description: 'List events of all orders, oldest first. Pass nextCursor as cursor to read on.',
      properties: { cursor: { type: 'string' }, since: { type: 'string', format: 'date-time' } },
      result: eventsOfAll,
      async call({ cursor, since }) {
        const { events, nextCursor } = await octavo.events({
          cursor: cursor as string | undefined,
          since: since === undefined ? undefined : new Date(String(since)),
        })
        const rows = events.map(({ eventId, type, sequence, timestamp, data }) => ({
          eventId,
          type,
          sequence,
          timestamp,
          customerOrderId: data.customerOrderId,
          status: data.status,
        }))
        return { events: rows, nextCursor }
      },
    },
  }
}

async function firstOf<Row>(rows: AsyncGenerator<Row>, { limit }: Json): Promise<Row[]> {
  const max = Math.min(typeof limit === 'number' ? limit : 20, maxRows)
  const found: Row[] = []
  for await (const row of rows) {
    found.push(row)
    if (found.length >= max) break
  }
  return found
}

type Streams = { input: Readable; output: Writable; signal: AbortSignal }

/** Serves until the input ends. */
export async function serveMcp(session: Session, mayOrderInProduction: boolean, streams: Streams): Promise<void> {
  if (!mayOrderInProduction) await refuseProduction(session)
  const { input, output, signal } = streams
  const tools = toolsOf(session)
  const answer = (message: Json) => void output.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const running = new Set<Promise<void>>()
  for await (const line of linesOf(input)) {
    if (signal.aborted) break
    if (line === null) answer({ id: null, error: { code: -32600, message: 'The message is too long.' } })
    else if (line.trim() !== '') {
      const done: Promise<void> = handle(line, tools, session, answer).finally(() => running.delete(done))
      running.add(done)
      if (running.size >= maxCallsAtOnce) await Promise.race(running)
    }
  }
  await Promise.all(running)
}

async function refuseProduction({ octavo }: Session): Promise<void> {
  try {
    await octavo.sandbox.secret()
  } catch (thrown) {
    if (!(thrown instanceof OctavoProblem) || thrown.status !== 403) throw thrown
    const sentence =
      'This is not a key of the sandbox: with --allow-production, a model may place orders that are charged and printed.'
    throw new Failure(sentence, exitStatus.usage)
  }
}

async function handle(line: string, tools: Record<string, Tool>, session: Session, answer: (message: Json) => void) {
  let message: { id?: unknown; method?: unknown; params?: Json }
  try {
    message = JSON.parse(line)
  } catch {
    return answer({ id: null, error: { code: -32700, message: 'The message is not JSON.' } })
  }
  const { id, method, params = {} } = message ?? {}
  if (id === undefined || method === undefined) return // a notification, or an answer to a question that is never asked
  const result = (value: Json) => answer({ id, result: value })
  if (method === 'ping') return result({})
  if (method === 'initialize') return result(greeting(params))
  if (method === 'tools/list') return result({ tools: Object.entries(tools).map(listed) })
  if (method !== 'tools/call') return answer({ id, error: { code: -32601, message: `There is no method ${method}.` } })
  const tool = Object.hasOwn(tools, String(params.name)) ? tools[String(params.name)] : undefined
  if (tool === undefined) return answer({ id, error: { code: -32602, message: `There is no tool ${params.name}.` } })
  const given = (params.arguments ?? {}) as Json
  const missing = (tool.required ?? []).filter(name => given[name] === undefined)
  if (missing.length > 0) return result(refused(`Missing: ${missing.join(', ')}.`))
  try {
    return result(structured({ ...(await tool.call(given)) }))
  } catch (thrown) {
    return result(refused(failureOf(thrown, session.service).message))
  }
}

const greeting = ({ protocolVersion }: Json): Json => ({
  protocolVersion: protocolVersions.find(one => one === protocolVersion) ?? protocolVersions[0],
  capabilities: { tools: {} },
  serverInfo: { name: 'octavo', version: cliVersion },
  instructions:
    'Octavo prints and ships books on demand. Estimate, check files and validate before you place an order; ask the person before create_order.',
})

const listed = ([name, { description, properties, required = [], changes = false, result }]: [string, Tool]): Json => ({
  name,
  description,
  inputSchema: { type: 'object', properties, required },
  outputSchema: result,
  annotations: { readOnlyHint: !changes, destructiveHint: changes, idempotentHint: !changes, openWorldHint: true },
})

/** The lines of a stream; null for a line that is too long, whose text is dropped as it comes. */
async function* linesOf(input: Readable): AsyncGenerator<string | null> {
  let open = ''
  let isTooLong = false
  input.setEncoding('utf8')
  for await (const chunk of input as AsyncIterable<string>) {
    const parts = chunk.split('\n')
    const last = parts.pop()!
    for (const part of parts) {
      yield isTooLong || open.length + part.length > maxLineChars ? null : open + part
      open = ''
      isTooLong = false
    }
    isTooLong ||= open.length + last.length > maxLineChars
    open = isTooLong ? '' : open + last
  }
  if (open !== '') yield open
}
