// The service as people start it: separate processes, their output, their refusals to start, and their end.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Demo } from '../src/app/demo.ts'
import { runCommand } from '../src/app/runCommand.ts'
import { instant, second } from '../src/base/clock.ts'
import { silentLog } from '../src/base/log.ts'
import { createVault } from '../src/base/secrets/vault.ts'
import { loadConfig, readOrCreateSecretKey } from '../src/config/config.ts'
import { openDatabase } from '../src/db/db.ts'
import { migrate, readMigrations } from '../src/db/migrate.ts'
import { compiledFolder } from './compiled.ts'
import { freePort } from './support/ports.ts'
import { emptyPostgres, freshPostgres } from './support/postgres.ts'
import { checkedStatus, emptyHome, run, signIn } from './support/runProcess.ts'
import { freshHome, type Service, startService } from './support/service.ts'
import { orderBody, startReceiver } from './support/world.ts'

/** A command in this process, which a process of its own would only start more slowly. */
const runHere = (words: string[], env: Record<string, string>) => runCommand(loadConfig(words, env), silentLog)

describe('what is wrong', () => {
  it('what is wrong with the configuration is listed whole, and nothing is touched', async () => {
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

  it("what is wrong with the operator's data is listed whole before the database is touched, and ends with status 2", async () => {
    const { dataDir } = emptyHome()
    const folder = join(dataDir, '..', 'operator')
    cpSync('operator', folder, { recursive: true })
    for (const name of ['catalog.json', 'tax.json']) writeFileSync(join(folder, name), '{"about": 1}')
    const env = { DATA_DIR: dataDir, OPERATOR_DIR: folder }
    const started = await run([], env)
    assert.deepEqual([started.code, started.stdout], [2, ''])
    assert.match(started.stderr, /^ {2}\* catalog\.json .*\n(?:.*\n)* {2}\* tax\.json /m)
    assert.equal(existsSync(join(dataDir, 'db')), false)
  })
})

it('help lists the commands and needs no setting', async () => {
  const { code, stdout, stderr } = await run(['create-admin', '--help'], { PORT: 'none' })
  assert.deepEqual([code, stderr], [0, ''])
  assert.match(stdout, /^npm start -- \[--role .*create-admin EMAIL/s)
})

it('a service or a command that cannot start says why in one line, and ends with 1', async () => {
  const home = await freshHome('PGlite')
  const env = { DATA_DIR: home.dataDir, SECRET_KEY: randomBytes(32).toString('base64') }
  for (const { code, stdout, stderr } of [await run([], env), await run(['audit'], env)]) {
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /^Octavo cannot start: SECRET_KEY is not the one .* `npm start -- adopt-secret-key` .*\n$/m)
  }
  await home.remove()
})

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

it('a data directory that was open to other users is closed at the next start, and one line of the log says so', async () => {
  const home = await freshHome('PGlite')
  mkdirSync(join(home.dataDir, 'files'), { recursive: true })
  chmodSync(home.dataDir, 0o777)
  chmodSync(join(home.dataDir, 'files'), 0o755)
  chmodSync(join(home.dataDir, 'secret.key'), 0o644)
  const first = await startService({ home, env: { LOG_LEVEL: 'warn' } })
  await first.stop()
  assert.equal(modeOf(home.dataDir), '700')
  assert.equal(modeOf(join(home.dataDir, 'files')), '700')
  assert.equal(modeOf(join(home.dataDir, 'secret.key')), '600')
  assert.equal(first.printed().split('other users of this machine had access').length, 2, first.printed())
  const second = await startService({ home, env: { LOG_LEVEL: 'warn' } })
  await second.stop()
  assert.doesNotMatch(second.printed(), /other users of this machine/)
  await home.remove()
})

it('in production nothing is made by itself, and a command makes the first administrator', async () => {
  const home = emptyHome()
  const env = { NODE_ENV: 'production', PAYMENT_GATEWAY: 'simulated', OPERATOR_DIR: 'operator', TRUST_PROXY: 'yes' }
  const fresh = await startService({ home, env })
  await fresh.stop()
  const lines = fresh.printed().trim().split('\n')
  for (const line of lines) assert.equal(typeof JSON.parse(line), 'object', line)
  // The way in is in the log, for as long as nobody can sign in.
  const way = lines.map(line => JSON.parse(line)).find(({ code }) => code !== undefined)
  assert.match(way.code, /^[A-Za-z0-9]{24}$/)
  assert.deepEqual([way.page, way.level], [`${fresh.url}/staff/first-owner`, 40])
  assert.equal(existsSync(join(home.dataDir, 'demo.json')), false)

  const made = await run(['create-admin', 'Ann@example.com', 'with-key'], { ...env, DATA_DIR: home.dataDir })
  assert.equal(made.code, 0, made.stderr)
  assert.match(made.stderr, /no mail server is set, so no mail is sent/)
  const admin = JSON.parse(made.stdout)

  const service = await startService({ home, env })
  const { status, body } = await service.call('/staff/accounts', { as: admin.authorization })
  assert.deepEqual([status, body], [200, { accounts: [], exact: true, nextCursor: null, warnings: [] }])
  // In production the staff's passwords alone let nobody in.
  const cookie = await signIn(service, admin)
  const answer = await fetch(`${service.url}/staff/accounts`, { headers: { cookie } })
  assert.deepEqual(
    [answer.status, ((await answer.json()) as { code: string }).code],
    [403, 'second_factor_enrolment_required'],
  )
  await service.stop()
  assert.doesNotMatch(service.printed(), /first-owner/)
})

it('with a changed setting it starts again in its process, past a client that never ends and a file that is being edited', async () => {
  const home = await freshHome('PostgreSQL')
  const folder = join(home.dataDir, 'operator')
  cpSync('operator', folder, { recursive: true })
  const service = await startService({ home, env: { OPERATOR_DIR: folder } })
  const endless = request(`${service.url}/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': '1000' },
  })
  endless.on('error', () => {}).write('{')
  const printers = join(folder, 'printers.json')
  const whole = readFileSync(printers)
  writeFileSync(printers, '{"half')

  const vault = createVault(readOrCreateSecretKey(home.dataDir))
  const database = await openDatabase({ databaseUrl: home.databaseUrl, dataDir: null })
  await sql`
    insert into installation_settings (name, sealed_value)
    values ('MAIL_FROM', ${vault.seal('new@books.example')}), ('PUBLIC_URL', ${vault.seal('nonsense')})`.execute(
    database.db,
  )
  await database.close()
  await service.says(/cannot start again/)
  writeFileSync(printers, whole)
  await service.says(/settings of Set-up do not fit the environment/)
  await service.says(/Octavo is ready at.*cannot start again.*Octavo is ready at/s)
  await service.stop()
  await home.remove()
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

for (const signal of ['SIGTERM', 'SIGHUP'] as const)
  it(`asked to stop by ${signal}, it finishes what it took, however often it is asked again`, async () => {
    const home = await freshHome('PGlite')
    const service = await startService({ home })
    const body = JSON.stringify(orderBody())
    const headers = {
      authorization: home.demo().accounts[0]!.sandbox.authorization,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    }
    const create = request(`${service.url}/orders/create`, { method: 'POST', headers })
    create.flushHeaders()
    await once(create, 'continue')
    process.kill(service.pid, signal)
    while (await service.call('/health/live').then(isAnswer, () => false));
    for (const again of ['SIGHUP', 'SIGINT', 'SIGTERM', signal] as const) process.kill(service.pid, again)
    create.end(body)
    const [answer] = await once(create, 'response')
    answer.resume()
    assert.equal(answer.statusCode, 201)
    assert.equal(await service.ended, 0, service.printed())
    await home.remove()
  })

const isAnswer = () => true

/** Unless all of the group have ended. */
function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

for (const [what, ask] of [
  ['SIGTERM to npm', (npm: ChildProcess) => npm.kill('SIGTERM')],
  ['Ctrl-C, which both npm and the service hear', (npm: ChildProcess) => signalGroup(npm.pid!, 'SIGINT')],
] as const)
  it(`started by npm, it finishes and ends after ${what}, however often, and npm after it`, async () => {
    const { dataDir, remove } = await freshHome('PGlite')
    const npm = spawn('npm', ['start'], {
      cwd: join(import.meta.dirname, '..'),
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_COMPILE_CACHE: compiledFolder,
        DATA_DIR: dataDir,
        PORT: '0',
      },
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    npm.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (/Octavo is ready|stopping/.test(text)) ask(npm)
    })
    try {
      assert.deepEqual(await once(npm, 'exit'), [0, null])
    } finally {
      signalGroup(npm.pid!, 'SIGKILL')
    }
    assert.equal((await runHere(['audit'], { DATA_DIR: dataDir })).code, 0, 'nobody holds the folder any more')
    await remove()
  })

it('a migration that cannot go on leaves processes of both versions working, and a mended one is applied while they work', async () => {
  const home = await freshHome('PostgreSQL')
  const as = home.demo().accounts[0]!.sandbox.authorization
  const older = await startService({ home, role: 'api' })
  const database = await openDatabase({ databaseUrl: home.databaseUrl, dataDir: null })
  const migration = { name: '9998-next.sql', sha256: 'next', sql: 'alter table orders add column gilded boolean;' }
  const broken = { ...migration, sql: `${migration.sql} insert into nowhere values (1)` }
  const places = async (service: Service) => {
    const { status } = await service.call('/orders/create', { method: 'POST', as, body: orderBody() })
    assert.equal(status, 201)
  }
  await assert.rejects(migrate(database, instant('2026-01-01T00:00:00Z'), [...readMigrations(), broken]), /nowhere/)
  const newer = await startService({ home, role: 'api' })
  await Promise.all([places(older), places(newer)])
  assert.deepEqual(await migrate(database, instant('2026-01-01T00:00:00Z'), [...readMigrations(), migration]), [
    migration.name,
  ])
  await Promise.all([places(older), places(newer)])
  await database.close()
  await Promise.all([older.stop(), newer.stop()])
  await home.remove()
})

it('a process that meets a database two versions ahead refuses to start in one line, and one that works goes on', async () => {
  const home = await freshHome('PostgreSQL')
  const service = await startService({ home })
  const database = await openDatabase({ databaseUrl: home.databaseUrl, dataDir: null })
  await sql`
    insert into schema_migrations (name, sha256, applied_at)
    values ('9998-next.sql', 'a', now()), ('9999-after-next.sql', 'b', now())`.execute(database.db)
  await database.close()
  const { code, stdout, stderr } = await run([], { DATABASE_URL: home.databaseUrl!, DATA_DIR: home.dataDir })
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(stderr, /^Octavo cannot start: A newer version of Octavo made this database .* 9998-next\.sql\): .*\n$/)
  const as = home.demo().accounts[0]!.sandbox.authorization
  const { status } = await service.call('/orders/create', { method: 'POST', as, body: orderBody() })
  assert.equal(status, 201)
  await service.stop()
  await home.remove()
})

it('for STOP_DELAY after SIGTERM requests are answered and the readiness probe fails, then the process ends', async () => {
  const home = await freshHome('PGlite')
  const service = await startService({ home, env: { STOP_DELAY: '2' } })
  const agent = new Agent({ keepAlive: true })
  const ask = async (path: string) => {
    const asked = request(`${service.url}${path}`, { agent }).end()
    const [answer] = await once(asked, 'response')
    answer.resume()
    await once(answer, 'end')
    return [answer.statusCode, answer.headers.connection]
  }
  assert.deepEqual(await ask('/health/ready'), [200, 'keep-alive'])
  process.kill(service.pid, 'SIGTERM')
  let answer = await ask('/health/ready')
  while (answer[0] === 200) answer = await ask('/health/ready')
  assert.deepEqual(answer, [503, 'close'])
  assert.deepEqual(await ask('/health/live'), [200, 'close'])
  assert.equal(await service.ended, 0)
  await home.remove()
})

it('API processes and a worker that start at once on an empty PostgreSQL migrate it once and bring an order on; while one works, no other secret key is adopted', async () => {
  const { databaseUrl, drop } = await emptyPostgres()
  const [home, otherHome] = [emptyHome(databaseUrl), emptyHome(databaseUrl)]
  mkdirSync(join(home.dataDir, 'files'), { recursive: true })
  mkdirSync(otherHome.dataDir)
  symlinkSync(join(home.dataDir, 'files'), join(otherHome.dataDir, 'files')) // they share the storage and nothing else
  const probesAt = await freePort()
  const databaseSchema = 'shop'
  const env = { SECRET_KEY: randomBytes(32).toString('base64'), DATABASE_SCHEMA: databaseSchema }
  const [api, worker] = await Promise.all([
    startService({ home, role: 'api', env }),
    startService({ home, role: 'worker', env: { ...env, WORKER_PORT: String(probesAt) } }),
    startService({ home: otherHome, role: 'api', env }).then(other => other.stop()),
  ])
  const database = await openDatabase({ databaseUrl, databaseSchema, dataDir: null })
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

  const withNewKey = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: emptyHome().dataDir,
    SECRET_KEY: randomBytes(32).toString('base64'),
  }
  await api.stop()
  await assert.rejects(
    runHere(['adopt-secret-key'], withNewKey),
    /^Error: another process uses this database\. Stop every process/,
  )
  await worker.stop()
  assert.equal((await runHere(['adopt-secret-key'], withNewKey)).code, 0)
  await drop()
})

it('a mail that an API process asks for is sent at once, though only another process sends mail', async () => {
  const { databaseUrl, drop } = await freshPostgres()
  const home = emptyHome(databaseUrl)
  const env = { SECRET_KEY: randomBytes(32).toString('base64') }
  const [api, worker] = [
    await startService({ home, role: 'api', env }),
    await startService({ home, role: 'worker', env }),
  ]
  const { db, close } = await openDatabase({ databaseUrl, dataDir: null })
  const sent = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from emails where next_attempt_at is null`.execute(db)).rows[0]!
      .n
  const took: number[] = []
  for (const { user } of home.demo().accounts) {
    const before = await sent()
    const askedMs = performance.now()
    const answer = await fetch(`${api.url}/auth/request-password-reset`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: user.email }),
    })
    assert.equal(answer.status, 202)
    while ((await sent()) === before) assert.ok(performance.now() - askedMs < 90 * second, worker.printed())
    took.push(performance.now() - askedMs)
  }
  // Without a wake-up, both would have to be found by the look that a worker takes each minute.
  assert.ok(Math.min(...took) < 3 * second, `${took}`)
  await close()
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
