// The service as people start it: separate processes, their output, their refusals to start, and their end.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Demo } from '../src/app/demo.ts'
import { hour, second } from '../src/base/clock.ts'
import { modes } from '../src/base/mode.ts'
import { openDatabase } from '../src/db/db.ts'
import { readMigrations } from '../src/db/migrate.ts'
import { compiledFolder } from './compiled.ts'
import { freePort } from './ports.ts'
import { emptyPostgres } from './postgres.ts'
import { freshHome, type Home, type Service, startService } from './service.ts'
import { orderBody, startReceiver } from './world.ts'

const main = join(import.meta.dirname, '..', 'src', 'main.ts')
const folders: string[] = []
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function emptyHome(databaseUrl: string | null = null): Home {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'octavo-process-')), 'data')
  folders.push(join(dataDir, '..'))
  return {
    dataDir,
    databaseUrl,
    demo: () => JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')),
    async remove() {},
  }
}

type Ended = { code: number; stdout: string; stderr: string }

/** Runs the program to its end. */
function run(args: string[], env: Record<string, string>): Promise<Ended> {
  const { promise, resolve } = Promise.withResolvers<Ended>()
  const options = {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiledFolder, PORT: '0', ...env },
    timeout: 60 * second,
  }
  execFile(process.execPath, [main, ...args], options, (error, stdout, stderr) =>
    resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr }),
  )
  return promise
}

/** What a shell makes of a command as it was printed. */
function paste(command: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  execFile('sh', ['-c', command], (error, stdout) => (error === null ? resolve(stdout) : reject(error)))
  return promise
}

