// The numbers for a screen on the wall of a print shop: what is late, due today and next, and how fast it goes.

import { Type } from 'typebox'
import { hour, instant } from '../../base/clock.ts'
import { jobStatuses } from '../../printer/printer.ts'
import type { PrinterRule } from '../../printer/routing.ts'
import { readShippedByHour, readWallGroups, readWallJobs } from '../../printer/wall.ts'
import { JobId } from '../objects/addressParameters.ts'
import { Instant, nullable, oneOf } from '../objects/common.ts'
import { OrderTitle } from '../objects/orderTitle.ts'
import { type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { pressDesksOf, pressTag } from './job.ts'

/** The class of orders that everything else waits for. */
const rush = 'rush'
const maxRushJobs = 12
const shownHours = 12

const DueDay = nullable(Type.String({ format: 'date', description: 'The day by which to ship. Null: none.' }))

const Wall = Type.Object(
  {
    readAt: Instant,
    today: Type.String({ format: 'date', description: "In the printer's time zone." }),
    timeZone: Type.String(),
    cutOff: Type.Object(
      {
        hour: Type.Integer({ description: "In the printer's time zone." }),
        nextAt: Instant,
      },
      { description: 'Jobs that arrive later count for the next business day. Of several printers, the earliest.' },
    ),
    open: Type.Array(
      Type.Object({
        dueOn: DueDay,
        shippingClassification: nullable(Type.String()),
        toAccept: Type.Integer(),
        toPrint: Type.Integer({ description: 'Accepted.' }),
        toShip: Type.Integer({ description: 'Printed.' }),
        cancellationsRequested: Type.Integer({ description: 'Of all these jobs.' }),
      }),
      { description: 'The numbers of open jobs, by due day and shipping class; the soonest first.' },
    ),
    rush: Type.Array(
      Type.Object({
        jobId: JobId,
        customerOrderId: Type.String(),
        orderTitle: OrderTitle,
        dueOn: DueDay,
        status: oneOf(jobStatuses),
      }),
      { description: `The first ${maxRushJobs} open jobs of the shipping class ${rush}, by due day.` },
    ),
    shippedToday: Type.Integer({ description: 'Jobs.' }),
    hours: Type.Array(Type.Object({ startsAt: Instant, shipped: Type.Integer({ description: 'Jobs.' }) }), {
      description: `The last ${shownHours} hours, the current one last.`,
    }),
  },
  { title: 'PressWall' },
)

export const wallRoutes = tagged(pressTag, ({ db, clock, fulfillment }: Services): Route[] => {
  const desksOf = pressDesksOf(fulfillment)
  return [
    route({
      method: 'GET',
      path: '/press/wall',
      operationId: 'readPressWall',
      summary: 'Read the numbers for a screen on the wall',
      description: 'What is late, due and shipped, for the wall view of the press desk.',
      answer: Wall,
      async handle({ caller }) {
        const desks = desksOf(caller)
        const now = clock()
        const day = workDay(
          fulfillment.printerConfig.printers.filter(({ name }) => desks.includes(name)),
          now,
        )
        const lastHour = instant(Math.floor(now.getTime() / hour) * hour)
        const firstHour = instant(lastHour.getTime() - (shownHours - 1) * hour)
        const since = instant(Math.min(day.start.getTime(), firstHour.getTime()))
        const [open, rushJobs, shipped] = await Promise.all([
          readWallGroups(db, desks),
          readWallJobs(db, desks, { shippingClass: rush, limit: maxRushJobs }),
          readShippedByHour(db, desks, since),
        ])
        const jobsAt = new Map(shipped.map(({ startsAt, jobs }) => [startsAt.getTime(), jobs]))
        return {
          readAt: now,
          today: day.today,
          timeZone: day.timeZone,
          cutOff: { hour: day.hour, nextAt: day.nextCutOff },
          open,
          rush: rushJobs.map(({ orderTitle, ...job }) => ({ ...job, ...(orderTitle && { orderTitle }) })),
          shippedToday: shipped.reduce((sum, { startsAt, jobs }) => (startsAt >= day.start ? sum + jobs : sum), 0),
          hours: Array.from({ length: shownHours }, (_, i) => {
            const startsAt = instant(firstHour.getTime() + i * hour)
            return { startsAt, shipped: jobsAt.get(startsAt.getTime()) ?? 0 }
          }),
        }
      },
    }),
  ]
})

/** The day of the printer with the earliest cut-off; by the clock of UTC where there is none. */
function workDay(printers: readonly PrinterRule[], now: Date) {
  const cutOffs = printers.map(({ cutOff }) => ({ ...cutOff, ...timesOf(cutOff, now) }))
  const [first] = cutOffs.sort((a, b) => a.nextCutOff.getTime() - b.nextCutOff.getTime())
  const none = { hour: 24, timeZone: 'UTC' }
  return first ?? { ...none, ...timesOf(none, now) }
}

function timesOf({ hour, timeZone }: PrinterRule['cutOff'], now: Date) {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone)
  const today = local.toPlainDate()
  const cutOffOf = (day: Temporal.PlainDate) =>
    hour === 24
      ? day.add({ days: 1 }).toZonedDateTime(timeZone)
      : day.toZonedDateTime({ timeZone, plainTime: { hour } })
  const ofToday = cutOffOf(today)
  const next = Temporal.ZonedDateTime.compare(ofToday, local) > 0 ? ofToday : cutOffOf(today.add({ days: 1 }))
  return {
    today: today.toString(),
    start: instant(local.startOfDay().epochMilliseconds),
    nextCutOff: instant(next.epochMilliseconds),
  }
}
