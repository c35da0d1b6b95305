// The one way to the service: typed by its OpenAPI document, with refusals thrown as ApiProblem. Pages call it inside
// queries and mutations; components never do.
//
//   const order = await api.GET('/dashboard/api/{mode}/orders/{customerOrderId}', { params: { path } })

import createClient, {
  type Client,
  type ClientPathsWithMethod,
  type FetchResponse,
  type MaybeOptionalInit,
} from 'openapi-fetch'
import type { Problem, paths } from './apiTypes.ts'
import { readerLocale, t } from './language.ts'

export type { Order, Problem } from './apiTypes.ts'
export type Mode = 'sandbox' | 'production'

let expectedUserId: string | null = null

/**
 * Sets the user whose data this page shows; null before sign-in. Requests carry the user's id and are refused with
 * `another_person` if a different user has signed in in another tab. In a view of an account it is `… viewing …`.
 */
export const setExpectedUser = (userId: string | null): void => {
  expectedUserId = userId
}

/** Lists may come from a standby of the database, which may be as much as 30 seconds behind (READ_DATABASE_MAX_LAG). */
export const maxLagMs = 30_000
const newestUntilKey = 'octavo.newestUntil'
let newestUntilMs = 0
/** Until a standby shows it, lists are read from the database itself: somebody has just changed what they show. */
export function readNewest(): void {
  newestUntilMs = Date.now() + maxLagMs
  try {
    localStorage.setItem(newestUntilKey, String(newestUntilMs))
  } catch {} // then it is forgotten with the page
}

function isNewestRead(): boolean {
  try {
    newestUntilMs = Math.max(newestUntilMs, Number(localStorage.getItem(newestUntilKey)))
  } catch {}
  const restMs = newestUntilMs - Date.now()
  return restMs > 0 && restMs <= maxLagMs // a clock that was set back
}

/** A change may be read while it is made, and at the latest when it is answered. */
async function send(request: Request): Promise<Response> {
  if (request.method === 'GET') return fetch(request)
  readNewest()
  return fetch(request).finally(readNewest)
}

const client = createClient<paths>({
  async fetch(request) {
    request.headers.set('accept-language', readerLocale)
    if (request.method === 'GET' && isNewestRead()) request.headers.set('cache-control', 'no-cache')
    if (expectedUserId !== null) request.headers.set('octavo-user', expectedUserId)
    const again = request.clone()
    const answer = await send(request)
    if (answer.status !== 403 || !(await requiresPassword(answer.clone())) || !(await promptForPassword()))
      return answer
    return send(again)
  },
})

/** A value for `idempotency-key`. Not randomUUID, which browsers lack over plain http. */
export const newRequestKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')

/** Whether the service requires a recent confirmation of the password. */
async function requiresPassword(answer: Response): Promise<boolean> {
  const problem = await answer.json().catch(() => null)
  return (problem as Partial<Problem> | null)?.code === 'reauthentication_required'
}

let promptForPassword = (): Promise<boolean> => Promise.resolve(false)

/**
 * Registers the dialog that asks for the password; it resolves to whether the password was confirmed. Returns a
 * function that unregisters the dialog.
 */
export function setPasswordPrompt(handle: () => Promise<boolean>): () => void {
  promptForPassword = handle
  return () => {
    promptForPassword = () => Promise.resolve(false)
  }
}

/** A request body that is a file. */
export const fileBody = (file: File) => ({ body: file, bodySerializer: () => file })

/** The content of a successful answer. */
export type ResponseBody<
  Path extends keyof paths,
  Method extends 'get' | 'post' | 'put' | 'patch' = 'get',
> = paths[Path][Method] extends { responses: infer Responses }
  ? Responses[keyof Responses & (200 | 201 | 202)] extends { content: { 'application/json': infer Body } }
    ? Body
    : never
  : never

/** The JSON body of a POST request. */
export type RequestBody<
  Path extends keyof paths,
  Method extends 'post' | 'put' = 'post',
> = paths[Path][Method] extends {
  requestBody: { content: { 'application/json': infer Body } }
}
  ? Body
  : never

