// Outgoing calls through a proxy of the operator, such as smokescreen. The proxy resolves names and refuses private
// addresses. The tunnel carries TLS or HTTP as without a proxy, so the proxy can read only plain HTTP.

import { isIP, type Socket } from 'node:net'
import { buildConnector } from 'undici'
import { failureOf, OutboundError, type OutboundFailure } from './outboundFailure.ts'
import { bareHost } from './urls.ts'

type Endpoint = { hostname: string; port: string }
/** Connects to an endpoint, and calls back once. */
export type Dial = (endpoint: Endpoint, done: (error: Error | null, socket: Socket | null) => void) => void

const maxHeadBytes = 16_384
const defaultPorts: Record<string, string> = { 'http:': '80', 'https:': '443' }

/**
 * Dials by CONNECT. `timeoutMs` applies to reaching the proxy, and then to its answer; the user name and password of
 * its URL are for the proxy alone.
 */
export function throughProxy(proxy: URL, timeoutMs: number): Dial {
  const dialProxy = buildConnector({ timeout: timeoutMs, allowH2: false } as buildConnector.BuildOptions)
  const { protocol, username, password } = proxy
  const hostname = bareHost(proxy.hostname)
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')
  const authorization = username === '' ? '' : `Proxy-Authorization: Basic ${credentials}\r\n`
  return (endpoint, done) => {
    dialProxy({ hostname, protocol, port: proxy.port || defaultPorts[protocol]! }, (error, socket) => {
      if (error !== null)
        return done(new OutboundError(failureOf(error) === 'timeout' ? 'timeout' : 'connect_failed'), null)
      const host = `${isIP(endpoint.hostname) === 6 ? `[${endpoint.hostname}]` : endpoint.hostname}:${endpoint.port}`
      socket!.write(`CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n${authorization}\r\n`)
      awaitTunnel(socket as Socket, timeoutMs, failure =>
        failure === null ? done(null, socket as Socket) : done(new OutboundError(failure), null),
      )
    })
  }
}

/** Reads the head of the proxy's answer, and leaves the bytes after it in the socket. */
function awaitTunnel(socket: Socket, timeoutMs: number, done: (failure: OutboundFailure | null) => void): void {
  let received = Buffer.alloc(0)
  const end = (failure: OutboundFailure | null) => {
    clearTimeout(timer)
    socket.off('data', read).off('close', lost).pause()
    if (failure !== null) socket.destroy()
    done(failure)
  }
  const lost = () => end('connect_failed')
  const read = (bytes: Buffer) => {
    received = Buffer.concat([received, bytes])
    const length = received.indexOf('\r\n\r\n')
    if (length === -1) return received.length > maxHeadBytes ? lost() : undefined
    socket.off('data', read).pause() // first: otherwise the bytes that are put back would come here again
    socket.unshift(received.subarray(length + 4))
    end(tunnelFailure(received.toString('latin1', 0, length)))
  }
  const timer = setTimeout(end, timeoutMs, 'timeout')
  socket
    .on('data', read)
    .on('close', lost)
    .on('error', () => {})
}

/**
 * 403 is a refusal, and so is smokescreen's 407. A 407 with `Proxy-Authenticate` means that the proxy does not accept
 * our credentials.
 */
function tunnelFailure(head: string): OutboundFailure | null {
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1])
  if (status >= 200 && status < 300) return null
  if (status === 403 || (status === 407 && !/^proxy-authenticate:/im.test(head))) return 'url_blocked'
  return status === 504 ? 'timeout' : 'connect_failed'
}
