// A printer's own system that speaks the JSON protocol, for tests: node test/printers/jsonPress.ts <secret> [at any
// time]. It verifies every signature with the library that such printers use, which uses the time of this machine; a
// test with a manual clock says `at any time`.

import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { Webhook } from 'standardwebhooks'
import { bodyOf } from './body.ts'

export type Manner =
  | 'accepts'
  | 'receives'
  | 'refuses'
  | 'is too late'
  | 'is busy'
  | 'fails after taking'
  | 'answers nonsense'
  | 'wants a redirect'
  | 'lists without end'
export type PressOrder =
  | { do: 'behave'; manner: Manner }
  | { do: 'forget'; jobId: string }
  | { do: 'jobs' }
  /** To be said when it is asked about that job, after all else. */
  | { do: 'have'; jobId: string; type: string; data: object }
  | { do: 'say'; to: string; id: string; event: unknown; secret?: string }

const [secret = '', when] = process.argv.slice(2)
const jobsOnAPage = 2
const verifier = new Webhook(secret)
type Update = { id: string; type: string; timestamp: string; data: unknown }
/** `decisions` by the id of the request to cancel: one that comes again is answered as before. */
type Kept = { submissions: number; asked: number; messages: Update[]; decisions: Map<string, Update> }
const jobs = new Map<string, Kept>()
let manner: Manner = 'accepts'

const server = createServer(async (request, response) => {
  const answer = (status: number, body?: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(body === undefined ? '' : JSON.stringify(body))
  }
  const body = await bodyOf(request)
  try {
    if (body === '' || when === 'at any time') verifyByHand(request, body)
    else verifier.verify(body, request.headers as Record<string, string>)
  } catch {
    return answer(401)
  }
  const [, base, jobId, act] = request.url!.split('?')[0]!.split('/')
  if (base !== 'jobs') return answer(404)
  if (manner === 'wants a redirect') {
    response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end()
    return
  }
  if (manner === 'is busy') return answer(429)
  if (request.method === 'POST' && jobId === undefined) {
    const { data } = JSON.parse(body)
    if (manner === 'refuses') return answer(422, { reason: 'We have no cream paper.' })
    const { itemsTotal, taxesTotal } = data.enterprise ? { itemsTotal: 100.5, taxesTotal: 7.04 } : {}
    const kept = jobs.get(data.jobId) ?? { submissions: 0, asked: 0, messages: [], decisions: new Map() }
    kept.submissions++
    if (kept.messages.length === 0) {
      say(kept, manner === 'receives' ? 'job.received' : 'job.accepted', { jobId: data.jobId, itemsTotal, taxesTotal })
    }
    jobs.set(data.jobId, kept)
    if (manner === 'fails after taking') return answer(500)
    if (manner === 'answers nonsense') return answer(200, { messages: [{ id: 'x', type: 'job.flown' }] })
    return answer(201, { messages: kept.messages })
  }
  if (request.method === 'GET' && jobId === undefined) {
    const from = Number(new URL(request.url!, 'http://press').searchParams.get('cursor') ?? 0)
    const upTo = from + jobsOnAPage
    const listed = [...jobs.keys()].slice(from, upTo).map(jobId => ({ jobId }))
    if (manner === 'lists without end') return answer(200, { jobs: listed, nextCursor: String(from) })
    return answer(200, { jobs: listed, nextCursor: upTo < jobs.size ? String(upTo) : null })
  }
  const kept = jobs.get(jobId!)
  if (kept === undefined) return answer(404)
  if (act === 'cancellation') {
    const asked = String(request.headers['webhook-id'])
    const decision = kept.decisions.get(asked) ?? decide(kept, jobId!)
    kept.decisions.set(asked, decision)
    return answer(200, { messages: [decision] })
  }
  kept.asked++
  return answer(200, { messages: kept.messages })
})

/**
 * The library insists on JSON, which nothing is, and on its own time; so the signature is compared as the standard
 * makes it.
 */
function verifyByHand({ headers }: IncomingMessage, body: string): void {
  const [id, timestamp] = [headers['webhook-id'] as string, headers['webhook-timestamp'] as string]
  const expected = verifier.sign(id, new Date(Number(timestamp) * 1000), body)
  if (!(headers['webhook-signature'] as string).split(' ').includes(expected)) throw new Error('not signed')
}

const decide = (kept: Kept, jobId: string): Update =>
  say(kept, 'job.cancellation', { jobId, decision: manner === 'is too late' ? 'refuse' : 'accept' })

function say(kept: Kept, type: string, data: unknown): Update {
  const message = { id: `m${kept.messages.length + 1}`, type, timestamp: '2026-03-02T15:00:00Z', data }
  kept.messages.push(message)
  return message
}

async function obey(order: PressOrder): Promise<unknown> {
  switch (order.do) {
    case 'behave':
      manner = order.manner
      return null
    case 'forget':
      return jobs.delete(order.jobId)
    case 'jobs':
      return Object.fromEntries(jobs)
    case 'have':
      say(jobs.get(order.jobId)!, order.type, { ...order.data, jobId: order.jobId })
      return null
    case 'say': {
      const body = JSON.stringify(order.event)
      const at = new Date()
      const signature = new Webhook(order.secret ?? secret).sign(order.id, at, body)
      const headers = {
        'content-type': 'application/json',
        'webhook-id': order.id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': signature,
      }
      const answer = await fetch(order.to, { method: 'POST', headers, body })
      return { status: answer.status, body: await answer.json() }
    }
    default:
      return order satisfies never
  }
}

server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  createInterface({ input: process.stdin }).on('line', async client => {
    console.log(JSON.stringify(await obey(JSON.parse(client))))
  })
})
