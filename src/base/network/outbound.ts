// The guarded client: the only way to call an address that a customer gave. Such an address may make the service call
// itself or its neighbors, hang, or answer without end. So the spelling of the URL is checked; every address that the
// name resolves to is checked before any is dialed; Node checks again at connect; and the peer is checked once more
// before a byte is sent. Redirects of a POST are never followed; redirects of a GET pass the same checks. Time and size
// are bounded. Failures are reported as coarse codes, because details of an internal network must not leak.
//
// With a proxy, the proxy resolves names and checks addresses; all else is the same.

import { Resolver } from 'node:dns/promises'
import { createServer, isIP, type LookupFunction, type Server, type Socket } from 'node:net'
import { LRUCache } from 'lru-cache'
import { Agent, buildConnector, type Dispatcher } from 'undici'
import { say, type Words } from '../../../languages/texts.ts'
import { addressGuard, loopbackSubnets } from './addresses.ts'
import { type Download, type DownloadLimits, type DownloadOutcome, download, type Target } from './download.ts'
import { type Dial, throughProxy } from './egressProxy.ts'
import { skipContinue } from './interimAnswers.ts'
import { failureOf, OutboundError, type OutboundFailure } from './outboundFailure.ts'
import { bareHost } from './urls.ts'

const maxUrl = 2048
const maxAddressesPerName = 32 // honest names have a few; each costs a connection attempt
const maxHeaderBytes = 16_384
/** Of an answer to `fetch`: the keys of a large provider have some 10 kB. */
const maxFetchedBytes = 262_144
const connectTimeoutMs = 5000
const dnsTryTimeoutMs = 2000
/** A few URLs are called again and again, and to parse a URL costs as much as to sign a webhook. */
const maxCachedUrls = 1000

/** Further posts to one origin wait for a connection while their time-out runs, so each sender has its own share. */
export const connectionsPerOrigin = { deliveries: 128, notices: 16 }
const maxConnectionsPerOrigin = connectionsPerOrigin.deliveries + connectionsPerOrigin.notices

// Ports above 1023 that belong to services other than web servers, so that no request can be smuggled into one.
// biome-ignore format: a list of numbers
const servicePorts = new Set([
  1433, 1521, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 5432, 5672, 5984, 6000, 6379, 6443, 9042, 9092, 9200, 9300,
  10250, 11211, 27017,
])

/** `body` is the beginning of the response body, as text. */
type OutboundAnswer = { kind: 'answered'; status: number; body: string; retryAfterSeconds?: number }
export type OutboundOutcome = OutboundAnswer | { kind: 'failed'; failure: OutboundFailure }

export type OutboundPost = {
  headers: Record<string, string>
  body: string | Buffer
  timeoutMs: number
  maxAnswerBytes: number
}

/** Limited in time by `signal` only. */
type OutboundFetch = {
  method: string
  headers: Record<string, string>
  body?: unknown
  signal?: AbortSignal
  /** By default, that of the keys of a large provider. */
  maxAnswerBytes?: number
}

export type Outbound = {
  /** Never throws. `timeoutMs` covers the whole exchange; an answer longer than `maxAnswerBytes` is cut off there. */
  post(url: string, request: OutboundPost): Promise<OutboundOutcome>
  /** Never throws. Follows redirects, each through the same checks, and resumes interrupted downloads (download.ts). */
  get(url: string, request: Download): Promise<DownloadOutcome>
  /**
   * For libraries that speak a protocol. Follows no redirect. Rejects with an OutboundError, also for an answer that is
   * too long.
   */
  fetch(url: string, request: OutboundFetch): Promise<Response>
  /** The mistake in the spelling of a URL, as a sentence; null when it is fine. */
  urlProblem(url: string): Words | null
  /**
   * Dials a listener of our own, without the check of the spelling. Throws when it is reached although it must not be.
   * `unproven`: the proxy neither reached nor refused it.
   */
  selfTest(): Promise<'refused' | 'allowed' | 'unproven'>
  close(): Promise<void>
}

export type OutboundOptions = {
  /** Allows calls to this machine's loopback, for development; a warning is logged at start. */
  allowLoopback?: boolean
  /** Private addresses and subnets (CIDR) that may be called; internal host names are then accepted too. */
  allowSubnets?: string[]
  httpsOnly?: boolean
  /** All calls go through this proxy, which must itself refuse private addresses. */
  proxy?: URL | null
  connectTimeoutMs?: number
  connectionsPerOrigin?: number
  /** Time limits of downloads. */
  downloadLimits?: Partial<DownloadLimits>
  /** Resolves a name to all its addresses. By default this asks the DNS and ignores the hosts file. */
  resolve?: (hostname: string) => Promise<string[]>
}