async function signIn({ url }: Service, { email, password }: { email: string; password: string }): Promise<string> {
  const answer = await fetch(`${url}/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  assert.equal(answer.status, 200, email)
  return answer.headers
    .getSetCookie()
    .map(cookie => cookie.split(';', 1)[0])
    .join('; ')
}

// biome-ignore lint/suspicious/noExplicitAny: tests read answers as they come
async function readAs({ url }: Service, cookie: string, path: string): Promise<any> {
  const answer = await fetch(url + path, { headers: { cookie } })
  assert.equal(answer.status, 200, path)
  return answer.json()
}

/** Asks until the order is past being checked; the other process needs a moment. */
async function checkedStatus(service: Service, as: string, id: string): Promise<string> {
  const deadline = performance.now() + 30 * second
  for (;;) {
    const { body } = await service.call(`/orders/${id}`, { as })
    if ((body.status !== 'RECEIVED' && body.status !== 'VALIDATING') || performance.now() > deadline) return body.status
  }
}

/** Asks until somebody listens there. */
async function firstAnswer(url: string): Promise<Response> {
  const deadline = performance.now() + 60 * second
  for (;;) {
    const answer = await fetch(url).catch(() => null)
    if (answer !== null) return answer
    assert.ok(performance.now() < deadline, `nobody answers at ${url}`)
  }
}

describe('a start with nothing configured', () => {
  const home = emptyHome()
  let demo: Demo

  it('has its demo before its first answer', async () => {
    const home = emptyHome()
    const port = await freePort()
    const started = startService({ home, env: { PORT: String(port) } })
    await firstAnswer(`http://127.0.0.1:${port}/health/live`)
    assert.equal(home.demo().url, `http://127.0.0.1:${port}`)
    await (await started).stop()
  })

  it('answers within a minute, and what it prints to be pasted works', async () => {
    const startedAt = performance.now()
    const service = await startService({ home, env: { OCTAVO_CLOCK: 'manual', FILE_CHECK: 'content' } })
    assert.equal((await service.call('/health/ready')).status, 200, service.printed())
    assert.ok(performance.now() - startedAt < 60 * second)

    const [, command] = /\n\n(curl .*?)\n\n/s.exec(service.printed()) ?? []
    assert.ok(command !== undefined, service.printed())
    const order = JSON.parse(await paste(command.replace(/^curl/, 'curl -sS')))
    assert.equal(order.status, 'RECEIVED', JSON.stringify(order))
    assert.equal(order.mode, 'sandbox')
    const as = home.demo().accounts[0]!.sandbox.authorization
    assert.equal(await checkedStatus(service, as, order.customerOrderId), 'VALID_AWAITING_PAYMENT')

    const { servers } = (await service.call('/openapi.json')).body
    assert.deepEqual(servers, [{ url: '/' }, { url: service.url }]) // PORT=0: the port that was found, everywhere

    const [, move] = /^ +(curl \S+\/_clock .*)$/m.exec(service.printed()) ?? []
    const before = (await service.call('/_clock')).body.now
    const { now } = JSON.parse(await paste(move!.replace(/^curl/, 'curl -sS')))
    assert.equal(Date.parse(now) - Date.parse(before), 2 * hour)
    await service.stop()
  })

  for (const kind of ['PGlite', 'PostgreSQL'])
    it(`on ${kind} makes its demo anew, when the start before it was killed while it made one`, async () => {
      const { databaseUrl, drop } = kind === 'PGlite' ? { databaseUrl: null, drop: null } : await emptyPostgres()
      const home = emptyHome(databaseUrl)
      for (const OCTAVO_CRASH_AT of ['demo:made', 'demo:kept'])
        assert.equal(await (await startService({ home, env: { OCTAVO_CRASH_AT } })).ended, 'SIGKILL')
      const service = await startService({ home })
      const { accounts, staff, printer } = home.demo()
      for (const { user } of accounts) await signIn(service, user)
      for (const person of [staff, printer]) await signIn(service, person)
      await service.stop()
      await drop?.()
    })

  it('writes all that is needed to demo.json, for its owner only', async () => {
    demo = home.demo()
    const keys = { authorization: 'Basic', webhookSecret: 'whsec_' }
    const account = (name: string, enterprise: boolean) => ({
      accountId: 'acc_',
      name,
      enterprise,
      user: { email: 'owner@', password: '' },
      sandbox: keys,
      production: keys,
      products: [
        { sku: 'NOVEL', manufacturingSku: 'PB-0600X0900-BW-60W', pageCount: 120 },
        { sku: 'KEEPSAKE', manufacturingSku: 'HC-0600X0900-BW-60C', pageCount: 120 },
      ],
    })
    const operator = { email: '', password: '', authorization: 'Basic' }
    const shape = {
      url: 'http://127.0.0.1:',
      accounts: [account('Paper Lantern Books', false), account('Harbor University Press', true)],
      staff: operator,
      printer: operator,
    }
    assert.deepEqual(shapeOf(demo), shapeOf(shape))
    assert.deepEqual(
      demo.accounts.map(({ name, enterprise, products }) => ({ name, enterprise, products })),
      shape.accounts.map(({ name, enterprise, products }) => ({ name, enterprise, products })),
    )
    assert.equal(statSync(join(home.dataDir, 'demo.json')).mode & 0o777, 0o600)
    assert.equal(statSync(join(home.dataDir, 'secret.key')).mode & 0o777, 0o600)
  })

  it('is resumed by the next one: the same demo whose credentials all work, and a clock that goes on', async () => {
    const first = await startService({ home, env: { OCTAVO_CLOCK: 'manual' } })
    await first.call('/_clock', { method: 'POST', body: { advance: 'P3D' } })
    const stoodAt = (await first.call('/_clock')).body.now
    await first.stop()

    const service = await startService({ home, env: { OCTAVO_CLOCK: 'manual' } })
    assert.deepEqual({ ...home.demo(), url: '' }, { ...demo, url: '' })
    assert.equal(home.demo().url, service.url)
    assert.equal((await service.call('/_clock')).body.now, stoodAt)
    for (const account of demo.accounts) {
      const cookie = await signIn(service, account.user)
      for (const mode of modes) {
        const { authorization, webhookSecret } = account[mode]
        const orders = await service.call('/orders', { as: authorization })
        assert.equal(orders.status, 200)
        assert.equal((await readAs(service, cookie, `/dashboard/api/${mode}/webhook-secret`)).secret, webhookSecret)
      }
      const { products } = await readAs(service, cookie, '/dashboard/api/products')
      assert.deepEqual(
        products.map(({ sku }: { sku: string }) => sku).sort(),
        account.products.map(({ sku }) => sku).sort(),
      )
    }
    for (const [who, path] of [
      [demo.staff, '/staff/accounts'],
      [demo.printer, '/press/jobs'],
    ] as const) {
      assert.equal((await service.call(path, { as: who.authorization })).status, 200, path)
      await readAs(service, await signIn(service, who), path)
    }
    await service.stop()
  })

  it('is refused, with the reason, where another process uses the folder', async () => {
    const service = await startService({ home })
    const second = await run([], { DATA_DIR: home.dataDir })
    assert.equal(second.code, 1)
    assert.match(second.stderr, /^Octavo cannot start: The data directory .* is in use by another process \(pid \d+\)/)
    assert.equal((await service.call('/health/ready')).status, 200)
    await service.stop()
  })

  it('is refused, with the reason, where another program has the port', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise(resolve => other.once('listening', resolve))
    const { port } = other.address() as { port: number }
    const { code, stderr } = await run([], { DATA_DIR: home.dataDir, PORT: String(port) })
    other.close()
    assert.equal(code, 1)
    assert.equal(
      stderr,
      `Octavo cannot start: port ${port} of 127.0.0.1 is in use by another program. Stop that program, or choose another port with PORT.\n`,
    )
  })
})

