// Server-sent events tell browsers which orders and jobs have changed. A stream begins with `sync`, which is also sent
// when updates may have been lost: the page then reads all its data again. So nothing is stored for disconnected
// clients. A stream ends with its session or key.

import { PassThrough } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { second } from '../../base/clock.ts'
import type { Fulfillment } from '../../features/printing/fulfillment.ts'
import type { LiveUpdate, LiveUpdates } from '../../orders/liveUpdates.ts'
import { pressDesksOf } from '../printing/job.ts'
import { tooMany } from '../server/rateLimits.ts'
import { type CallerKind, type Route, type RouteInput, route } from '../server/route.ts'

export type EventParts = {
  liveUpdates: Pick<LiveUpdates, 'subscribe'>
  streams: Streams
  fulfillment: Pick<Fulfillment, 'printerConfig'>
}

/** Half of the idle time that proxies usually allow. */
const heartbeatMs = 20 * second
const maxStreams = 2000
/** A browser opens at most six connections to a host, unless it uses HTTP/2. */
const maxStreamsPerCaller = 20
/** A reader with more unread data is disconnected, and starts again with `sync`. */
const maxUnreadBytes = 64 * 1024
const retryMs = 3 * second

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
      if (valid) write(stream, ': beat\n\n')
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

function write({ body }: Stream, text: string): void {
  if (body.writableEnded || body.destroyed) return
  if (body.writableLength > maxUnreadBytes) body.destroy()
  else body.write(text)
}

type StreamEvent = { event: string; data: object } | null

export function eventRoutes({ liveUpdates, streams, fulfillment }: EventParts): Route[] {
  const desksOf = pressDesksOf(fulfillment.printerConfig.printers)
  const stream = <Kind extends CallerKind>(
    path: string,
    kind: Kind,
    eventFor: (caller: RouteInput<Kind, unknown, unknown, unknown>['caller'], update: LiveUpdate) => StreamEvent,
  ): Route =>
    route({
      method: 'GET',
      path,
      callers: [kind],
      tag: 'Events',
      summary: 'Stream changes as they happen',
      hidden: true, // OpenAPI cannot describe a stream of events; docs/people.md does
      answer: Type.Unsafe<NodeJS.ReadableStream>({ content: { 'text/event-stream': { schema: { type: 'string' } } } }),
      answerType: 'text/event-stream',
      refuses: ['too_many_requests'],
      handle({ caller, request, reply }) {
        reply.type('text/event-stream').header('x-accel-buffering', 'no')
        if (request.method === 'HEAD') return reply.send('')
        const openStream = streams.open(caller.actor, request)
        write(openStream, `retry: ${retryMs}\nevent: sync\ndata: {}\n\n`)
        const unsubscribe = liveUpdates.subscribe({
          receive(update) {
            const event = eventFor(caller, update)
            if (event !== null) write(openStream, `event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`)
          },
          missed: () => write(openStream, 'event: sync\ndata: {}\n\n'),
        })
        openStream.body.once('close', unsubscribe)
        request.raw.once('close', () => openStream.body.destroy())
        return reply.send(openStream.body)
      },
    })
  return [
    stream('/dashboard/api/events', 'member', ({ accountId }, update) => {
      if ('printer' in update || update.accountId !== accountId) return null
      const { accountId: _, ...data } = update
      return { event: 'order', data }
    }),
    stream('/staff/events', 'staff', (_caller, update) =>
      'printer' in update ? null : { event: 'order', data: update },
    ),
    // Printers get an event without data, and read their jobs through the API.
    stream('/press/events', 'printer', (caller, update) =>
      'printer' in update && desksOf(caller).includes(update.printer) ? { event: 'jobs', data: {} } : null,
    ),
  ]
}
