// Any request to any operation of the API document is answered as the document says: never with a failure of ours,
// always in the schema of its status, and a refusal changes nothing. `npm run test:fuzz -- <seconds> <seed>` searches
// for longer.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { sql } from 'kysely'
import { openapiFile } from '../scripts/apiDocument.ts'
import { hour, later, type ManualClock } from '../src/base/clock.ts'
import { modes } from '../src/base/mode.ts'
import { refusals } from '../src/base/refusal.ts'
import { edgesOfTime, type Parameter, type Pools, requestFor, type Schema, type Sent } from './support/arbitraries.ts'
import { isShortForm } from './support/form.ts'
import { files, orderBody, somewhere, startReceiver, startWorld, type World } from './support/world.ts'

const [seconds = isShortForm ? '4' : '15', givenSeed] = process.argv.slice(2)
const seed = Number(givenSeed ?? Math.floor(performance.timeOrigin % 2 ** 31))

type Operation = {
  method: string
  path: string
  parameters: Parameter[]
  body: Schema | null
  callers: string[]
  refuses: string[]
}
type Documented = {
  description: string
  parameters?: Parameter[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>
}
type Paths = Record<string, Record<string, Documented>>

const written: { paths: Paths } = JSON.parse(readFileSync(openapiFile, 'utf8'))
/** The document with every reference replaced by what it names; no named schema contains itself. */
const document = { ...written, paths: inlined(written.paths) as Paths }

function inlined(node: unknown): unknown {
  if (typeof node !== 'object' || node === null) return node
  if (Array.isArray(node)) return node.map(inlined)
  if ('$ref' in node && typeof node.$ref === 'string') return inlined(named(node.$ref))
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, inlined(value)]))
}

/** `#/components/schemas/Order`: a path of keys. */
function named(reference: string): unknown {
  const keys = reference.split('/').slice(1)
  return keys.reduce((node: unknown, key) => (node as Record<string, unknown>)[key], written)
}

/** These end what others need: a session, a password, the time as it was. */
const lastOnes = ['/auth/change-password', '/auth/sign-out', '/_clock']

const operations: Operation[] = Object.entries(document.paths)
  .flatMap(([path, methods]) => Object.entries(methods).map(([method, one]) => operationOf(path, method, one)))
  .sort((a, b) => lastOnes.indexOf(a.path) - lastOnes.indexOf(b.path))

function operationOf(path: string, method: string, documented: Documented) {
  const { description, parameters = [], requestBody, responses } = documented
  const callers = /Callers: ([\w, ]+)\./.exec(description)?.[1]?.split(', ') ?? []
  const refuses = Object.values(responses).flatMap(response =>
    [...response.description.matchAll(/`(\w+)`:/g)].map(([, code]) => code!),
  )
  const body = requestBody?.content['application/json']?.schema ?? null
  return { method: method.toUpperCase(), path, parameters, body, callers, refuses }
}

/** What any operation may refuse with, before it is itself asked. */
const anyRefuses: string[] = [
  'malformed_request',
  'not_authenticated',
  'not_allowed',
  'not_found',
  'method_not_allowed',
  'body_too_large',
  'not_json',
  'encoding_not_supported',
  'too_many_requests',
]