/** Types in place of values, and how texts begin where it says what they are. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)])
  if (typeof value !== 'string') return typeof value
  return /^(Basic|whsec_|acc_|http:\/\/127\.0\.0\.1:)/.exec(value)?.[0] ?? 'text'
}

describe('what is wrong', () => {
  it('with the configuration is listed whole, and nothing is touched', async () => {
    const { dataDir } = emptyHome()
    const { code, stdout, stderr } = await run(['--role', 'printer'], {
      PORT: '70000',
      DATABASE_URL: 'mysql://root:hunter2@db/octavo',
      OCTAVO_CLOCK: 'fast',
      DATA_DIR: dataDir,
    })
    assert.equal(code, 2)
    assert.equal(stdout, '')
    for (const name of ['PORT', 'DATABASE_URL', 'OCTAVO_CLOCK', '--role'])
      assert.match(stderr, new RegExp(`^  \\* ${name} is `, 'm'))
    assert.doesNotMatch(stderr, /hunter2/)
    assert.equal(existsSync(dataDir), false)
  })

  it('with a command is answered by the list of commands', async () => {
    for (const name of ['make-coffee', 'constructor', '__proto__']) {
      const { code, stderr } = await run([name], { DATA_DIR: emptyHome().dataDir })
      assert.equal(code, 2)
      assert.match(stderr, /^Unknown command.*create-admin EMAIL/s)
    }
  })
})

it('another secret key than the database was made with stops the start, until it is adopted', async () => {
  const home = emptyHome()
  const env = { DATA_DIR: home.dataDir, SECRET_KEY: randomBytes(32).toString('base64') }
  assert.equal((await run(['audit'], { DATA_DIR: home.dataDir })).code, 0)
  const { code, stdout, stderr } = await run([], env)
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(stderr, /^Octavo cannot start: SECRET_KEY is not the one .* `npm start -- adopt-secret-key` .*\n$/m)
  assert.equal((await run(['adopt-secret-key'], env)).code, 0)
  assert.equal((await run(['audit'], env)).code, 0)
  assert.equal((await run(['audit'], { DATA_DIR: home.dataDir })).code, 1)
})

it('in production nothing is made by itself, and a command makes the first administrator', async () => {
  const home = emptyHome()
  const env = { NODE_ENV: 'production', PAYMENT_GATEWAY: 'simulated', TRUST_PROXY: 'yes' }
  const fresh = await startService({ home, env })
  assert.doesNotMatch(fresh.printed(), /demo|Sign-ins|curl/)
  await fresh.stop()
  assert.equal(existsSync(join(home.dataDir, 'demo.json')), false)

  const create = (email: string) => run(['create-admin', email], { ...env, DATA_DIR: home.dataDir })
  const made = await create('Ann@example.com')
  assert.equal(made.code, 0, made.stderr)
  assert.match(made.stderr, /SMTP_URL is not set, so no mail is sent/)
  const admin = JSON.parse(made.stdout)
  const again = await create('ann@example.com')
  assert.deepEqual([again.code, again.stdout], [1, ''])
  assert.match(again.stderr, /ann@example\.com already has a sign-in/)

  const service = await startService({ home, env })
  const { status, body } = await service.call('/staff/accounts', { as: admin.authorization })
  assert.deepEqual([status, body], [200, { accounts: [], nextCursor: null, warnings: [] }])
  // In production the staff's passwords alone let nobody in.
  const cookie = await signIn(service, admin)
  const answer = await fetch(`${service.url}/staff/accounts`, { headers: { cookie } })
  assert.deepEqual(
    [answer.status, ((await answer.json()) as { code: string }).code],
    [403, 'second_factor_enrolment_required'],
  )
  await service.stop()
})

it('asked to stop under load, it finishes what it took, keeps idle connections from delaying it, and ends with 0', async () => {
  const home = await freshHome('PGlite')
  const service = await startService({ home })
  const as = home.demo().accounts[0]!.sandbox.authorization
  const idle = new Agent({ keepAlive: true })
  await new Promise<void>((resolve, reject) => {
    request(`${service.url}/health/live`, { agent: idle }, answer => answer.resume().on('end', resolve))
      .on('error', reject)
      .end()
  })

  const acknowledged: string[] = []
  const statuses = new Set<number>()
  const { promise: underWay, resolve: isUnderWay } = Promise.withResolvers<void>()
  const customer = async () => {
    for (;;) {
      // Null: the connection was refused, or closed before the request was accepted.
      const answer = await service.call('/orders/create', { method: 'POST', as, body: orderBody() }).catch(() => null)
      if (answer === null) return
      statuses.add(answer.status)
      if (answer.status === 201) acknowledged.push(answer.body.customerOrderId)
      if (acknowledged.length > 100) isUnderWay()
    }
  }
  const load = Array.from({ length: 32 }, customer)
  await underWay
  const askedAt = performance.now()
  await service.stop()
  assert.ok(performance.now() - askedAt < 10 * second)
  await Promise.all(load)
  idle.destroy()
  assert.deepEqual([...statuses], [201])

  const next = await startService({ home })
  for (const id of acknowledged) assert.equal((await next.call(`/orders/${id}`, { as })).status, 200, id)
  await next.stop()
  await home.remove()
})

it('API processes and a worker that start at once on an empty PostgreSQL migrate it once and bring an order on', async () => {
  const { databaseUrl, drop } = await emptyPostgres()
  const [home, otherHome] = [emptyHome(databaseUrl), emptyHome(databaseUrl)]
  const probesAt = await freePort()
  const env = { SECRET_KEY: randomBytes(32).toString('base64') }
  const [api, worker] = await Promise.all([
    startService({ home, role: 'api', env }),
    startService({ home, role: 'worker', env: { ...env, WORKER_PORT: String(probesAt) } }),
    startService({ home: otherHome, role: 'api', env }).then(other => other.stop()),
  ])
  const database = await openDatabase({ databaseUrl, dataDir: null })
  const count = async (table: string) =>
    (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(database.db)).rows[0]!.n
  assert.equal(await count('schema_migrations'), readMigrations().length)
  assert.equal(await count('accounts'), 2)
  await database.close()

  const [maker, ...others] = [home, otherHome].filter(({ dataDir }) => existsSync(join(dataDir, 'demo.json')))
  assert.deepEqual(others, [])
  const as = maker!.demo().accounts[0]!.production.authorization
  const body = orderBody({ customerOrderId: 'shared' })
  assert.equal((await api.call('/orders/create', { method: 'POST', as, body })).body.status, 'RECEIVED')
  assert.equal(await checkedStatus(api, as, 'shared'), 'VALID_AWAITING_PAYMENT', worker.printed())

  const askWorker = (path: string) =>
    fetch(`http://127.0.0.1:${probesAt}${path}`, { headers: { authorization: maker!.demo().staff.authorization } })
  assert.equal((await askWorker('/health/ready')).status, 200)
  const metrics = await (await askWorker('/metrics')).text()
  assert.match(metrics, /^octavo_task_rows_total\{task="check_files"\} [1-9]/m)
  assert.match(metrics, /^octavo_waiting\{what="queue"\} 0$/m)
  assert.equal((await askWorker('/orders')).status, 404)
  await Promise.all([api.stop(), worker.stop()])
  await drop()
})

it('no line of the log, at its most talkative, holds a key, a password, or the path of an address', async () => {
  const home = await freshHome('PGlite')
  const service = await startService({ home, env: { LOG_LEVEL: 'debug', OCTAVO_CLOCK: 'manual' } })
  const demo = home.demo()
  const [customer] = demo.accounts as [Demo['accounts'][number]]
  await using receiver = await startReceiver(() => customer.production.webhookSecret)
  const as = customer.production.authorization
  const product = {
    coverUrl: 'https://files.example/canary-cover.pdf?sig=canary',
    gutsUrl: 'https://canaryuser:canarypass@files.example/canary-pages.pdf',
  }
  const body = orderBody({
    customerOrderId: 'told',
    payload: 'canary-payload',
    webhookUrl: `${receiver.url}&canary`,
    orderItems: [{ sku: 'NOVEL', quantity: 1, product: { coverUrl: product.coverUrl, gutsUrl: product.coverUrl } }],
  })
  assert.equal((await service.call('/orders/create', { method: 'POST', as, body })).status, 201)
  await service.call('/orders/create', {
    method: 'POST',
    as,
    body: { ...body, orderItems: [{ sku: 'NOVEL', product }] },
  })
  await service.call('/orders/create?key=canary', { method: 'POST', as: 'Basic canary', body: '{"canary' })
  await service.call('/orders?cursor=canary', { as })
  await signIn(service, customer.user)
  await fetch(`${service.url}/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: customer.user.email, password: 'canary-password' }),
  })
  await service.call('/_clock', { method: 'POST', body: { advance: 'P1D' } })
  assert.ok(receiver.received.length >= 3)
  await service.stop()
  await home.remove()

  const lines = service
    .printed()
    .split('\n')
    .filter(line => /^\[\d\d:/.test(line))
  assert.ok(lines.length > 10, service.printed())
  const log = lines.join('\n')
  const secrets = [demo.staff, demo.printer, ...demo.accounts.map(({ user }) => user)].map(({ password }) => password)
  for (const { sandbox, production } of demo.accounts)
    for (const { authorization, webhookSecret } of [sandbox, production])
      secrets.push(authorization.slice('Basic '.length), secretOf(authorization), webhookSecret)
  for (const secret of [...secrets, 'canary', 't0ken']) assert.equal(log.includes(secret), false, secret)
})

const secretOf = (authorization: string): string =>
  Buffer.from(authorization.slice('Basic '.length), 'base64').toString().split(':')[1]!
