// The calls of a customer's program. Calls that may be repeated are retried until they are answered. An order is placed
// only once, even if its answers are lost.

import createClient from 'openapi-fetch'
import type {
  Charge,
  CreatedProofLink,
  CreatedWebhookEndpoint,
  NewProduct,
  NewWebhookEndpoint,
  Order,
  OrderChange,
  Problem,
  ProductChanges,
  ProductFiles,
  ProofFiles,
  ProofSharing,
  paths,
  Statement,
  WebhookEndpoint,
  WebhookEndpointChanges,
} from './apiTypes.ts'
import { OctavoProblem } from './problem.ts'
import { sha256Of } from './sha256.ts'

type RequestBody<Path extends keyof paths> = paths[Path] extends {
  post: { requestBody: { content: { 'application/json': infer Json } } }
}
  ? Json
  : never
type ResponseBody<Path extends keyof paths, Method extends 'get' | 'post'> = paths[Path][Method] extends {
  responses: infer Responses
}
  ? Responses[keyof Responses & (200 | 201 | 202)] extends { content: { 'application/json': infer Json } }
    ? Json
    : never
  : never

export type NewOrder = RequestBody<'/orders/create'>
export type Product = ResponseBody<'/products/{sku}', 'get'>
export type Check = ResponseBody<'/files/checks/{checkId}', 'get'>
/** An invoice or a credit note. */
export type CreatedDocument = ResponseBody<'/billing/documents', 'get'>['documents'][number]
export type Account = ResponseBody<'/account', 'get'>
export type Report = ResponseBody<'/reports', 'get'>
export type ReportPeriod = NonNullable<NonNullable<paths['/reports']['get']['parameters']['query']>['period']>
export type OrderEvents = ResponseBody<'/orders/{customerOrderId}/events', 'get'>['events']

type TestBody = NonNullable<paths['/webhook-test']['post']['requestBody']>['content']['application/json']
export type TestType = NonNullable<NonNullable<TestBody>['type']>
export type Delivery = ResponseBody<'/deliveries', 'get'>['deliveries'][number]
/** An action of the bank, the printer, support or the carrier that the sandbox can simulate. */
export type Outcome = RequestBody<'/sandbox/orders/{customerOrderId}/simulate'>['outcome']

export type EventPage = ResponseBody<'/events', 'get'>

export type Part = 'cover' | 'guts'
type SharedChange = { alsoInProduction?: boolean }

export type UploadOptions = {
  /** Called with the number of bytes that the service has, at the beginning and after each part. */
  onProgress?: (sentBytes: number, totalBytes: number) => void
}

type OrderFilter = { status?: Order['status'][]; createdAfter?: Date; createdBefore?: Date }

export type Settings = {
  /** The address of the service, such as `https://print.example`. */
  url: string
  /** The value of the Authorization header, as shown in the table of API keys. */
  authorization: string
  /** The maximum number of attempts of a call; 5 by default. */
  attempts?: number
  /** The time limit of one attempt in milliseconds; 30,000 by default. */
  timeoutMs?: number
  fetch?: typeof fetch
  /** Waits between attempts; replaced in tests. */
  pause?: (ms: number) => Promise<void>
}

export type Octavo = ReturnType<typeof connect>

const firstPauseMs = 500
const maxPauseMs = 30_000
const checkEveryMs = 1000
/** Of one attempt: 650 MB at 3 megabits a second. */
const uploadTimeoutMs = 30 * 60_000

