// One declaration of an act for all who may do it. It has an address for each audience, and becomes a route for each:
// `handle` is told whose thing it is, wherever the address or the credentials say so.
//
//   ...resource({
//     method: 'PATCH',
//     at: { key: '/webhook-endpoints/:endpointId', member: '/dashboard/api/:mode/webhook-endpoints/:endpointId' },
//     operationId: 'updateWebhookEndpoint',      // the second route is updateWebhookEndpointInDashboard
//     scope: 'webhooks:write',
//     needs: 'webhooks',
//     ...
//     handle: ({ owner, caller, params, body }) => changeEndpoint(owner, params, body, caller.actor),
//   }),

import type { FastifyReply } from 'fastify'
import type { Static, TObject, TSchema } from 'typebox'
import type { Scope } from '../../accounts/keys/restrictions.ts'
import type { StaffPermission } from '../../accounts/people/staffRoles.ts'
import type { Mode as ModeName } from '../../base/mode.ts'
import { type Problem, Refusal } from '../../base/refusal.ts'
import { type ParametersOf, parametersOf } from '../objects/addressParameters.ts'
import type {
  AnyPermission,
  Caller,
  CallerKind,
  Method,
  Needs,
  Route,
  RouteFields,
  RouteInput,
  Schemas,
} from './route.ts'

/** Programs, the members of the account, the staff about one account and about all of them, and printers. */
const audiences = {
  key: { kind: 'customer_key', suffix: '' },
  member: { kind: 'member', suffix: 'InDashboard' },
  staff: { kind: 'staff', suffix: 'ForStaff' },
  all: { kind: 'staff', suffix: 'OfAllAccounts' },
  printer: { kind: 'printer', suffix: 'ForPrinter' },
} as const satisfies Record<string, { kind: CallerKind; suffix: string }>

type Audience = keyof typeof audiences
export type Addresses = { readonly [Of in Audience]?: string }
type KindOf<At extends Addresses> = (typeof audiences)[keyof At & Audience]['kind']

/**
 * Whose thing it is: of the key, of the session, or named by the address. Null where an address names no mode or, for
 * the staff, no account.
 */
type Owner<At extends Addresses> = {
  accountId: { [Of in keyof At]: Of extends 'key' | 'member' ? string : Named<At[Of], 'accountId', string> }[keyof At]
  mode: { [Of in keyof At]: Of extends 'key' ? ModeName : Named<At[Of], 'mode', ModeName> }[keyof At]
}
/** The other parameters of the addresses, which name the thing itself. */
type ThingOf<At extends Addresses, Own extends TSchema> = Omit<ParametersOf<At[keyof At], Own>, 'accountId' | 'mode'>
type Named<Address, Name extends string, Value> = Address extends `${string}/:${Name}/${string}`
  ? Value
  : Address extends `${string}/:${Name}`
    ? Value
    : null

/** The first audience has the operation of this name, and the others add their suffix to it; with `act` all do. */
type Operations = { operationId: string; act?: never } | { operationId?: never; act: string }

/** The parts that differ for an audience. Its `refuses` are added to those of all. */
type Variant = Partial<
  Pick<RouteFields, 'tag' | 'summary' | 'description' | 'refuses' | 'freshWithinMs' | 'sessionOnly'>
> & { operationId?: string; needs?: StaffPermission | null }
/** Members and the staff have roles of their own: `needs` is of the members then, and the staff say theirs. */
type Permissions<Verb extends Method, At extends Addresses> = At extends { member: string; staff: string }
  ? Needs<Verb, 'member'> & (Verb extends 'GET' ? unknown : { staff: { needs: StaffPermission | null } })
  : Needs<Verb, KindOf<At>>
/** A query of its own: it has the fields of the others' query, and its further ones are undefined for the others. */
type Queries<Query extends TSchema, More extends TSchema> = {
  [Of in Audience]?: { query?: More }
} & (Static<More> extends Static<Query> ? unknown : { query: never })

/** An answer of its own for an audience, made of the result of `handle`. */
type Shown<Result> = { answer: TSchema; present(result: Result): unknown }
export const shown = <Answer extends TSchema, Result>(
  answer: Answer,
  present: (result: Result) => Static<Answer>,
): Shown<Result> => ({ answer, present })

export type ResourceInput<At extends Addresses, Params extends TSchema, Query, Body> = RouteInput<
  KindOf<At>,
  ThingOf<At, Params>,
  Query,
  Body
> & { owner: Owner<At> }
type Handle<Ask, Result> = (ask: Ask) => Result | FastifyReply | Promise<Result | FastifyReply>

