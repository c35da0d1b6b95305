// The whole service in a test: a real server, database and worker, with a manual clock. The outside, such as a webhook
// receiver or the printer's people, is simulated over HTTP. Use: `await using world = await startWorld()`.

import assert from 'node:assert/strict'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { type App, type AppOverrides, createApp } from '../../src/app/app.ts'
import { type Demo, openDemo } from '../../src/app/demo.ts'
import { earlier, instant, later, manualClock, second } from '../../src/base/clock.ts'
import { type Log, silentLog } from '../../src/base/log.ts'
import { type Config, readConfig } from '../../src/config/config.ts'
import type { Database } from '../../src/db/db.ts'
import type { DatabaseImage } from '../../src/db/emptyDatabase.ts'
import { audit } from '../../src/features/audit/audit.ts'
import type { EmailMessage, Mailer } from '../../src/mail/mailer.ts'
import { cachedFolder } from './cachedFolder.ts'
import { freshPglite, pgliteOf } from './database.ts'
import { imageIn, keepImage } from './databaseImage.ts'
import './quickPasswords.ts'
import { withholdSchedules } from './schedules.ts'

/** A Monday. */
export const worldStart = instant('2026-03-02T12:00:00Z')

const eventStreams = new Set(['/dashboard/api/events', '/staff/events', '/press/events'])

type Customer = Demo['accounts'][number]
type Call = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  as?: string
  cookie?: string
  body?: unknown
  headers?: Record<string, string>
  /** The address that the request comes from. */
  address?: string
}
// biome-ignore lint/suspicious/noExplicitAny: tests read answers as they come
export type Answer = { status: number; body: any; headers: Record<string, unknown> }

export type World = AsyncDisposable & {
  app: App
  demo: Demo
  dataDir: string
  /** The sent emails, by emailId. */
  sentMails: ReadonlyMap<string, EmailMessage>
  /** Two customers: one is charged daily, with a card that succeeds; for the other, the printer sets the prices. */
  charged: Customer
  enterprise: Customer
  now(): Date
  call(path: string, call?: Call): Promise<Answer>
  /** Signs a person in and answers the cookie. */
  signIn(person: { email: string; password: string }, headers?: Record<string, string>): Promise<string>
  /** `settle` does all due work. `advance` moves the clock from one due time to the next, with all due work. */
  settle(): Promise<void>
  advance(ms: number): Promise<void>
  /** Fails when the audit finds a problem. */
  assertSound(): Promise<void>
}

/** `dataDir`: the folder of an earlier world, together with that world's `database`. */
export type WorldOptions = AppOverrides & { config?: Partial<Config>; log?: Log; start?: Date; dataDir?: string }

/** A mailer that records each email: the service itself forgets the tokens of the links. */
function recordingMailer(): { mail: Mailer; sentMails: Map<string, EmailMessage> } {
  const sentMails = new Map<string, EmailMessage>()
  const mail: Mailer = {
    async send(message) {
      sentMails.set(message.id, message)
      return { kind: 'sent' }
    },
    async close() {},
  }
  return { mail, sentMails }
}

const configOf = (dataDir: string, { config }: WorldOptions): Config => ({
  // All requests come from few addresses, and some machines are slow.
  ...readConfig([], { PORT: '3000', DATA_DIR: dataDir, FILE_CHECK: 'addresses', CHILD_SECONDS_PER_MINUTE: '60' }),
  secretKey: Buffer.alloc(32, 7),
  ...config,
})

/** Answers whether the options leave the database of the first start as it is cached. */
const startsAsCached = ({ clock, start, dataDir, config: { secretKey, operatorDir } = {} }: WorldOptions) =>
  [clock, start, dataDir, secretKey, operatorDir].every(replaced => replaced === undefined)

let firstStart: Promise<{ folder: string; image: DatabaseImage }> | null = null

/** A database after the first start of a service, with the demo and its file. Making the demo takes half of a start. */
async function cachedFirstStart(dataDir: string): Promise<Database> {
  firstStart ??= cachedFolder('first-start', {
    inputs: [
      'src/**/!(*.test).{ts,sql}',
      'operator/**/*.*',
      'package-lock.json',
      'test/support/{world,database,databaseImage,schedules}.ts',
    ],
    async fill(folder) {
      const database = await freshPglite()
      const clock = manualClock(earlier(worldStart, second)) // so that its ids come before the world's ids
      const app = await createApp(configOf(folder, {}), silentLog, { ...recordingMailer(), database, clock })
      await openDemo(app, folder, 'http://127.0.0.1:3000')
      await withholdSchedules(database.db)
      await app.work()
      await app.settle()
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
  const database = options.database ?? (startsAsCached(options) ? await cachedFirstStart(dataDir) : await freshPglite())
  /** The cookie of each person's known browser, by email address. */
  const browsers = new Map<string, string>()
  const { mail, sentMails } = recordingMailer()
  const app = await createApp(config, options.log ?? silentLog, { mail, ...options, database, clock })
  await withholdSchedules(database.db)
  await app.work()
  const demo = (await openDemo(app, dataDir, 'http://127.0.0.1:3000'))!
  const [charged, enterprise] = demo.accounts as [Customer, Customer]

  const call = callOf(app)

  return {
    app,
    sentMails,
    demo,
    dataDir,
    charged,
    enterprise,
    now: app.clock,
    call,
    async signIn({ email, password }, headers = {}) {
      const browser = browsers.get(email)
      const body = { email, password }
      const answer = await call('/auth/sign-in/email', {
        method: 'POST',
        body,
        headers,
        ...(browser && { cookie: browser }),
      })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
      const cookies = [answer.headers['set-cookie']].flat().map(cookie => String(cookie).split(';', 1)[0]!)
      const known = cookies.find(cookie => cookie.includes('octavo.known_'))
      if (known !== undefined) browsers.set(email, known)
      return cookies.join('; ')
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

/** Sends requests to a service. */
export const callOf =
  ({ server }: Pick<App, 'server'>): World['call'] =>
  async (path, { method = 'GET', as, cookie, body, headers, address } = {}) => {
    const answer = await server.inject({
      method,
      url: path,
      ...(address === undefined ? {} : { remoteAddress: address }),
      headers: {
        ...(as === undefined ? {} : { authorization: as }),
        ...(cookie === undefined ? {} : { cookie }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body as object }),
      payloadAsStream: eventStreams.has(path), // an event stream does not end
    })
    if (eventStreams.has(path)) {
      const text = (await answer.stream().take(1).toArray()).join('')
      return { status: answer.statusCode, body: /json/.test(text) ? JSON.parse(text) : text, headers: answer.headers }
    }
    const isJson = /json/.test(String(answer.headers['content-type']))
    return { status: answer.statusCode, body: isJson ? answer.json() : answer.body, headers: answer.headers }
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

/** The body of a create request for an order that can be made. */
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

/** A webhook receiver. The Standard Webhooks library verifies each request with `secret`. */
export async function startReceiver(
  secret: () => string,
  answer: (webhook: Received) => number | { status: number; retryAfter: string } = () => 204,
) {
  const received: Received[] = []
  const unverified: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const headers = request.headers as Record<string, string>
      // The library also checks the machine's time, but the manual clock may differ, so only the signature is compared.
      if (!isSigned(secret(), headers, text)) unverified.push(text)
      const webhook = { headers, ...JSON.parse(text), at: instant(Number(headers['webhook-timestamp']) * 1000) }
      received.push(webhook)
      const reply = answer(webhook)
      response.statusCode = typeof reply === 'number' ? reply : reply.status
      if (typeof reply !== 'number') response.setHeader('retry-after', reply.retryAfter)
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
