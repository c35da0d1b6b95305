// The HTTP server: the list of route files, the limits that protect it, and what every answer contains. Routes are
// declared as in route.ts; a route that does not declare its callers prevents the start.

import { randomBytes } from 'node:crypto'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import type { Permission } from '../accounts/roles.ts'
import { second } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import { Refusal } from '../base/refusal.ts'
import { sparing } from '../base/sparing.ts'
import { withoutTrailingSlashes } from '../base/urls.ts'
import { challengeFor, countAddress, type GateParts, gate, type KeyProof, originCheck, type Sessions } from './auth.ts'
import { readJson } from './body.ts'
import { type ClockParts, clockRoutes } from './clock.ts'
import { accountRoutes } from './customers/account.ts'
import { type BillingParts, billingRoutes } from './customers/billing.ts'
import { type CardParts, cardRoutes } from './customers/cards.ts'
import { type DashboardOrderParts, dashboardOrderRoutes } from './customers/dashboardOrders.ts'
import { type DeliveryParts, deliveryRoutes } from './customers/deliveries.ts'
import { type ExemptionParts, exemptionRoutes } from './customers/exemptions.ts'
import { type FileParts, fileRoutes } from './customers/files.ts'
import { type KeyParts, keyRoutes } from './customers/keys.ts'
import { type LedgerParts, ledgerRoutes } from './customers/ledger.ts'
import { type OrderFileParts, orderFileRoutes } from './customers/orderFiles.ts'
import { type OrderParts, orderRoutes } from './customers/orders.ts'
import { type OverviewParts, overviewRoutes } from './customers/overview.ts'
import { type ProductParts, productRoutes } from './customers/products.ts'
import { type SandboxParts, sandboxRoutes } from './customers/sandbox.ts'
import { type TeamParts, teamRoutes } from './customers/team.ts'
import { type TemplateParts, templateRoutes } from './customers/templates.ts'
import { describeApi, docsPrefix, docsRoutes } from './docs.ts'
import { type EventParts, eventRoutes } from './events.ts'
import { checkHeads } from './heads.ts'
import { type HealthParts, healthRoutes } from './health.ts'
import { type Buckets, type Rate, tokenBuckets } from './limits.ts'
import { observe } from './observe.ts'
import { answerParserError } from './parserErrors.ts'
import { emailChangeRoutes } from './people/emailChange.ts'
import { passkeyRoutes } from './people/passkeys.ts'
import { type PeopleParts, peopleRoutes } from './people/people.ts'
import { secondFactorRoutes } from './people/secondFactor.ts'
import { type SignUpParts, signUpRoutes } from './people/signUp.ts'
import { type PressFileParts, pressFileRoutes } from './press/files.ts'
import { type PressMessageParts, pressMessageRoutes } from './press/messages.ts'
import { type PressParts, pressRoutes } from './press/press.ts'
import { type PrinterParts, printerRoutes } from './press/printers.ts'
import { MethodNotAllowed, problemOf, problemType, refuseTogether } from './problem.ts'
import { type ProviderMessageParts, providerMessageRoutes } from './providerMessages.ts'
import type { CallerKind, Route } from './route.ts'
import { Problem } from './schemas.ts'
import { compileSerializer } from './serialize.ts'
import { watchBodies } from './slowBodies.ts'
import { type ApprovalParts, approvalRoutes } from './staff/approvals.ts'
import { type StaffDeskParts, staffDeskRoutes } from './staff/desk.ts'
import { type StaffMessageParts, staffMessageRoutes } from './staff/messages.ts'
import { type StaffMoneyParts, staffMoneyRoutes } from './staff/money.ts'
import { type StaffPrinterParts, staffPrinterRoutes } from './staff/printers.ts'
import { type StaffReadParts, staffReadRoutes } from './staff/reads.ts'
import { type RefundParts, refundRoutes } from './staff/refunds.ts'
import { type StaffParts, staffRoutes } from './staff/staff.ts'
import { warningOfParameters } from './unknownParameters.ts'
import { compileSchema } from './validate.ts'
import { servePages, type Web, type WebParts, webRoutes } from './web.ts'

/** The interface version in every answer. It changes when something is added; nothing is ever removed. */
const interfaceVersion = '2026-11-21'

const bodyLimitBytes = 1024 * 1024
const headerLimitBytes = 16 * 1024
/** For the header, and for bodies that are not files. */
const requestTimeoutMs = 30 * second
/** 650 MB at 0.7 MB/s. */
const uploadTimeoutMs = 900 * second
/** How often Node looks for requests that are past their time-out; its default of 30 s would double it. */
const timeoutCheckMs = 2 * second
const connectionTimeoutMs = 60 * second
const keepAliveTimeoutMs = 72 * second // more than the 60 s after which load balancers close
const lookForIdleMs = 20
/** How often the log tells of requests and connections that are turned away; there may be hundreds a second. */
const turnedAwayEveryMs = 5 * second

