// Server-sent events: browsers are told what has changed. A stream begins with `sync`, which is also sent after news
// may have been lost: read everything on the page again. So nothing has to be stored for clients that come back, and a
// client that reconnects is up to date at once. A stream ends with its session or key.

import { PassThrough } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { second } from '../base/clock.ts'
import type { News, Newsroom } from '../orders/news.ts'
import type { Press } from '../orders/printing/print.ts'
import { tooMany } from './limits.ts'
import { desksFor } from './press/job.ts'
import { type Ask, type CallerKind, type Route, route } from './route.ts'

export type EventParts = { newsroom: Pick<Newsroom, 'watch'>; streams: Streams; press: Pick<Press, 'shop'> }

/** Half of the time that a connection may be silent, and that proxies usually allow. */
const beatMs = 20 * second
const mostStreams = 2000
/** A browser opens at most six connections to a host, unless it uses HTTP/2. */
const mostOfOneCaller = 20
/** A reader that falls this far behind is disconnected, and starts again with `sync`. */
const mostUnreadBytes = 64 * 1024
const retryMs = 3 * second

type Stream = { caller: string; request: FastifyRequest; body: PassThrough }

/** The open streams of a process. */
export type Streams = {
  /** Opens a stream; refuses with too_many_requests. */
  open(caller: string, request: FastifyRequest): Stream
  /** Checks whether the readers may still read, and keeps their connections alive. */
  beat(): Promise<void>
  /** Call it before the server closes, which would otherwise wait for ever. */
  close(): void
}

/** `stands` says whether the caller of a stream would still be admitted. */
export function openStreams(stands: (request: FastifyRequest, caller: string) => Promise<boolean>): Streams {
  const streams = new Set<Stream>()

  async function beat(): Promise<void> {
    for (const stream of [...streams]) {
      // An unreachable database ends no stream.
      const valid = await stands(stream.request, stream.caller).catch(() => true)
      if (valid) write(stream, ': beat\n\n')
      else stream.body.end()
    }
  }
  const timer = setInterval(beat, beatMs).unref()

  return {
    open(caller, request) {
      const own = [...streams].filter(stream => stream.caller === caller).length
      if (own >= mostOfOneCaller || streams.size >= mostStreams)
        throw tooMany(beatMs, 'caller that keeps streams open', mostOfOneCaller)
      const stream = { caller, request, body: new PassThrough() }
      streams.add(stream)
      stream.body.once('close', () => streams.delete(stream))
      return stream
    },
    beat,
    close() {
      clearInterval(timer)
      for (const { body } of streams) body.end()
    },
  }
}

function write({ body }: Stream, text: string): void {
  if (body.writableEnded || body.destroyed) return
  if (body.writableLength > mostUnreadBytes) body.destroy()
  else body.write(text)
}

type Told = { event: string; data: object } | null

export function eventRoutes({ newsroom, streams, press }: EventParts): Route[] {
  const desksOf = desksFor(press.shop.printers)
  const stream = <Kind extends CallerKind>(
    path: string,
    kind: Kind,
    toldOf: (caller: Ask<Kind, unknown, unknown, unknown>['caller'], news: News) => Told,
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
        const opened = streams.open(caller.actor, request)
        write(opened, `retry: ${retryMs}\nevent: sync\ndata: {}\n\n`)
        const leave = newsroom.watch({
          tell(news) {
            const told = toldOf(caller, news)
            if (told !== null) write(opened, `event: ${told.event}\ndata: ${JSON.stringify(told.data)}\n\n`)
          },
          missed: () => write(opened, 'event: sync\ndata: {}\n\n'),
        })
        opened.body.once('close', leave)
        request.raw.once('close', () => opened.body.destroy())
        return reply.send(opened.body)
      },
    })
  return [
    stream('/dashboard/api/events', 'member', ({ accountId }, news) => {
      if ('printer' in news || news.accountId !== accountId) return null
      const { accountId: _, ...data } = news
      return { event: 'order', data }
    }),
    stream('/staff/events', 'staff', (_caller, news) => ('printer' in news ? null : { event: 'order', data: news })),
    // Printers are told that there is something to look at, and read their own jobs through the API.
    stream('/press/events', 'printer', (caller, news) =>
      'printer' in news && desksOf(caller).includes(news.printer) ? { event: 'jobs', data: {} } : null,
    ),
  ]
}
