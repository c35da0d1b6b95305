// The manual clock, for trying out the whole life of an order in seconds. These routes exist only when the service was
// started with OCTAVO_CLOCK=manual, which production refuses.

import { Socket } from 'node:net'
import { Type } from 'typebox'
import { durationMs, instant, later } from '../../base/clock.ts'
import { malformedField } from '../../base/refusal.ts'
import { Closed, Instant } from '../objects/common.ts'
import { type Route, route, tagged } from './route.ts'
import type { Services } from './services.ts'

const Now = Type.Object({ now: Instant })
const Move = Closed(
  {
    advance: Type.Optional(Type.String({ description: 'An ISO 8601 duration, such as PT2H or P1D.' })),
    to: Type.Optional(Type.String({ format: 'date-time' })),
  },
  { minProperties: 1, maxProperties: 1 },
)

type ManualClock = { clock: Services['clock']; moveClock: NonNullable<Services['moveClock']> }

export const clockRoutes = tagged('Clock', ({ clock, moveClock }: ManualClock): Route[] => {
  return [
    route({
      method: 'GET',
      path: '/_clock',
      operationId: 'getClock',
      callers: ['public'],
      limited: false,
      summary: 'Read the manual clock',
      answer: Now,
      handle: () => ({ now: clock() }),
    }),
    route({
      method: 'POST',
      path: '/_clock',
      operationId: 'moveClock',
      callers: ['public'],
      limited: false,
      summary: 'Move the clock forward',
      description: 'Answers after all work that was due has been done, including webhooks.',
      body: Move,
      answer: Now,
      handle: async ({ body, request }) => {
        const { socket } = request.raw
        // A long move takes longer than an idle connection is kept; Node resets the time-out for the next request.
        if (socket instanceof Socket) socket.setTimeout(0)
        await moveClock(targetTime(clock(), body))
        return { now: clock() }
      },
    }),
  ]
})

/** Two years: all work that is due on the way is done step by step, so a typing error must not run forever. */
const maxMoveMs = 2 * 366 * 24 * 3_600_000

function targetTime(now: Date, { advance, to }: { advance?: string; to?: string }): Date {
  const pointer = advance === undefined ? '/to' : '/advance'
  const ms = advance === undefined ? instant(to!).getTime() - now.getTime() : durationMs(advance)
  const detail =
    ms === null
      ? `advance must be an ISO 8601 duration of weeks, days, hours, minutes or seconds, such as PT2H, got ${JSON.stringify(advance)}.`
      : ms < 0
        ? `the clock shows ${now.toISOString()} and can only move forward.`
        : ms > maxMoveMs
          ? 'the clock can move by at most two years.'
          : null
  if (detail !== null || ms === null) throw malformedField(pointer, 'invalid', detail!)
  return later(now, ms)
}
