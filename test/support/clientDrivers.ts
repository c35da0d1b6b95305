// The clients for customers' programs behind one interface, so that the same cases test each; and a service in front of
// the real one that loses requests and answers, refuses, or restarts.

import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { openAsBlob } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import type * as Client from '../../clients/typescript/index.ts'

export type Problem = {
  status: number
  code: string
  message: string
  isPassing: boolean
  isUnknownOutcome: boolean
  retryAfterSeconds: number | null
  pointers: string[]
  hasRequestId: boolean
}
export type Answer = {
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as they come
  value?: any
  problem?: Problem
  refused?: true
  progress?: [number, number][]
  pausesMs: number[]
}

/** `{ path }` in the arguments stands for a file, `{ time }` for an instant. `onPause` runs in each pause. */
export type Call = {
  url: string
  authorization: string
  name: string
  args: unknown[]
  options: Record<string, unknown>
  onPause(): Promise<void>
}

export type Driver = AsyncDisposable & { call(call: Call): Promise<Answer> }

export function typescriptDriver(client: typeof Client): Driver {
  return {
    async call({ url, authorization, name, args, options, onPause }) {
      const pausesMs: number[] = []
      const progress: [number, number][] = []
      const pause = async (ms: number) => {
        pausesMs.push(ms)
        await onPause()
      }
      try {
        if (name === 'readWebhook') {
          const [key, headers, body] = args as [string, Record<string, string>, string]
          const read = key.startsWith('whpk_') ? client.readWebhookByPublicKey : client.readWebhook
          return { value: (await read(key, { headers, body })).type, pausesMs }
        }
        const octavo = client.connect({ url, authorization, pause })
        const path = name.split('.')
        // biome-ignore lint/suspicious/noExplicitAny: calls are found by name
        const call = path.reduce<any>((found, step) => found[step], octavo)
        const given = Object.entries(options).map(([option, value]) => [
          option,
          option === 'onProgress' ? (sent: number, all: number) => progress.push([sent, all]) : instantIn(value),
        ])
        const files = await Promise.all(args.map(fileIn))
        const result = call(...files, ...(given.length === 0 ? [] : [Object.fromEntries(given)]))
        const value = Symbol.asyncIterator in result ? await Array.fromAsync(result) : await result
        return { value, progress, pausesMs }
      } catch (thrown) {
        if (!(thrown instanceof client.OctavoProblem)) {
          if (name === 'readWebhook') return { refused: true, pausesMs }
          throw thrown
        }
        const { status, code, message, isPassing, isUnknownOutcome, retryAfterSeconds, errors, requestId } = thrown
        const pointers = errors.map(({ pointer }) => pointer)
        const says = { message, isPassing, isUnknownOutcome, retryAfterSeconds }
        return { problem: { status, code, ...says, pointers, hasRequestId: requestId !== null }, pausesMs }
      }
    },
    async [Symbol.asyncDispose]() {},
  }
}

const fileIn = (value: unknown) => (hasText(value, 'path') ? openAsBlob(value.path) : value)
const instantIn = (value: unknown) => (hasText(value, 'time') ? new Date(value.time) : value)
const hasText = <Name extends string>(value: unknown, name: Name): value is Record<Name, string> =>
  typeof value === 'object' && value !== null && name in value

const { status: found, stdout: version } = spawnSync('python3', [
  '-c',
  'import sys; print(sys.version_info >= (3, 11))',
])
/** Why the Python client cannot be tested here; false if it can. */
export const withoutPython =
  found === 0 && String(version).trim() === 'True' ? false : 'there is no python3 of 3.11 or newer'

export function pythonDriver(...flags: 'async'[]): Driver {
  const file = new URL('../../clients/python/tests/driver.py', import.meta.url).pathname
  const { PATH } = process.env
  const child: ChildProcessWithoutNullStreams = spawn('python3', ['-W', 'error', file, ...flags], {
    env: { PATH, PYTHONDONTWRITEBYTECODE: '1', NO_PROXY: '*' },
  })
  const errors = child.stderr.setEncoding('utf8').toArray()
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  return {
    async call({ onPause, ...call }) {
      const pausesMs: number[] = []
      child.stdin.write(`${JSON.stringify(call)}\n`)
      for (;;) {
        const { value: line, done } = await lines.next()
        if (done) throw new Error((await errors).join(''))
        const { pause, ...answer } = JSON.parse(line)
        if (pause === undefined) return { ...answer, pausesMs }
        pausesMs.push(pause * 1000)
        await onPause()
        child.stdin.write('\n')
      }
    },
    async [Symbol.asyncDispose]() {
      child.stdin.end()
      const text = (await errors).join('')
      if (text !== '') throw new Error(text)
    },
  }
}

/** What happens to a request: it or its answer is lost, it is refused, or the service restarts before it answers. */
export type Fault =
  | 'lost before'
  | 'lost after'
  | 'restart'
  | { status: number; retryAfter?: number; location?: string; body?: string }

export type FaultyService = AsyncDisposable & {
  url: string
  /** The headers of each request to the route of the faults. */
  attempts: IncomingHttpHeaders[]
  /** Ends a restart. */
  restart(): Promise<void>
}

/** Passes requests on to `target`, except that the first ones to the route (`POST /orders/create`) meet the faults. */
export async function faultyService(target: string, route: string, faults: Fault[]): Promise<FaultyService> {
  const left = [...faults]
  const attempts: IncomingHttpHeaders[] = []
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray())
    const isMeant = `${request.method} ${request.url}`.startsWith(route)
    if (isMeant) attempts.push(request.headers)
    const fault = isMeant ? left.shift() : undefined
    if (fault === 'lost before') return void request.socket.destroy()
    if (fault === 'restart') {
      server.close()
      return server.closeAllConnections()
    }
    if (typeof fault === 'object') {
      const { status, retryAfter, location, body: text = '{"errors":[]}' } = fault
      if (location !== undefined) response.setHeader('location', location)
      if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter)
      return void response.writeHead(status, { 'content-type': 'application/problem+json' }).end(text)
    }
    const { host: _host, connection: _connection, 'transfer-encoding': _coding, ...headers } = request.headers
    const passed = await fetch(target + request.url, {
      method: request.method!,
      headers: headers as Record<string, string>,
      ...(body.length === 0 ? {} : { body }),
    })
    if (fault === 'lost after') return void request.socket.destroy()
    response.writeHead(passed.status, { 'content-type': passed.headers.get('content-type') ?? 'text/plain' })
    response.end(Buffer.from(await passed.arrayBuffer()))
  }
  const server = createServer((request, response) => void answer(request, response))
  const listen = (port: number) => new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    attempts,
    restart: async () => (server.listening ? undefined : listen(port)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      if (server.listening) await new Promise(resolve => server.close(resolve))
    },
  }
}