describe(`any request, with the seed ${seed},`, () => {
  let world: World
  let receiver: Awaited<ReturnType<typeof startReceiver>> // answers, so that nothing is tried again as the clock moves
  let pools: Pools
  let credentials: Record<string, Record<string, string>[]>
  let checkAnswer: (operation: Operation, answer: Answered) => void

  before(async () => {
    world = await startWorld({
      config: {
        rateLimits: { key: { perSecond: 1e6, burst: 1e6 }, address: { perSecond: 1e6, burst: 1e6 } },
      },
    })
    checkAnswer = answerChecker()
    credentials = await credentialsOf(world)
    receiver = await startReceiver(() => world.charged.production.webhookSecret)
    pools = await furnish(world, receiver.url)
  })
  after(async () => {
    await world?.[Symbol.asyncDispose]()
    await receiver?.[Symbol.asyncDispose]()
  })

  for (const operation of operations) {
    it(`any request, with the seed ${seed}, to ${operation.method} ${operation.path} is answered as documented`, async () => {
      const clock = world.app.clock as ManualClock
      let stored = await storedState(world)
      const callers = operation.callers.flatMap(caller => credentials[caller] ?? [])
      const check = async (request: Sent, as: Record<string, string>) => {
        clock.set(later(clock(), 1)) // so that no two changes carry the same instant
        const answer = await send(world, operation.method, request, as)
        checkAnswer(operation, answer)
        const changes = answer.status < 400 && operation.method !== 'GET'
        if (changes) await world.settle()
        const now = await storedState(world)
        if (!changes) assert.equal(now, stored)
        stored = now
      }
      let last = Promise.resolve()
      const property = fc.asyncProperty(requestFor(operation, pools), fc.constantFrom(...callers), (request, as) => {
        last = check(request, as)
        return last
      })
      const interruptAfterTimeLimit = (Number(seconds) * 1000) / operations.length
      const result = await fc.check(property, {
        seed,
        numRuns: 1_000_000,
        interruptAfterTimeLimit,
        includeErrorInReport: true,
      })
      await last // an interruption leaves it under way, and may come before the first one has ended
      if (result.counterexample !== null) assert.fail(await fc.asyncDefaultReportMessage(result))
    })
  }

  for (const operation of operations.filter(({ parameters }) => parameters.some(isTime))) {
    it(`any request, with the seed ${seed}, to ${operation.method} ${operation.path} about the edges of time is answered as documented`, async () => {
      const as = credentials[operation.callers[0]!]![0]!
      for (const query of queriesOfEdges(operation.parameters)) {
        const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => String(pools[name]?.[0] ?? 'production'))
        const request = { path: `${path}?${query}`, headers: {}, body: null }
        checkAnswer(operation, await send(world, operation.method, request, as))
      }
    })
  }

  it(`bytes that are hardly HTTP (seed ${seed}) are answered or dropped, and the next request is served`, async () => {
    const url = new URL(await world.app.server.listen({ port: 0, host: '127.0.0.1' }))
    const property = fc.asyncProperty(rawRequests(credentials.customer_key![0]!.authorization!), async bytes => {
      const answer = await exchange(Number(url.port), bytes)
      assert.doesNotMatch(answer, /^HTTP\/1\.1 5/)
      assert.match(answer, /^(HTTP\/1\.1 [1-4]\d\d |$)/)
      if (/^HTTP\/1\.1 4/.test(answer))
        assert.match(answer, /\r\noctavo-version: .*\r\ncontent-type: application\/problem\+json/s)
    })
    await fc.assert(property, { seed, numRuns: 20 * Number(seconds) })
    assert.equal((await fetch(new URL('/health/ready', url))).status, 200)
  })

  it(`no request (seed ${seed}) has left unsound data`, async () => {
    await world.settle()
    await world.assertSound()
  })
})

function isTime({ in: place, schema: { format = '' } }: Parameter): boolean {
  return place === 'query' && Object.hasOwn(edgesOfTime, format)
}

/** Each pair of edges in what is asked about times, and nothing else. */
function queriesOfEdges(parameters: Parameter[]): URLSearchParams[] {
  const times = parameters.filter(isTime)
  const edges = edgesOfTime[times[0]!.schema.format!]!
  return edges.flatMap(one =>
    edges.map(other => new URLSearchParams(times.map(({ name }, i) => [name, i === 0 ? one : other]))),
  )
}

type Answered = { status: number; headers: Record<string, unknown>; text: string }

async function send(world: World, method: string, { path, headers, body }: Sent, as: Record<string, string>) {
  const type = body === null ? {} : { 'content-type': 'application/json' }
  const answer = await world.app.server.inject({
    method: method as 'GET',
    url: path,
    headers: { ...type, ...as, ...headers },
    ...(body === null ? {} : { payload: body }),
  })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body }
}