export function createOutbound(options: OutboundOptions = {}): Outbound {
  const { allowLoopback = false, allowSubnets = [], httpsOnly = false, proxy = null } = options
  const guard = addressGuard([...(allowLoopback ? loopbackSubnets : []), ...allowSubnets])
  const resolve = options.resolve ?? askDns()

  const lookup: LookupFunction = (hostname, { all }, done) => {
    const answer = allowLoopback && hostname === 'localhost' ? Promise.resolve(['127.0.0.1', '::1']) : resolve(hostname)
    answer.then(
      addresses => {
        const found = addresses.map(address => ({ address, family: isIP(address) }))
        // One bad address condemns the name: people do not mix public and private addresses by accident.
        if (found.length > maxAddressesPerName || !addresses.every(guard.allows))
          done(new OutboundError('url_blocked'), '', 0)
        else if (found.length === 0) done(new OutboundError('dns_failed'), '', 0)
        else if (all) done(null, found)
        else done(null, found[0]!.address, found[0]!.family)
      },
      () => done(new OutboundError('dns_failed'), '', 0),
    )
  }

  const timeout = options.connectTimeoutMs ?? connectTimeoutMs
  const dial = buildConnector({ blockList: guard.blockList, lookup, timeout } as buildConnector.BuildOptions)
  const secure = buildConnector({ timeout, allowH2: false, rejectUnauthorized: true } as buildConnector.BuildOptions)

  const dialDirectly: Dial = (endpoint, done) =>
    dial({ ...endpoint, protocol: 'http:' }, (error, socket) => {
      if (error !== null) return done(error, null)
      const peer = (socket as Socket).remoteAddress
      if (peer !== undefined && guard.allows(peer)) return done(null, socket as Socket)
      socket!.destroy()
      done(new OutboundError(peer === undefined ? 'connect_failed' : 'url_blocked'), null)
    })
  const dialEndpoint = proxy === null ? dialDirectly : throughProxy(proxy, timeout)

  // TCP first, and by ourselves: Node's TLS does not pass a block list on to the socket under it.
  const connect: buildConnector.connector = (target, connected) => {
    const done: typeof connected = (...[error, socket]: [Error, null] | [null, Socket]) =>
      error === null
        ? connected(null, socket)
        : connected(new OutboundError(failureOf(error), { isUnsent: true }), null)
    const isTls = target.protocol === 'https:'
    const port = target.port || (isTls ? '443' : '80')
    dialEndpoint({ hostname: bareHost(target.hostname), port }, (error, socket) => {
      if (error !== null) return done(error, null)
      if (!isTls) return done(null, skipContinue(socket as Socket))
      secure({ ...target, httpSocket: socket as Socket }, (tlsError, tlsSocket) => {
        if (tlsError === null) return done(null, skipContinue(tlsSocket as Socket))
        socket!.destroy()
        done(failureOf(tlsError) === 'timeout' ? tlsError : new OutboundError('tls_failed'), null)
      })
    })
  }

  // undici's own time-outs are off where the deadline of the whole exchange applies.
  const agent = new Agent({
    connect,
    allowH2: false,
    connections: options.connectionsPerOrigin ?? maxConnectionsPerOrigin,
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: 0,
    bodyTimeout: 0,
  })

  const urlProblem = (url: string) =>
    problemOf(url, { httpsOnly, allowInternalNames: allowSubnets.length > 0, allowLoopback, allows: guard.allows })

  const targets = new LRUCache<string, Target>({ max: maxCachedUrls })
  const targetOf = (url: string): Target | null => {
    const cached = targets.get(url)
    if (cached !== undefined) return cached
    if (urlProblem(url) !== null) return null
    const { origin, pathname, search } = new URL(url)
    const target = { origin, path: pathname + search }
    targets.set(url, target)
    return target
  }

  return {
    urlProblem,

    post(url, request) {
      const target = targetOf(url)
      if (target === null) return Promise.resolve({ kind: 'failed', failure: 'url_blocked' })
      return exchange(agent, target, request)
    },

    async fetch(url, { method, headers, body, signal, maxAnswerBytes = maxFetchedBytes }) {
      const target = targetOf(url)
      if (target === null) throw new OutboundError('url_blocked', { isUnsent: true })
      try {
        const answer = await agent.request({
          ...target,
          method: method as Dispatcher.HttpMethod,
          headers,
          body: body === undefined || body === null ? null : String(body),
          signal: signal ?? null,
        })
        const text = await limitedText(answer.body, maxAnswerBytes)
        const isWithoutBody = [204, 205, 304].includes(answer.statusCode)
        const names = Object.entries(answer.headers)
        return new Response(isWithoutBody ? null : text, {
          status: answer.statusCode,
          headers: names.flatMap(([name, value]) => [value ?? []].flat().map((one): [string, string] => [name, one])),
        })
      } catch (error) {
        const isUnsent = error instanceof OutboundError && error.isUnsent
        throw new OutboundError(signal?.aborted ? 'timeout' : failureOf(error), { isUnsent })
      }
    },

    get: (url, request) => download({ agent, targetOf, limits: options.downloadLimits }, url, request),

    async selfTest() {
      let connections = 0
      const listener = createServer(socket => {
        connections++
        socket.destroy()
      })
      const port = await listen(listener)
      try {
        for (const scheme of ['http', 'https']) {
          const probe = { headers: {}, body: '', timeoutMs: 1000, maxAnswerBytes: 0 }
          const outcome = await exchange(agent, { origin: `${scheme}://127.0.0.1:${port}`, path: '/' }, probe)
          if (allowLoopback || guard.allows('127.0.0.1')) return 'allowed'
          const isRefused = outcome.kind === 'failed' && outcome.failure === 'url_blocked'
          if (proxy !== null && connections === 0 && !isRefused) return 'unproven'
          if (connections > 0 || !isRefused)
            throw new Error(`the guard of outgoing calls let an ${scheme} request through to this machine's loopback`)
        }
        return 'refused'
      } finally {
        await new Promise(closed => listener.close(closed))
      }
    },

    close: () => agent.destroy(),
  }
}

