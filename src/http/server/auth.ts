// Authenticates callers. Each route declares its callers. This gate runs before a body is read: it authenticates the
// caller, counts the request (against the bucket of the key or user, or else of the address), and refuses callers of
// other kinds. 401 means that the caller is unknown, 403 that a known caller may not send this request. Objects of
// other accounts and modes answer 404, because every query carries the caller's account and mode.

import { isIP } from 'node:net'
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { say, type Words } from '../../../languages/texts.ts'
import type { Keyring } from '../../accounts/keys/keyring.ts'
import type { KeyHolder } from '../../accounts/keys/keys.ts'
import { hasScope, mayComeFrom, type Restrictions, type Scope } from '../../accounts/keys/restrictions.ts'
import { may, type Permission, type Role, roleNames } from '../../accounts/people/roles.ts'
import {
  permissionsOf,
  type StaffPermission,
  type StaffRole,
  staffRolesWith,
} from '../../accounts/people/staffRoles.ts'
import { minute } from '../../base/clock.ts'
import { bareHost } from '../../base/network/urls.ts'
import { MissingScope, Refusal, type RefusalCode } from '../../base/refusal.ts'
import type { Buckets } from '../../base/running/tokenBuckets.ts'
import { addressGroup, rateLimitFields, tooMany } from './rateLimits.ts'
import type { AnyPermission, Caller, CallerKind } from './route.ts'

/** Verifies Authorization values. */
export type KeyProof = Pick<Keyring, 'readCached' | 'lookUp'>

/** A signed-in person. `confirmedMsAgo` counts from the last time the password was entered. */
type SignedInPerson = { userId: string; confirmedMsAgo: number; mustEnrol: boolean } & (
  | { kind: 'customer'; accountId: string; role: Role; isViewing?: true }
  | { kind: 'staff'; role: StaffRole; viewedAccountId: string | null }
  | { kind: 'printer'; printer: string | null }
)

/** Reads session cookies: see people.ts. Null without a valid session, or if its owner has no membership. */
export type Sessions = (headers: FastifyRequest['headers']) => Promise<SignedInPerson | null>

export type GateParts = {
  keyring: KeyProof
  sessions: Sessions
  callerBuckets: Buckets
  addressBuckets: Buckets
  /** True when the request comes from one of our own pages. */
  isOurOrigin(origin: string, host: string | undefined): boolean
}

const authorizationHint = 'the complete value that was shown when the key was created, beginning with "Basic "'
const publicCaller: Caller = { kind: 'public', actor: 'public' }

/** The declaration of a route about its callers: see route.ts. */
export type CallerGate = {
  callers: readonly CallerKind[]
  limited: boolean
  needs?: AnyPermission | null
  scope?: Scope | null
  freshWithinMs?: number
  sessionOnly?: boolean
  beforeSecondFactor?: boolean
}

/** Takes a token from the bucket of the client address; returns a refusal if the bucket is empty. */
export function countAddress(buckets: Buckets, request: FastifyRequest): Refusal | undefined {
  const left = buckets.take(addressGroup(request.ip))
  if (left >= 0) return
  return tooMany(-left, 'address', buckets.rate)
}