/** A refusal of the service, or no answer at all (code `unreachable`). */
export class ApiProblem extends Error {
  readonly code: string
  readonly status: number
  readonly errors: Problem['errors']
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null

  constructor({ code, status, detail, errors, requestId }: Partial<Problem>, retryAfterSeconds: number | null = null) {
    super(detail ?? t('The service sent an unexpected response.'))
    this.name = 'ApiProblem'
    this.code = code ?? 'unexpected'
    this.status = status ?? 0
    this.errors = errors ?? []
    this.requestId = requestId ?? null
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** The problem of a field of the request, by the field's JSON pointer. */
  detailAt(pointer: string): string | null {
    return this.errors.find(error => error.pointer === pointer)?.detail ?? null
  }
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
/** The content of a successful answer; an ApiProblem is thrown for all others. */
type Call<Of extends Method> = <
  Path extends ClientPathsWithMethod<Client<paths>, Of>,
  Init extends MaybeOptionalInit<paths[Path], Of>,
>(
  path: Path,
  ...options: object extends Init ? [Init?] : [Init]
) => Promise<Content<FetchResponse<NonNullable<paths[Path][Of]>, Init, 'application/json'>>>
type Content<Answer> = Answer extends { data?: infer Data } ? Exclude<Data, undefined> : never

type Exchange = { data?: unknown; error?: unknown; response: Response }

async function contentOf(call: Promise<Exchange>): Promise<unknown> {
  let exchange: Exchange
  try {
    exchange = await call
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw unreachable()
  }
  const { data, error, response } = exchange
  if (response.ok) return data
  const problem = typeof error === 'object' && error !== null ? (error as Partial<Problem>) : {}
  const retryAfter = response.headers.get('retry-after')
  throw new ApiProblem({ status: response.status, ...problem }, retryAfter === null ? null : Number(retryAfter))
}

const unreachable = () =>
  new ApiProblem({
    code: 'unreachable',
    detail: t('We can’t reach the service. Check your connection and try again.'),
  })

const callWith = <Of extends Method>(send: (path: never, options: never) => Promise<Exchange>) =>
  ((path: never, options: never) => contentOf(send(path, options))) as Call<Of>

export const api = {
  GET: callWith<'get'>(client.GET),
  POST: callWith<'post'>(client.POST),
  PUT: callWith<'put'>(client.PUT),
  PATCH: callWith<'patch'>(client.PATCH),
  DELETE: callWith<'delete'>(client.DELETE),
}

type UploadedFile = ResponseBody<'/dashboard/api/{mode}/files', 'post'>

type Sending = { signal: AbortSignal; report: (share: number) => void }

/** The staff upload for an account. */
export type UploadTo = `/dashboard/api/${Mode}/files` | `/staff/accounts/${string}/${Mode}/files`

/** Uploads a PDF. `report` gets the share that was sent, which fetch does not tell. */
export function uploadFile(to: UploadTo, file: File, { signal, report }: Sending): Promise<UploadedFile> {
  const request = new XMLHttpRequest()
  request.open('POST', to)
  request.responseType = 'json'
  request.setRequestHeader('content-type', 'application/pdf')
  request.setRequestHeader('accept-language', readerLocale)
  if (expectedUserId !== null) request.setRequestHeader('octavo-user', expectedUserId)
  request.upload.onprogress = ({ loaded, total }) => report(loaded / total)
  return new Promise((resolve, reject) => {
    request.onload = () => {
      const { status, response } = request
      if (status === 201) resolve(response)
      else reject(new ApiProblem({ status, ...response }))
    }
    request.onerror = () => reject(unreachable())
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

/** Whether the object no longer exists. If only a refetch failed, its screen stays, with any input. */
export const isGone = (error: unknown): boolean => error instanceof ApiProblem && error.status === 404

/** Whether the same request may succeed later. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.status === 0 || error.status === 429 || error.status >= 500)

/** Whether a different user has signed in in another tab, so that this page shows the wrong data. */
export const isAnotherPerson = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === 'another_person'

export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === 'not_authenticated'
