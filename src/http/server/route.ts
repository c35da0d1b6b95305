// How a route is declared: its callers, its input, its answer and its refusals; its `handle` makes one call to a
// feature. Authentication, limits, validation, serialization, the API document and the list of routes are derived from
// the declaration, so no route can omit them. An act of several kinds of callers is declared once: resource.ts.
//
//   export const keyRoutes = tagged('API keys', ({ createKey }: Services): Route[] => [
//     route({
//       method: 'POST',
//       path: '/dashboard/api/:mode/keys',
//       operationId: 'createApiKey',
//       needs: 'keys',
//       summary: 'Create an API key',
//       body: Closed({ label: Text(100) }),
//       status: 201,
//       answer: NewKey,
//       handle: ({ caller, params, body }) => createKey(caller.accountId, params.mode, body.label),
//     }),
//   ])

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TObject, TSchema } from 'typebox'
import type { Scope } from '../../accounts/keys/restrictions.ts'
import type { Permission, Role } from '../../accounts/people/roles.ts'
import type { StaffPermission, StaffRole } from '../../accounts/people/staffRoles.ts'
import { hour, minute } from '../../base/clock.ts'
import type { Mode } from '../../base/mode.ts'
import type { Problem, RefusalCode } from '../../base/refusal.ts'
import type { Read } from '../../db/standby.ts'
import { type ParametersOf, parametersOf } from '../objects/addressParameters.ts'

/**
 * The authenticated caller. `actor` is the caller's name in histories and the audit log. A member acts for the account
 * of the session; the mode is a parameter of the route. A customer's key carries both, and its scopes, null for all.
 * Staff and printers have a session, or a key and then no userId. `permissions` is what the staff may change: a key has
 * those of its own role that its owner has too. `printer` is the printer that a caller works for; null means all
 * printers.
 */
export type Caller =
  | { kind: 'public'; actor: 'public' }
  | {
      kind: 'customer_key'
      actor: string
      keyId: string
      accountId: string
      mode: Mode
      scopes: readonly Scope[] | null
    }
  | { kind: 'member'; actor: string; userId: string; accountId: string; role: Role }
  | {
      kind: 'staff'
      actor: string
      userId: string | null
      role: StaffRole
      permissions: readonly StaffPermission[]
    }
  | { kind: 'printer'; actor: string; userId: string | null; printer: string | null }
  | { kind: 'metrics'; actor: string }

/** For keys, cards and secrets: afterwards the password must be entered again. */
export const recentPasswordMs = hour
/** For staff actions that move money or suspend an account. */
export const moneyPasswordMs = 15 * minute

export type CallerKind = Caller['kind']
type CallerOf<Kind extends CallerKind> = Extract<Caller, { kind: Kind }>

