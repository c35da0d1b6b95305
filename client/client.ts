// The service as a program sees it. Calls that may be repeated are repeated until they are answered; an order is placed
// once, however often its answer was lost.

import createClient from 'openapi-fetch'
import type { Order, Problem, paths } from './apiTypes.ts'
import { OctavoProblem } from './problem.ts'

type Body<Path extends keyof paths> = paths[Path] extends {
  post: { requestBody: { content: { 'application/json': infer Sent } } }
}
  ? Sent
  : never
type Answer<Path extends keyof paths, Method extends 'get' | 'post'> = paths[Path][Method] extends {
  responses: infer Responses
}
  ? Responses[keyof Responses & (200 | 201 | 202)] extends { content: { 'application/json': infer Got } }
    ? Got
    : never
  : never

export type NewOrder = Body<'/orders/create'>
export type Product = Answer<'/products/{sku}', 'get'>
export type Check = Answer<'/files/checks/{checkId}', 'get'>
export type OrderEvents = Answer<'/orders/{customerOrderId}/events', 'get'>['events']

export type EventPage = Answer<'/events', 'get'>

type OrderFilter = { status?: Order['status'][]; createdAfter?: Date; createdBefore?: Date }

export type Settings = {
  /** The address of the service, such as `https://print.example`. */
  url: string
  /** The value of the Authorization header, as shown in the table of API keys. */
  authorization: string
  /** The most attempts of a call; 5 by default. */
  attempts?: number
  /** The time limit of one attempt in milliseconds; 30,000 by default. */
  timeoutMs?: number
  fetch?: typeof fetch
  /** Waits; replaced in tests. */
  pause?: (ms: number) => Promise<void>
}

export type Octavo = ReturnType<typeof connect>

const firstPauseMs = 500
const longestPauseMs = 30_000
const checkEveryMs = 1000

