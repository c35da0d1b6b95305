// The four protocols of printers, as a printer in a storm speaks them: what it answers to the service, and how it sends
// a message of its own. What happens to the books is decided in stormPress.ts.

import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Webhook } from 'standardwebhooks'
import type { Book, Desk } from './stormPress.ts'

/** Something that a printer says of a book. `enterprise`: with prices. */
export type Word = {
  id: string
  kind: 'accepted' | 'printed' | 'shipped' | 'cancellation' | 'problem'
  jobId: string
  at: string
  enterprise: boolean
  decision?: 'accept' | 'refuse'
}

/** Where the service is, and the key of its press API. */
export type Service = { url: string; authorization: string }

export type Protocol = {
  contentType: string
  isProven(request: IncomingMessage, body: string): boolean
  /** `quiet`: it says nothing of the book, where the protocol allows that. */
  answer(
    request: IncomingMessage,
    body: string,
    how: { desk: Desk; quiet: boolean },
  ): { status: number; content: string }
  /** Whether the service took it. */
  say(word: Word, service: Service, now: Date): Promise<boolean>
  /** For a printer that is not told of its work: it looks for it. */
  look?(service: Service, desk: Desk): Promise<void>
}

export type ProtocolName = 'desk' | 'json' | 'printtalk' | 'siteflow'

export const secrets = {
  json: 'whsec_c3Rvcm0tc3Rvcm0tc3Rvcm0tc3Rvcm0tc3Rvcm0t',
  printtalk: 'what-octavo-says-to-it',
  printtalkBack: 'what-the-press-says-back',
  siteflow: 'secret-of-site-flow',
  postback: 'a-token-of-enough-characters',
}
export const identities = { octavo: 'OCTAVO', press: 'https://press.example/XJDF' }

const items = 20
const taxes = 1.6
const shipping = 4.99
/** What an enterprise order comes to. */
export const stormTotal = 26.59
export const stormTracking = (jobId: string): string => `T-${jobId}`

const json = (content: unknown, status = 200) => ({ status, content: JSON.stringify(content) })
const isTaken = async (answer: Promise<Response>): Promise<boolean> => {
  const { status, body } = await answer
  await body?.cancel()
  return status === 200
}

const shipmentsOf = (jobId: string) => [{ carrier: 'UPS', packages: [{ trackingNumber: stormTracking(jobId) }] }]

// The press API: what it takes is the same, whoever says it.
const bodyFor: Record<Word['kind'], (word: Word) => object | undefined> = {
  accepted: ({ enterprise }) => (enterprise ? { itemsTotal: items, taxesTotal: taxes } : undefined),
  printed: () => undefined,
  shipped: ({ jobId, enterprise }) => ({
    shipments: shipmentsOf(jobId),
    ...(enterprise ? { shippingTotal: shipping } : {}),
  }),
  cancellation: ({ decision }) => ({ decision }),
  problem: () => ({ reason: 'a lie' }),
}
const acts = {
  accepted: 'accept',
  printed: 'printed',
  shipped: 'ship',
  cancellation: 'cancellation',
  problem: 'problem',
}