/** What `handle` receives: the authenticated caller, the validated inputs, and the raw exchange for rare needs. */
export type RouteInput<Kind extends CallerKind, Params, Query, Body> = {
  caller: CallerOf<Kind>
  params: Params
  query: Query
  body: Body
  /** Reads what may be some seconds old, unless the request says `Cache-Control: no-cache`. */
  read: Read
  request: FastifyRequest
  reply: FastifyReply
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Success = 200 | 201 | 202 | 204

export type RouteFields = {
  path: string
  /** The kinds of callers. `public` needs no authentication and is never combined with other kinds. */
  callers: readonly CallerKind[]
  /** The part of the API document. By default that of the file: `tagged`. */
  tag?: string
  summary: string
  description?: string
  /** When absent, 200, 204 for an answer without content, or 302 for a redirection. */
  status?: Success
  /**
   * The codes of base/refusal.ts that this route can answer, in addition to those of every route of its kind
   * (document/documentedProblems.ts): input that is malformed, callers that may not, things of the path that are not
   * there.
   */
  refuses?: readonly RefusalCode[]
  /**
   * A caller with a session must have entered the password within this time; otherwise 403 reauthentication_required.
   */
  freshWithinMs?: number
  /** True excludes keys, for actions on the person's own profile and sessions. */
  sessionOnly?: boolean
  /** True admits staff who have not set up a required second factor, for the routes that set it up. */
  beforeSecondFactor?: boolean
  /**
   * False exempts the route from the rate limits: for probes, which must be answered during a flood of requests, and
   * for the manual clock, which is moved and read in loops.
   */
  limited?: boolean
  /** For a body that may be larger than those of other routes. It is read only after the caller's role was checked. */
  maxBodyBytes?: number
  /** The scope that a restricted key needs; null admits every key. Every route for customers' keys declares it. */
  scope?: Scope | null
  /** Runs before the body is read; may throw a refusal. */
  before?(request: FastifyRequest): void
  /** True passes the body as the bytes that arrived, of any type; for signed messages. */
  rawBody?: boolean
  /** True when the answer has an ETag: a client that sends it back gets 304. */
  hasTag?: boolean
  /** The media type of an answer that is not JSON. */
  answerType?: string
  /** The media types of a body that is a file, which `handle` streams from `request.body`. */
  takesFile?: readonly string[]
}
type Declaration = RouteFields & (Documented | Hidden)

/** The name of the operation in the API document: a verb and its object. Generated clients name functions after it. */
type Documented = { operationId: string; hidden?: false }
/** Left out of the API document. */
type Hidden = { operationId?: never; hidden: true }

/** A request whose body is not validated yet. */
type UncheckedInput<Kind extends CallerKind, Params> = {
  caller: CallerOf<Kind>
  params: Params
  fields: Record<string, unknown>
}

/**
 * `params` are those parameters of the address that are the route's alone; objects/addressParameters.ts has the others.
 * `waits` is the 202 answer of an action that may need an approval first.
 */
export type Schemas<P, Q, B, A> = { params?: P; query?: Q; body?: B; answer: A; waits?: TSchema }

/**
 * The permission that the role of a member (accounts/people/roles.ts) or of the staff (accounts/people/staffRoles.ts)
 * needs. Every route through which they change data declares it. Null admits every role, for routes that change nothing
 * or only the person's own profile. A GET without it admits every role.
 */
export type Needs<Verb extends Method, Kind extends CallerKind> = [Verb] extends ['GET']
  ? { needs?: NeedOf<Kind> }
  : Extract<Kind, 'member' | 'staff'> extends never
    ? { needs?: null }
    : { needs: NeedOf<Kind> }

/** A route for both has one role for each, so it can only admit every role. */
type NeedOf<Kind extends CallerKind> =
  | null
  | ('member' extends Kind ? ('staff' extends Kind ? null : Permission) : 'staff' extends Kind ? StaffPermission : null)

export type AnyPermission = Permission | StaffPermission

export type Route = Declaration & { method: Method; needs?: AnyPermission | null } & Schemas<
    TSchema,
    TSchema,
    TSchema,
    TSchema
  > & {
    problemsOf?(ask: UncheckedInput<CallerKind, unknown>): Problem[]
    handle(ask: RouteInput<CallerKind, unknown, unknown, unknown>): unknown
  }

/** Whose addresses begin so. All other routes name their callers. */
const callersAt = { '/staff/': 'staff', '/press/': 'printer', '/dashboard/api/': 'member' } as const
type CallersAt = typeof callersAt
type CallerOfPath<Path> = {
  [Start in keyof CallersAt]: [Path] extends [`${Start}${string}`] ? CallersAt[Start] : never
}[keyof CallersAt]
/** By default those of the beginning of the path. A path that the compiler cannot read needs its callers beside it. */
type Callers<Path, Kind extends CallerKind> = [CallerOfPath<Path>] extends [never]
  ? { callers: readonly Kind[] }
  : { callers?: readonly Kind[] }

/** `handle` sees the callers and inputs that the route declares. */
export type RouteDeclaration<
  Verb extends Method,
  Path extends string,
  Kind extends CallerKind,
  Answer extends TSchema,
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
> = Omit<RouteFields, 'path' | 'callers'> &
  (Documented | Hidden) & {
    method: Verb
    path: Path
  } & Callers<Path, Kind> &
  Needs<Verb, Kind> &
  Schemas<Params, Query, Body, Answer> & {
    /** Problems of a body that its schema cannot find; they are answered together with those of the schema. */
    problemsOf?(ask: UncheckedInput<Kind, ParametersOf<Path, Params>>): Problem[]
    handle(
      ask: RouteInput<Kind, ParametersOf<Path, Params>, Static<Query>, Static<Body>>,
    ): Static<Answer> | FastifyReply | Promise<Static<Answer> | FastifyReply>
  }

/** Checks the types of a declaration against each other. */
export function route<
  const Verb extends Method,
  const Path extends string,
  Answer extends TSchema,
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  const Kind extends CallerKind = CallerOfPath<Path>,
>(declaration: RouteDeclaration<Verb, Path, Kind, Answer, Params, Query, Body>): Route {
  const { path, callers = callersOf(path) } = declaration
  const params = parametersOf(path, (declaration.params as TObject | undefined)?.properties)
  return { ...declaration, callers, ...(params && { params }) } as unknown as Route
}

function callersOf(path: string): readonly CallerKind[] {
  const start = Object.keys(callersAt).find(start => path.startsWith(start)) as keyof CallersAt | undefined
  if (start === undefined) throw new Error(`the route ${path} names no callers`)
  return [callersAt[start]]
}

/** Gives the routes of a file their tag, except those that name another. */
export const tagged =
  <Parts extends unknown[]>(tag: string, routesOf: (...parts: Parts) => Route[]) =>
  (...parts: Parts): Route[] =>
    routesOf(...parts).map(route => ({ ...route, tag: route.tag ?? tag }))

declare module 'fastify' {
  interface FastifyContextConfig {
    callers?: readonly CallerKind[]
    limited?: boolean
    rawBody?: boolean
    needs?: AnyPermission | null
    scope?: Scope | null
    freshWithinMs?: number
    sessionOnly?: boolean
    beforeSecondFactor?: boolean
    refuses?: readonly RefusalCode[]
    takesFile?: readonly string[]
    maxBodyBytes?: number
  }
  interface FastifyRequest {
    /** Set before the body is read, on every route; see Caller. */
    caller: Caller
  }
}