/** Every answer has the shape that the document gives for its status, and says what every answer says. */
function answerChecker() {
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true, logger: false }))
  ajv.addSchema(document, 'api')
  const pointer = (path: string[]) => path.map(step => step.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')

  return ({ method, path, refuses }: Operation, { status, headers, text }: Answered) => {
    const excerpt = `${status} ${text.slice(0, 500)}`
    assert.ok(status < 500, excerpt)
    assert.ok(headers['octavo-version'] && headers['request-id'], excerpt)
    if (status >= 400) assertRefusal(refuses, status, headers, text)
    const { responses } = document.paths[path]![method.toLowerCase()]!
    const key = [String(status), `${Math.floor(status / 100)}XX`].find(one => Object.hasOwn(responses, one))
    assert.ok(key !== undefined, `undocumented: ${excerpt}`)
    const type = String(headers['content-type']).split(';', 1)[0]!
    const { content } = responses[key]!
    if (content === undefined) return assert.equal(text, '')
    assert.ok(Object.hasOwn(content, type), `${type} is not documented: ${excerpt}`)
    const $ref = `api#/${pointer(['paths', path, method.toLowerCase(), 'responses', key, 'content', type, 'schema'])}`
    const validate = ajv.getSchema($ref)!
    assert.ok(
      validate(type.endsWith('json') ? JSON.parse(text) : text),
      `${ajv.errorsText(validate.errors)}: ${excerpt}`,
    )
  }
}

function assertRefusal(refuses: string[], status: number, headers: Answered['headers'], text: string) {
  const { code } = JSON.parse(text)
  assert.ok([...anyRefuses, ...refuses].includes(code), `${code} is not documented here: ${text}`)
  assert.equal(status, refusals[code as keyof typeof refusals].status)
  if (status === 401) assert.match(String(headers['www-authenticate']), /^(Basic|Session) realm=/)
  if (status === 405) assert.ok(headers.allow)
  if (status === 429) assert.match(String(headers['retry-after']), /^\d+$/)
}

async function credentialsOf({ demo, charged, enterprise, signIn }: World) {
  const key = (authorization: string) => ({ authorization })
  const session = async (person: { email: string; password: string }) => ({ cookie: await signIn(person) })
  return {
    public: [{}],
    customer_key: [
      key(charged.sandbox.authorization),
      key(charged.production.authorization),
      key(enterprise.production.authorization),
    ],
    member: [await session(charged.user), await session(enterprise.user)],
    staff: [key(demo.staff.authorization), await session(demo.staff)],
    printer: [key(demo.printer.authorization), await session(demo.printer)],
  }
}

/** Places orders that stand in many states, and names what there is, so that requests meet it. */
async function furnish(
  { call, charged, enterprise, demo, app, advance, signIn }: World,
  webhookUrl: string,
): Promise<Pools> {
  const ids: string[] = []
  for (const [owner, mode] of [
    [charged, 'sandbox'],
    [charged, 'production'],
    [enterprise, 'production'],
  ] as const) {
    await call(`/staff/accounts/${owner.accountId}`, {
      method: 'PATCH',
      as: demo.staff.authorization,
      body: { limits: { [mode]: { ordersPer24Hours: 10_000, queueCeiling: 20_000 } } },
    })
    for (let i = 0; i < 6; i++) {
      const customerOrderId = `${mode}-${owner.enterprise}-${i}/é%`
      const body = orderBody({ customerOrderId, webhookUrl })
      const created = await call('/orders/create', { method: 'POST', as: owner[mode].authorization, body })
      assert.equal(created.status, 201)
      ids.push(customerOrderId)
    }
  }
  await advance(17 * hour)
  const { jobs } = (await call('/press/jobs', { as: demo.printer.authorization })).body
  const cookie = await signIn(charged.user)
  const { deliveries } = (await call('/dashboard/api/production/deliveries', { cookie })).body
  const keys = await Promise.all(
    modes.map(mode =>
      call(`/dashboard/api/${mode}/keys`, { method: 'POST', cookie, body: { label: 'to be revoked' } }),
    ),
  )
  const soon = later(app.clock(), hour).toISOString()
  return {
    customerOrderId: ids,
    jobId: jobs.map((one: { jobId: string }) => one.jobId),
    deliveryId: deliveries.map((one: { deliveryId: string }) => one.deliveryId),
    keyId: keys.map(({ body }) => body.keyId),
    accountId: [charged.accountId, enterprise.accountId],
    sku: ['NOVEL', 'KEEPSAKE'],
    manufacturingSku: charged.products.map(one => one.manufacturingSku),
    destination: [somewhere, { ...somewhere, country: 'ca', state: 'Ontario', postal: 'K1A 0B1' }],
    country: ['US', 'ca', 'PR'],
    state: ['NY', 'Ontario'],
    postal: ['14604', 'K1A 0B1'],
    shippingClassification: ['standard', 'rush'],
    product: [files],
    webhookUrl: [webhookUrl],
    pageCount: [120],
    advance: ['PT1S', 'PT2H', 'P1D'],
    to: [soon],
    by: ['PT2H', 'P1D', 'P400D'],
    email: [charged.user.email, 'nobody@example.com'],
    createdAfter: [soon, '2026-01-01T00:00:00Z'],
  }
}

