// A printer in a storm, for tests: node test/printers/stormPress.ts <secret> <journal> <seed> <port>. It makes and sends books as its own
// dice say, writes every act to its journal before it tells anybody, and may be killed and started again at any time. What it
// says gets lost, doubled, late and mixed up, and now and then it says what cannot be; asked, it tells the truth.

import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { Webhook } from 'standardwebhooks'
import { bodyOf } from './body.ts'

export type StormOrder =
  /** Does some work and says some of it, at the service's time. `calm`: what it says arrives. */
  { do: 'tick'; to: string; now: string; calm: boolean } | { do: 'books' }

type Word = { id: string; type: string; timestamp: string; data: { jobId: string } & Record<string, unknown> }
type Step = 'has' | 'accepted' | 'printed' | 'shipped' | 'cancelled'
export type Book = { step: Step; enterprise: boolean; words: Word[]; prints: number; shipments: number }
/** Without a step, something was only said. */
type Entry = { jobId: string; step?: Step; enterprise?: boolean; word?: Word }

const [secret = '', journal = '', seed = '1', port = '0'] = process.argv.slice(2)
const signer = new Webhook(secret)
const books = new Map<string, Book>()
const late: Word[] = []
const heard = new Set<string>()
if (existsSync(journal)) for (const line of readFileSync(journal, 'utf8').split('\n')) if (line) enter(JSON.parse(line))

let state = Number(seed) + books.size
/** mulberry32: the same dice for the same seed and the same past. */
function dice(): number {
  state = (state + 0x6d2b79f5) | 0
  let t = Math.imul(state ^ (state >>> 15), 1 | state)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}

function enter({ jobId, step, enterprise = false, word }: Entry): Book {
  const book = books.get(jobId) ?? { step: 'has' as Step, enterprise, words: [], prints: 0, shipments: 0 }
  if (step === 'printed') book.prints++
  if (step === 'shipped') book.shipments++
  if (step !== undefined) book.step = step
  if (word !== undefined) book.words.push(word)
  books.set(jobId, book)
  return book
}

/** On the disk first, as an honest printer does. */
function act(entry: Entry): void {
  appendFileSync(journal, `${JSON.stringify(entry)}\n`)
  enter(entry)
}

let now = ''
const wordOf = (type: string, jobId: string, data: object): Word => ({
  id: `${type}-${jobId}`,
  type,
  timestamp: now,
  data: { jobId, ...data },
})

const server = createServer(async (request, response) => {
  const body = await bodyOf(request)
  const answer = (status: number, content: unknown = {}) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(content))
  }
  if (!isSigned(request, body)) return answer(401)
  now = new Date(Number(request.headers['webhook-timestamp']) * 1000).toISOString()
  const [, , jobId, cancellation] = request.url!.split('?')[0]!.split('/')
  const trouble = calm ? 1 : dice()
  if (trouble < 0.1) return answer(429)
  if (request.method === 'POST' && jobId === undefined) {
    const { data } = JSON.parse(body)
    if (!books.has(data.jobId)) act({ jobId: data.jobId, step: 'has', enterprise: data.enterprise })
  } else if (!books.has(jobId!)) return answer(404)
  else if (cancellation !== undefined) decide(jobId!)
  const book = books.get(jobId ?? JSON.parse(body).data.jobId)!
  if (trouble < 0.2) return answer(500)
  if (trouble < 0.3) return request.socket.destroy()
  answer(200, { messages: trouble < 0.5 ? [] : book.words })
})

/** What is not printed yet is stopped; whoever asks again gets the same answer. */
function decide(jobId: string): void {
  const book = books.get(jobId)!
  if (book.words.some(({ type }) => type === 'job.cancellation')) return
  const inTime = book.step === 'has' || book.step === 'accepted'
  const word = wordOf('job.cancellation', jobId, { decision: inTime ? 'accept' : 'refuse' })
  act({ jobId, word, ...(inTime ? { step: 'cancelled' } : {}) })
}

let calm = false
async function tick(order: Extract<StormOrder, { do: 'tick' }>): Promise<null> {
  now = order.now
  calm = order.calm
  const words: Word[] = []
  for (const [jobId, book] of books) {
    if (!calm && dice() < 0.4) continue
    const prices = book.enterprise ? { itemsTotal: 20, taxesTotal: 1.6 } : {}
    if (book.step === 'has') act({ jobId, step: 'accepted', word: wordOf('job.accepted', jobId, prices) })
    else if (book.step === 'accepted') act({ jobId, step: 'printed', word: wordOf('job.printed', jobId, {}) })
    else if (book.step === 'printed')
      act({ jobId, step: 'shipped', word: wordOf('job.shipped', jobId, parcelsOf(jobId, book)) })
    else continue
    words.push(book.words.at(-1)!)
  }
  await say(order, words)
  return null
}

const parcelsOf = (jobId: string, { enterprise }: Book) => ({
  shipments: [{ carrier: 'UPS', packages: [{ trackingNumber: `T-${jobId}` }] }],
  ...(enterprise ? { shippingTotal: 4.99 } : {}),
})

async function say({ to, calm }: { to: string; calm: boolean }, words: Word[]): Promise<void> {
  const said: Word[] = [...late.splice(0), ...words]
  if (!calm) {
    for (const word of [...said]) {
      const fate = dice()
      if (fate < 0.2) said.splice(said.indexOf(word), 1)
      else if (fate < 0.4) late.push(...said.splice(said.indexOf(word), 1))
      else if (fate < 0.6) said.push(word)
      else if (fate < 0.8) said.unshift(...said.splice(said.indexOf(word), 1))
    }
    // Only what the service has certainly heard is contradicted: before, nobody could tell a lie from news.
    for (const [jobId, { step }] of books) {
      if (dice() > 0.1) continue
      if (step === 'shipped' && heard.has(`job.shipped-${jobId}`))
        said.push({ ...wordOf('job.problem', jobId, { reason: 'a lie' }), id: `lie-${jobId}` })
      if (step === 'cancelled' && heard.has(`job.cancellation-${jobId}`))
        said.push({ ...wordOf('job.shipped', jobId, parcelsOf(jobId, books.get(jobId)!)), id: `lie-${jobId}` })
    }
  }
  for (const { id, ...event } of said) {
    const body = JSON.stringify(event)
    const at = new Date(now)
    const answer = await fetch(to, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': signer.sign(id, at, body),
      },
      body,
    }).catch(() => null) // the service may be down just now; it asks again
    if (answer?.status === 200) heard.add(id)
  }
}

function isSigned({ headers }: IncomingMessage, body: string): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000)
  return headers['webhook-signature'] === signer.sign(headers['webhook-id'] as string, at, body)
}

server.listen(Number(port), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  createInterface({ input: process.stdin }).on('line', async line => {
    const order: StormOrder = JSON.parse(line)
    console.log(JSON.stringify(order.do === 'tick' ? await tick(order) : Object.fromEntries(books)))
  })
})
