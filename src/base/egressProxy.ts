// A way out through a proxy of the operator's, such as smokescreen: it resolves the names, and refuses addresses that
// nobody may call. What is behind the tunnel is TLS or HTTP as without a proxy, so the proxy reads only what is not
// encrypted anyway.

import { isIP, type Socket } from 'node:net'
import { buildConnector } from 'undici'
import { coarse, type OutboundFailure, Stopped } from './outboundFailure.ts'
import { bareHost } from './urls.ts'

type Place = { hostname: string; port: string }
/** Connects to a place, and calls back once. */
export type Dial = (place: Place, done: (error: Error | null, socket: Socket | null) => void) => void

const mostHeadBytes = 16_384
const usualPorts: Record<string, string> = { 'http:': '80', 'https:': '443' }

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
  return (place, done) => {
    dialProxy({ hostname, protocol, port: proxy.port || usualPorts[protocol]! }, (error, socket) => {
      if (error !== null) return done(new Stopped(coarse(error) === 'timeout' ? 'timeout' : 'connect_failed'), null)
      const host = `${isIP(place.hostname) === 6 ? `[${place.hostname}]` : place.hostname}:${place.port}`
      socket!.write(`CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n${authorization}\r\n`)
      awaitTunnel(socket as Socket, timeoutMs, failure =>
        failure === null ? done(null, socket as Socket) : done(new Stopped(failure), null),
      )
    })
  }
}

/** Reads the head of the proxy's answer, and leaves what follows it to whoever uses the socket. */
function awaitTunnel(socket: Socket, timeoutMs: number, ended: (failure: OutboundFailure | null) => void): void {
  let got = Buffer.alloc(0)
  const end = (failure: OutboundFailure | null) => {
    clearTimeout(timer)
    socket.off('data', read).off('close', lost).pause()
    if (failure !== null) socket.destroy()
    ended(failure)
  }
  const lost = () => end('connect_failed')
  const read = (bytes: Buffer) => {
    got = Buffer.concat([got, bytes])
    const length = got.indexOf('\r\n\r\n')
    if (length === -1) return got.length > mostHeadBytes ? lost() : undefined
    socket.off('data', read).pause() // first, or what is put back would come here again
    socket.unshift(got.subarray(length + 4))
    end(failureOf(got.toString('latin1', 0, length)))
  }
  const timer = setTimeout(end, timeoutMs, 'timeout')
  socket
    .on('data', read)
    .on('close', lost)
    .on('error', () => {})
}

/**
 * 403 is a refusal, and so is smokescreen's 407; with `Proxy-Authenticate`, a 407 means that the proxy knows neither us
 * nor our password.
 */
function failureOf(head: string): OutboundFailure | null {
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1])
  if (status >= 200 && status < 300) return null
  if (status === 403 || (status === 407 && !/^proxy-authenticate:/im.test(head))) return 'url_blocked'
  return status === 504 ? 'timeout' : 'connect_failed'
}
