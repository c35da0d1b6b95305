// What the people and programs of a printer tell of its jobs, as the port's messages. Saying something again is safe.

import { type Static, Type } from 'typebox'
import type { Clock } from '../base/clock.ts'
import type { NewId } from '../base/ids.ts'
import { centsOf, mostDollars } from '../base/money.ts'
import { type Problem, Refusal } from '../base/refusal.ts'
import type { Press } from '../orders/print.ts'
import { type Hear, noSuchJob, refuseContradiction } from '../orders/printed.ts'
import type { FileLinks } from '../printer/links.ts'
import type { Message } from '../printer/printer.ts'
import { idempotencyKeyOf } from './idempotency.ts'
import { desksFor, Job, JobId, JobPath, presentJob, pressTag } from './pressJob.ts'
import { malformed } from './problem.ts'
import { type Ask, type Route, route } from './route.ts'
import { LongText, nullable, oneOf } from './schemas.ts'

export type PressMessageParts = { clock: Clock; newId: NewId; press: Press; hear: Hear; fileLinks: FileLinks }

const tag = pressTag
const Day = Type.String({ format: 'date' })
const Amount = Type.Optional(Type.Number({ minimum: 0, description: 'US dollars with at most two decimals.' }))
const carrierText = (maxLength: number) =>
  Type.String({
    default: '',
    maxLength,
    pattern: '^[^\\p{Cc}\\p{Cs}]*$',
    'x-expected': 'text without control characters',
  })
/** It becomes a link in browsers, so nothing but a web address will do. */
const TrackingUrl = Type.String({
  default: '',
  maxLength: 2048,
  pattern: '^(?:[Hh][Tt][Tt][Pp][Ss]?://[^\\s\\p{Cc}\\p{Cs}]+)?$',
  'x-expected': 'an http or https URL, or ""',
})
const Package = Type.Object({
  trackingNumber: carrierText(100),
  altTrackingNumber: carrierText(100),
  trackingUrl: TrackingUrl,
})
const Shipment = Type.Object({
  masterTrackingNumber: carrierText(100),
  carrier: carrierText(100),
  packages: Type.Array(Package, { minItems: 1, maxItems: 200 }),
})

/** Whoever has no price to tell may send no body at all. */
const Accept = nullable(Type.Object({ itemsTotal: Amount, taxesTotal: Amount }))
const Ship = Type.Object({
  shipments: Type.Array(Shipment, {
    maxItems: 50,
    default: [],
    description:
      'The whole order, but for the packages that were told before; a value that the carrier did not give is "".',
  }),
  shippingTotal: Amount,
})
const Packages = Type.Object({ shipments: Type.Array(Shipment, { minItems: 1, maxItems: 50 }) })
const Delay = Type.Object({ until: Day, reason: Type.Optional(LongText(1000)) })
const BulkAccept = Type.Object(
  { jobIds: Type.Array(JobId, { minItems: 1, maxItems: 200, uniqueItems: true }) },
  { additionalProperties: false },
)
const BulkAnswer = Type.Object({
  results: Type.Array(
    Type.Object({
      jobId: Type.String(),
      accepted: Type.Boolean(),
      code: nullable(Type.String({ description: 'Why not; null when it was.' })),
      detail: nullable(Type.String()),
    }),
  ),
})
const Decide = Type.Object({ decision: oneOf(['accept', 'refuse']), reason: Type.Optional(LongText(1000)) })
const Report = Type.Object({ reason: LongText(1000, { minLength: 1 }) })

const saferTwice = 'Saying the same again answers the job and changes nothing; what contradicts its state is refused.'

type JobAsk = Ask<'printer', JobPath, unknown, unknown>

