// What a printer's PrintTalk document says. A Confirmation or a Refusal refers to our document by BusinessRefID: that
// of a purchase order is the number of its job, that of a cancellation has a suffix (requestIds). An
// OrderStatusResponse names its job and its milestones; CIP4 does not define those, so the usual names are known here
// and a printer may add its own.

import { createHash } from 'node:crypto'
import { instant, isDay, isInstant } from '../../base/clock.ts'
import type { JobShipment, Message, Told } from '../printer.ts'
import { pricesIn, shippingIn } from './prices.ts'
import { attribute, children, descendants, type Element, textOf } from './xml.ts'

export type Step = 'received' | 'accepted' | 'printed' | 'delayed' | 'packages' | 'shipped'

/** The meaning of milestones; names are compared ignoring case. */
const usualMilestones: readonly [name: string, step: Step][] = [
  ['OrderReceived', 'received'],
  ['JobReceived', 'received'],
  ['OrderAccepted', 'accepted'],
  ['PrePressCompleted', 'accepted'],
  ['PressRunEnded', 'printed'],
  ['PrintCompleted', 'printed'],
  ['PostPressCompleted', 'printed'],
  ['Delayed', 'delayed'],
  ['PartiallyShipped', 'packages'],
  ['Shipped', 'shipped'],
  ['ShippingCompleted', 'shipped'],
  ['DeliveryCompleted', 'shipped'],
]

const mostReason = 1000

export const requestIds = {
  order: (jobId: string): string => jobId,
  /** A new id when the customer asks again after a refusal. */
  cancellation: (jobId: string, request: number): string => `${jobId}.cancel.${request}`,
  status: (jobId: string): string => `${jobId}.status`,
}

export type Said = { jobId: string; told: Told }

/** Null when nothing in the document is understood; empty when it says nothing new about a job. */
export function saidIn(root: Element, milestones: Record<string, Step> = {}): Said[] | null {
  const [document] = children(root, 'PrintTalk')
  const [request] = children(document, 'Request')
  if (document === undefined || request === undefined) return null
  const saidAt = timeOf(attribute(document, 'timestamp') ?? attribute(document, 'Timestamp'))
  const said = (object: Element, about: About, message: Message): Said => {
    const id = attribute(request, 'BusinessID') ?? attribute(object, 'BusinessID')
    return { jobId: about.jobId, told: { messageId: messageIdOf(id, message, about), saidAt, message } }
  }
  const [confirmation] = children(request, 'Confirmation')
  if (confirmation !== undefined) {
    const about = aboutOf(request, confirmation)
    if (about === null) return null
    const message: Message = about.cancels
      ? { kind: 'cancellation', decision: 'accept', reason: commentIn(confirmation) }
      : { kind: 'accepted', ...pricesIn(confirmation) }
    return [said(confirmation, about, message)]
  }
  const [refusal] = children(request, 'Refusal')
  if (refusal !== undefined) {
    const about = aboutOf(request, refusal)
    if (about === null) return null
    const reason = refusalReason(refusal)
    if (!about.cancels) return [said(refusal, about, { kind: 'refused', reason })]
    if (saysUnknown(refusal)) return [said(refusal, about, cancelledUnknown)]
    return [said(refusal, about, { kind: 'cancellation', decision: 'refuse', reason })]
  }
  const [response] = children(request, 'OrderStatusResponse')
  if (response === undefined) return null
  const jobId = attribute(response, 'JobIDRef')
  if (jobId === null) return null
  const known = knownMilestones(milestones)
  return descendants(response, 'Notification').flatMap((notification, i) => {
    const message = messageOf(notification, response, known)
    return message === null ? [] : [said(response, { jobId, part: String(i) }, message)]
  })
}

/** A printer cannot make what it does not have. */
export const cancelledUnknown: Message = {
  kind: 'cancellation',
  decision: 'accept',
  reason: 'the printer does not know the order',
}

/** The reason of a Refusal, as given; 'Milestone' means "too late". */
export const refusalWord = (root: Element): string | null => attribute(descendants(root, 'Refusal')[0], 'Reason')

/** Whether a refusal says that the printer was never given the job, or has lost it. */
export function isUnknownJob(root: Element): boolean {
  const [refusal] = descendants(root, 'Refusal')
  return refusal !== undefined && saysUnknown(refusal)
}

const saysUnknown = (refusal: Element): boolean =>
  attribute(refusal, 'Reason') === 'Other' && /^unknown ?job$/i.test(attribute(refusal, 'ReasonDetails') ?? '')

