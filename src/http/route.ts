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
import type { Problem, RefusalCode } from '../base/refusal.ts'

/**
 * The authenticated caller. `actor` is the caller's name in histories and the audit log. A member acts for the account
 * of the session; the mode is a parameter of the route. A customer's key carries both. The operator's people come with
 * a session, or with a key and then without a userId. `printer` is the printer that a caller works for; null means all.
 */
export type Caller =
  | { kind: 'public'; actor: 'public' }
  | { kind: 'customer_key'; actor: string; keyId: string; accountId: string; mode: Mode }
  | { kind: 'member'; actor: string; userId: string; accountId: string; role: Role }
  | { kind: 'staff'; actor: string; userId: string | null }
  | { kind: 'printer'; actor: string; userId: string | null; printer: string | null }

/** For keys, cards and secrets: a browser left unattended for longer asks for the password again. */
export const recentlyMs = hour

export type CallerKind = Caller['kind']
type CallerOf<Kind extends CallerKind> = Extract<Caller, { kind: Kind }>

/** What `handle` receives: the authenticated caller, the validated inputs, and the raw exchange for rare needs. */
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
  /** Any of these kinds may call. `public` stands alone and needs no authentication. */
  callers: readonly CallerKind[]
  tag: string
  summary: string
  description?: string
  /** 200 when absent. */
  status?: Success
  /** The codes of base/refusal.ts that this route can answer, in addition to those of every route. */
  refuses?: readonly RefusalCode[]
  /** A caller with a session must have given the password within this time; otherwise 403 reauthentication_required. */
  freshWithinMs?: number
  /** True excludes keys: for matters of a person and their sessions. */
  sessionOnly?: boolean
  /** True admits staff who must set up a second factor first: for the routes that do this. */
  beforeSecondFactor?: boolean
  /**
   * False exempts the route from the rate limits: for probes, which must be answered in a flood too, and for the manual
   * clock, which is moved and read in loops.
   */
  limited?: boolean
  /** True passes the body as the bytes that arrived, of any type; for signed messages. */
  rawBody?: boolean
  /** True when the answer has an ETag: a client that sends it back gets 304. */
  hasTag?: boolean
  /** The media type of an answer that is not JSON. */
  answerType?: string
  /** True for a body that is a file, which `handle` streams from `request.body`. */
  takesFile?: boolean
  /** True leaves the route out of the API document. */
  hidden?: boolean
}

/** What is known of a request while the fields of its body may still be anything. */
type Unread<Kind extends CallerKind, Params> = {
  caller: CallerOf<Kind>
  params: Params
  fields: Record<string, unknown>
}

/** `waits` is the answer with 202, of an act that is not done at once in every case. */
type Schemas<P, Q, B, A> = { params?: P; query?: Q; body?: B; answer: A; waits?: TSchema }

/**
 * What a member's role must allow: see accounts/roles.ts. Every route that lets members change something declares it;
 * null admits every member, because the route concerns the caller's own person or changes nothing. A GET without it is
 * for every member.
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
    problemsOf?(ask: Unread<CallerKind, unknown>): Problem[]
    handle(ask: Ask<CallerKind, unknown, unknown, unknown>): unknown
  }

/**
 * Checks the types of a declaration against each other: `handle` sees the callers and inputs that the route declares.
 */
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
      /** What else can be wrong with a body than its schema says; both are answered together. */
      problemsOf?(ask: Unread<Kind, Static<Params>>): Problem[]
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