export function pressMessageRoutes({ clock, newId, press, hear, fileLinks }: PressMessageParts): Route[] {
  const desksOf = desksFor(press.shop.printers)
  async function tell({ caller, params: { jobId }, request }: JobAsk, message: Message) {
    // Without a name of its own the job's state tells a repetition.
    const told = { messageId: idempotencyKeyOf(request) ?? newId('msg'), saidAt: null, message }
    const heard = await hear({ jobId, told, from: desksOf(caller), actor: caller.actor })
    if (heard === null) throw noSuchJob(jobId)
    refuseContradiction(heard)
    return presentJob(heard.job, fileLinks, clock())
  }
  /** A message about one job. */
  const telling = <Body>(
    act: string,
    summary: string,
    description: string,
    { body, messageOf }: { body: Parameters<typeof route>[0]['body']; messageOf(body: Body): Message },
  ): Route =>
    route({
      method: 'POST',
      path: `/press/jobs/:jobId/${act}`,
      callers: ['printer'],
      tag,
      summary,
      description: `${description} ${saferTwice}`.trim(),
      params: JobPath,
      ...(body === undefined ? {} : { body }),
      answer: Job,
      refuses: ['malformed_request', 'not_found', 'wrong_state'],
      handle: ask => tell(ask, messageOf(ask.body as Body)),
    })

  return [
    route({
      method: 'POST',
      path: '/press/jobs/accept',
      callers: ['printer'],
      tag,
      summary: 'Accept several print jobs',
      description:
        'Enterprise jobs need their prices, so each is accepted by itself. Each job has a result of its own.',
      body: BulkAccept,
      answer: BulkAnswer,
      refuses: ['malformed_request'],
      handle: async ({ caller, body: { jobIds } }) => ({
        results: await Promise.all(
          jobIds.map(async jobId => {
            const told = { messageId: newId('msg'), saidAt: null, message: acceptanceOf(null) }
            const heard = await hear({ jobId, told, from: desksOf(caller), actor: caller.actor })
            return { jobId, ...resultOf(jobId, heard) }
          }),
        ),
      }),
    }),
    telling<unknown>('receive', 'Tell that a print job was taken note of', '', {
      body: undefined,
      messageOf: () => ({ kind: 'received' }),
    }),
    telling<Static<typeof Accept>>(
      'accept',
      'Accept a print job',
      'An enterprise job needs its prices, which are ignored for any other.',
      { body: Accept, messageOf: acceptanceOf },
    ),
    telling<Static<typeof Report>>(
      'refuse',
      'Refuse a print job that was not accepted',
      'Another printer gets it, if there is one; else the order stands still until the support staff have looked at it.',
      { body: Report, messageOf: ({ reason }) => ({ kind: 'refused', reason }) },
    ),
    telling<unknown>('printed', 'Tell that a print job is printed, and not yet sent', '', {
      body: undefined,
      messageOf: () => ({ kind: 'printed' }),
    }),
    telling<Static<typeof Delay>>('delay', 'Change the ship date', 'The customer is told.', {
      body: Delay,
      messageOf: ({ until, reason = '' }) => ({ kind: 'delayed', until, reason }),
    }),
    telling<Static<typeof Packages>>(
      'packages',
      'Tell of parcels that left before the order is complete',
      'They are collected, and told to the customer when the whole order has shipped.',
      { body: Packages, messageOf: ({ shipments }) => ({ kind: 'packages', shipments }) },
    ),
    telling<Static<typeof Ship>>(
      'ship',
      'Tell that the whole order was shipped',
      'An enterprise job needs its shippingTotal, which is ignored for any other.',
      { body: Ship, messageOf: shippingOf },
    ),
    telling<Static<typeof Decide>>('cancellation', 'Decide on a request to cancel', '', {
      body: Decide,
      messageOf: ({ decision, reason = '' }) => ({ kind: 'cancellation', decision, reason }),
    }),
    telling<Static<typeof Report>>(
      'problem',
      'Report that a job cannot be made',
      'The order stands still until the support staff have looked at it.',
      { body: Report, messageOf: ({ reason }) => ({ kind: 'problem', reason }) },
    ),
  ]
}

function resultOf(jobId: string, heard: Awaited<ReturnType<Hear>>) {
  try {
    if (heard === null) throw noSuchJob(jobId)
    refuseContradiction(heard)
    return { accepted: true, code: null, detail: null }
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    return { accepted: false, code: refusal.code, detail: refusal.message }
  }
}

function acceptanceOf(body: Static<typeof Accept>): Message {
  const { itemsTotal, taxesTotal } = body ?? {}
  const { itemsTotal: itemsCents, taxesTotal: taxesCents } = inCents({ itemsTotal, taxesTotal })
  return { kind: 'accepted', itemsCents, taxesCents }
}

function shippingOf({ shipments, shippingTotal }: Static<typeof Ship>): Message {
  return { kind: 'shipped', shipments, shippingCents: inCents({ shippingTotal }).shippingTotal }
}

/** Dollars as cents; what was not sent is null. Refuses every amount that is no number of cents, all together. */
function inCents<Name extends string>(amounts: Record<Name, number | undefined>): Record<Name, number | null> {
  const problems: Problem[] = []
  const cents = {} as Record<Name, number | null>
  for (const name in amounts) {
    const amount = amounts[name]
    cents[name] = amount === undefined ? null : centsOf(amount)
    if (amount === undefined || cents[name] !== null) continue
    const isTooLarge = amount > mostDollars
    const wanted = isTooLarge ? `at most ${mostDollars} dollars` : 'dollars with at most two decimals'
    const detail = `${name} must be ${wanted}, got ${amount}.`
    problems.push({ pointer: `/${name}`, code: isTooLarge ? 'too_large' : 'wrong_format', detail })
  }
  if (problems.length > 0) throw malformed(problems.map(({ detail }) => detail).join(' '), problems)
  return cents
}
