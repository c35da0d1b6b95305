// The HTTP server: the limits that protect it, and the parts of every answer. Routes are declared as in route.ts; a
// route that does not declare its callers prevents the start.

import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import { BlockList, isIPv6 } from 'node:net'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import { say } from '../../../languages/texts.ts'
import type { Scope } from '../../accounts/keys/restrictions.ts'
import { second } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import { withoutTrailingSlashes } from '../../base/network/urls.ts'
import { Refusal } from '../../base/refusal.ts'
import { throttle } from '../../base/running/throttle.ts'
import { type Buckets, type Rate, tokenBuckets } from '../../base/running/tokenBuckets.ts'
import type { Read } from '../../db/standby.ts'
import { describeApi } from '../document/docs.ts'
import { Nothing, Problem, Redirected } from '../objects/common.ts'
import { challengeFor, countAddress, type GateParts, gate, type KeyProof, originCheck, type Sessions } from './auth.ts'
import { readJson, wrongMediaType } from './body.ts'
import { answerInOrder } from './inOrder.ts'
import { observe } from './observe.ts'
import { answerParserError } from './parserErrors.ts'
import { MethodNotAllowed, problemOf, problemType, refuseAll } from './problem.ts'
import { addressGroup } from './rateLimits.ts'
import { inReadersLanguage } from './readersLanguage.ts'
import { checkRequestHeads } from './requestHeads.ts'
import type { AnyPermission, CallerKind, Route } from './route.ts'
import { allRoutes } from './routes.ts'
import { compileSerializer } from './serialize.ts'
import type { Services } from './services.ts'
import { watchBodies } from './slowBodies.ts'
import { withParameterWarnings } from './unknownParameters.ts'
import { compileSchema } from './validate.ts'
import { servePages, type Web } from './web.ts'

/** The interface version in every answer. It changes when something is added: see docs/versions.md. */
const interfaceVersion = '2026-12-01'

const bodyLimitBytes = 1024 * 1024
/** Before sign-in, the service reads no more than a passkey's response, which has some kilobytes. */
const signInBodyLimitBytes = 16 * 1024
const signInPaths = '/auth/'
const headerLimitBytes = 16 * 1024
/** For the header, and for bodies that are not files. */
const requestTimeoutMs = 30 * second
/** 650 MB at 0.7 MB/s. */
const uploadTimeoutMs = 900 * second
/** How often Node checks for timed-out requests; its default of 30 s would double the time-out. */
const timeoutCheckMs = 2 * second
const connectionTimeoutMs = 60 * second
const keepAliveTimeoutMs = 72 * second // more than the 60 s after which load balancers close
const idleCheckMs = 20
/** Of all connections, for one client address. */
const maxShareOfAddress = 1 / 4
/** How often the log mentions refused requests and connections; there may be hundreds a second. */
const logEveryMs = 5 * second

export type ServerSettings = {
  log: Log
  /** The address of the service from outside: origin checks, cookies and links use it. */
  publicUrl: URL
  /** Addresses and subnets of the proxies in front whose X-Forwarded-For is trusted; empty for none. */
  trustedProxies: string[] | 'any'
  rates: { perKey: Rate; perAddress: Rate }
  /** Once a stop has begun, connections end with their next answer, so that clients open new ones elsewhere. */
  isStopping(): boolean
  /** Further connections are closed immediately. One address may have a quarter of this number. */
  maxConnections: number
  keyring: KeyProof
  sessions: Sessions
  metrics: Registry
  /** Reads on the database itself, and what may be some seconds old on its standby, if there is one. */
  readNow: Read
  readRecent: Read
  web: Web
  /** Where a browser that comes to / is sent; the dashboard by default. */
  homePage?: () => Promise<string>
}

/** Builds the server of the whole service, ready to listen or for injected requests. */
export const buildServer = (parts: ServerSettings & Services): Promise<FastifyInstance> =>
  serverOf(parts, allRoutes(parts))

/** Builds a server with the given routes. */
export async function serverOf(settings: ServerSettings, routes: Route[]): Promise<FastifyInstance> {
  const newRequestId = requestIds()
  const server = createFastify(settings, newRequestId)
  const addressBuckets = tokenBuckets(settings.rates.perAddress)
  guardRoutes(server, settings, addressBuckets)
  checkRequestHeads(server, commonFields(settings), newRequestId)
  servePages(server, settings.web, settings.homePage)
  answerUnknownPaths(server, addressBuckets)
  observe(server, settings)
  server.addSchema(Problem)
  await describeApi(server, settings.publicUrl, interfaceVersion)
  for (const route of routes) addRoute(server, withParameterWarnings(route), settings)
  closeConnections(server)
  limitConnections(server, settings)
  await server.ready()
  return server
}

/**
 * Closing the server ends only connections that are idle at that moment. A busy connection that is kept alive after its
 * answer could delay the stop without limit, so idle connections are closed until none is left.
 */
