// The whole service in a test: real server, real database, real worker; the clock is manual, and the outside (a webhook
// receiver, the printer's people) is simulated over HTTP. `await using world = await startWorld()`.

import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { type App, createApp, type Replaced } from '../src/app/app.ts'
import { type Demo, openDemo } from '../src/app/demo.ts'
import { earlier, instant, later, manualClock, second } from '../src/base/clock.ts'
import { type Log, silentLog } from '../src/base/log.ts'
import { type Config, readConfig } from '../src/config/config.ts'
import type { Database } from '../src/db/db.ts'
import type { Mail } from '../src/mail/mail.ts'
import { audit } from '../src/orders/audit.ts'
import { freshPglite, imageIn, keepImage, pgliteOf } from './database.ts'
import { keptFolder } from './kept.ts'

/** A Monday. */
export const worldStart = instant('2026-03-02T12:00:00Z')

const liveNews = new Set(['/dashboard/api/events', '/staff/events', '/press/events'])

type Customer = Demo['accounts'][number]
type Call = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  as?: string
  cookie?: string
  body?: unknown
  headers?: Record<string, string>
}
// biome-ignore lint/suspicious/noExplicitAny: tests read answers as they come
export type Answer = { status: number; body: any; headers: Record<string, unknown> }

export type World = AsyncDisposable & {
  app: App
  demo: Demo
  dataDir: string
  /** What mails said as they were sent, by emailId. */
  letters: ReadonlyMap<string, string>
  /** A customer that is charged daily, with a card that succeeds, and one whose prices the printer sets. */
  charged: Customer
  enterprise: Customer
  now(): Date
  call(path: string, call?: Call): Promise<Answer>
  /** Signs a person in and answers the cookie. */
  signIn(person: { email: string; password: string }): Promise<string>
  /** Lets everything that is due be done; then moves the clock, step by step. */
  settle(): Promise<void>
  advance(ms: number): Promise<void>
  /** Every rule of the auditor holds. */
  assertSound(): Promise<void>
}

/** `dataDir`: that of a world before this one, whose database is given too. */
export type WorldOptions = Replaced & { config?: Partial<Config>; log?: Log; start?: Date; dataDir?: string }

/**
 * A post office that delivers at once, and what came with each mail: the service itself forgets the tokens of its
 * links.
 */
function postOffice(): { mail: Mail; letters: Map<string, string> } {
  const letters = new Map<string, string>()
  const mail: Mail = {
    async send({ id, text }) {
      letters.set(id, text)
      return { kind: 'sent' }
    },
    async close() {},
  }
  return { mail, letters }
}

const configOf = (dataDir: string, { config }: WorldOptions): Config => ({
  ...readConfig([], { PORT: '3000', DATA_DIR: dataDir, FILE_CHECK: 'addresses' }),
  secretKey: Buffer.alloc(32, 7),
  ...config,
})

/** Nothing that the first start leaves in the database depends on these options. */
const beginsAsUsual = ({ clock, start, dataDir, config: { secretKey, operatorDir } = {} }: WorldOptions) =>
  [clock, start, dataDir, secretKey, operatorDir].every(replaced => replaced === undefined)

let firstStart: Promise<{ folder: string; image: Blob }> | null = null

/**
 * A database after the first start of a service, with the demo of which a file in that folder tells. To make the demo
 * takes as long as everything else of a start.
 */
async function startedBefore(dataDir: string): Promise<Database> {
  firstStart ??= keptFolder('first-start', {
    madeOf: ['src/**/!(*.test).{ts,sql}', 'operator/**/*.*', 'package-lock.json', 'test/{world,database}.ts'],
    async fill(folder) {
      const database = await freshPglite()
      const clock = manualClock(earlier(worldStart, second)) // so that its ids come before those of the world
      const app = await createApp(configOf(folder, {}), silentLog, { ...postOffice(), database, clock })
      await openDemo(app, folder, 'http://127.0.0.1:3000')
      await keepImage(database, folder)
      await app.close()
    },
  }).then(folder => ({ folder, image: imageIn(folder) }))
  const { folder, image } = await firstStart
  copyFileSync(join(folder, 'demo.json'), join(dataDir, 'demo.json'))
  return pgliteOf(image)
}

