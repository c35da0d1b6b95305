// The printer of the sandbox: it prints nothing, accepts every job at once, and ships when the job is due. It grants a
// cancellation only after a delay, so that a person who tries the service has time to refuse it by hand. Its inventions
// depend on the job only: two runs, or two messages, never differ.

import { createHash } from 'node:crypto'
import { say } from '../../languages/texts.ts'
import { instant, later, latest, minute, utcDay } from '../base/clock.ts'
import { roundCents } from '../base/money.ts'
import {
  answered,
  type JobShipment,
  type MessageContent,
  type Printer,
  type PrinterMessage,
  type PrintJob,
} from './printer.ts'

/** The time before the simulated printer grants a request to cancel. */
export const simulatedDelayMs = 15 * minute

/** The hour (UTC) at which a job ships on its due day: late in the business day everywhere in the United States. */
const shipHourUtc = 21
const copiesInAPackage = 20
const maxPackages = 5

// Invented prices, in cents, for accounts whose printer sets them.
const copyCents = 350
const pageCents = 3
const parcelCents = 499
const parcelCopyCents = 75
const taxRate = 0.07

const carriers: Record<string, string> = { standard: 'USPS', expedited: 'UPS', rush: 'FedEx' }

export const simulatedFaults = ['refuses', 'delays', 'splits', 'contradicts', 'silent'] as const
/** The share of jobs, 0 to 1, with each fault. The seed and the id of a job decide whether it has a fault. */
export type SimulatedFaults = Partial<Record<(typeof simulatedFaults)[number], number>> & { seed?: string }

export function simulatedPrinter(faults: SimulatedFaults = {}): Printer {
  const hasFault = (fault: (typeof simulatedFaults)[number], { jobId }: PrintJob) =>
    chanceOf(`${faults.seed ?? ''} ${fault} ${jobId}`) < (faults[fault] ?? 0)
  return {
    async submit(job) {
      if (hasFault('silent', job)) return answered()
      if (hasFault('refuses', job))
        return answered(message({ kind: 'refused', reason: say('the simulated printer refuses some jobs') }))
      if (hasFault('contradicts', job))
        return answered(message(simulatedAcceptance(job)), message(simulatedContradiction))
      return answered(message(simulatedAcceptance(job)))
    },
    async requestCancellation(job) {
      if (hasFault('silent', job)) return answered()
      const reason = say('the simulated printer had not started yet')
      const grant = message({ kind: 'cancellation', decision: 'accept', reason })
      return answered({ ...grant, messageId: `${grant.messageId}:${job.cancellationRequests}` })
    },
    // A poll comes when the job is due to ship; fast-forward may have moved that time before the day itself.
    async fetchUpdates(job) {
      if (hasFault('silent', job)) return answered()
      if (job.acceptedAt === null) return answered(message(simulatedAcceptance(job)))
      if (hasFault('delays', job) && job.expectedShipDate === null) return answered(message(simulatedDelay(job)))
      const shipping = hasFault('splits', job) ? simulatedSplit(job) : [simulatedShipping(job)]
      return answered(message({ kind: 'printed' }), ...shipping.map(message))
    },
    nextUpdateAt(job, now) {
      if (hasFault('silent', job)) return null
      const shipDate = job.expectedShipDate ?? job.dueDate
      if (shipDate === null) return now
      return latest(later(shipTimeOn(shipDate), -job.forwardedMs), now)
    },
  }
}

const shipTimeOn = (shipDate: string): Date => instant(`${shipDate}T${shipHourUtc}:00:00Z`)

/** How far a job must be fast-forwarded in milliseconds, so that a job that is due on a day ships at an instant. */
export const forwardedMsFor = (dueDate: string | null, shipAt: Date): number =>
  dueDate === null ? 0 : Math.max(shipTimeOn(dueDate).getTime() - shipAt.getTime(), 0)

/** Each kind of message is sent once for a job; only a grant belongs to a request to cancel. */
const message = (content: MessageContent): PrinterMessage => ({
  messageId: `simulated:${content.kind}`,
  sentAt: null,
  content,
})

/** A number from 0 to 1, the same for the same text. */
const chanceOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32

/** An answer without a request. */
export const simulatedContradiction: MessageContent = {
  kind: 'cancellation',
  decision: 'accept',
  reason: say('the simulated printer contradicts itself'),
}

const delayDays = 5

/** Five days later than planned. */
export function simulatedDelay({ expectedShipDate, dueDate, createdAt }: PrintJob): MessageContent {
  const day = expectedShipDate ?? dueDate ?? utcDay(createdAt).toString()
  const until = Temporal.PlainDate.from(day).add({ days: delayDays }).toString()
  return { kind: 'delayed', until, reason: say('simulated') }
}

/** A first parcel, then the rest under another master number. */
export function simulatedSplit(job: PrintJob): MessageContent[] {
  const { shippingCents } = simulatedShipping(job)
  return [
    { kind: 'packages', shipments: [shipmentOf(job, 1, 'first')] },
    { kind: 'shipped', shipments: [shipmentOf(job, 1, 'second')], shippingCents },
  ]
}

/** Where prices are agreed, it leaves them to the agreement. */
const setsPrices = ({ enterprise, agreedPrices }: PrintJob): boolean => enterprise && !agreedPrices

export function simulatedAcceptance(job: PrintJob): Extract<MessageContent, { kind: 'accepted' }> {
  if (!setsPrices(job)) return { kind: 'accepted', itemsCents: null, taxesCents: null }
  let itemsCents = 0
  for (const { quantity, pageCount } of job.ticket.items) itemsCents += quantity * (copyCents + pageCount * pageCents)
  return { kind: 'accepted', itemsCents, taxesCents: roundCents(itemsCents * taxRate) }
}

export function simulatedShipping(job: PrintJob): Extract<MessageContent, { kind: 'shipped' }> {
  const copies = job.ticket.items.reduce((sum, { quantity }) => sum + quantity, 0)
  return {
    kind: 'shipped',
    shipments: [shipmentOf(job, Math.min(Math.ceil(copies / copiesInAPackage), maxPackages))],
    shippingCents: setsPrices(job) ? parcelCents + copies * parcelCopyCents : null,
  }
}

/** The numbers begin with SIM and the links lead nowhere, so that they never show the parcel of a real person. */
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