/** Every call rejects with `OctavoProblem` when the service refuses it, or cannot be reached after all attempts. */
export function connect({ url, authorization, attempts = 5, timeoutMs = 30_000, ...given }: Settings) {
  const { fetch: send = globalThis.fetch, pause = wait } = given
  const api = createClient<paths>({
    baseUrl: url.replace(/(?<!\/)\/+$/, ''),
    headers: { authorization },
    fetch: request => send(request, { signal: AbortSignal.timeout(timeoutMs) }),
  })

  /** Repeats a repeatable call until it is answered. */
  async function again<Data>(call: () => Promise<Exchange<Data>>): Promise<Data> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await once(call)
      } catch (problem) {
        if (!(problem instanceof OctavoProblem) || !problem.isPassing || attempt === attempts) throw problem
        await pause(pauseMs(problem, attempt))
      }
    }
  }

  const readOrder = (customerOrderId: string): Promise<Order> =>
    again(() => api.GET('/orders/{customerOrderId}', { params: { path: { customerOrderId } } }))

  return {
    orders: {
      /**
       * Places an order and returns it as it was created: check its status, which may be FAILED, QUEUED or REJECTED.
       * Every attempt has the same idempotency key, so it is placed once. Rejects with `duplicate_order_id` when the
       * identifier was used before.
       */
      create(body: NewOrder): Promise<Order> {
        const headers = { 'idempotency-key': crypto.randomUUID() }
        return again(() => api.POST('/orders/create', { body, headers }))
      },
      get: readOrder,
      /** Returns the order as it is then: CANCELLED, or CANCELLATION_REQUESTED until the printer has decided. */
      cancel: (customerOrderId: string): Promise<Order> =>
        again(() => api.DELETE('/orders/{customerOrderId}', { params: { path: { customerOrderId } } })),
      /** The orders of the key's mode, newest first; pages are read as needed. */
      list({ status, createdAfter, createdBefore }: OrderFilter = {}): AsyncGenerator<Order> {
        const filter = {
          limit: 100,
          ...(status === undefined ? {} : { status: status.join(',') }),
          ...(createdAfter === undefined ? {} : { createdAfter: createdAfter.toISOString() }),
          ...(createdBefore === undefined ? {} : { createdBefore: createdBefore.toISOString() }),
        }
        return paged(async cursor => {
          const { orders, nextCursor } = await again(() =>
            api.GET('/orders', { params: { query: { ...filter, ...cursor } } }),
          )
          return { rows: orders, nextCursor }
        })
      },
      /** The events of an order, oldest first. */
      events: async (customerOrderId: string): Promise<OrderEvents> => {
        const path = { customerOrderId }
        const all: OrderEvents = []
        const pages = paged(async cursor => {
          const { events, nextCursor } = await again(() =>
            api.GET('/orders/{customerOrderId}/events', { params: { path, query: cursor } }),
          )
          return { rows: events, nextCursor }
        })
        for await (const event of pages) all.push(event)
        return all
      },
      /** What creating the order would return. Nothing is stored. */
      validate: (body: NewOrder) => again(() => api.POST('/orders/validate', { body })),
      /** Every shipping class that the destination offers, cheapest first, with prices and dates. */
      estimate: (body: Body<'/orders/shipping/estimate'>) =>
        again(() => api.POST('/orders/shipping/estimate', { body })),
    },
    /**
     * Events of all orders of the key's mode, oldest first: those after the `nextCursor` of an earlier page (or after
     * `latest`, for none so far), or since an instant. The last page has no events; keep its `nextCursor` to go on
     * later.
     */
    events({ cursor, since }: { cursor?: string | undefined; since?: Date | undefined } = {}): Promise<EventPage> {
      const place = {
        limit: 100,
        ...(cursor === undefined ? {} : { cursor }),
        ...(since === undefined ? {} : { since: since.toISOString() }),
      }
      return again(() => api.GET('/events', { params: { query: place } }))
    },
    products: {
      list: (): AsyncGenerator<Product> =>
        paged(async cursor => {
          const { products, nextCursor } = await again(() => api.GET('/products', { params: { query: cursor } }))
          return { rows: products, nextCursor }
        }),
      get: (sku: string): Promise<Product> => again(() => api.GET('/products/{sku}', { params: { path: { sku } } })),
    },
    files: {
      /** Checks print files before an order, and resolves when the check is done. */
      async check(body: Body<'/files/check'>): Promise<Check> {
        const { checkId } = await again(() => api.POST('/files/check', { body }))
        for (;;) {
          const check = await again(() => api.GET('/files/checks/{checkId}', { params: { path: { checkId } } }))
          if (check.status === 'DONE') return check
          await pause(checkEveryMs)
        }
      },
    },
  }
}

type Exchange<Data> = { data?: Data; error?: unknown; response: Response }

/** Makes a call and returns its data. */
async function once<Data>(call: () => Promise<Exchange<Data>>): Promise<Data> {
  let exchange: Exchange<Data>
  try {
    exchange = await call()
  } catch (cause) {
    throw new OctavoProblem(
      { code: 'unreachable', detail: `There was no answer: ${(cause as Error).message}` },
      { cause },
    )
  }
  const { data, error, response } = exchange
  if (response.ok) return data as Data
  const problem = typeof error === 'object' && error !== null ? (error as Partial<Problem>) : {}
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  throw new OctavoProblem(
    { ...problem, status: response.status },
    { retryAfterSeconds: Number.isNaN(seconds) ? null : seconds },
  )
}

/** Doubles each time, shortened at random by up to a half; longer if the service asks for it. */
function pauseMs({ retryAfterSeconds }: OctavoProblem, attempt: number): number {
  const stepMs = Math.min(firstPauseMs * 2 ** (attempt - 1), longestPauseMs)
  return Math.max(stepMs * (1 - Math.random() / 2), (retryAfterSeconds ?? 0) * 1000)
}

type Page<Row> = { rows: Row[]; nextCursor: string | null }

async function* paged<Row>(read: (cursor: { cursor?: string }) => Promise<Page<Row>>): AsyncGenerator<Row> {
  for (let page = await read({}); ; page = await read({ cursor: page.nextCursor })) {
    yield* page.rows
    if (page.nextCursor === null) return
  }
}

const wait = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
