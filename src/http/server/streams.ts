// The streams of server-sent events that a process has open. A stream ends with the session or key of its caller.

import { PassThrough } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { second } from '../../base/clock.ts'
import { tooMany } from './rateLimits.ts'

/** Half of the idle time that proxies usually allow. */
const heartbeatMs = 20 * second
const maxStreams = 2000
/** A browser opens at most six connections to a host, unless it uses HTTP/2. */
const maxStreamsPerCaller = 20
/** A reader with more unread data is disconnected, and starts again with `sync`. */
const maxUnreadBytes = 64 * 1024

type Stream = { caller: string; request: FastifyRequest; body: PassThrough }

/** The open streams of a process. */
export type Streams = {
  /** Opens a stream; refuses with too_many_requests. */
  open(caller: string, request: FastifyRequest): Stream
  /** Ends streams whose credentials are no longer valid, and keeps the other connections alive. */
  sendHeartbeats(): Promise<void>
  /** Call it before the server closes, which would otherwise wait forever. */
  close(): void
}

/** `isStillValid` checks whether the caller of a stream would still be admitted. */
export function openStreams(isStillValid: (request: FastifyRequest, caller: string) => Promise<boolean>): Streams {
  const streams = new Set<Stream>()

  async function beat(): Promise<void> {
    for (const stream of [...streams]) {
      // An unreachable database ends no stream.
      const valid = await isStillValid(stream.request, stream.caller).catch(() => true)
      if (valid) writeTo(stream, ': beat\n\n')
      else stream.body.end()
    }
  }
  const timer = setInterval(beat, heartbeatMs).unref()

  return {
    open(caller, request) {
      const own = [...streams].filter(stream => stream.caller === caller).length
      if (own >= maxStreamsPerCaller || streams.size >= maxStreams)
        throw tooMany(heartbeatMs, 'caller that keeps streams open', maxStreamsPerCaller)
      const stream = { caller, request, body: new PassThrough() }
      streams.add(stream)
      stream.body.once('close', () => streams.delete(stream))
      return stream
    },
    sendHeartbeats: beat,
    close() {
      clearInterval(timer)
      for (const { body } of streams) body.end()
    },
  }
}

export function writeTo({ body }: Stream, text: string): void {
  if (body.writableEnded || body.destroyed) return
  if (body.writableLength > maxUnreadBytes) body.destroy()
  else body.write(text)
}