export type ServerSettings = {
  log: Log
  /** The address of the service from outside: origin checks, cookies and links use it. */
  publicUrl: URL
  /** Addresses and subnets of the proxies in front whose X-Forwarded-For is trusted; empty for none. */
  trustedProxies: string[] | 'whoever connects'
  rates: { perKey: Rate; perAddress: Rate }
  /** Others are closed at once. */
  mostConnections: number
  keyring: KeyProof
  sessions: Sessions
  metrics: Registry
  web: Web
}

/** What the routes need; each file names its own. */
type RouteParts = HealthParts &
  WebParts &
  EventParts &
  KeyParts &
  PeopleParts &
  SignUpParts &
  TeamParts &
  StaffDeskParts &
  ProductParts &
  TemplateParts &
  CardParts &
  BillingParts &
  ProviderMessageParts &
  StaffMoneyParts &
  OrderParts &
  DashboardOrderParts &
  OverviewParts &
  FileParts &
  OrderFileParts &
  SandboxParts &
  DeliveryParts &
  PressParts &
  PressFileParts &
  PressMessageParts &
  PrinterParts &
  RefundParts &
  ApprovalParts &
  ExemptionParts &
  LedgerParts &
  StaffParts &
  StaffPrinterParts &
  StaffMessageParts &
  StaffReadParts & {
    /** Only with a manual clock. */
    moveClock: ClockParts['moveClock'] | null
  }

/** The explicit list of route files. */
const allRoutes = (parts: RouteParts): Route[] => [
  ...docsRoutes(),
  ...healthRoutes(parts),
  ...webRoutes(parts),
  ...eventRoutes(parts),
  ...peopleRoutes(parts),
  ...secondFactorRoutes(parts),
  ...passkeyRoutes(parts),
  ...signUpRoutes(parts),
  ...teamRoutes(parts),
  ...accountRoutes(parts),
  ...emailChangeRoutes(parts),
  ...keyRoutes(parts),
  ...productRoutes(parts),
  ...templateRoutes(parts),
  ...cardRoutes(parts),
  ...billingRoutes(parts),
  ...providerMessageRoutes(parts),
  ...staffMoneyRoutes(parts),
  ...orderRoutes(parts),
  ...dashboardOrderRoutes(parts),
  ...overviewRoutes(parts),
  ...fileRoutes(parts),
  ...orderFileRoutes(parts),
  ...sandboxRoutes(parts),
  ...deliveryRoutes(parts),
  ...pressRoutes(parts),
  ...pressFileRoutes(parts),
  ...pressMessageRoutes(parts),
  ...printerRoutes(parts),
  ...staffRoutes(parts),
  ...staffDeskRoutes(parts),
  ...staffReadRoutes(parts),
  ...refundRoutes(parts),
  ...approvalRoutes(parts),
  ...exemptionRoutes(parts),
  ...ledgerRoutes(parts),
  ...staffPrinterRoutes(parts),
  ...staffMessageRoutes(parts),
  ...(parts.moveClock === null ? [] : clockRoutes({ clock: parts.clock, moveClock: parts.moveClock })),
]

/** Builds the server of the whole service, ready to listen or to be injected into. */
export const buildServer = (parts: ServerSettings & RouteParts): Promise<FastifyInstance> =>
  serverOf(parts, allRoutes(parts))

/** The same with any routes. */
export async function serverOf(settings: ServerSettings, routes: Route[]): Promise<FastifyInstance> {
  const newRequestId = requestIds()
  const server = bareServer(settings, newRequestId)
  const addressBuckets = tokenBuckets(settings.rates.perAddress)
  guardRoutes(server, settings, addressBuckets)
  checkHeads(server, commonFields(settings), newRequestId)
  servePages(server, settings.web)
  answerStrangers(server, addressBuckets)
  observe(server, settings)
  server.addSchema(Problem)
  await describeApi(server, settings.publicUrl, interfaceVersion)
  for (const route of routes) addRoute(server, warningOfParameters(route))
  closeConnections(server)
  limitConnections(server, settings)
  await server.ready()
  return server
}

/**
 * Closing ends the connections that are idle at that moment. A connection that was busy then, and is kept alive with
 * its answer, would delay the stop for as long as its client likes; so such connections are closed until none is left.
 */
