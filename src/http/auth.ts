// Who calls. Each route declares its callers; this gate, run before a body is read, proves the caller, counts the
// request (a proven caller's against the bucket of its key or user, all others against that of their address), and
// refuses the wrong kind. 401 means that nobody was proven, 403 that somebody was who may not do this. Things of
// another account or mode are not a matter of this file: every query asks for them by the caller's own, so they answer
// 404.

import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Keyring } from '../accounts/keyring.ts'
import type { KeyHolder } from '../accounts/keys.ts'
import { may, type Permission, type Role, roleNames } from '../accounts/roles.ts'
import { minute } from '../base/clock.ts'
import { Refusal, type RefusalCode } from '../base/refusal.ts'
import { addressGroup, type Buckets, rateLimitFields, tooMany } from './limits.ts'
import type { Caller, CallerKind } from './route.ts'

/** Verifies Authorization values. */
export type KeyProof = Pick<Keyring, 'recall' | 'lookUp'>

/** Who is signed in. `confirmedMsAgo` counts from when the password was last given. */
type SignedIn = { userId: string; confirmedMsAgo: number; mustEnrol: boolean } & (
  | { kind: 'customer'; accountId: string; role: Role }
  | { kind: 'staff' }
  | { kind: 'printer'; printer: string | null }
)

/** Reads session cookies: see people.ts. Null when there is no valid one, or its owner has no membership. */
export type Sessions = (headers: FastifyRequest['headers']) => Promise<SignedIn | null>

export type GateParts = {
  keyring: KeyProof
  sessions: Sessions
  callerBuckets: Buckets
  addressBuckets: Buckets
  /** True when the request comes from one of our own pages. */
  isOurOrigin(origin: string, host: string | undefined): boolean
}

const wholeValue = 'the whole value that was shown when it was created, which begins with "Basic "'
const everybody: Caller = { kind: 'public', actor: 'public' }

/** What a route declares about its callers: see route.ts. */
export type Door = {
  callers: readonly CallerKind[]
  limited: boolean
  needs?: Permission | null
  freshWithinMs?: number
  sessionOnly?: boolean
  beforeSecondFactor?: boolean
}

/** Takes a token of the client address; returns the refusal when it has none left. */
export function countAddress(buckets: Buckets, request: FastifyRequest): Refusal | undefined {
  const left = buckets.take(addressGroup(request.ip))
  if (left >= 0) return
  return tooMany(-left, 'address', buckets.rate)
}

export function gate(parts: GateParts, door: Door): onRequestHookHandler {
  const { keyring, sessions, callerBuckets, addressBuckets } = parts
  const { callers, limited, sessionOnly = false } = door
  const isPublic = callers.includes('public')
  const takesKeys = !sessionOnly && callers.some(kind => kind !== 'member')
  const takesSessions = callers.some(kind => kind !== 'customer_key')

  function admit(caller: Caller, name: string, reply: FastifyReply): Refusal | undefined {
    const left = callerBuckets.take(name)
    // Only when it matters, because these headers add to the cost of an answer on both sides.
    if (left < callerBuckets.rate.burst / 2) reply.headers(rateLimitFields(callerBuckets.rate, left))
    if (left < 0) return tooMany(-left, wordFor[caller.kind], callerBuckets.rate)
    if (!callers.includes(caller.kind)) {
      const able = callers.map(kind => `a ${wordFor[kind]}`).join(' or ')
      return new Refusal('not_allowed', `A ${wordFor[caller.kind]} may not do that; it is for ${able}.`)
    }
    reply.request.caller = caller
  }

  function turnAway(request: FastifyRequest, detail: string, code: RefusalCode = 'not_authenticated'): Refusal {
    return countAddress(addressBuckets, request) ?? new Refusal(code, detail)
  }

  /**
   * An address that has just sent many wrong keys or sessions does not get to make the database look for more of them.
   */
  function spareDatabase(request: FastifyRequest): void {
    const left = addressBuckets.peek(addressGroup(request.ip))
    if (left < 0) throw tooMany(-left, 'address', addressBuckets.rate)
  }

  async function askDatabase(request: FastifyRequest, reply: FastifyReply, authorization: string) {
    spareDatabase(request)
    return welcomeHolder(request, reply, await keyring.lookUp(authorization))
  }

  function welcomeHolder(request: FastifyRequest, reply: FastifyReply, holder: KeyHolder | null) {
    if (holder === null)
      return turnAway(request, `The Authorization value does not belong to a valid key: send ${wholeValue}.`)
    return admit(callerOfKey(holder), holder.keyId, reply)
  }

  async function askSession(request: FastifyRequest, reply: FastifyReply) {
    if (changesState(request) && !isSameOrigin(request, parts)) {
      return turnAway(request, 'A page of another site may not use this session.', 'not_allowed')
    }
    spareDatabase(request)
    const person = await sessions(request.headers)
    if (person === null) return turnAway(request, 'There is no valid session; sign in first.')
    if (!isMeantFor(person, request)) {
      return turnAway(request, 'Somebody else has signed in since this page was loaded: reload it.', 'another_person')
    }
    return admit(callerOfPerson(person), person.userId, reply) ?? refusalOf(person, door)
  }

  // Callbacks, not promises: a cached key, which is nearly every request, is admitted without a turn of the event loop.
  return (request, reply, done) => {
    if (isPublic) {
      request.caller = everybody
      return done(limited ? countAddress(addressBuckets, request) : undefined)
    }
    const { authorization } = request.headers
    if (authorization !== undefined && takesKeys) {
      const holder = keyring.recall(authorization)
      if (holder !== undefined) return done(welcomeHolder(request, reply, holder))
      askDatabase(request, reply, authorization).then(done, done)
    } else if (request.headers.cookie !== undefined && takesSessions) {
      askSession(request, reply).then(done, done)
    } else {
      done(turnAway(request, takesKeys ? `Send a key as Authorization: ${wholeValue}.` : 'Sign in first.'))
    }
  }
}