export function gate(parts: GateParts, declared: CallerGate): onRequestHookHandler {
  const { keyring, sessions, callerBuckets, addressBuckets } = parts
  const { callers, limited, sessionOnly = false } = declared
  const isPublic = callers.includes('public')
  const acceptsKeys = !sessionOnly && callers.some(kind => kind !== 'member')
  const acceptsSessions = callers.some(kind => kind !== 'customer_key' && kind !== 'metrics')

  function admit(caller: Caller, name: string, reply: FastifyReply): Refusal | undefined {
    const left = callerBuckets.take(name)
    // Only when it matters, because these headers add to the cost of an answer on both sides.
    if (left < callerBuckets.rate.burst / 2) reply.headers(rateLimitFields(callerBuckets.rate, left))
    if (left < 0) return tooMany(-left, callerNames[caller.kind], callerBuckets.rate)
    if (!callers.includes(caller.kind)) {
      const allowed = callers.map(kind => `a ${callerNames[kind]}`).join(' or ')
      return new Refusal('not_allowed', `A ${callerNames[caller.kind]} may not send this request; allowed: ${allowed}.`)
    }
    reply.request.caller = caller
  }

  function refuse(request: FastifyRequest, detail: Words, code: RefusalCode = 'not_authenticated'): Refusal {
    return countAddress(addressBuckets, request) ?? new Refusal(code, detail)
  }

  /**
   * Refuses an address that has just sent many wrong keys or sessions, before the database looks for another.
   */
  function requireAddressQuota(request: FastifyRequest): void {
    const left = addressBuckets.peek(addressGroup(request.ip))
    if (left < 0) throw tooMany(-left, 'address', addressBuckets.rate)
  }

  async function checkKey(request: FastifyRequest, reply: FastifyReply, authorization: string) {
    requireAddressQuota(request)
    return admitKeyHolder(request, reply, await keyring.lookUp(authorization))
  }

  function admitKeyHolder(request: FastifyRequest, reply: FastifyReply, holder: KeyHolder | null) {
    if (holder === null)
      return refuse(request, `The Authorization value is not a valid key: send ${authorizationHint}.`)
    if (holder.expiredAt !== undefined)
      return refuse(request, `This API key expired at ${holder.expiredAt.toISOString()}: create a new key.`)
    const caller = callerOfKey(holder)
    const refusal = admit(caller, holder.keyId, reply) ?? refusalOfStaff(caller, declared.needs)
    if (refusal !== undefined) return refusal
    if (holder.isSuspended) return accountSuspended()
    if (holder.restrictions !== undefined) return refusalOfKey(holder.restrictions, request.ip, declared.scope)
  }

  async function checkSession(request: FastifyRequest, reply: FastifyReply) {
    if (changesState(request) && !isSameOrigin(request, parts)) {
      return refuse(request, 'Pages of other sites may not use this session.', 'not_allowed')
    }
    requireAddressQuota(request)
    const signedIn = await sessions(request.headers)
    if (signedIn === null) return refuse(request, say('Your session is missing or has ended: sign in.'))
    if (!isExpectedPerson(signedIn, request)) {
      return refuse(
        request,
        say('A different user has signed in since this page was loaded: reload the page.'),
        'another_person',
      )
    }
    const person = isViewed(request) ? (viewerOf(signedIn) ?? signedIn) : signedIn
    const caller = callerOfPerson(person)
    return admit(caller, person.userId, reply) ?? refusalOf(person, declared, caller)
  }

  /** Reads of members that the staff may not send. In a view they see what the account sees. */
  const isViewed = (request: FastifyRequest) =>
    !changesState(request) && callers.includes('member') && !callers.includes('staff')

  // Callbacks, not promises: nearly every request has a cached key and is admitted without a turn of the event loop.
  return (request, reply, done) => {
    if (isPublic) {
      request.caller = publicCaller
      return done(limited ? countAddress(addressBuckets, request) : undefined)
    }
    const { authorization } = request.headers
    if (authorization !== undefined && acceptsKeys) {
      const holder = keyring.readCached(authorization)
      if (holder !== undefined) return done(admitKeyHolder(request, reply, holder))
      checkKey(request, reply, authorization).then(done, done)
    } else if (request.headers.cookie !== undefined && acceptsSessions) {
      checkSession(request, reply).then(done, done)
    } else {
      done(refuse(request, acceptsKeys ? `Send a key as Authorization: ${authorizationHint}.` : say('Sign in first.')))
    }
  }
}

const accountSuspended = () =>
  new Refusal(
    'account_suspended',
    say('This account is suspended. Orders that were already accepted continue. Contact support.'),
  )

/** A restricted key is refused where a route declares no scope, and admitted where it declares that it needs none. */
function refusalOfKey(
  restrictions: Restrictions,
  address: string,
  scope: Scope | null | undefined,
): Refusal | undefined {
  if (!mayComeFrom(restrictions, address)) {
    return new Refusal('address_not_allowed', `This key does not work from the address ${address}.`)
  }
  if (scope === null || restrictions.scopes === null || (scope && hasScope(restrictions, scope))) return
  return new MissingScope(scope ?? 'none')
}

/** A member who changes nothing, for a person of the staff who views an account: see decision 0058. */
function viewerOf({ userId, confirmedMsAgo, mustEnrol, ...person }: SignedInPerson): SignedInPerson | null {
  if (person.kind !== 'staff' || person.viewedAccountId === null) return null
  if (!permissionsOf(person.role).includes('customers')) return null
  return {
    userId,
    confirmedMsAgo,
    mustEnrol,
    kind: 'customer',
    accountId: person.viewedAccountId,
    role: 'viewer',
    isViewing: true,
  }
}

/** The refusal of a session for a route that accepts its kind of caller. */
function refusalOf(
  person: SignedInPerson,
  { needs, freshWithinMs, beforeSecondFactor = false }: CallerGate,
  caller: Caller,
): Refusal | undefined {
  if (person.mustEnrol && !beforeSecondFactor) {
    const detail = say('Set up a second factor first.')
    return new Refusal('second_factor_enrolment_required', detail)
  }
  if (person.kind === 'customer' && needs && !may(person.role, needs as Permission)) {
    const allowed = roleNames.filter(role => may(role, needs as Permission)).join(' or ')
    return new Refusal(
      'not_allowed',
      say('Your role in this account is {role}; this request needs the role {allowed}.', {
        role: person.role,
        allowed,
      }),
    )
  }
  const refusal = refusalOfStaff(caller, needs)
  if (refusal !== undefined) return refusal
  if (freshWithinMs !== undefined && person.confirmedMsAgo > freshWithinMs) {
    const detail = `Confirm your password first (POST /auth/confirm-password), or sign in again through single sign-on: you last did so more than ${freshWithinMs / minute} minutes ago.`
    return new Refusal('reauthentication_required', detail)
  }
}