const pressDesk: Protocol = {
  contentType: 'text/plain',
  isProven: () => false, // nobody calls a press desk
  answer: () => ({ status: 404, content: '' }),
  say(word, { url, authorization }) {
    const body = bodyFor[word.kind](word)
    return isTaken(
      fetch(`${url}/press/jobs/${word.jobId}/${acts[word.kind]}`, {
        method: 'POST',
        headers: {
          authorization,
          'idempotency-key': word.id,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
  },
  async look({ url, authorization }, desk) {
    const answer = await fetch(`${url}/press/jobs?status=open&printer=desk&limit=200`, { headers: { authorization } })
    const { jobs } = (await answer.json()) as {
      jobs: { jobId: string; enterprise: boolean; cancellationRequested: boolean }[]
    }
    for (const { jobId, enterprise, cancellationRequested } of jobs) {
      desk.take(jobId, enterprise)
      if (cancellationRequested) desk.decide(jobId)
    }
  },
}

// A system of its own, in JSON.
const signer = new Webhook(secrets.json)
const isOver = ({ step }: Book): boolean => step === 'shipped' || step === 'cancelled'
const eventOf = (word: Word) => ({
  id: word.id,
  type: `job.${word.kind}`,
  timestamp: word.at,
  data: { jobId: word.jobId, ...bodyFor[word.kind](word) },
})

const ownSystem: Protocol = {
  contentType: 'application/json',
  isProven({ headers }, body) {
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    return headers['webhook-signature'] === signer.sign(String(headers['webhook-id']), at, body)
  },
  answer({ method, url }, body, { desk, quiet }) {
    const [, , named, cancellation] = url!.split('?')[0]!.split('/')
    if (method === 'GET' && named === undefined) {
      const open = desk.all().flatMap(([jobId, book]) => (isOver(book) ? [] : [{ jobId }]))
      return json({ jobs: open, nextCursor: null })
    }
    const job = named === undefined ? JSON.parse(body).data : { jobId: named, enterprise: false }
    if (named === undefined) desk.take(job.jobId, job.enterprise)
    if (cancellation !== undefined) desk.decide(job.jobId)
    const book = desk.bookOf(job.jobId)
    if (book === undefined) return json({}, 404)
    return json({ messages: quiet ? [] : book.words.map(eventOf) })
  },
  say(word, { url }, now) {
    const { id, ...event } = eventOf(word)
    const body = JSON.stringify(event)
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': signer.sign(id, now, body),
    }
    return isTaken(fetch(`${url}/printers/json/messages`, { method: 'POST', headers, body }))
  },
}

// PrintTalk, written and read by hand.
const basic = (identity: string, secret: string): string =>
  `Basic ${Buffer.from(`${identity}:${secret}`).toString('base64')}`
const price = (type: string, tax: string, dollars: number): string =>
  `<Price DescriptiveName="${type}" PriceType="${type}" TaxType="${tax}" Price="${dollars.toFixed(2)}"/>`
const pricing = (prices: string): string => `<Pricing Currency="USD">${prices}</Pricing>`
const acceptancePrices = price('Product', 'Net', items) + price('Product', 'Tax', taxes)
const milestone = (type: string): string =>
  `<x:AuditNotification><x:Notification Class="Event"><x:Milestone MilestoneType="${type}"/></x:Notification></x:AuditNotification>`
const lie =
  '<x:AuditNotification><x:Notification Class="Error"><x:Comment>a lie</x:Comment></x:Notification></x:AuditNotification>'
const milestones = { accepted: 'OrderAccepted', printed: 'PrintCompleted', shipped: 'Shipped' }

const documentFor = (id: string, ref: string | null, object: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<PrintTalk timestamp="2026-03-02T15:00:00Z" xmlns="http://www.printtalk.org/schema_20" xmlns:x="http://www.CIP4.org/JDFSchema_2_0">
  <Header><From><Credential domain="URL"><Identity>${identities.press}</Identity></Credential></From>
    <To><Credential domain="CustomerID"><Identity>${identities.octavo}</Identity></Credential></To></Header>
  <Request BusinessID="${id}"${ref === null ? '' : ` BusinessRefID="${ref}"`}>${object}</Request>
</PrintTalk>`

/** All that became of a book, or of it what one word says. */
function statusOf(jobId: string, kinds: Word['kind'][]): string {
  const audits = kinds.map(kind =>
    kind === 'problem' ? lie : kind === 'cancellation' ? '' : milestone(milestones[kind]),
  )
  const prices = [
    ...(kinds.includes('accepted') ? [acceptancePrices] : []),
    ...(kinds.includes('shipped') ? [price('Shipping', 'Net', shipping)] : []),
  ]
  const tracking = kinds.includes('shipped') ? `<x:DeliveryParams TrackingID="${stormTracking(jobId)}"/>` : ''
  return `<OrderStatusResponse JobIDRef="${jobId}"><x:AuditPool>${audits.join('')}</x:AuditPool>${tracking}${
    prices.length > 0 ? pricing(prices.join('')) : ''
  }</OrderStatusResponse>`
}

const decisionOf = (decision: 'accept' | 'refuse' | null): string =>
  decision === 'accept'
    ? '<Confirmation/>'
    : decision === 'refuse'
      ? '<Refusal Reason="Milestone" ReasonDetails="Printed"/>'
      : '<Refusal Reason="Other" ReasonDetails="UnknownJob"/>'

const printTalk: Protocol = {
  contentType: 'application/xml',
  isProven: ({ headers }) => headers.authorization === basic(identities.octavo, secrets.printtalk),
  answer(_request, body, { desk, quiet }) {
    const id = /<Request BusinessID="([^"]+)"/.exec(body)![1]!
    const answer = (object: string) => ({ status: 200, content: documentFor(`A-${id}`, id, object) })
    if (body.includes('<PurchaseOrder')) {
      desk.take(id, true) // it does not say who pays, so prices are told of every book
      const isAccepted = desk.bookOf(id)!.words.some(({ kind }) => kind === 'accepted')
      return isAccepted && !quiet
        ? answer(`<Confirmation>${pricing(acceptancePrices)}</Confirmation>`)
        : { status: 202, content: '' }
    }
    const jobId = /JobIDRef="([^"]+)"/.exec(body)![1]!
    if (body.includes('<Cancellation')) return answer(decisionOf(desk.decide(jobId)))
    const book = desk.bookOf(jobId)
    if (book === undefined) return answer(decisionOf(null))
    // What it says as a whole is another document each time that there is more of it.
    const kinds = quiet ? [] : book.words.flatMap(({ kind }) => (kind === 'cancellation' ? [] : [kind]))
    const state = `S-${jobId}-${kinds.join('-')}`
    return { status: 200, content: documentFor(state, id, statusOf(jobId, kinds)) }
  },
  say(word, { url }) {
    const { id, kind, jobId, decision } = word
    const [ref, object] =
      kind === 'accepted'
        ? [jobId, `<Confirmation>${pricing(acceptancePrices)}</Confirmation>`]
        : kind === 'cancellation'
          ? [`${jobId}.cancel.0`, decisionOf(decision!)]
          : [null, statusOf(jobId, [kind])]
    const headers = {
      'content-type': 'application/xml',
      authorization: basic(identities.press, secrets.printtalkBack),
    }
    const body = documentFor(id, ref, object)
    return isTaken(fetch(`${url}/printers/printtalk/messages`, { method: 'POST', headers, body }))
  },
}

// HP Site Flow: orders by number, and postbacks.
const postbacks = { accepted: 'printready', printed: 'printed', shipped: 'shipped', problem: 'errored' }

const siteFlow: Protocol = {
  contentType: 'application/json',
  isProven({ headers, method, url }) {
    const content = `${method} ${url!.split('?')[0]} ${headers['x-oneflow-date']}`
    const expected = createHmac('sha256', secrets.siteflow).update(content).digest('hex')
    return headers['x-oneflow-authorization'] === `token-1:${expected}`
  },
  answer({ method, url }, body, { desk }) {
    const [, , , ...rest] = url!.split('?')[0]!.split('/')
    if (method === 'GET') {
      const data = desk.all().map(([sourceOrderId, { step }]) => ({ orderData: { sourceOrderId, status: step } }))
      return json({ data })
    }
    if (method === 'PUT') {
      const decision = desk.decide(rest[1]!)
      if (decision === null) return json({}, 404)
      return decision === 'accept' ? json({ success: true }) : json({ error: { code: 300, message: 'printed' } }, 400)
    }
    const { sourceOrderId } = JSON.parse(body).orderData
    if (desk.bookOf(sourceOrderId) !== undefined) {
      const validations = [{ path: 'orderData.sourceOrderId', message: 'must be unique' }]
      return json({ error: { code: 208, validations } }, 400)
    }
    if (rest[0] !== 'validate') desk.take(sourceOrderId, false)
    return json({ success: true })
  },
  say({ kind, jobId, at, decision }, { url }) {
    const status = kind === 'cancellation' ? (decision === 'accept' ? 'cancelled' : null) : postbacks[kind]
    if (status === null) return Promise.resolve(true) // there is no postback for a refusal; the call was answered
    const tracking = kind === 'shipped' ? { carrier: 'UPS', trackingNumber: stormTracking(jobId) } : {}
    const body = JSON.stringify({ timestamp: at, sourceOrderId: jobId, status, ...tracking })
    const headers = { 'content-type': 'application/json', 'x-octavo-token': secrets.postback }
    return isTaken(fetch(`${url}/printers/siteflow/messages`, { method: 'POST', headers, body }))
  },
}

export const protocols: Record<ProtocolName, Protocol> = {
  desk: pressDesk,
  json: ownSystem,
  printtalk: printTalk,
  siteflow: siteFlow,
}