function closeConnections(app: FastifyInstance): void {
  const { server } = app
  app.addHook('preClose', done => {
    if (server.listening) {
      const timer = setInterval(() => server.closeIdleConnections(), idleCheckMs)
      server.once('close', () => clearInterval(timer))
    }
    done()
  })
}

/** Leaves file descriptors for the database: the embedded database may break if the process has none left. */
function limitConnections({ server }: FastifyInstance, { maxConnections, trustedProxies, log }: ServerSettings): void {
  if (maxConnections < Infinity) server.maxConnections = maxConnections
  limitByAddress(server, { most: Math.ceil(maxConnections * maxShareOfAddress), trustedProxies, log })
  const logTooMany = throttle(logEveryMs)
  server.on('drop', () =>
    logTooMany(others => log.error({ maxConnections, others }, 'too many connections: new connections are closed')),
  )
}

type ByAddress = Pick<ServerSettings, 'trustedProxies' | 'log'> & { most: number }

/** Keeps one address from using all connections. Trusted proxies are exempt, since they carry many clients. */
function limitByAddress(server: Server, { most, trustedProxies, log }: ByAddress): void {
  if (trustedProxies === 'any' || most === Infinity) return
  const proxies = subnetsOf(trustedProxies)
  const open = new Map<string, number>()
  const logTooMany = throttle(logEveryMs)
  server.on('connection', socket => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || proxies.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4')) return
    const address = addressGroup(remoteAddress)
    const count = (open.get(address) ?? 0) + 1
    if (count > most) {
      logTooMany(others => log.warn({ address, most, others }, 'too many connections from the same address'))
      return void socket.destroy()
    }
    open.set(address, count)
    socket.once('close', () => {
      const left = open.get(address)! - 1
      if (left === 0) open.delete(address)
      else open.set(address, left)
    })
  })
}

function subnetsOf(addresses: string[]): BlockList {
  const subnets = new BlockList()
  for (const one of addresses) {
    const [address = '', prefix] = one.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) subnets.addAddress(address, family)
    else subnets.addSubnet(address, Number(prefix), family)
  }
  return subnets
}

export type RouteRow = {
  method: string
  path: string
  callers: readonly CallerKind[]
  needs: AnyPermission | null
  scope: Scope | null
}

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

function createFastify(parts: ServerSettings, newRequestId: () => string): FastifyInstance {
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
      requireHostHeader: false, // requestHeads.ts does that
    },
    routerOptions: { maxParamLength: headerLimitBytes }, // the schemas of parameters limit them
    trustProxy: proxyTrust(parts.trustedProxies),
    return503OnClosing: false, // requests on a kept-alive connection are still served while stopping
    genReqId: newRequestId,
    clientErrorHandler(error, socket) {
      const requestId = newRequestId()
      parts.log.info({ requestId, err: error }, 'the connection sent no request')
      afterAnswers(socket, () => answerParserError(error, socket, { requestId, fields }))
    },
    frameworkErrors: (error, request, reply) => {
      reply.headers(fields).header('request-id', request.id)
      sendProblem(error, request, reply)
    },
  })
  const afterAnswers = answerInOrder(server)
  tableOf.set(server, [])
  server.setValidatorCompiler(compileSchema)
  server.setSerializerCompiler(compileSerializer)
  server.setErrorHandler(sendProblem)
  readJson(server)
  watchBodies(server, { maxMs: requestTimeoutMs, checkEveryMs: timeoutCheckMs, fields })
  return server
}

/** "any" trusts only the last hop: the client wrote the rest of the header. */
function proxyTrust(proxies: ServerSettings['trustedProxies']) {
  if (proxies === 'any') return (_address: string, hop: number) => hop === 0
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
    if (parts.isStopping()) reply.header('connection', 'close')
    done()
  })
  server.addHook('preSerialization', async (request, _reply, answer) => inReadersLanguage(answer, request.headers))
  server.addHook('onRoute', options => {
    const { callers, limited = true, ...rest } = options.config ?? {}
    if (callers === undefined || callers.length === 0) {
      throw new Error(`${options.method} ${options.url} does not say who may call it: declare its callers`)
    }
    const hasRoles = callers.includes('member') || callers.includes('staff')
    if (hasRoles && rest.needs === undefined && !['GET', 'HEAD'].includes(String(options.method))) {
      throw new Error(`${options.method} ${options.url} does not say what a role must allow: declare its needs`)
    }
    if (callers.includes('customer_key') && rest.scope === undefined) {
      throw new Error(`${options.method} ${options.url} does not say what a restricted key needs: declare its scope`)
    }
    options.onRequest = [gate(gateParts, { ...rest, callers, limited }), ...[options.onRequest ?? []].flat()]
    for (const method of [options.method].flat())
      tableOf
        .get(server)!
        .push({ method, path: options.url, callers, needs: rest.needs ?? null, scope: rest.scope ?? null })
  })
}