/** What the service has stored, in numbers that any change of it moves. */
async function storedState({ app }: World): Promise<string> {
  const { rows } = await sql`
    select
      (select row(count(*), sum(sequence)) from orders)::text as orders,
      (select row(sum(last_number), sum(queued), sum(orders_per_24h), sum(queue_ceiling)) from order_limits)::text as limits,
      (select row(count(*), max(updated_at), count(archived_at)) from products)::text as products,
      (select row(count(*), count(revoked_at)) from api_keys)::text as keys,
      (select row(count(*), sum(attempts)) from webhook_deliveries where next_attempt_at is null)::text as deliveries,
      (select count(*) from webhook_secrets) as secrets,
      (select count(*) from cards) as cards,
      (select count(*) from charges) as charges,
      (select row(count(*), max(updated_at)) from print_jobs)::text as jobs,
      (select count(*) from audit_log) as audit`.execute(app.database.db)
  return JSON.stringify(rows[0])
}

/** Requests as bytes: well-formed ones with a piece cut out, doubled or replaced by noise, and noise alone. */
function rawRequests(authorization: string) {
  const body = JSON.stringify(orderBody())
  const whole = [
    'POST /orders/create HTTP/1.1',
    'Host: a',
    `Authorization: ${authorization}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
  const noise = fc.oneof(
    fc.uint8Array({ maxLength: 50 }).map(one => Buffer.from(one)),
    fc
      .constantFrom(
        '\r\n',
        '\n',
        '\0',
        ' ',
        ':',
        'HTTP/1.1',
        'HTTP/9.9',
        'Transfer-Encoding: chunked\r\n',
        '\r\n\r\n',
        '%',
        'Expect: tea\r\n',
      )
      .map(one => Buffer.from(one)),
    fc
      .constantFrom('Content-Length: 9\r\n', `X: ${'x'.repeat(20_000)}\r\n`, 'Expect: 100-continue\r\n', '/../', '\x80')
      .map(one => Buffer.from(one, 'latin1')),
  )
  const spoiled = fc
    .tuple(fc.nat(whole.length), fc.nat(40), noise)
    .map(([at, length, noise]) =>
      Buffer.concat([Buffer.from(whole.slice(0, at)), noise, Buffer.from(whole.slice(at + length))]),
    )
  return fc.oneof({ weight: 6, arbitrary: spoiled }, { weight: 1, arbitrary: noise })
}

/** Sends bytes, closes our side, and answers all that came back. */
function exchange(port: number, bytes: Buffer): Promise<string> {
  return new Promise(resolve => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    let answer = ''
    socket.setEncoding('latin1').on('data', text => {
      answer += text
    })
    socket.on('error', () => {}) // a dropped connection is an answer too
    socket.once('close', () => resolve(answer))
    socket.on('end', () => socket.end())
    socket.end(bytes)
  })
}
