// The one way to declare a route. A route says who may call it, what comes in, what goes out and what it refuses; its
// `handle` makes one call to a feature. Everything else (authentication, limits, validation, serialisation, the API
// document, the list of routes) is derived from the declaration, so no route can forget it.
//
//   export const keyRoutes = ({ createKey }: KeyParts): Route[] => [
//     route({
//       method: 'POST',
//       path: '/dashboard/api/:mode/keys',
//       callers: ['member'],
//       needs: 'keys',
//       tag: 'API keys',
//       summary: 'Create an API key',
//       params: Type.Object({ mode: Mode }),
//       body: Type.Object({ label: Text(100) }, { additionalProperties: false }),
//       status: 201,
//       answer: NewKey,
//       refuses: ['malformed_request'],
//       handle: ({ caller, params, body }) => createKey(caller.accountId, params.mode, body.label),
//     }),
//   ]

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { Permission, Role } from '../accounts/roles.ts'
import { hour } from '../base/clock.ts'
import type { Mode } from '../base/mode.ts'
import type { RefusalCode } from '../base/refusal.ts'

/**
 * Who calls, as it was proven. `actor` is how histories and the audit log name the caller. A member acts for the account
 * of the session; which mode is a parameter of the route. A customer's key carries both. The operator's people come with a
 * session or with a key, and then without a userId. `printer` is the one that a printer's caller works for; null is all.
 */
export type Caller =
  | { kind: 'public'; actor: 'public' }
  | { kind: 'customer_key'; actor: string; keyId: string; accountId: string; mode: Mode }
  | { kind: 'member'; actor: string; userId: string; accountId: string; role: Role }
  | { kind: 'staff'; actor: string; userId: string | null }
  | { kind: 'printer'; actor: string; userId: string | null; printer: string | null }

/** For keys, cards and secrets: a browser left alone for longer asks for the password again. */
export const recentlyMs = hour

export type CallerKind = Caller['kind']
type CallerOf<Kind extends CallerKind> = Extract<Caller, { kind: Kind }>

/** What `handle` is given: the proven caller, the checked inputs, and the raw exchange for the rare need. */
export type Ask<Kind extends CallerKind, Params, Query, Body> = {
  caller: CallerOf<Kind>
  params: Params
  query: Query
  body: Body
  request: FastifyRequest
  reply: FastifyReply
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Success = 200 | 201 | 202 | 204

type Declared = {
  path: string
  /** Several kinds are alternatives. `public` stands alone: nobody is asked who they are. */
  callers: readonly CallerKind[]
  tag: string
  summary: string
  description?: string
  /** 200 when absent. */
  status?: Success
  /** The codes of base/refusal.ts that this route adds to those that any route may answer. */
  refuses?: readonly RefusalCode[]
  /** Who comes with a session must have given the password within that time; else 403 reauthentication_required. */
  freshWithinMs?: number
  /** True leaves keys out: for what concerns a person and the sessions. */
  sessionOnly?: boolean
  /** True lets staff in who must have a second factor and have none yet: for what it takes to get one. */
  beforeSecondFactor?: boolean
  /** False takes the route out of the rate limits: for probes, which must be answered in a flood too. */
  limited?: boolean
  /** True hands the body over as the bytes that came, whatever they are; for what is signed. */
  rawBody?: boolean
  /** True where the answer has an ETag: who names it gets 304. */
  hasTag?: boolean
  /** The media type of the answer where it is not JSON. */
  answerType?: string
  /** True for a body that is a file, which `handle` reads from `request.body` as it comes. */
  takesFile?: boolean
  /** True keeps the route out of the API document. */
  hidden?: boolean
}

type Schemas<P, Q, B, A> = { params?: P; query?: Q; body?: B; answer: A }

/**
 * What a member's role must allow: see accounts/roles.ts. Whatever members may change names it; null says that every
 * member may, since it is about the caller's own person or changes nothing. A GET that names nothing is for every member.
 */
type Needs<Verb extends Method, Kind extends CallerKind> = Verb extends 'GET'
  ? { needs?: Permission | null }
  : 'member' extends Kind
    ? { needs: Permission | null }
    : { needs?: null }

export type Route = Declared & { method: Method; needs?: Permission | null } & Schemas<
    TSchema,
    TSchema,
    TSchema,
    TSchema
  > & {
    handle(ask: Ask<CallerKind, unknown, unknown, unknown>): unknown
  }

/** Checks a declaration's types against each other: `handle` sees the callers and inputs that the route declares. */
export function route<
  const Verb extends Method,
  const Kind extends CallerKind,
  Answer extends TSchema,
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
>(
  declaration: Declared & { method: Verb; callers: readonly Kind[] } & Needs<Verb, Kind> &
    Schemas<Params, Query, Body, Answer> & {
      handle(
        ask: Ask<Kind, Static<Params>, Static<Query>, Static<Body>>,
      ): Static<Answer> | FastifyReply | Promise<Static<Answer> | FastifyReply>
    },
): Route {
  return declaration as unknown as Route
}

declare module 'fastify' {
  interface FastifyContextConfig {
    callers?: readonly CallerKind[]
    limited?: boolean
    rawBody?: boolean
    needs?: Permission | null
    freshWithinMs?: number
    sessionOnly?: boolean
    beforeSecondFactor?: boolean
    refuses?: readonly RefusalCode[]
    takesFile?: boolean
  }
  interface FastifyRequest {
    /** Set before the body is read, on every route; see Caller. */
    caller: Caller
  }
}
