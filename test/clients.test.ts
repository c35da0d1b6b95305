// What the clients for customers' programs promise, as one table of cases against the real service: for TypeScript, as
// it is published, and for Python, sync and with asyncio. Requests and answers get lost, and the service restarts.

import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type * as Client from '../clients/typescript/index.ts'
import { sha256Of } from '../clients/typescript/sha256.ts'
import { openapiFile } from '../scripts/apiDocument.ts'
import { pythonTypesFile, pythonTypesText } from '../scripts/pythonTypes.ts'
import { partBytes } from '../src/artwork/uploads.ts'
import { newPrivateKey, publicKeyOf, signedHeaders, signingKey } from '../src/base/secrets/signature.ts'
import { program } from './support/actors.ts'
import {
  type Answer,
  type Driver,
  type Fault,
  faultyService,
  type Problem,
  pythonDriver,
  typescriptDriver,
  withoutPython,
} from './support/clientDrivers.ts'
import { orderBody, startWorld, type World } from './support/world.ts'

const folder = new URL('../clients/typescript/', import.meta.url)
const tsc = new URL('../node_modules/typescript/bin/tsc', import.meta.url)
const scratch = mkdtempSync(join(tmpdir(), 'octavo-clients-'))
const novel = 'PB-0600X0900-BW-60W'

let world: World
let url: string
let cover: string
before(async () => {
  // Webhooks older than five minutes are refused.
  world = await startWorld({ start: new Date() })
  url = await world.app.server.listen({ port: 0, host: '127.0.0.1' })
  const template = `/templates/published/${novel}/cover/pdf?units=in&pageCount=120`
  cover = join(scratch, 'cover.pdf')
  writeFileSync(cover, (await world.app.server.inject(template)).rawPayload)
  const { place } = program(world, world.enterprise, 'sandbox')
  await Promise.all(Array.from({ length: 105 }, (_, i) => place(`page-${i}`)))
})
after(async () => {
  await world?.[Symbol.asyncDispose]()
  rmSync(scratch, { recursive: true })
})

type Mode = 'production' | 'sandbox'
type Options = { mode?: Mode; as?: string; at?: string; onPause?(): Promise<void>; options?: Record<string, unknown> }
type Scene = {
  /** Makes a call of the client, whatever comes of it. */
  attempt(name: string, args?: unknown[], options?: Options): Promise<Answer>
  /** Makes a call that succeeds, and returns its value. */
  // biome-ignore lint/suspicious/noExplicitAny: as the service answers
  value(name: string, args?: unknown[], options?: Options): Promise<any>
  /** A name that no other client uses. */
  own(name: string): string
}
type Case = [promise: string, run: (scene: Scene) => Promise<void>]

const both = { alsoInProduction: true }
const order = (customerOrderId: string) => orderBody({ customerOrderId })
const isStoredOnce = async (customerOrderId: string) => {
  const { status } = await world.call(`/orders/${encodeURIComponent(customerOrderId)}`, {
    as: world.charged.production.authorization,
  })
  assert.equal(status, 200)
}

const troubles: [what: string, faults: Fault[]][] = [
  ['the answer is lost', ['lost after']],
  ['the request is lost', ['lost before']],
  ['the answer is lost again and again', ['lost after', 'lost before', 'lost after', 'lost after']],
  ['a proxy times out', [{ status: 504, body: '<h1>Gateway Timeout</h1>' }]],
  ['the service is overloaded', [{ status: 503, retryAfter: 2 }]],
  ['the service asks to come again later', [{ status: 429, retryAfter: 7 }]],
  ['the service restarts', ['restart']],
]