function addRoute(server: FastifyInstance, route: Route, { readNow, readRecent }: ServerSettings): void {
  const { needs, scope, freshWithinMs, sessionOnly = false, beforeSecondFactor = false } = route
  const { method, path, callers, limited = true, params, query, body, answer, answerType, handle } = route
  const { problemsOf, waits, before, maxBodyBytes, status = usualStatus(answer) } = route
  server.route({
    method,
    url: path,
    bodyLimit: maxBodyBytes ?? (path.startsWith(signInPaths) ? signInBodyLimitBytes : bodyLimitBytes),
    ...(before === undefined ? {} : { onRequest: async request => before(request) }),
    attachValidation: problemsOf !== undefined, // the problems of the schema are answered with those of the route
    config: {
      callers,
      limited,
      rawBody: route.rawBody ?? false,
      ...(route.takesFile === undefined ? {} : { takesFile: route.takesFile }),
      refuses: refusesOf(route),
      ...(maxBodyBytes === undefined ? {} : { maxBodyBytes }),
      ...(needs === undefined ? {} : { needs }),
      ...(scope === undefined ? {} : { scope }),
      ...(freshWithinMs === undefined ? {} : { freshWithinMs }),
      sessionOnly,
      beforeSecondFactor,
    },
    schema: {
      ...(params ? { params } : {}),
      ...(query ? { querystring: query } : {}),
      ...(body ? { body } : {}),
      ...(route.takesFile === undefined ? {} : { consumes: [...route.takesFile] }),
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
        const ruleProblems = isObject(body) ? problemsOf({ caller, params, fields: body }) : []
        refuseAll(request.validationError, ruleProblems)
      }
      const read = asksForTheNewest(request) ? readNow : readRecent
      return handle({ caller, params, query, body, read, request, reply })
    },
  })
}

const asksForTheNewest = ({ headers }: FastifyRequest) => /\bno-cache\b/i.test(headers['cache-control'] ?? '')

function usualStatus(answer: Route['answer']): number {
  if (answer === Nothing) return 204
  return answer === Redirected ? 302 : 200
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

/** The parts of the API document that are not schemas. */
function documented({ path, tag, operationId, summary, description, hidden = false }: Route) {
  if (tag === undefined) throw new Error(`the route ${path} has no tag`)
  return {
    tags: [tag],
    ...(operationId === undefined ? {} : { operationId }),
    summary,
    ...(description ? { description } : {}),
    hide: hidden,
  }
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
 * Refuses requests without a route before their body is read: 405 if the path supports another method, else 404.
 */
function answerUnknownPaths(server: FastifyInstance, addressBuckets: Buckets): void {
  server.addHook('onRequest', (request, _reply, done) => {
    if (!request.is404) return done()
    const tooMany = countAddress(addressBuckets, request)
    if (tooMany !== undefined) return done(tooMany)
    const path = request.url.split('?', 1)[0]!
    const methods = tableOf
      .get(server)!
      .filter(row => matchesPath(row.path, path))
      .map(row => row.method)
    const allowed = [...new Set(methods)].sort()
    done(
      allowed.length > 0
        ? new MethodNotAllowed(request.method, allowed)
        : new Refusal('not_found', notFoundDetail(path)),
    )
  })

  const notFoundDetail = (path: string) => {
    const bare = withoutTrailingSlashes(path)
    const known = bare !== path && bare !== '' && tableOf.get(server)!.some(row => matchesPath(row.path, bare))
    return known ? 'This address does not exist: remove the slash at the end.' : 'This address does not exist.'
  }
}

function matchesPath(pattern: string, path: string): boolean {
  const steps = pattern.split('/')
  const got = path.split('/', steps.length + 1)
  return steps.every((step, i) => {
    if (step === '*') return got.length > i
    if (i === steps.length - 1 && got.length !== steps.length) return false
    return step.startsWith(':') ? got[i] !== undefined && got[i] !== '' : step === got[i]
  })
}

type SendProblem = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void

function bodyTooLarge(maxBytes: number): Refusal {
  const kibibytes = maxBytes / 1024
  const most = kibibytes < 1024 ? `${kibibytes} KiB` : `${kibibytes / 1024} MiB`
  return new Refusal('body_too_large', say('The body is too large: send at most {most}.', { most }))
}

/** A refusal that depends on what the route takes. */
function parserRefusal(code: string | undefined, request: FastifyRequest): Refusal | null {
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLarge(request.routeOptions.bodyLimit)
  return code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' ? wrongMediaType(request) : null
}

function problemSender({ log }: ServerSettings): SendProblem {
  const logOverload = throttle(logEveryMs)
  return (error, request, reply) => {
    const thrown = parserRefusal((error as { code?: string }).code, request) ?? error
    const { status, headers, body, bug } = problemOf(thrown, request.id, challengeFor(request))
    if (bug) log.error({ requestId: request.id, route: request.routeOptions.url, err: error }, 'request failed')
    else if (body.code === 'overloaded') {
      logOverload(others => log.warn({ requestId: request.id, err: error, others }, 'request turned away'))
    }
    reply.code(status).headers(headers).type(problemType).send(body)
  }
}