/** What a session lacks for a route that is open to its kind of caller. */
function refusalOf(person: SignedIn, { needs, freshWithinMs, beforeSecondFactor = false }: Door): Refusal | undefined {
  if (person.mustEnrol && !beforeSecondFactor) {
    const detail = 'Set up a second factor first: POST /auth/second-factor/enrol.'
    return new Refusal('second_factor_enrolment_required', detail)
  }
  if (person.kind === 'customer' && needs && !may(person.role, needs)) {
    const able = roleNames.filter(role => may(role, needs)).join(' or ')
    return new Refusal('not_allowed', `Your role in this account is ${person.role}; this takes the role ${able}.`)
  }
  if (freshWithinMs !== undefined && person.confirmedMsAgo > freshWithinMs) {
    const detail = `Confirm your password first (POST /auth/confirm-password): it was last given more than ${freshWithinMs / minute} minutes ago.`
    return new Refusal('reauthentication_required', detail)
  }
}

const wordFor: Record<CallerKind, string> = {
  public: 'stranger',
  customer_key: 'customer key',
  member: 'member',
  staff: 'staff member',
  printer: 'printer',
}

function callerOfKey(holder: KeyHolder): Caller {
  const actor = `key ${holder.keyId}`
  if (holder.kind === 'printer') return { kind: holder.kind, actor, userId: null, printer: holder.printer }
  if (holder.kind === 'staff') return { kind: holder.kind, actor, userId: null }
  return { kind: 'customer_key', actor, keyId: holder.keyId, accountId: holder.accountId, mode: holder.mode }
}

function callerOfPerson(person: SignedIn): Caller {
  const actor = `user ${person.userId}`
  const { userId } = person
  if (person.kind === 'printer') return { kind: person.kind, actor, userId, printer: person.printer }
  if (person.kind === 'staff') return { kind: person.kind, actor, userId }
  return { kind: 'member', actor, userId, accountId: person.accountId, role: person.role }
}

/** Whether the credentials of a request are still valid: for answers that last longer than a moment. */
export const stillProves =
  ({ keyring, sessions }: Pick<GateParts, 'keyring' | 'sessions'>) =>
  async ({ headers }: FastifyRequest, actor: string): Promise<boolean> => {
    if (actor.startsWith('key ')) {
      const holder = await keyring.lookUp(headers.authorization ?? '')
      return holder !== null && callerOfKey(holder).actor === actor
    }
    const person = await sessions(headers)
    return person !== null && callerOfPerson(person).actor === actor
  }

/** A page names the person it shows: in another tab, somebody else may have signed in meanwhile. */
const isMeantFor = ({ userId }: SignedIn, { headers }: FastifyRequest) =>
  headers['octavo-user'] === undefined || headers['octavo-user'] === userId

const changesState = ({ method }: FastifyRequest) => method !== 'GET' && method !== 'HEAD'

/**
 * Browsers send the origin of the page, which no page can forge. A program that sends none holds the cookie
 * legitimately.
 */
export function isSameOrigin({ headers }: FastifyRequest, { isOurOrigin }: Pick<GateParts, 'isOurOrigin'>): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  return headers.origin === undefined || isOurOrigin(headers.origin, headers.host)
}

/** Our origin is that of PUBLIC_URL, or the one that the browser itself uses for this server. */
export const originCheck =
  (publicUrl: URL): GateParts['isOurOrigin'] =>
  (origin, host) =>
    origin === publicUrl.origin || (host !== undefined && URL.parse(origin)?.host === host)

/** The challenge of a 401. Browsers open a password dialog for Basic, so their scripts get Session instead. */
export const challengeFor = ({ headers }: FastifyRequest): string =>
  headers['sec-fetch-mode'] === undefined ? 'Basic realm="octavo", charset="UTF-8"' : 'Session realm="octavo"'