/** What a status response says about its job as a whole; null when it is not about that job. */
export function standingIn(
  root: Element,
  jobId: string,
  milestones: Record<string, Step> = {},
): 'open' | 'over' | null {
  const [response] = descendants(root, 'OrderStatusResponse')
  if (response === undefined || attribute(response, 'JobIDRef') !== jobId) return null
  const known = knownMilestones(milestones)
  const reached = descendants(response, 'Milestone').map(one => attribute(one, 'MilestoneType')?.toLowerCase() ?? '')
  return reached.some(name => known.get(name) === 'shipped' || endings.has(name)) ? 'over' : 'open'
}

/** Ends of a job other than shipping. */
const endings = new Set(['cancelled', 'canceled', 'jobcancelled', 'jobcanceled', 'aborted', 'jobaborted', 'closed'])

/** By name in small letters. A map, because a printer may use any name, that of a built-in property too. */
const knownMilestones = (own: Record<string, Step>): ReadonlyMap<string, Step> =>
  new Map([...usualMilestones, ...Object.entries(own)].map(([name, step]) => [name.toLowerCase(), step]))

/** What is spoken of: a job, the document of ours that is answered, and which part of theirs speaks. */
type About = { jobId: string; answers?: string; part?: string }

/** What the document answers, and whether that was a cancellation. */
function aboutOf(request: Element, object: Element): (About & { cancels: boolean }) | null {
  const ref = attribute(request, 'BusinessRefID') ?? attribute(object, 'BusinessRefID')
  const match = ref === null ? null : /^(job_[0-9A-Za-z]{1,60})(\.cancel\.\d+)?$/.exec(ref)
  return match === null ? null : { jobId: match[1]!, answers: match[0], cancels: match[2] !== undefined }
}

function messageOf(notification: Element, response: Element, known: ReadonlyMap<string, Step>): Message | null {
  const severity = attribute(notification, 'Class')
  if (severity === 'Error' || severity === 'Fatal') {
    return { kind: 'problem', reason: commentIn(notification) || 'the printer reports an error' }
  }
  const milestone = attribute(children(notification, 'Milestone')[0], 'MilestoneType')
  const step = milestone === null ? undefined : known.get(milestone.toLowerCase())
  switch (step) {
    case undefined:
      return null
    case 'received':
    case 'printed':
      return { kind: step }
    case 'accepted':
      return { kind: 'accepted', ...pricesIn(response) }
    case 'delayed': {
      const until = attribute(descendants(response, 'DeliveryParams')[0], 'Required')?.slice(0, 10) ?? ''
      return isDay(until) ? { kind: 'delayed', until, reason: commentIn(notification) } : null
    }
    case 'packages':
      return { kind: 'packages', shipments: shipmentsIn(response) }
    case 'shipped':
      return { kind: 'shipped', shipments: shipmentsIn(response), ...shippingIn(response) }
    default:
      return step satisfies never
  }
}

/** Each TrackingID is a parcel; carrier and link are derived from its number (carriers.ts). */
function shipmentsIn(response: Element): JobShipment[] {
  const numbers = ['DeliveryParams', 'DropItem'].flatMap(name =>
    descendants(response, name).flatMap(one => attribute(one, 'TrackingID')?.split(/[\s\p{Cc}]+/u) ?? []),
  )
  const told = new Set(numbers.filter(number => number !== ''))
  if (told.size === 0) return []
  const packages = [...told].map(number => ({
    trackingNumber: number.slice(0, 100),
    altTrackingNumber: '',
    trackingUrl: '',
  }))
  return [{ masterTrackingNumber: '', carrier: '', packages }]
}

const commentIn = (element: Element): string =>
  descendants(element, 'Comment').map(textOf).filter(Boolean).join('; ').slice(0, mostReason)

function refusalReason(refusal: Element): string {
  const words = [attribute(refusal, 'Reason'), attribute(refusal, 'ReasonDetails'), commentIn(refusal)]
  return words.filter(Boolean).join(': ').slice(0, mostReason) || 'no reason given'
}

/**
 * A document with the same number and content is a repetition; one without a number is identified by what it answers
 * and says.
 */
function messageIdOf(id: string | null, message: Message, { answers = '', part = '' }: About): string {
  if (id !== null && /^[\x21-\x7e]{1,150}$/.test(id)) return part === '' ? id : `${id}/${part}`
  const digest = createHash('sha256').update(answers).update(JSON.stringify(message)).digest('hex')
  return `said:${digest.slice(0, 32)}`
}

const timeOf = (text: string | null): Date | null => (text !== null && isInstant(text) ? instant(text) : null)