function refusalOfStaff(caller: Caller, needs: AnyPermission | null | undefined): Refusal | undefined {
  if (caller.kind !== 'staff' || !needs || caller.permissions.includes(needs as StaffPermission)) return
  return lacksPermission(caller, needs as StaffPermission)
}

/** The refusal of a member of the staff, or of a staff key, without a permission. */
export function lacksPermission(
  { userId, role }: Pick<Extract<Caller, { kind: 'staff' }>, 'userId' | 'role'>,
  permission: StaffPermission,
): Refusal {
  const roles = staffRolesWith(permission).join(' or ')
  return new Refusal(
    'not_allowed',
    userId === null
      ? `This key has the role ${role}, and no more than its owner; this request needs the permission ${permission}, of the role ${roles}.`
      : say('Your role is {role}; this request needs the permission {permission}, of the role {roles}.', {
          role,
          permission,
          roles,
        }),
  )
}

const callerNames: Record<CallerKind, string> = {
  public: 'stranger',
  customer_key: 'customer key',
  member: 'member',
  staff: 'staff member',
  printer: 'printer',
  metrics: 'metrics key',
}

function callerOfKey(holder: KeyHolder): Caller {
  const actor = `key ${holder.keyId}`
  if (holder.kind === 'printer') return { kind: holder.kind, actor, userId: null, printer: holder.printer }
  if (holder.kind === 'staff') {
    const { kind, role, ownerRole = role } = holder
    const ofOwner = permissionsOf(ownerRole)
    const permissions = permissionsOf(role).filter(permission => ofOwner.includes(permission))
    return { kind, actor, userId: null, role, permissions }
  }
  if (holder.kind === 'metrics') return { kind: holder.kind, actor }
  const { keyId, accountId, mode, restrictions } = holder
  return { kind: 'customer_key', actor, keyId, accountId, mode, scopes: restrictions?.scopes ?? null }
}

function callerOfPerson(person: SignedInPerson): Caller {
  const actor = `user ${person.userId}`
  const { userId } = person
  if (person.kind === 'printer') return { kind: person.kind, actor, userId, printer: person.printer }
  if (person.kind === 'staff') {
    const { kind, role } = person
    return { kind, actor, userId, role, permissions: permissionsOf(role) }
  }
  const { accountId, role, isViewing } = person
  return { kind: 'member', actor: isViewing ? `${actor} viewing ${accountId}` : actor, userId, accountId, role }
}

/** Whether the credentials of a request are still valid, for answers that are streamed for a long time. */
export const isStillValid =
  ({ keyring, sessions }: Pick<GateParts, 'keyring' | 'sessions'>) =>
  async ({ headers }: FastifyRequest, actor: string): Promise<boolean> => {
    if (actor.startsWith('key ')) {
      const holder = await keyring.lookUp(headers.authorization ?? '')
      return holder !== null && !holder.expiredAt && !holder.isSuspended && callerOfKey(holder).actor === actor
    }
    const person = await sessions(headers)
    return person !== null && [person, viewerOf(person)].some(one => one && callerOfPerson(one).actor === actor)
  }

/**
 * A page sends the id of the user it shows, because a different user may have signed in in another tab. A page of a
 * view adds the account, because in another tab the view may have ended, or another account may be viewed.
 */
function isExpectedPerson(person: SignedInPerson, { headers }: FastifyRequest): boolean {
  const shown = headers['octavo-user']
  if (shown === undefined || shown === person.userId) return true
  const viewer = viewerOf(person)
  return viewer !== null && callerOfPerson(viewer).actor === `user ${shown}`
}

const changesState = ({ method }: FastifyRequest) => method !== 'GET' && method !== 'HEAD'

/**
 * Browsers send the origin of the page, which no page can forge. A program without an origin holds the cookie
 * legitimately.
 */
export function isSameOrigin({ headers }: FastifyRequest, { isOurOrigin }: Pick<GateParts, 'isOurOrigin'>): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  return headers.origin === undefined || isOurOrigin(headers.origin, headers.host)
}

/**
 * Our origin is PUBLIC_URL's alone, because the owner of any name that resolves to this server chooses its Host header.
 * If PUBLIC_URL is localhost or a numeric address, pages on such addresses are ours too.
 */
export const originCheck =
  (publicUrl: URL): GateParts['isOurOrigin'] =>
  (origin, host) => {
    if (origin === publicUrl.origin) return true
    const page = URL.parse(origin)
    return page !== null && page.host === host && isNumericOrLocal(publicUrl) && isNumericOrLocal(page)
  }

const isNumericOrLocal = ({ hostname }: URL) => hostname === 'localhost' || isIP(bareHost(hostname)) !== 0

/** The challenge of a 401. Browsers open a password dialog for Basic, so their scripts get Session instead. */
export const challengeFor = ({ headers }: FastifyRequest): string =>
  headers['sec-fetch-mode'] === undefined ? 'Basic realm="octavo", charset="UTF-8"' : 'Session realm="octavo"'
