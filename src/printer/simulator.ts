// The printer of the sandbox: it prints nothing, accepts every job at once, and ships when the job is due. It grants a
// cancellation only after a while, so that a person who tries the service has time to refuse it by hand. Whatever it
// invents depends on the job alone: two runs, or two messages, never differ.

import { createHash } from 'node:crypto'
import { instant, later, latest, minute, utcDay } from '../base/clock.ts'
import { roundCents } from '../base/money.ts'
import { heard, type JobShipment, type Message, type Printer, type PrintJob, type Told } from './printer.ts'

/** How long a request to cancel waits at the simulated printer before it is granted. */
export const simulatedThoughtMs = 15 * minute

/** The hour (UTC) at which a job leaves on its due day: late in the working day everywhere in the United States. */
const shipHourUtc = 21
const copiesInAPackage = 20
const mostPackages = 5

// Invented prices, in cents, for accounts whose printer sets them.
const copyCents = 350
const pageCents = 3
const parcelCents = 499
const parcelCopyCents = 75
const taxRate = 0.07

const carriers: Record<string, string> = { standard: 'USPS', expedited: 'UPS', rush: 'FedEx' }

export const moods = ['refuses', 'delays', 'splits', 'contradicts', 'silent'] as const
/** The share of jobs, 0 to 1, that it treats in each way; which jobs these are depends on the seed and their ids. */
export type Temper = Partial<Record<(typeof moods)[number], number>> & { seed?: string }

export function simulatedPrinter(temper: Temper = {}): Printer {
  const isInMood = (mood: (typeof moods)[number], { jobId }: PrintJob) =>
    chanceOf(`${temper.seed ?? ''} ${mood} ${jobId}`) < (temper[mood] ?? 0)
  return {
    async submit(job) {
      if (isInMood('silent', job)) return heard()
      if (isInMood('refuses', job))
        return heard(told({ kind: 'refused', reason: 'the simulated printer refuses some jobs' }))
      if (isInMood('contradicts', job)) return heard(told(simulatedAcceptance(job)), told(simulatedContradiction))
      return heard(told(simulatedAcceptance(job)))
    },
    async requestCancellation(job) {
      if (isInMood('silent', job)) return heard()
      const reason = 'the simulated printer had not started yet'
      const grant = told({ kind: 'cancellation', decision: 'accept', reason })
      return heard({ ...grant, messageId: `${grant.messageId}:${job.cancellationRequests}` })
    },
    // It is asked when it announced news; fast-forward may have brought that moment before the day itself.
    async askForNews(job) {
      if (isInMood('silent', job)) return heard()
      if (job.acceptedAt === null) return heard(told(simulatedAcceptance(job)))
      if (isInMood('delays', job) && job.expectedShipDate === null) return heard(told(simulatedDelay(job)))
      const shipping = isInMood('splits', job) ? simulatedSplit(job) : [simulatedShipping(job)]
      return heard(told({ kind: 'printed' }), ...shipping.map(told))
    },
    newsDueAt(job, now) {
      if (isInMood('silent', job)) return null
      const shipDate = job.expectedShipDate ?? job.dueDate
      if (shipDate === null) return now
      return latest(later(instant(`${shipDate}T${shipHourUtc}:00:00Z`), -job.forwardedMs), now)
    },
  }
}

/** It says each thing once; only a grant belongs to one request to cancel. */
const told = (message: Message): Told => ({ messageId: `simulated:${message.kind}`, saidAt: null, message })

/** From 0 up to 1, the same for the same text. */
const chanceOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32

/** An answer that nobody asked for. */
export const simulatedContradiction: Message = {
  kind: 'cancellation',
  decision: 'accept',
  reason: 'the simulated printer contradicts itself',
}

const delayDays = 5

/** Five days later than planned. */
export function simulatedDelay({ expectedShipDate, dueDate, createdAt }: PrintJob): Message {
  const day = expectedShipDate ?? dueDate ?? utcDay(createdAt).toString()
  const until = Temporal.PlainDate.from(day).add({ days: delayDays }).toString()
  return { kind: 'delayed', until, reason: 'simulated' }
}

/** A first parcel, then the rest under another master number. */
export function simulatedSplit(job: PrintJob): Message[] {
  const { shippingCents } = simulatedShipping(job)
  return [
    { kind: 'packages', shipments: [shipmentOf(job, 1, 'first')] },
    { kind: 'shipped', shipments: [shipmentOf(job, 1, 'second')], shippingCents },
  ]
}

export function simulatedAcceptance(job: PrintJob): Extract<Message, { kind: 'accepted' }> {
  if (!job.enterprise) return { kind: 'accepted', itemsCents: null, taxesCents: null }
  let itemsCents = 0
  for (const { quantity, pageCount } of job.ticket.items) itemsCents += quantity * (copyCents + pageCount * pageCents)
  return { kind: 'accepted', itemsCents, taxesCents: roundCents(itemsCents * taxRate) }
}

export function simulatedShipping(job: PrintJob): Extract<Message, { kind: 'shipped' }> {
  const copies = job.ticket.items.reduce((sum, { quantity }) => sum + quantity, 0)
  return {
    kind: 'shipped',
    shipments: [shipmentOf(job, Math.min(Math.ceil(copies / copiesInAPackage), mostPackages))],
    shippingCents: job.enterprise ? parcelCents + copies * parcelCopyCents : null,
  }
}

/** The numbers begin with SIM and the links lead nowhere, so that nobody looks up a stranger's parcel. */
function shipmentOf({ jobId, ticket }: PrintJob, packages: number, which = ''): JobShipment {
  const numberOf = (part: string) => {
    const digest = createHash('sha256').update(`${jobId} ${part}${which}`).digest()
    return `SIM${(digest.readBigUInt64BE() % 10n ** 15n).toString().padStart(15, '0')}`
  }
  return {
    masterTrackingNumber: numberOf('master'),
    carrier: carriers[ticket.shippingClassification] ?? 'USPS',
    packages: Array.from({ length: packages }, (_, i) => {
      const trackingNumber = numberOf(`package ${i + 1}`)
      return { trackingNumber, altTrackingNumber: '', trackingUrl: `https://tracking.example/${trackingNumber}` }
    }),
  }
}