export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'octavo-world-'))
  const clock = options.clock ?? manualClock(options.start ?? worldStart)
  const config = configOf(dataDir, options)
  const database = options.database ?? (beginsAsUsual(options) ? await startedBefore(dataDir) : await freshPglite())
  const { mail, letters } = postOffice()
  const app = await createApp(config, options.log ?? silentLog, { mail, ...options, database, clock })
  await app.work()
  const demo = (await openDemo(app, dataDir, 'http://127.0.0.1:3000'))!
  const [charged, enterprise] = demo.accounts as [Customer, Customer]

  const call: World['call'] = async (path, { method = 'GET', as, cookie, body, headers } = {}) => {
    const answer = await app.server.inject({
      method,
      url: path,
      headers: {
        ...(as === undefined ? {} : { authorization: as }),
        ...(cookie === undefined ? {} : { cookie }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body as object }),
      payloadAsStream: liveNews.has(path), // it has no end
    })
    if (liveNews.has(path)) {
      const text = (await answer.stream().take(1).toArray()).join('')
      return { status: answer.statusCode, body: /json/.test(text) ? JSON.parse(text) : text, headers: answer.headers }
    }
    const isJson = /json/.test(String(answer.headers['content-type']))
    return { status: answer.statusCode, body: isJson ? answer.json() : answer.body, headers: answer.headers }
  }

  return {
    app,
    letters,
    demo,
    dataDir,
    charged,
    enterprise,
    now: app.clock,
    call,
    async signIn({ email, password }) {
      const answer = await call('/auth/sign-in/email', { method: 'POST', body: { email, password } })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      return [answer.headers['set-cookie']]
        .flat()
        .map(cookie => String(cookie).split(';', 1)[0])
        .join('; ')
    },
    settle: app.settle,
    advance: ms => app.moveClock!(later(app.clock(), ms)),
    async assertSound() {
      assert.deepEqual(await audit(app.database.db, app.clock()), [])
    },
    async [Symbol.asyncDispose]() {
      await app.close()
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export const somewhere = {
  name: 'Ada Reader',
  address1: '1 Main Street',
  city: 'Rochester',
  state: 'NY',
  postal: '14604',
  country: 'US',
}
export const files = { coverUrl: 'https://files.example/cover.pdf', gutsUrl: 'https://files.example/pages.pdf' }

/** A create body that can be made. */
export const orderBody = (changes: Record<string, unknown> = {}) => ({
  shippingClassification: 'standard',
  destination: somewhere,
  orderItems: [{ sku: 'NOVEL', quantity: 2, product: files }],
  ...changes,
})

export type Received = {
  headers: Record<string, string>
  type: string
  sequence: number
  data: Record<string, unknown>
  at: Date
}

/** A webhook receiver. Each request is verified by the Standard Webhooks library with `secret` before it is kept. */
export async function startReceiver(
  secret: () => string,
  answer: (got: Received) => number | { status: number; retryAfter: string } = () => 204,
) {
  const received: Received[] = []
  const unverified: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const headers = request.headers as Record<string, string>
      // The library compares with the machine's time; a hand-moved clock may be elsewhere, so only the signature
      // counts.
      if (!isSigned(secret(), headers, text)) unverified.push(text)
      const got = { headers, ...JSON.parse(text), at: instant(Number(headers['webhook-timestamp']) * 1000) }
      received.push(got)
      const answered = answer(got)
      response.statusCode = typeof answered === 'number' ? answered : answered.status
      if (typeof answered !== 'number') response.setHeader('retry-after', answered.retryAfter)
      response.end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook?token=t0ken`,
    received,
    unverified,
    kinds: () => received.map(({ type }) => type),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

function isSigned(secret: string, headers: Record<string, string>, body: string): boolean {
  const signed = new Webhook(secret).sign(
    headers['webhook-id']!,
    instant(Number(headers['webhook-timestamp']) * 1000),
    body,
  )
  return headers['webhook-signature']!.split(' ').includes(signed)
}
