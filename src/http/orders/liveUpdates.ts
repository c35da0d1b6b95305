// Server-sent events tell browsers which orders and jobs have changed. A stream begins with `sync`, which is also sent
// when updates may have been lost: the page then reads all its data again. So nothing is stored for disconnected
// clients.

import { Type } from 'typebox'
import { second } from '../../base/clock.ts'
import type { LiveUpdate } from '../../orders/liveUpdates.ts'
import { pressDesksOf } from '../printing/job.ts'
import { type CallerKind, type Route, type RouteInput, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { writeTo } from '../server/streams.ts'

const retryMs = 3 * second

type StreamEvent = { event: string; data: object } | null

export const eventRoutes = tagged('Events', ({ liveUpdates, streams, fulfillment }: Services): Route[] => {
  const desksOf = pressDesksOf(fulfillment)
  const stream = <Kind extends CallerKind>(
    path: string,
    kind: Kind,
    eventFor: (caller: RouteInput<Kind, unknown, unknown, unknown>['caller'], update: LiveUpdate) => StreamEvent,
  ): Route =>
    route({
      method: 'GET',
      path,
      callers: [kind],
      summary: 'Stream changes as they happen',
      hidden: true, // OpenAPI cannot describe a stream of events; docs/people.md does
      answer: Type.Unsafe<NodeJS.ReadableStream>({ content: { 'text/event-stream': { schema: { type: 'string' } } } }),
      answerType: 'text/event-stream',
      refuses: ['too_many_requests'],
      handle({ caller, request, reply }) {
        reply.type('text/event-stream').header('x-accel-buffering', 'no')
        if (request.method === 'HEAD') return reply.send('')
        const openStream = streams.open(caller.actor, request)
        writeTo(openStream, `retry: ${retryMs}\nevent: sync\ndata: {}\n\n`)
        const unsubscribe = liveUpdates.subscribe({
          receive(update) {
            const event = eventFor(caller, update)
            if (event !== null) writeTo(openStream, `event: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`)
          },
          missed: () => writeTo(openStream, 'event: sync\ndata: {}\n\n'),
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
})
