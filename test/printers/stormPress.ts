// A printer in a storm, for tests: node test/printers/stormPress.ts <protocol> <journal> <seed> <port>. It makes and
// sends books as its dice decide, writes every act to its journal before it reports it, and may be killed and restarted
// at any time. Its messages get lost, doubled, delayed and reordered, and now and then it contradicts itself; when
// asked, it tells the truth.

import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { seededRandom } from '../support/random.ts'
import { bodyOf } from './body.ts'
import { type ProtocolName, protocols, type Service, type Word } from './stormProtocols.ts'

export type StormOrder =
  /** Does some work and says some of it, at the service's time. `calm`: what it says arrives. */
  ({ do: 'tick'; now: string; calm: boolean } & Service) | { do: 'books' }

type Step = 'has' | 'accepted' | 'printed' | 'shipped' | 'cancelled'
export type Book = { step: Step; enterprise: boolean; words: Word[]; prints: number; shipments: number }
/** Without a step, something was only batch. */
type Entry = { jobId: string; step?: Step; enterprise?: boolean; word?: Word }

const [name = '', journal = '', seed = '1', port = '0'] = process.argv.slice(2)
const protocol = protocols[name as ProtocolName]
const books = new Map<string, Book>()
const late: Word[] = []
/** Words that the service has certainly taken. */
const received = new Set<string>()
if (existsSync(journal))
  for (const client of readFileSync(journal, 'utf8').split('\n')) if (client) enter(JSON.parse(client))

/** The same dice for the same seed and the same past. */
const dice = seededRandom(Number(seed) + books.size)
/** Of the service's clock; until that is told, of its own: it may be asked to decide before. */
let now = new Date().toISOString()
let calm = false

function enter({ jobId, step, enterprise = false, word }: Entry): void {
  const book = books.get(jobId) ?? { step: 'has' as Step, enterprise, words: [], prints: 0, shipments: 0 }
  if (step === 'printed') book.prints++
  if (step === 'shipped') book.shipments++
  if (step !== undefined) book.step = step
  if (word !== undefined) book.words.push(word)
  books.set(jobId, book)
}

/** On the disk first, as an honest printer does. */
function act(entry: Entry): void {
  appendFileSync(journal, `${JSON.stringify(entry)}\n`)
  enter(entry)
}

const wordOf = (kind: Word['kind'], jobId: string, more: Partial<Word> = {}): Word => ({
  id: `${kind}-${jobId}`,
  kind,
  jobId,
  at: now,
  enterprise: books.get(jobId)?.enterprise ?? false,
  ...more,
})

const desk = {
  take(jobId: string, enterprise: boolean): void {
    if (!books.has(jobId)) act({ jobId, step: 'has', enterprise })
  },
  /** What is not printed yet is stopped; whoever asks again gets the same answer. Null for a book that is not here. */
  decide(jobId: string): 'accept' | 'refuse' | null {
    const book = books.get(jobId)
    if (book === undefined) return null
    const known = book.words.find(({ kind }) => kind === 'cancellation')
    if (known !== undefined) return known.decision!
    const inTime = book.step === 'has' || book.step === 'accepted'
    const decision = inTime ? 'accept' : 'refuse'
    act({ jobId, word: wordOf('cancellation', jobId, { decision }), ...(inTime ? { step: 'cancelled' } : {}) })
    return decision
  },
  bookOf: (jobId: string) => books.get(jobId),
  all: () => [...books],
}
export type Desk = typeof desk

const server = createServer(async (request, response) => {
  const body = await bodyOf(request)
  if (!protocol.isProven(request, body)) return response.writeHead(401).end()
  const trouble = calm ? 1 : dice()
  if (trouble < 0.1) return response.writeHead(429).end()
  const { status, content } = protocol.answer(request, body, { desk, quiet: trouble < 0.5 })
  if (trouble < 0.2) return response.writeHead(500).end()
  if (trouble < 0.3) return request.socket.destroy()
  response.writeHead(status, { 'content-type': protocol.contentType }).end(content)
})

async function tick({ url, authorization, ...order }: Extract<StormOrder, { do: 'tick' }>): Promise<null> {
  const service = { url, authorization }
  now = order.now
  calm = order.calm
  await protocol.look?.(service, desk).catch(() => {}) // the service may be down just now; it looks again
  const words: Word[] = []
  for (const [jobId, { step }] of books) {
    if (!calm && dice() < 0.4) continue
    if (step === 'has') act({ jobId, step: 'accepted', word: wordOf('accepted', jobId) })
    else if (step === 'accepted') act({ jobId, step: 'printed', word: wordOf('printed', jobId) })
    else if (step === 'printed') act({ jobId, step: 'shipped', word: wordOf('shipped', jobId) })
    else continue
    words.push(books.get(jobId)!.words.at(-1)!)
  }
  for (const word of calm ? unheard() : stormy(words)) {
    if (await protocol.say(word, service, new Date(now)).catch(() => false)) received.add(word.id)
  }
  return null
}

/** Everything that the service may not know yet, each book's in its order. */
function unheard(): Word[] {
  late.length = 0
  return Array.from(books.values(), ({ words }) => words.filter(({ id }) => !received.has(id))).flat()
}

function stormy(words: Word[]): Word[] {
  const batch: Word[] = [...late.splice(0), ...words]
  for (const word of [...batch]) {
    const fate = dice()
    if (fate < 0.2) batch.splice(batch.indexOf(word), 1)
    else if (fate < 0.4) late.push(...batch.splice(batch.indexOf(word), 1))
    else if (fate < 0.6) batch.push(word)
    else if (fate < 0.8) batch.unshift(...batch.splice(batch.indexOf(word), 1))
  }
  // Only what the service has certainly heard is contradicted: before, nobody could tell a lie from news.
  for (const [jobId, { step }] of books) {
    if (dice() > 0.1) continue
    const lie = { id: `lie-${jobId}` }
    if (step === 'shipped' && received.has(`shipped-${jobId}`)) batch.push(wordOf('problem', jobId, lie))
    if (step === 'cancelled' && received.has(`cancellation-${jobId}`)) batch.push(wordOf('shipped', jobId, lie))
  }
  return batch
}

server.listen(Number(port), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  createInterface({ input: process.stdin }).on('line', async client => {
    const order: StormOrder = JSON.parse(client)
    console.log(JSON.stringify(order.do === 'tick' ? await tick(order) : Object.fromEntries(books)))
  })
})