/** Every call rejects with `OctavoProblem` when the service refuses it, or cannot be reached after all attempts. */
export function connect({ url, authorization, attempts = 5, timeoutMs = 30_000, ...options }: Settings) {
  const { fetch: request = globalThis.fetch, pause = wait } = options
  const api = createClient<paths>({
    baseUrl: url.replace(/(?<!\/)\/+$/, ''),
    headers: { authorization },
    // The key must not follow an answer to another host, and a POST would become a GET.
    redirect: 'manual',
    fetch: call => request(call, { signal: AbortSignal.timeout(timeoutMs) }),
  })
  const patientFetch = (call: Request) => request(call, { signal: AbortSignal.timeout(uploadTimeoutMs) })

  /** Repeats a call until it is answered or the attempts are used up. */
  async function retry<Data>(call: () => Promise<Exchange<Data>>): Promise<Data> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await send(call)
      } catch (problem) {
        if (!(problem instanceof OctavoProblem) || !problem.isPassing || attempt === attempts) throw problem
        await pause(pauseMs(problem, attempt))
      }
    }
  }

  const readOrder = (customerOrderId: string): Promise<Order> =>
    retry(() => api.GET('/orders/{customerOrderId}', { params: { path: { customerOrderId } } }))

  /** Sends the parts of a file that the service does not have yet, and returns its address. */
  async function upload(pdf: Blob, { onProgress }: UploadOptions = {}): Promise<string> {
    const sha256 = await sha256Of(pdf)
    const begun = await retry(() => api.POST('/files/uploads', { body: { bytes: pdf.size, sha256 } }))
    const { uploadId, partBytes, partCount, receivedParts } = begun
    if (begun.fileUrl !== null) return begun.fileUrl
    const partOf = (number: number) => pdf.slice((number - 1) * partBytes, number * partBytes)
    let sentBytes = receivedParts.reduce((sum, number) => sum + partOf(number).size, 0)
    onProgress?.(sentBytes, pdf.size)
    for (let number = 1; number <= partCount; number++) {
      if (receivedParts.includes(number)) continue
      const part = partOf(number)
      await retry(() =>
        api.PUT('/files/uploads/{uploadId}/parts/{number}', {
          params: { path: { uploadId, number } },
          body: part as never,
          bodySerializer: body => body,
          headers: { 'content-type': 'application/octet-stream' },
          fetch: patientFetch,
        }),
      )
      sentBytes += part.size
      onProgress?.(sentBytes, pdf.size)
    }
    const params = { path: { uploadId } }
    const done = await retry(() => api.POST('/files/uploads/{uploadId}/complete', { params, fetch: patientFetch }))
    return done.fileUrl!
  }

  return {
    orders: {
      /**
       * Places an order and returns it as it was created: check its status, which may be FAILED, QUEUED or REJECTED.
       * Every attempt has the same idempotency key, so it is placed once. Rejects with `duplicate_order_id` when the
       * identifier was used before.
       */
      create(body: NewOrder): Promise<Order> {
        const headers = { 'idempotency-key': crypto.randomUUID() }
        return retry(() => api.POST('/orders/create', { body, headers }))
      },
      get: readOrder,
      /** Returns the order, which is CANCELLED, or CANCELLATION_REQUESTED until the printer has decided. */
      cancel: (customerOrderId: string): Promise<Order> =>
        retry(() => api.DELETE('/orders/{customerOrderId}', { params: { path: { customerOrderId } } })),
      /**
       * Changes where and how the order is shipped, while its `actions` have `edit`. With `preview`, returns the order
       * as the change would make it, and changes nothing.
       */
      change: (customerOrderId: string, change: OrderChange, { preview = false } = {}): Promise<Order> =>
        retry(() =>
          api.PATCH('/orders/{customerOrderId}', {
            params: { path: { customerOrderId }, query: { preview } },
            body: change,
          }),
        ),
      /** Of an order that waits, another address for a file that could not be fetched. `item` counts from 0. */
      replaceFile: (customerOrderId: string, item: number, part: 'cover' | 'guts', fileUrl: string): Promise<Order> =>
        retry(() =>
          api.PUT('/orders/{customerOrderId}/files/{item}/{part}', {
            params: { path: { customerOrderId, item, part } },
            body: { fileUrl },
          }),
        ),
      /** `files` are the files of the order's `proof`. */
      approveProof: (customerOrderId: string, files: ProofFiles[]): Promise<Order> =>
        retry(() =>
          api.POST('/orders/{customerOrderId}/proof/approve', {
            params: { path: { customerOrderId } },
            body: { files },
          }),
        ),
      /** Cancels the order, with what must be changed. */
      rejectProof: (customerOrderId: string, comment: string): Promise<Order> =>
        send(() =>
          api.POST('/orders/{customerOrderId}/proof/reject', {
            params: { path: { customerOrderId } },
            body: { comment },
          }),
        ),
      /** The links to the order's proof that still work, and the comments on its pages. */
      proof: (customerOrderId: string): Promise<ProofSharing> =>
        retry(() => api.GET('/orders/{customerOrderId}/proof', { params: { path: { customerOrderId } } })),
      /**
       * Makes a link for a person without a sign-in, such as the author. Its address is returned only now. Not retried:
       * there would be two links.
       */
      createProofLink: (customerOrderId: string, { days = 14 } = {}): Promise<CreatedProofLink> =>
        send(() =>
          api.POST('/orders/{customerOrderId}/proof/links', {
            params: { path: { customerOrderId } },
            body: { days },
          }),
        ),
      /** Not retried: a link that is revoked is not found any more. */
      async revokeProofLink(customerOrderId: string, linkId: string): Promise<void> {
        const params = { path: { customerOrderId, linkId } }
        await send(() => api.DELETE('/orders/{customerOrderId}/proof/links/{linkId}', { params }))
      },
      /** The orders of the key's mode, newest first; pages are read as needed. */
      list({ status, createdAfter, createdBefore }: OrderFilter = {}): AsyncGenerator<Order> {
        const filter = {
          limit: 100,
          ...(status === undefined ? {} : { status: status.join(',') }),
          ...(createdAfter === undefined ? {} : { createdAfter: createdAfter.toISOString() }),
          ...(createdBefore === undefined ? {} : { createdBefore: createdBefore.toISOString() }),
        }
        return paged(async cursor => {
          const { orders, nextCursor } = await retry(() =>
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
          const { events, nextCursor } = await retry(() =>
            api.GET('/orders/{customerOrderId}/events', { params: { path, query: cursor } }),
          )
          return { rows: events, nextCursor }
        })
        for await (const event of pages) all.push(event)
        return all
      },
      /** Returns what creating the order would return. Nothing is stored. */
      validate: (body: NewOrder) => retry(() => api.POST('/orders/validate', { body })),
      /** Returns the shipping classes of the destination, cheapest first, with prices and dates. */
      estimate: (body: RequestBody<'/orders/shipping/estimate'>) =>
        retry(() => api.POST('/orders/shipping/estimate', { body })),
      /** Counts what happened in a period, the last 30 days if none is given, and in the period before. */
      report: (period: { period?: ReportPeriod } | { from: string; to: string } = {}): Promise<Report> =>
        retry(() => api.GET('/reports', { params: { query: period } })),
    },
    /**
     * Events of all orders of the key's mode, oldest first: those after the `nextCursor` of an earlier page (or after
     * `latest`, for none so far), or since an instant. The last page has no events; keep its `nextCursor` to
     * continue later.
     */
    events({ cursor, since }: { cursor?: string | undefined; since?: Date | undefined } = {}): Promise<EventPage> {
      const query = {
        limit: 100,
        ...(cursor === undefined ? {} : { cursor }),
        ...(since === undefined ? {} : { since: since.toISOString() }),
      }
      return retry(() => api.GET('/events', { params: { query } }))
    },
    products: {
      list: (): AsyncGenerator<Product> =>
        paged(async cursor => {
          const { products, nextCursor } = await retry(() => api.GET('/products', { params: { query: cursor } }))
          return { rows: products, nextCursor }
        }),
      get: (sku: string): Promise<Product> => retry(() => api.GET('/products/{sku}', { params: { path: { sku } } })),
      /** Not retried: it may exist although the answer was lost. */
      create: (body: NewProduct): Promise<Product> => send(() => api.POST('/products', { body })),
      /** Both modes share products: with a sandbox key, `alsoInProduction` says that the change is meant for both. */
      update: (sku: string, body: ProductChanges, query: SharedChange = {}): Promise<Product> =>
        retry(() => api.PATCH('/products/{sku}', { params: { path: { sku }, query }, body })),
      archive: (sku: string, query: SharedChange = {}): Promise<Product> =>
        retry(() => api.POST('/products/{sku}/archive', { params: { path: { sku }, query } })),
      restore: (sku: string, query: SharedChange = {}): Promise<Product> =>
        retry(() => api.POST('/products/{sku}/restore', { params: { path: { sku }, query } })),
      /** The uploaded files of a product, which orders without files of their own use, with their findings. */
      files: (sku: string): Promise<ProductFiles> =>
        retry(() => api.GET('/products/{sku}/files', { params: { path: { sku } } })),
      /** A PDF: in Node, `await fs.openAsBlob(path)` reads it from the disk as it is sent. */
      uploadFile: (sku: string, part: Part, pdf: Blob, query: SharedChange = {}): Promise<ProductFiles> =>
        retry(() =>
          api.PUT('/products/{sku}/files/{part}', {
            params: { path: { sku, part }, query },
            body: pdf,
            bodySerializer: body => body,
            headers: { 'content-type': 'application/pdf' },
            fetch: patientFetch,
          }),
        ),
      /** Uses a file that `files.upload` has stored. */
      useUpload: (sku: string, part: Part, fileUrl: string, query: SharedChange = {}): Promise<ProductFiles> => {
        const params = { path: { sku, part }, query }
        return retry(() => api.POST('/products/{sku}/files/{part}', { params, body: { fileUrl } }))
      },
      /** Not retried: a file that is removed is not found any more. */
      async removeFile(sku: string, part: Part, query: SharedChange = {}): Promise<void> {
        await send(() => api.DELETE('/products/{sku}/files/{part}', { params: { path: { sku, part }, query } }))
      },
    },
    files: {
      /**
       * Stores a PDF, and returns its address for `coverUrl` and `gutsUrl` of orders and checks. It is sent in parts:
       * an upload that was interrupted continues where it stopped when it is called with the same file within a day.
       * In Node, `await fs.openAsBlob(path)` reads the file from the disk as it is sent.
       */
      upload,
      /** Checks print files before an order, and resolves when the check is done. */
      async check(body: RequestBody<'/files/check'>): Promise<Check> {
        const { checkId } = await retry(() => api.POST('/files/check', { body }))
        for (;;) {
          const check = await retry(() => api.GET('/files/checks/{checkId}', { params: { path: { checkId } } }))
          if (check.status === 'DONE') return check
          await pause(checkEveryMs)
        }
      },
    },
    /** Whose key it is, and how much of the limit is used. */
    account: (): Promise<Account> => retry(() => api.GET('/account')),
    /** The charges and debts of the account. With a production key only. */
    billing: {
      /** Everything that waits for the next charge. */
      due: async () => (await retry(() => api.GET('/billing/due', { params: { query: { limit: 1 } } }))).amount,
      /** The charges, newest first; pages are read as needed. */
      charges: (): AsyncGenerator<Charge> =>
        paged(async cursor => {
          const { charges, nextCursor } = await retry(() =>
            api.GET('/billing/charges', { params: { query: { limit: 100, ...cursor } } }),
          )
          return { rows: charges, nextCursor }
        }),
      charge: (chargeId: string): Promise<Charge> =>
        retry(() => api.GET('/billing/charges/{chargeId}', { params: { path: { chargeId } } })),
      /** The statements of an enterprise account, newest first; pages are read as needed. */
      statements: (): AsyncGenerator<Statement> =>
        paged(async cursor => {
          const { statements, nextCursor } = await retry(() =>
            api.GET('/billing/statements', { params: { query: { limit: 100, ...cursor } } }),
          )
          return { rows: statements, nextCursor }
        }),
    },
    deliveries: {
      /** The newest webhook deliveries of the key's mode, or those of an order. */
      list: async (filter: { customerOrderId?: string } = {}): Promise<Delivery[]> =>
        (await retry(() => api.GET('/deliveries', { params: { query: filter } }))).deliveries,
      /** The attempts of the last 30 days, newest first. */
      attempts: async (deliveryId: string) => {
        const params = { path: { deliveryId } }
        return (await retry(() => api.GET('/deliveries/{deliveryId}/attempts', { params }))).attempts
      },
      /** The address, headers and body of every attempt. */
      request: (deliveryId: string) =>
        retry(() => api.GET('/deliveries/{deliveryId}/request', { params: { path: { deliveryId } } })),
      /** Sends a test event, or a sample of a type, to a URL or an endpoint. Not retried: it would be sent twice. */
      test: (body: { url?: string; endpointId?: string; type?: TestType } = {}) =>
        send(() => api.POST('/webhook-test', { body })),
      resend: (deliveryId: string): Promise<{ deliveryId: string }> =>
        retry(() => api.POST('/deliveries/{deliveryId}/redeliver', { params: { path: { deliveryId } } })),
    },
    /** Receive the webhooks of all orders of the key's mode, beside the `webhookUrl` of each order. */
    webhookEndpoints: {
      list: async (): Promise<WebhookEndpoint[]> => (await retry(() => api.GET('/webhook-endpoints'))).endpoints,
      get: (endpointId: string): Promise<WebhookEndpoint> =>
        retry(() => api.GET('/webhook-endpoints/{endpointId}', { params: { path: { endpointId } } })),
      /** Returns its secret, too: store it. Not retried: there would be two endpoints. */
      create: (body: NewWebhookEndpoint): Promise<CreatedWebhookEndpoint> =>
        send(() => api.POST('/webhook-endpoints', { body })),
      update: (endpointId: string, body: WebhookEndpointChanges): Promise<WebhookEndpoint> =>
        retry(() => api.PATCH('/webhook-endpoints/{endpointId}', { params: { path: { endpointId } }, body })),
      /** Not retried: an endpoint that is deleted is not found any more. */
      async delete(endpointId: string): Promise<void> {
        await send(() => api.DELETE('/webhook-endpoints/{endpointId}', { params: { path: { endpointId } } }))
      },
      /** The previous secret signs for another 24 hours. Not retried: the secret before it would end at once. */
      rotateSecret: async (endpointId: string): Promise<string | null> => {
        const params = { path: { endpointId } }
        return (await send(() => api.POST('/webhook-endpoints/{endpointId}/secret/rotate', { params }))).secret
      },
    },
    /** With a sandbox key only. */
    sandbox: {
      /** Not retried: an outcome that has happened cannot happen again. */
      simulate: (customerOrderId: string, outcome: Outcome): Promise<Order> => {
        const params = { path: { customerOrderId } }
        return send(() => api.POST('/sandbox/orders/{customerOrderId}/simulate', { params, body: { outcome } }))
      },
      /** Makes time pass, such as `PT2H`. Not retried: it may have passed although the answer was lost. */
      fastForward: (by: string) => send(() => api.POST('/sandbox/fast-forward', { body: { by } })),
      empty: () => retry(() => api.DELETE('/sandbox/orders')),
      /** How payments are made: `automatic`, or `manual` by a simulation. */
      setPayments: (payments: 'automatic' | 'manual') => retry(() => api.PATCH('/sandbox', { body: { payments } })),
      /** How long the hold lasts, and then the print, such as `PT5S`; null for the times of production. */
      setPace: (pace: string | null) => retry(() => api.PATCH('/sandbox', { body: { pace } })),
      /** The secret that signs the webhooks of the sandbox; null if the operator has lost its key. */
      secret: async (): Promise<string | null> => (await retry(() => api.GET('/sandbox/webhook-secret'))).secret,
    },
  }
}

type Exchange<Data> = { data?: Data; error?: unknown; response: Response }

/** Sends a request and returns the body of its answer. */
async function send<Data>(call: () => Promise<Exchange<Data>>): Promise<Data> {
  let exchange: Exchange<Data>
  try {
    exchange = await call()
  } catch (cause) {
    const { message } = cause as Error
    const detail = cause instanceof SyntaxError ? 'The answer is not JSON.' : `There was no answer: ${message}`
    throw new OctavoProblem({ code: 'unreachable', detail }, { cause })
  }
  const { data, error, response } = exchange
  if (response.ok) return data as Data
  const location = response.headers.get('location')
  const moved = location === null ? {} : { detail: `The service is at another address: ${location}` }
  const problem = typeof error === 'object' && error !== null ? (error as Partial<Problem>) : moved
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  throw new OctavoProblem(
    { ...problem, status: response.status },
    { retryAfterSeconds: Number.isNaN(seconds) ? null : seconds },
  )
}

/** The pause doubles each time, is shortened at random by up to a half, and is never shorter than `Retry-After`. */
function pauseMs({ retryAfterSeconds }: OctavoProblem, attempt: number): number {
  const stepMs = Math.min(firstPauseMs * 2 ** (attempt - 1), maxPauseMs)
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