const cases: Case[] = [
  ...troubles.map(
    ([what, faults], i): Case => [
      `places an order once, where ${what}`,
      async ({ value, own }) => {
        await using service = await faultyService(url, 'POST /orders/create', faults)
        const customerOrderId = own(`trouble-${i}`)
        let pauses = 0
        // A restart ends while the client waits for the second time: it was refused a connection before.
        const onPause = async () => (++pauses === 2 ? service.restart() : undefined)
        const placed = await value('orders.create', [order(customerOrderId)], { at: service.url, onPause })
        assert.deepEqual([placed.customerOrderId, placed.status], [customerOrderId, 'RECEIVED'])
        await isStoredOnce(customerOrderId)
        assert.equal(new Set(service.attempts.map(headers => headers['idempotency-key'])).size, 1)
        assert.equal(service.attempts.length, faults.length + 1)
      },
    ],
  ),
  [
    'places an order once that has no identifier, and returns it as it was created',
    async ({ value }) => {
      await using service = await faultyService(url, 'POST /orders/create', ['lost after'])
      const names = async () =>
        (await value('orders.list')).map((one: { customerOrderId: string }) => one.customerOrderId)
      const earlier = await names()
      const placed = await value('orders.create', [orderBody()], { at: service.url })
      assert.equal(placed.status, 'RECEIVED')
      assert.deepEqual(await names(), [placed.customerOrderId, ...earlier])
    },
  ],
  [
    'waits longer each time, as long as the service asks for, and gives up after five attempts',
    async ({ attempt }) => {
      const away = await attempt('orders.get', ['none'], { at: 'http://127.0.0.1:1' })
      assert.deepEqual(
        [away.problem?.status, away.problem?.code, away.problem?.isPassing, away.pausesMs.length],
        [0, 'unreachable', true, 4],
      )
      for (const [i, ms] of away.pausesMs.entries()) assert.ok(ms >= 250 * 2 ** i && ms <= 500 * 2 ** i, `${ms}`)
      await using busy = await faultyService(url, 'GET /orders/none', [{ status: 429, retryAfter: 9 }])
      const limited = await attempt('orders.get', ['none'], { at: busy.url })
      assert.deepEqual([limited.problem?.code, limited.pausesMs], ['order_not_found', [9000]])
    },
  ],
  [
    'fails at once with the problem that the service returns',
    async ({ attempt, value, own }) => {
      const malformed = await attempt('orders.create', [orderBody({ currency: 'EUR' })])
      const { message, ...malformedProblem } = malformed.problem!
      assert.match(message, /currency/)
      assert.deepEqual(malformedProblem, {
        ...{ status: 400, code: 'malformed_request', isPassing: false, isUnknownOutcome: false },
        ...{ retryAfterSeconds: null, pointers: ['/currency'], hasRequestId: true },
      })
      assert.deepEqual(malformed.pausesMs, [])
      const name = own('twice')
      await value('orders.create', [order(name)])
      assert.equal((await attempt('orders.create', [order(name)])).problem?.code, 'duplicate_order_id')
      // Used in the other mode: not to be found here, and not to be placed.
      await using service = await faultyService(url, 'POST /orders/create', ['lost before'])
      const elsewhere = await attempt('orders.create', [order(name)], { mode: 'sandbox', at: service.url })
      assert.equal(elsewhere.problem?.code, 'duplicate_order_id')
      const { problem: missing } = await attempt('orders.get', ['none/☃'])
      assert.deepEqual([missing?.status, missing?.code, missing?.isPassing], [404, 'order_not_found', false])
      const { problem: wrong } = await attempt('orders.get', [name], { as: 'Basic b2N0YXZvOg==' })
      assert.deepEqual([wrong?.status, wrong?.code], [401, 'not_authenticated'])
    },
  ],
  [
    'describes what went wrong in the same words, and sends its key to no other address',
    async ({ attempt }) => {
      const away = { location: 'https://elsewhere.example/products' }
      const page = { body: '<h1>Welcome</h1>' }
      const passes = { isPassing: true, isUnknownOutcome: true }
      const remains = { isPassing: false, isUnknownOutcome: false }
      const code = 'unexpected'
      const movedText = 'The service is at another address: https://elsewhere.example/products'
      const failures: [Fault, Partial<Problem>][] = [
        ['lost before', { status: 0, code: 'unreachable', ...passes }],
        [
          { status: 200, ...page },
          { status: 0, code: 'unreachable', message: 'The answer is not JSON.', ...passes },
        ],
        [
          { status: 301, ...away, ...page },
          { status: 301, code, message: movedText, ...remains },
        ],
        [
          { status: 302, ...away, body: '' },
          { status: 302, code, message: movedText, ...remains },
        ],
        [
          { status: 404, ...page },
          { status: 404, code, message: silent(404), ...remains },
        ],
        [
          { status: 429, retryAfter: 9 },
          { status: 429, code, message: silent(429), ...passes, isUnknownOutcome: false, retryAfterSeconds: 9 },
        ],
        [
          { status: 502, ...page },
          { status: 502, code, message: silent(502), ...passes },
        ],
      ]
      for (const [fault, expected] of failures) {
        await using service = await faultyService(url, 'POST /products', [fault])
        const { problem } = await attempt('products.create', [{ sku: 'X' }], { at: service.url })
        const nothing = { retryAfterSeconds: null, pointers: [], hasRequestId: false }
        assert.deepEqual(problem, { message: problem?.message, ...nothing, ...expected })
        assert.match(problem!.message, /^There was no answer: .|^The (?:answer|service) .*[^.]/)
      }
    },
  ],
  [
    'does not repeat what would be done twice',
    async ({ attempt, own }) => {
      const product = { sku: own('LOST'), name: 'Lost', manufacturingSku: novel }
      const calls: [route: string, name: string, args: unknown[]][] = [
        ['POST /products', 'products.create', [product]],
        ['POST /webhook-endpoints', 'webhookEndpoints.create', [{ url: 'https://shop.example/lost' }]],
        ['POST /sandbox/fast-forward', 'sandbox.fastForward', ['PT1M']],
      ]
      for (const [route, name, args] of calls) {
        await using service = await faultyService(url, route, ['lost after'])
        const { problem, pausesMs } = await attempt(name, args, { mode: 'sandbox', at: service.url })
        assert.deepEqual([problem?.code, pausesMs, service.attempts.length], ['unreachable', [], 1], name)
      }
      const as = world.charged.sandbox.authorization
      for (const { endpointId } of (await world.call('/webhook-endpoints', { as })).body.endpoints)
        await world.call(`/webhook-endpoints/${endpointId}`, { method: 'DELETE', as })
    },
  ],
  [
    'validates, estimates and counts orders, reads one with its events, changes it, and cancels it',
    async ({ value, own }) => {
      const name = own('a/b ☃')
      const asked = orderBody({ customerOrderId: name, payload: 'p' })
      assert.equal((await value('orders.validate', [asked])).status, 'RECEIVED')
      const placed = await value('orders.create', [asked])
      assert.deepEqual([placed.customerOrderId, placed.payload], [name, 'p'])
      assert.deepEqual((await value('orders.get', [name])).orderItems, placed.orderItems)
      await world.settle()
      const changed = await value('orders.change', [name, { shippingClassification: 'rush' }])
      assert.equal(changed.shippingClassification, 'rush')
      assert.equal((await value('orders.cancel', [name])).status, 'CANCELLED')
      const types = (await value('orders.events', [name])).map(({ type }: { type: string }) => type)
      assert.deepEqual([types[0], types.at(-1)], ['OrderReceived', 'OrderCancelled'])
      const { options } = await value('orders.estimate', [asked])
      assert.equal(options[0].pricing.orderTotal, placed.pricing.orderTotal)
      assert.equal((await value('orders.report', [], { options: { period: 'this_month' } })).interval, 'day')
    },
  ],
  [
    'says whose key it is, and reads charges and what is due with a production key',
    async ({ value }) => {
      const account = await value('account', [])
      assert.deepEqual([account.mode, account.limit.queued], ['production', 0])
      const as = world.enterprise.production.authorization
      assert.equal(await value('billing.due', [], { as }), 0)
      assert.deepEqual(await value('billing.charges', [], { as }), [])
      assert.deepEqual(await value('billing.statements', [], { as }), [])
    },
  ],
  [
    'lists orders and products to the end, page by page',
    async ({ value }) => {
      const as = world.enterprise.sandbox.authorization
      const names = async (options: Record<string, unknown>) =>
        new Set(
          (await value('orders.list', [], { as, options })).map(
            (one: { customerOrderId: string }) => one.customerOrderId,
          ),
        ).size
      assert.equal(await names({ createdAfter: { time: '2000-01-01T00:00:00+00:00' } }), 105)
      assert.equal(await names({ status: ['CANCELLED'] }), 0)
      const products = await value('products.list')
      const found = products.find(({ sku }: { sku: string }) => sku === 'NOVEL')
      assert.deepEqual(await value('products.get', ['NOVEL']), found)
    },
  ],
  [
    'reads the events of all orders, on from where it left off',
    async ({ value, own }) => {
      await using service = await faultyService(url, 'GET /events', ['lost after'])
      const at = service.url
      const { nextCursor: start } = await value('events', [], { at, options: { cursor: 'latest' } })
      const placed = [
        await value('orders.create', [order(own('f1'))]),
        await value('orders.create', [order(own('f2'))]),
      ]
      const { events, nextCursor } = await value('events', [], { options: { cursor: start } })
      const received = events.filter(({ type }: { type: string }) => type === 'OrderReceived')
      assert.deepEqual(
        received.map(({ data }: { data: unknown }) => data),
        placed,
      )
      const end = await value('events', [], { options: { cursor: nextCursor } })
      assert.equal((await value('events', [], { options: { cursor: end.nextCursor } })).events.length, 0)
      const since = { time: placed[0].createdAt.replace('Z', '+00:00') }
      assert.ok((await value('events', [], { options: { since } })).events.length >= 2)
    },
  ],
  [
    'creates an endpoint, changes it, rotates its secret and deletes it',
    async ({ attempt, value }) => {
      const mode = 'sandbox'
      const made = await value('webhookEndpoints.create', [{ url: 'https://shop.example/hook' }], { mode })
      const { endpointId } = made
      const changes = { events: ['OrderShipped'], enabled: false }
      const changed = await value('webhookEndpoints.update', [endpointId, changes], { mode })
      assert.deepEqual([changed.events, changed.enabled], [['OrderShipped'], false])
      assert.deepEqual(await value('webhookEndpoints.get', [endpointId], { mode }), changed)
      assert.deepEqual(await value('webhookEndpoints.list', [], { mode }), [changed])
      const secret = await value('webhookEndpoints.rotateSecret', [endpointId], { mode })
      assert.ok(secret.startsWith('whsec_') && secret !== made.secret)
      await value('webhookEndpoints.delete', [endpointId], { mode })
      assert.equal((await attempt('webhookEndpoints.get', [endpointId], { mode })).problem?.code, 'not_found')
    },
  ],
  [
    'creates a product, changes, archives and restores it',
    async ({ attempt, value, own }) => {
      const sku = own('a/b ☕')
      const given = { mode: 'sandbox', options: both } as const
      await value('products.create', [{ sku, name: 'Poems', manufacturingSku: novel }], { mode: 'sandbox' })
      const { problem } = await attempt('products.update', [sku, { name: 'Verse' }], { mode: 'sandbox' })
      assert.equal(problem?.code, 'counts_in_production')
      assert.equal((await value('products.update', [sku, { name: 'Verse' }], given)).name, 'Verse')
      await value('products.archive', [sku], given)
      assert.equal((await attempt('products.get', [sku])).problem?.code, 'not_found')
      assert.equal((await value('products.restore', [sku], given)).name, 'Verse')
    },
  ],
  [
    'uploads a file of a product though an answer is lost, reads its findings, and removes it',
    async ({ attempt, value, own }) => {
      const sku = own('FILES')
      const given = { mode: 'sandbox', options: both } as const
      await value('products.create', [{ sku, name: 'Files', manufacturingSku: novel, pageCount: 120 }])
      const upload = [sku, 'cover', { path: cover }]
      assert.equal(
        (await attempt('products.uploadFile', upload, { mode: 'sandbox' })).problem?.code,
        'counts_in_production',
      )
      await using service = await faultyService(url, `PUT /products/${sku}`, ['lost after', 'lost before'])
      const { files } = await value('products.uploadFile', upload, { ...given, at: service.url })
      assert.deepEqual(
        files.map(({ part, sha256 }: Record<string, string>) => [part, sha256]),
        [['cover', hashOf(readFileSync(cover))]],
      )
      assert.deepEqual((await value('products.files', [sku])).files, files)
      await value('products.removeFile', [sku, 'cover'], given)
      assert.deepEqual((await value('products.files', [sku])).files, [])
    },
  ],
  [
    'uploads a file in parts, sends only what is missing after an interruption, and uses it by its address',
    async ({ attempt, value, own }) => {
      const bytes = Buffer.concat([Buffer.from('%PDF-1.7 '), randomBytes(partBytes)])
      const file = join(scratch, own('book.pdf'))
      writeFileSync(file, bytes)
      await using service = await faultyService(url, 'PUT /files/uploads', [
        'lost after',
        { status: 503 },
        ...Array<Fault>(5).fill('lost before'),
      ])
      const given = { at: service.url, options: { onProgress: true } }
      const upload = () => attempt('files.upload', [{ path: file }], given)
      const interrupted = await upload()
      assert.equal(interrupted.problem?.code, 'unreachable')
      // The first part was received, and then repeated; the second was lost five times.
      const done = await upload()
      assert.equal(done.value, `urn:sha256:${hashOf(bytes)}`)
      assert.deepEqual(done.progress, [
        [partBytes, bytes.length],
        [bytes.length, bytes.length],
      ])
      assert.equal(service.attempts.length, 3 + 5 + 1 - 1)
      const sku = own('PARTS')
      await value('products.create', [{ sku, name: 'Parts', manufacturingSku: novel, pageCount: 120 }])
      const { files } = await value('products.useUpload', [sku, 'guts', done.value])
      assert.equal(files[0].sha256, hashOf(bytes))
    },
  ],
  [
    'has files checked, and answers when that is done',
    async ({ value }) => {
      const coverUrl = await value('files.upload', [{ path: cover }])
      const check = await value('files.check', [{ manufacturingSku: novel, pageCount: 120, coverUrl }])
      assert.deepEqual([check.status, check.passed, check.pageCount], ['DONE', true, 120])
    },
  ],
  [
    'shares the proof of an order by a link, and decides about it',
    async ({ attempt, value, own }) => {
      const name = own('proof')
      const mode = 'sandbox'
      await value('orders.create', [{ ...order(name), proofRequired: true }], { mode })
      await world.settle()
      const { proof } = await value('orders.get', [name], { mode })
      const link = await value('orders.createProofLink', [name], { mode, options: { days: 7 } })
      assert.match(link.url, /\/dashboard\/proof#./)
      const sharing = await value('orders.proof', [name], { mode })
      assert.deepEqual(sharing, {
        links: [{ ...link, url: undefined }].map(({ url: _url, ...rest }) => rest),
        comments: [],
      })
      await value('orders.revokeProofLink', [name, link.linkId], { mode })
      assert.deepEqual((await value('orders.proof', [name], { mode })).links, [])
      const again = await attempt('orders.revokeProofLink', [name, link.linkId], { mode })
      assert.equal(again.problem?.code, 'not_found')
      const approved = await value('orders.approveProof', [name, proof.files], { mode })
      assert.equal(approved.status, 'VALID_AWAITING_PAYMENT')
    },
  ],
  [
    'makes things happen in the sandbox, and sends a webhook again',
    async ({ value, own }) => {
      const [name, mode] = [own('sandbox'), 'sandbox' as const]
      await value('orders.create', [{ ...order(name), webhookUrl: 'http://127.0.0.1:1/hook' }], { mode })
      await world.settle()
      const paid = await value('sandbox.simulate', [name, 'payment_success'], { mode })
      assert.equal(paid.status, 'VALID_HOLDING_BIN')
      await value('sandbox.fastForward', ['PT2H'], { mode })
      await world.settle()
      assert.equal((await value('orders.get', [name], { mode })).status, 'PRINTING')
      assert.equal(await value('sandbox.secret', [], { mode }), world.charged.sandbox.webhookSecret)
      assert.equal((await value('sandbox.setPace', ['PT5S'], { mode })).pace, 'PT5S')
      assert.equal((await value('sandbox.setPayments', ['automatic'], { mode })).payments, 'automatic')
      await value('sandbox.setPayments', ['manual'], { mode })
      assert.equal((await value('sandbox.setPace', [null], { mode })).pace, null)
      const deliveries = await value('deliveries.list', [], { mode, options: { customerOrderId: name } })
      await value('deliveries.resend', [deliveries[0].deliveryId], { mode })
    },
  ],
  [
    'reads a webhook that the service sent',
    async ({ attempt, value, own }) => {
      const { webhookSecret } = world.charged.production
      const { promise: came, resolve } = Promise.withResolvers<{ headers: IncomingHttpHeaders; body: string }>()
      const receiver = createServer(async (request, response) => {
        resolve({ headers: request.headers, body: Buffer.concat(await request.toArray()).toString() })
        response.writeHead(204).end()
      })
      await new Promise<void>(ready => receiver.listen(0, '127.0.0.1', ready))
      const webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
      await value('orders.create', [orderBody({ customerOrderId: own('told'), webhookUrl })])
      const { headers, body } = await came
      receiver.close()
      assert.equal((await attempt('readWebhook', [webhookSecret, headers, body])).value, 'OrderReceived')
    },
  ],
  [
    'reads a webhook that the service signed, by the secret and by the public key, and no other',
    async ({ attempt }) => {
      const secret = `whsec_${randomBytes(32).toString('base64')}`
      const privateKey = newPrivateKey()
      const publicKey = publicKeyOf(privateKey)
      const body = JSON.stringify({ type: 'OrderShipped', timestamp: new Date().toISOString(), sequence: 1, data: {} })
      const keys = [secret, privateKey].map(signingKey)
      const headers = signedHeaders('evt_1', new Date(), body, keys)
      const old = signedHeaders('evt_1', new Date(Date.now() - 301_000), body, keys)
      for (const key of [secret, publicKey]) {
        assert.equal((await attempt('readWebhook', [key, headers, body])).value, 'OrderShipped')
        assert.equal((await attempt('readWebhook', [key, headers, `${body} `])).refused, true)
        assert.equal((await attempt('readWebhook', [key, old, body])).refused, true)
      }
      for (const another of [world.charged.sandbox.webhookSecret, publicKeyOf(newPrivateKey())])
        assert.equal((await attempt('readWebhook', [another, headers, body])).refused, true)
    },
  ],
]

const silent = (status: number) => `The service answered ${status} without saying why.`
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function compiledClient(): Promise<typeof Client> {
  execFileSync(process.execPath, [tsc.pathname, '-p', folder.pathname])
  const { exports } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'))
  return import(new URL(exports['.'].default, folder).href)
}

const clients: [name: string, open: () => Driver | Promise<Driver>, skip: string | false][] = [
  ['the TypeScript client', async () => typescriptDriver(await compiledClient()), false],
  ['the Python client', pythonDriver, withoutPython],
  ['the Python client for asyncio', () => pythonDriver('async'), withoutPython],
]

for (const [number, [client, open, skip]] of clients.entries()) {
  describe(client, { skip }, () => {
    let driver: Driver
    before(async () => {
      driver = await open()
    })
    after(() => driver?.[Symbol.asyncDispose]())

    const attempt: Scene['attempt'] = (
      name,
      args = [],
      { mode = 'production', as, at = url, onPause, options = {} } = {},
    ) =>
      driver.call({
        ...{ url: at, authorization: as ?? world.charged[mode].authorization, name, args, options },
        onPause: onPause ?? (async () => {}),
      })
    const scene: Scene = {
      attempt,
      async value(name, args, options) {
        const { value, problem } = await attempt(name, args, options)
        assert.equal(problem, undefined, `${name}: ${JSON.stringify(problem)}`)
        return value
      },
      own: name => `${name}-${number}`,
    }
    for (const [promise, run] of cases) it(`${client} ${promise}`, () => run(scene))
  })
}

it('the TypeScript client compiles with settings of its own, which TypeScript 5 knows too', () => {
  const { extends: base, compilerOptions } = JSON.parse(readFileSync(new URL('tsconfig.json', folder), 'utf8'))
  assert.deepEqual([base, compilerOptions.lib], [undefined, ['es2022', 'dom', 'dom.iterable']])
})

it('npm run client says what it needs where the development packages are missing', () => {
  const root = mkdtempSync(join(tmpdir(), 'octavo-client-'))
  try {
    cpSync(new URL('../scripts/client.ts', import.meta.url), join(root, 'scripts', 'client.ts'))
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts', 'client.ts')], { encoding: 'utf8' })
    assert.equal(status, 1)
    assert.match(stderr, /^npm run client needs the TypeScript compiler: .*\(npm ci\)\.$/m)
  } finally {
    rmSync(root, { recursive: true })
  }
})

it('the TypeScript client hashes a file also where the platform cannot read it piece by piece', async () => {
  const file = new Blob(['a print file'])
  const expected = hashOf(Buffer.from('a print file'))
  assert.equal(await sha256Of(file), expected)
  const { getBuiltinModule } = process
  try {
    Object.assign(process, { getBuiltinModule: undefined })
    assert.equal(await sha256Of(file), expected)
  } finally {
    Object.assign(process, { getBuiltinModule })
  }
})

it('in Python, the type of a webhook tells what its data is', { skip: withoutPython }, () => {
  const { webhooks } = JSON.parse(readFileSync(openapiFile, 'utf8')) as { webhooks: Record<string, unknown> }
  const program = `
import json, typing
from octavo_client import OctavoEvent, read_webhook, types
hints = [typing.get_type_hints(event) for event in typing.get_args(OctavoEvent)]
assert typing.get_type_hints(read_webhook)["return"] == OctavoEvent
print(json.dumps({typing.get_args(each["type"])[0]: each["data"].__name__ for each in hints}))`
  const cwd = new URL('../clients/python/', import.meta.url)
  const env = { PATH: process.env.PATH, PYTHONDONTWRITEBYTECODE: '1' }
  const dataOf = JSON.parse(execFileSync('python3', ['-W', 'error', '-c', program], { cwd, env, encoding: 'utf8' }))
  assert.deepEqual(Object.keys(dataOf).sort(), Object.keys(webhooks).sort())
  const { OrderShipped, FilesChecked, InvoiceCreated, WebhookTest } = dataOf
  assert.deepEqual(
    [OrderShipped, FilesChecked, InvoiceCreated, WebhookTest],
    ['Order', 'FileCheck', 'CreatedDocument', 'WebhookTestData'],
  )
})

it('clients/python has the types of docs/openapi.json (npm run docs)', () => {
  const document = JSON.parse(readFileSync(openapiFile, 'utf8'))
  assert.equal(readFileSync(pythonTypesFile, 'utf8'), pythonTypesText(document))
})