/** Either all audiences have the same answer, and some may be shown it in another way, or each has its own. */
type Answered<At extends Addresses, Answer extends TSchema, Result, Ask> =
  | ({ answer: Answer; handle: Handle<Ask, Static<Answer>> } & {
      [Of in keyof At & Audience]?: Variant & Partial<Shown<Static<Answer>>>
    })
  | ({ answer?: never; handle: Handle<Ask, Result> } & {
      [Of in keyof At & Audience]: Variant & Shown<Result>
    })

export type ResourceDeclaration<
  Verb extends Method,
  At extends Addresses,
  Answer extends TSchema,
  Params extends TSchema,
  Query extends TSchema,
  Body extends TSchema,
  More extends TSchema,
  Result,
> = { method: Verb; at: At } & Operations &
  Omit<RouteFields, 'path' | 'callers' | 'scope'> &
  (At extends { key: string } ? { scope: Scope } : { scope?: never }) &
  Permissions<Verb, At> &
  Pick<Schemas<Params, Query, Body, Answer>, 'params' | 'query' | 'body' | 'waits'> &
  Answered<At, Answer, Result, ResourceInput<At, Params, Static<Query> & Partial<Static<More>>, Static<Body>>> &
  Queries<Query, More> & {
    /** The mode to which the act belongs: keys for the other mode are refused with `not_allowed`. */
    keysOf?: ModeName
    problemsOf?(ask: { owner: Owner<At>; params: ThingOf<At, Params>; fields: Record<string, unknown> }): Problem[]
  }

/** The routes of an act, in the order of its addresses. */
export function resource<
  const Verb extends Method,
  const At extends Addresses,
  Answer extends TSchema,
  Params extends TSchema = TSchema,
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  More extends TSchema = Query,
  Result = Static<Answer>,
>(declaration: ResourceDeclaration<Verb, At, Answer, Params, Query, Body, More, Result>): Route[] {
  const { at } = declaration
  return (Object.keys(at) as Audience[]).map(audience => routeOf(declaration as unknown as AnyResource, audience))
}

type AnyAsk = { caller: Caller; params: unknown }
type AnyResource = RouteFields & {
  at: Addresses
  operationId?: string
  act?: string
  needs?: AnyPermission | null
  params?: TObject
  keysOf?: ModeName
  problemsOf?(ask: object): Problem[]
  handle(ask: object): unknown
} & { [Of in Audience]?: Variant & Partial<Shown<unknown>> }

function routeOf(declaration: AnyResource, audience: Audience): Route {
  const { at, operationId, act, scope, needs, freshWithinMs, refuses = [], problemsOf, ...shared } = declaration
  const { key, member, staff, all, printer, params, keysOf, handle, ...rest } = shared
  const { present, ...own } = { key, member, staff, all, printer }[audience] ?? {}
  const { kind, suffix } = audiences[audience]
  const path = at[audience]!
  const isFirst = audience === Object.keys(at)[0]
  const keyMode = kind === 'customer_key' ? keysOf : undefined
  return {
    ...rest,
    path,
    callers: [kind],
    operationId: operationId !== undefined && isFirst ? operationId : `${operationId ?? act}${suffix}`,
    ...(kind === 'customer_key' ? { scope } : { needs, freshWithinMs }),
    params: parametersOf(path, params?.properties),
    ...own,
    refuses: [...refuses, ...(own.refuses ?? []), ...(keyMode === undefined ? [] : ['not_allowed'])],
    ...(problemsOf && { problemsOf: (ask: AnyAsk) => problemsOf(withOwner(ask)) }),
    async handle(ask: AnyAsk & { reply: unknown }) {
      if (keyMode !== undefined) requireKeyOf(keyMode, ask.caller)
      const result = await handle(withOwner(ask))
      return present === undefined || result === ask.reply ? result : present(result)
    },
  } as unknown as Route
}

/** The account and the mode of a key or a session are never those of an address. */
function withOwner<Ask extends AnyAsk>(ask: Ask) {
  const { accountId = null, mode = null, ...params } = ask.params as { accountId?: string; mode?: ModeName }
  return { ...ask, params, owner: { accountId, mode, ...ownerOf(ask.caller) } }
}

function ownerOf(caller: Caller) {
  if (caller.kind === 'customer_key') return { accountId: caller.accountId, mode: caller.mode }
  return caller.kind === 'member' ? { accountId: caller.accountId } : {}
}

function requireKeyOf(mode: ModeName, caller: Caller): void {
  if (caller.kind !== 'customer_key' || caller.mode === mode) return
  const detail =
    mode === 'sandbox'
      ? 'The key is for production, and this is possible in the sandbox only: use a sandbox key.'
      : 'The key is for the sandbox, and this exists in production only: use a production key.'
  throw new Refusal('not_allowed', detail)
}
