// Reads the PrintTalk documents of printers. A Confirmation or a Refusal refers to our document by BusinessRefID, which
// is the job id for a purchase order, and has a suffix for a cancellation (requestIds). An OrderStatusResponse names
// its job and its milestones. CIP4 does not define milestones, so the common names are here, and a printer may add its
// own.

import { createHash } from 'node:crypto'
import { instant, isDay, isInstant } from '../../base/clock.ts'
import type { JobMessage } from '../inbox.ts'
import type { JobShipment, MessageContent } from '../printer.ts'
import { readPrices, readShippingPrice } from './prices.ts'
import { attribute, children, descendants, type Element, textOf } from './xml.ts'

export type Step = 'received' | 'accepted' | 'printed' | 'delayed' | 'packages' | 'shipped'

/** The meaning of milestones; names are compared ignoring case. */
const commonMilestones: readonly [name: string, step: Step][] = [
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

const maxReasonLength = 1000

export const requestIds = {
  order: (jobId: string): string => jobId,
  /** A new id when the customer asks again after a refusal. */
  cancellation: (jobId: string, request: number): string => `${jobId}.cancel.${request}`,
  status: (jobId: string): string => `${jobId}.status`,
}

/** Null for a document of another kind; empty when it has no new message about a job. */
export function readMessages(root: Element, milestones: Record<string, Step> = {}): JobMessage[] | null {
  const [document] = children(root, 'PrintTalk')
  const [request] = children(document, 'Request')
  if (document === undefined || request === undefined) return null
  const sentAt = timeOf(attribute(document, 'timestamp') ?? attribute(document, 'Timestamp'))
  const jobMessage = (object: Element, reference: Reference, content: MessageContent): JobMessage => {
    const id = attribute(request, 'BusinessID') ?? attribute(object, 'BusinessID')
    return {
      jobId: reference.jobId,
      message: { messageId: messageIdOf(id, content, reference), sentAt, content },
    }
  }
  const [confirmation] = children(request, 'Confirmation')
  if (confirmation !== undefined) {
    const reference = referenceOf(request, confirmation)
    if (reference === null) return null
    const content: MessageContent = reference.isCancellation
      ? { kind: 'cancellation', decision: 'accept', reason: commentIn(confirmation) }
      : { kind: 'accepted', ...readPrices(confirmation), ...reasonIn(confirmation) }
    return [jobMessage(confirmation, reference, content)]
  }
  const [refusal] = children(request, 'Refusal')
  if (refusal !== undefined) {
    const reference = referenceOf(request, refusal)
    if (reference === null) return null
    const reason = refusalReason(refusal)
    if (!reference.isCancellation) return [jobMessage(refusal, reference, { kind: 'refused', reason })]
    if (namesUnknownJob(refusal)) return [jobMessage(refusal, reference, cancelledUnknown)]
    return [jobMessage(refusal, reference, { kind: 'cancellation', decision: 'refuse', reason })]
  }
  const [response] = children(request, 'OrderStatusResponse')
  if (response === undefined) return null
  const jobId = attribute(response, 'JobIDRef')
  if (jobId === null) return null
  const steps = stepsByMilestone(milestones)
  return descendants(response, 'Notification').flatMap((notification, i) => {
    const content = contentOf(notification, response, steps)
    return content === null ? [] : [jobMessage(response, { jobId, part: String(i) }, content)]
  })
}

/** The answer to a cancellation of an order that the printer does not have. */
export const cancelledUnknown: MessageContent = {
  kind: 'cancellation',
  decision: 'accept',
  reason: 'the printer does not know the order',
}

/** The reason of a Refusal, as given; 'Milestone' means "too late". */
export const readRefusalReason = (root: Element): string | null => attribute(descendants(root, 'Refusal')[0], 'Reason')

/** Whether a refusal says that the printer was never given the job, or has lost it. */
export function saysUnknownJob(root: Element): boolean {
  const [refusal] = descendants(root, 'Refusal')
  return refusal !== undefined && namesUnknownJob(refusal)
}

const namesUnknownJob = (refusal: Element): boolean =>
  attribute(refusal, 'Reason') === 'Other' && /^unknown ?job$/i.test(attribute(refusal, 'ReasonDetails') ?? '')

/** The state of the job in a status response; null when the response is not about that job. */
export function readJobState(
  root: Element,
  jobId: string,
  milestones: Record<string, Step> = {},
): 'open' | 'over' | null {
  const [response] = descendants(root, 'OrderStatusResponse')
  if (response === undefined || attribute(response, 'JobIDRef') !== jobId) return null
  const steps = stepsByMilestone(milestones)
  const reached = descendants(response, 'Milestone').map(
    milestone => attribute(milestone, 'MilestoneType')?.toLowerCase() ?? '',
  )
  return reached.some(name => steps.get(name) === 'shipped' || endMilestones.has(name)) ? 'over' : 'open'
}

/** The milestones of jobs that ended without being shipped. */
const endMilestones = new Set([
  'cancelled',
  'canceled',
  'jobcancelled',
  'jobcanceled',
  'aborted',
  'jobaborted',
  'closed',
])

/** By name in lower case. A map, because a printer may use any name, even the name of a built-in property. */
const stepsByMilestone = (own: Record<string, Step>): ReadonlyMap<string, Step> =>
  new Map([...commonMilestones, ...Object.entries(own)].map(([name, step]) => [name.toLowerCase(), step]))

/** The job of a message, the id of our document that it answers, and its part of the printer's document. */
type Reference = { jobId: string; answeredId?: string; part?: string }

/** Our document that the printer's document answers. */
function referenceOf(request: Element, object: Element): (Reference & { isCancellation: boolean }) | null {
  const ref = attribute(request, 'BusinessRefID') ?? attribute(object, 'BusinessRefID')
  const match = ref === null ? null : /^(job_[0-9A-Za-z]{1,60})(\.cancel\.\d+)?$/.exec(ref)
  return match === null ? null : { jobId: match[1]!, answeredId: match[0], isCancellation: match[2] !== undefined }
}

function contentOf(notification: Element, response: Element, steps: ReadonlyMap<string, Step>): MessageContent | null {
  const severity = attribute(notification, 'Class')
  if (severity === 'Error' || severity === 'Fatal') {
    return { kind: 'problem', reason: commentIn(notification) || 'the printer reports an error' }
  }
  const milestone = attribute(children(notification, 'Milestone')[0], 'MilestoneType')
  const step = milestone === null ? undefined : steps.get(milestone.toLowerCase())
  switch (step) {
    case undefined:
      return null
    case 'received':
    case 'printed':
      return { kind: step }
    case 'accepted':
      return { kind: 'accepted', ...readPrices(response), ...reasonIn(notification) }
    case 'delayed': {
      const until = attribute(descendants(response, 'DeliveryParams')[0], 'Required')?.slice(0, 10) ?? ''
      return isDay(until) ? { kind: 'delayed', until, reason: commentIn(notification) } : null
    }
    case 'packages':
      return { kind: 'packages', shipments: shipmentsIn(response) }
    case 'shipped':
      return {
        kind: 'shipped',
        shipments: shipmentsIn(response),
        ...readShippingPrice(response),
        ...reasonIn(notification),
      }
    default:
      return step satisfies never
  }
}

/** Each TrackingID is a parcel; carrier and link are derived from its number (carriers.ts). */
function shipmentsIn(response: Element): JobShipment[] {
  const numbers = ['DeliveryParams', 'DropItem'].flatMap(name =>
    descendants(response, name).flatMap(element => attribute(element, 'TrackingID')?.split(/[\s\p{Cc}]+/u) ?? []),
  )
  const distinct = new Set(numbers.filter(number => number !== ''))
  if (distinct.size === 0) return []
  const packages = [...distinct].map(number => ({
    trackingNumber: number.slice(0, 100),
    altTrackingNumber: '',
    trackingUrl: '',
  }))
  return [{ masterTrackingNumber: '', carrier: '', packages }]
}

const commentIn = (element: Element): string =>
  descendants(element, 'Comment').map(textOf).filter(Boolean).join('; ').slice(0, maxReasonLength)

/** A comment is the reason for a price above the agreed price. */
function reasonIn(element: Element): { reason?: string } {
  const reason = commentIn(element)
  return reason === '' ? {} : { reason }
}

function refusalReason(refusal: Element): string {
  const texts = [attribute(refusal, 'Reason'), attribute(refusal, 'ReasonDetails'), commentIn(refusal)]
  return texts.filter(Boolean).join(': ').slice(0, maxReasonLength) || 'no reason given'
}

/**
 * A document with the same id and content is a repetition. A document without an id is identified by its content and by
 * the document that it answers.
 */
function messageIdOf(id: string | null, content: MessageContent, { answeredId = '', part = '' }: Reference): string {
  if (id !== null && /^[\x21-\x7e]{1,150}$/.test(id)) return part === '' ? id : `${id}/${part}`
  const digest = createHash('sha256').update(answeredId).update(JSON.stringify(content)).digest('hex')
  return `said:${digest.slice(0, 32)}`
}

const timeOf = (text: string | null): Date | null => (text !== null && isInstant(text) ? instant(text) : null)