type Policy = {
  httpsOnly: boolean
  allowInternalNames: boolean
  allowLoopback: boolean
  allows: (address: string) => boolean
}

function problemOf(text: string, policy: Policy): Words | null {
  if (text.length > maxUrl) return `is longer than ${maxUrl} characters`
  // Refuses spellings that parsers disagree about, before any parser reads them.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for control characters
  if (/[\u0000-\u0020\u007f\\]|%00/.test(text)) return 'contains a space, a control character or a backslash'
  const url = URL.parse(text)
  if (url === null || !/^https?:\/\//i.test(text)) return 'is not an absolute http or https URL'
  if (policy.httpsOnly && url.protocol !== 'https:') return say('must begin with https://')
  if (url.username !== '' || url.password !== '' || /^https?:\/\/[^/?#]*@/i.test(text))
    return 'must not contain a user name or password'
  const port = url.port === '' ? 443 : Number(url.port)
  if ((port < 1024 && port !== 80 && port !== 443) || servicePorts.has(port)) return `must not use port ${port}`
  return hostProblem(bareHost(url.hostname), policy)
}

function hostProblem(host: string, { allowLoopback, allowInternalNames, allows }: Policy): Words | null {
  if (isIP(host) !== 0)
    return allowLoopback || allowInternalNames
      ? allows(host)
        ? null
        : privateHost
      : say('must name a host, not an IP address')
  if (host === 'localhost' && allowLoopback) return null
  if (host.endsWith('.')) return 'must not have a host name that ends with a dot'
  if (/(^|\.)localhost$/.test(host)) return privateHost
  if (!allowInternalNames && (!host.includes('.') || /\.(local|internal|home\.arpa)$/.test(host))) return privateHost
  return null
}

const privateHost = say('leads to a private network')

// Asks the DNS through c-ares. getaddrinfo would block one of Node's four worker threads for as long as a hostile name
// server stays silent; four such names would stop all name resolution.
function askDns(): (hostname: string) => Promise<string[]> {
  const resolver = new Resolver({ timeout: dnsTryTimeoutMs, tries: 2 })
  return async hostname => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    return answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
  }
}

function exchange(
  agent: Agent,
  target: Target,
  { headers, body, timeoutMs, maxAnswerBytes }: OutboundPost,
): Promise<OutboundOutcome> {
  return new Promise(resolve => {
    let controller: Dispatcher.DispatchController | null = null
    let settled = false
    let status = 0
    let retryAfterSeconds: number | undefined
    const chunks: Buffer[] = []
    let keptBytes = 0

    const settle = (outcome: OutboundOutcome) => {
      if (settled) return
      settled = true
      clearTimeout(deadline)
      resolve(outcome)
    }
    const answer = () =>
      settle({
        kind: 'answered',
        status,
        body: chunks.length === 0 ? '' : (chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)).toString('utf8'),
        ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      })
    const deadline = setTimeout(() => {
      settle({ kind: 'failed', failure: 'timeout' })
      controller?.abort(new OutboundError('timeout'))
    }, timeoutMs)

    agent.dispatch(
      { ...target, method: 'POST', headers, body },
      {
        onRequestStart(started) {
          controller = started
          // The deadline passed while the request waited for a connection: send nothing.
          if (settled) started.abort(new OutboundError('timeout'))
        },
        onResponseStart(_, statusCode, answerHeaders) {
          if (statusCode < 200) return
          status = statusCode
          retryAfterSeconds = retryAfter(answerHeaders)
        },
        onResponseData(stream, chunk) {
          if (keptBytes + chunk.length <= maxAnswerBytes) {
            chunks.push(chunk)
            keptBytes += chunk.length
            return
          }
          chunks.push(chunk.subarray(0, maxAnswerBytes - keptBytes))
          answer()
          stream.abort(new OutboundError('bad_answer'))
        },
        onResponseEnd: answer,
        onResponseError(_, error) {
          settle({ kind: 'failed', failure: failureOf(error) })
        },
      },
    )
  })
}

async function limitedText(body: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new OutboundError('bad_answer')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The seconds of Retry-After; a date counts from the `Date` header, which is the receiver's own clock. */
function retryAfter(headers: Record<string, string | string[] | undefined>): number | undefined {
  const value = headers['retry-after']
  if (typeof value !== 'string') return undefined
  if (/^\d{1,9}$/.test(value)) return Number(value)
  const seconds = (Date.parse(value) - Date.parse(String(headers.date))) / 1000
  return seconds >= 0 ? seconds : undefined
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
  })
}