function closeConnections(app: FastifyInstance): void {
  const { server } = app
  app.addHook('preClose', done => {
    if (server.listening) {
      const timer = setInterval(() => server.closeIdleConnections(), lookForIdleMs)
      server.once('close', () => clearInterval(timer))
    }
    done()
  })
}

/** Whoever takes the last descriptor of the process takes it from the database too, and the embedded one may break. */
function limitConnections({ server }: FastifyInstance, { mostConnections, log }: ServerSettings): void {
  if (mostConnections < Infinity) server.maxConnections = mostConnections
  const sayTooMany = sparing(turnedAwayEveryMs)
  server.on('drop', () =>
    sayTooMany(others => log.error({ mostConnections, others }, 'too many connections, so new ones are closed')),
  )
}

export type RouteRow = { method: string; path: string; callers: readonly CallerKind[]; needs: Permission | null }

/** Every route with its callers, sorted; the HEAD that belongs to each GET is left out. */
export function routeTable(server: FastifyInstance): RouteRow[] {
  const rows = (tableOf.get(server) ?? []).filter(({ method }) => method !== 'HEAD')
  return rows.toSorted((a, b) => (`${a.path} ${a.method}` < `${b.path} ${b.method}` ? -1 : 1))
}

const tableOf = new WeakMap<FastifyInstance, RouteRow[]>()

/** Unique across processes through their random beginning, and cheap: a counter in base 36. */
function requestIds(): () => string {
  const process = `req_${randomBytes(6).toString('hex')}`
  let requests = 0
  return () => `${process}${(requests++).toString(36)}`
}

function bareServer(parts: ServerSettings, newRequestId: () => string): FastifyInstance {
  const fields = commonFields(parts)
  const sendProblem = problemSender(parts)
  const server = fastify({
    bodyLimit: bodyLimitBytes,
    requestTimeout: uploadTimeoutMs,
    connectionTimeout: connectionTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    http: {
      maxHeaderSize: headerLimitBytes,
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: timeoutCheckMs,
      requireHostHeader: false, // heads.ts does that
    },
    routerOptions: { maxParamLength: headerLimitBytes }, // the schemas of parameters limit them
    trustProxy: proxyTrust(parts.trustedProxies),
    return503OnClosing: false, // requests on a kept-alive connection are still served while stopping
    genReqId: newRequestId,
    clientErrorHandler(error, socket) {
      const requestId = newRequestId()
      parts.log.info({ requestId, err: error }, 'no request came of it')
      answerParserError(error, socket, { requestId, fields })
    },
    frameworkErrors: (error, request, reply) => {
      reply.headers(fields).header('request-id', request.id)
      sendProblem(error, request, reply)
    },
  })
  tableOf.set(server, [])
  server.setValidatorCompiler(compileSchema)
  server.setSerializerCompiler(compileSerializer)
  server.setErrorHandler(sendProblem)
  readJson(server)
  watchBodies(server, { mostMs: requestTimeoutMs, lookEveryMs: timeoutCheckMs, fields })
  return server
}

/** For "whoever connects", one hop is trusted and no more: what precedes it in the header was written by its client. */
function proxyTrust(proxies: ServerSettings['trustedProxies']) {
  if (proxies === 'whoever connects') return (_address: string, hop: number) => hop === 0
  return proxies.length > 0 && proxies
}

/** Gives every route, including those of plug-ins, its gate. */
function guardRoutes(server: FastifyInstance, parts: ServerSettings, addressBuckets: Buckets): void {
  const gateParts: GateParts = {
    keyring: parts.keyring,
    sessions: parts.sessions,
    callerBuckets: tokenBuckets(parts.rates.perKey),
    addressBuckets,
    isOurOrigin: originCheck(parts.publicUrl),
  }
  const fields = commonFields(parts)
  server.decorateRequest('caller', null as never)
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(fields).header('request-id', request.id)
    done()
  })
  server.addHook('onRoute', options => {
    const fromDocs = options.url === docsPrefix || options.url.startsWith(`${docsPrefix}/`)
    const { callers = fromDocs ? (['public'] as const) : undefined, limited = true, ...rest } = options.config ?? {}
    if (callers === undefined || callers.length === 0) {
      throw new Error(`${options.method} ${options.url} does not say who may call it: declare its callers`)
    }
    if (callers.includes('member') && rest.needs === undefined && !['GET', 'HEAD'].includes(String(options.method))) {
      throw new Error(
        `${options.method} ${options.url} does not say what a member's role must allow: declare its needs`,
      )
    }
    options.onRequest = [gate(gateParts, { ...rest, callers, limited }), ...[options.onRequest ?? []].flat()]
    for (const method of [options.method].flat())
      tableOf.get(server)!.push({ method, path: options.url, callers, needs: rest.needs ?? null })
  })
}

