// The one way to the service: typed by its OpenAPI document, with refusals thrown as ApiProblem. Pages call it inside
// queries and mutations; components never do.
//
//   const order = await ask(api.GET('/dashboard/api/{mode}/orders/{customerOrderId}', { params: { path } }))

import createClient from 'openapi-fetch'
import type { Problem, paths } from './apiTypes.ts'

export type { Order, Problem } from './apiTypes.ts'
export type Mode = 'sandbox' | 'production'

let shownTo: string | null = null

/**
 * Whom this page shows; null before anybody is known. Requests say so, and are refused with `another_person` when
 * somebody else has signed in in another tab.
 */
export const showTo = (userId: string | null): void => {
  shownTo = userId
}

export const api = createClient<paths>({
  async fetch(request) {
    if (shownTo !== null) request.headers.set('octavo-user', shownTo)
    const again = request.clone()
    const answer = await fetch(request)
    if (answer.status !== 403 || !(await wantsPassword(answer.clone())) || !(await askForPassword())) return answer
    return fetch(again)
  },
})

/** A value for `idempotency-key`. Not randomUUID, which browsers lack over plain http. */
export const newRequestKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')

/** Whether the answer says that the password must be confirmed first. */
async function wantsPassword(answer: Response): Promise<boolean> {
  const problem = await answer.json().catch(() => null)
  return (problem as Partial<Problem> | null)?.code === 'reauthentication_required'
}

let askForPassword = (): Promise<boolean> => Promise.resolve(false)

/**
 * Registers what asks the person for the password and resolves to whether it was confirmed. Returns a function that
 * unregisters it.
 */
export function whenPasswordIsAsked(handle: () => Promise<boolean>): () => void {
  askForPassword = handle
  return () => {
    askForPassword = () => Promise.resolve(false)
  }
}

/** The content of a successful answer. */
export type Answer<
  Path extends keyof paths,
  Method extends 'get' | 'post' | 'put' | 'patch' = 'get',
> = paths[Path][Method] extends { responses: infer Responses }
  ? Responses[keyof Responses & (200 | 201 | 202)] extends { content: { 'application/json': infer Body } }
    ? Body
    : never
  : never

/** A refusal of the service, or no answer at all (code `unreachable`). */
export class ApiProblem extends Error {
  readonly code: string
  readonly status: number
  readonly errors: Problem['errors']
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null

  constructor({ code, status, detail, errors, requestId }: Partial<Problem>, retryAfterSeconds: number | null = null) {
    super(detail ?? 'The service did not answer as expected.')
    this.name = 'ApiProblem'
    this.code = code ?? 'unexpected'
    this.status = status ?? 0
    this.errors = errors ?? []
    this.requestId = requestId ?? null
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** What was wrong with a field of the request, by its JSON pointer; `null` when nothing was. */
  at(pointer: string): string | null {
    return this.errors.find(one => one.pointer === pointer)?.detail ?? null
  }
}

type Exchange<Data> = { data?: Data; error?: unknown; response: Response }

/** The answer's data; throws ApiProblem for everything else. */
export async function ask<Data>(call: Promise<Exchange<Data>>): Promise<Data> {
  let exchange: Exchange<Data>
  try {
    exchange = await call
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new ApiProblem({ code: 'unreachable', detail: 'The service cannot be reached. Check your connection.' })
  }
  const { data, error, response } = exchange
  if (response.ok) return data as Data
  const problem = typeof error === 'object' && error !== null ? (error as Partial<Problem>) : {}
  const retryAfter = response.headers.get('retry-after')
  throw new ApiProblem({ status: response.status, ...problem }, retryAfter === null ? null : Number(retryAfter))
}

/** What was read is there no more. Where reading it again only failed, its screen stays, with what is typed there. */
export const isGone = (error: unknown): boolean => error instanceof ApiProblem && error.status === 404

/** Somebody else has signed in, in another tab: what this page shows is no longer theirs who use it. */
export const isAnotherPerson = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === 'another_person'

export const isSignedOut = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === 'not_authenticated'