function addRoute(server: FastifyInstance, route: Route): void {
  const { needs, freshWithinMs, sessionOnly = false, beforeSecondFactor = false } = route
  const { method, path, callers, limited = true, status = 200, params, query, body, answer, answerType, handle } = route
  const { problemsOf, waits } = route
  server.route({
    method,
    url: path,
    attachValidation: problemsOf !== undefined, // what the schema finds then waits for the route's own rules
    config: {
      callers,
      limited,
      rawBody: route.rawBody ?? false,
      takesFile: route.takesFile ?? false,
      refuses: refusesOf(route),
      ...(needs === undefined ? {} : { needs }),
      ...(freshWithinMs === undefined ? {} : { freshWithinMs }),
      sessionOnly,
      beforeSecondFactor,
    },
    schema: {
      ...(params ? { params } : {}),
      ...(query ? { querystring: query } : {}),
      ...(body ? { body } : {}),
      ...(route.takesFile ? { consumes: ['application/pdf'] } : {}),
      response: {
        [status]: answerType === undefined ? answer : { content: { [answerType]: { schema: answer } } },
        ...(waits ? { 202: waits } : {}),
        ...(route.hasTag ? { 304: unchanged } : {}),
        '4xx': problemAnswer,
        '5xx': problemAnswer,
      },
      ...documented(route),
    },
    handler(request, reply) {
      reply.statusCode = status
      const { caller, params, query, body } = request
      if (problemsOf !== undefined) {
        const ruled = isObject(body) ? problemsOf({ caller, params, fields: body }) : []
        refuseTogether(request.validationError, ruled)
      }
      return handle({ caller, params, query, body, request, reply })
    },
  })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Codes that the gate may answer need not be declared. */
const refusesOf = ({ refuses = [], freshWithinMs }: Route) =>
  freshWithinMs === undefined ? refuses : [...refuses, 'reauthentication_required' as const]

const unchanged = { type: 'null', description: 'The copy named by If-None-Match is current.' }

const problemAnswer = {
  description: 'A problem: see its code.',
  content: { [problemType]: { schema: { $ref: 'Problem#' } } },
}

/** What the API document needs besides the schemas. */
function documented({ tag, summary, description, hidden = false }: Route) {
  return { tags: [tag], summary, ...(description ? { description } : {}), hide: hidden }
}

function commonFields({ publicUrl }: ServerSettings): Record<string, string> {
  return {
    'octavo-version': interfaceVersion,
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    ...(publicUrl.protocol === 'https:' ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

/**
 * Requests that no route takes are refused before their body is read: 405 where another method is supported, else 404.
 */
function answerStrangers(server: FastifyInstance, addressBuckets: Buckets): void {
  server.addHook('onRequest', (request, _reply, done) => {
    if (!request.is404) return done()
    const tooMany = countAddress(addressBuckets, request)
    if (tooMany !== undefined) return done(tooMany)
    const path = request.url.split('?', 1)[0]!
    const methods = tableOf
      .get(server)!
      .filter(row => fits(row.path, path))
      .map(row => row.method)
    const allowed = [...new Set(methods)].sort()
    done(allowed.length > 0 ? new MethodNotAllowed(request.method, allowed) : new Refusal('not_found', strange(path)))
  })

  const strange = (path: string) => {
    const bare = withoutTrailingSlashes(path)
    const known = bare !== path && bare !== '' && tableOf.get(server)!.some(row => fits(row.path, bare))
    return known ? 'No such address; remove the slash at its end.' : 'No such address.'
  }
}

function fits(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const got = path.split('/', wanted.length + 1)
  return wanted.every((step, i) => {
    if (step === '*') return got.length > i
    if (i === wanted.length - 1 && got.length !== wanted.length) return false
    return step.startsWith(':') ? got[i] !== undefined && got[i] !== '' : step === got[i]
  })
}

type SendProblem = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void

function problemSender({ log }: ServerSettings): SendProblem {
  const sayTurnedAway = sparing(turnedAwayEveryMs)
  return (error, request, reply) => {
    const { status, headers, body, bug } = problemOf(error, request.id, challengeFor(request))
    if (bug) log.error({ requestId: request.id, route: request.routeOptions.url, err: error }, 'request failed')
    else if (body.code === 'overloaded') {
      sayTurnedAway(others => log.warn({ requestId: request.id, err: error, others }, 'request turned away'))
    }
    reply.code(status).headers(headers).type(problemType).send(body)
  }
}
