import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { startProvider } from '../../test/provider/provider.ts'
import { freshPglite } from '../../test/support/database.ts'
import { type RunningPostgres, sharedPostgres, startPostgres } from '../../test/support/postgres.ts'
import { day, earlier, hour, later, minute, systemClock } from '../base/clock.ts'
import { installationName } from '../base/secrets/vault.ts'
import { type Config, readConfig, sampleOperatorDir } from '../config/config.ts'
import { openDatabase } from '../db/db.ts'
import type { OperatorVersion } from '../features/shop/operatorData.ts'
import { stripePayments } from '../payments/stripe/stripePayments.ts'
import { examine } from './doctor.ts'
import { loadOperatorFiles } from './operatorFiles.ts'

const configOf = (env: Record<string, string>): Config => ({ ...readConfig([], env), secretKey: Buffer.alloc(32) })
const development = configOf({ DATA_DIR: tmpdir() })
const { content } = await loadOperatorFiles(sampleOperatorDir)
const operatorVersions = {
  inEffect: () => ({ version: 1 }) as OperatorVersion,
  contentOf: async () => content,
}
const payments = { readBooks: async () => [] }
const production = {
  NODE_ENV: 'production',
  DATA_DIR: tmpdir(),
  OPERATOR_DIR: tmpdir(),
  PAYMENT_GATEWAY: 'simulated',
  TRUST_PROXY: 'yes',
}

async function embedded(t: TestContext) {
  const database = await freshPglite()
  t.after(() => database.close())
  return {
    config: development,
    database,
    standby: null,
    clock: systemClock,
    operatorVersions,
    payments,
    async tryStorage() {},
  }
}

/** A PostgreSQL with its own settings, or with those of the tests, which do not wait for the disk. */
async function postgresql(t: TestContext, server: RunningPostgres) {
  const database = await openDatabase({ databaseUrl: server.url('postgres'), dataDir: null })
  t.after(() => database.close())
  return {
    config: development,
    database,
    standby: null,
    clock: systemClock,
    operatorVersions,
    payments,
    async tryStorage() {},
  }
}

/** The checks by their names. */
async function examined(parts: Parameters<typeof examine>[0]) {
  return Object.fromEntries((await examine(parts)).map(({ check, ...verdict }) => [check, verdict]))
}

test('the doctor finds no problem in a demo on the embedded database', async t => {
  const checks = await examine(await embedded(t))
  assert.deepEqual(
    checks.filter(({ result }) => result === 'problem'),
    [],
  )
})

test('the doctor names what a production lacks: data of its own, mail, an address with TLS, and a real payment provider', async t => {
  const parts = await embedded(t)
  const found = await examined({ ...parts, config: configOf(production) })
  assert.equal(found.mail!.result, 'problem')
  assert.equal(found['public address']!.result, 'problem')
  assert.equal(found.payments!.result, 'problem')
  assert.equal(found.database!.result, 'warning')
  assert.match(found['operator data']!.detail, /^The sample's books are sold/)
  const nothing = { ...parts, operatorVersions: { ...operatorVersions, inEffect: () => null } }
  assert.match((await examined(nothing))['operator data']!.detail, /^Nothing is sold/)
  const plain = configOf({ ...production, PUBLIC_URL: 'http://books.example' })
  assert.match((await examined({ ...parts, config: plain }))['public address']!.detail, /without TLS/)
})

test('the doctor finds a PostgreSQL that does not wait for its disk, and is content with one that does', async t => {
  const careless = await examined(await postgresql(t, await sharedPostgres()))
  assert.equal(careless.database!.result, 'problem')
  assert.match(careless.database!.detail, /fsync = off, full_page_writes = off/)
  const server = await startPostgres({ max_connections: '20' })
  t.after(() => server.stop())
  const careful = await examined(await postgresql(t, server))
  assert.equal(careful.database!.result, 'ok')
  assert.equal(careful['database age']!.result, 'ok')
  assert.match(
    careful['database connections']!.detail,
    /of 17 connections are in use. A process may take 22, so there is room for 0 processes/,
  )
  assert.equal(careful['database connections']!.result, 'warning')
  assert.match(careful.backups!.detail, /archive_mode = off/)
})

test('the doctor tells what the storage answers when it does not work', async t => {
  const parts = {
    ...(await embedded(t)),
    async tryStorage() {
      throw new Error('Access Denied')
    },
  }
  assert.deepEqual((await examined(parts)).storage, { result: 'problem', detail: 'Access Denied' })
})

test('the doctor compares the clocks of the process and of the database', async t => {
  const parts = await embedded(t)
  assert.equal((await examined(parts)).clock!.result, 'ok')
  const ahead = await examined({ ...parts, clock: () => later(systemClock(), minute) })
  assert.equal(ahead.clock!.result, 'problem')
})

test('the doctor signs in to the mail server, and sends nothing', async t => {
  let mails = 0
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _, done) => (password === 'right' ? done(null, { user: 'me' }) : done(new Error('no'))),
    onData(stream, _, done) {
      mails++
      stream.resume().on('end', () => done())
    },
  })
  server.on('error', () => {})
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const { port } = server.server.address() as AddressInfo
  const parts = await embedded(t)
  const withPassword = (password: string): Config => ({
    ...development,
    mail: { ...development.mail, smtpUrl: `smtp://me:${password}@127.0.0.1:${port}` },
  })
  assert.equal((await examined({ ...parts, config: withPassword('right') })).mail!.result, 'ok')
  const refused = (await examined({ ...parts, config: withPassword('wrong') })).mail!
  assert.equal(refused.result, 'problem')
  assert.doesNotMatch(refused.detail, /wrong/)
  assert.equal(mails, 0)
})

test("the doctor reads Stripe's books once, and tells what Stripe answers to its key", async t => {
  const provider = await startProvider()
  t.after(() => provider[Symbol.asyncDispose]())
  const parts = await embedded(t)
  const stripe = { secretKey: 'sk_test_octavo', webhookSecret: 'whsec_octavo', apiUrl: provider.url }
  const withStripe = (settings: Record<string, string>) => ({
    ...parts,
    config: {
      ...configOf({ ...settings, DATA_DIR: tmpdir() }),
      payments: { ...development.payments, gateway: 'stripe' as const },
      stripe,
    },
    payments: stripePayments({ ...stripe, publicUrl: provider.url, callsPerSecond: 100 }),
  })
  const readsPayments = async (settings: Record<string, string> = {}) =>
    (await examined(withStripe(settings))).payments!
  assert.deepEqual(await readsPayments(), { result: 'ok', detail: 'Stripe answers, with a test key.' })
  assert.deepEqual((await provider.ask('books', {})).requests, ['GET /v1/balance_transactions'])
  assert.match((await readsPayments(production)).detail, /is a test key: no money moves/)
  await provider.ask('set', { isKeyRefused: true })
  const refused = await readsPayments()
  assert.equal(refused.result, 'problem')
  assert.match(refused.detail, /^Stripe does not let this service read its books: Invalid API Key provided/)
})

test('the doctor warns when the hourly audit has stopped', async t => {
  const parts = await embedded(t)
  assert.match((await examined(parts)).audit!.detail, /has not run yet/)
  const now = systemClock()
  const waited = earlier(now, 6 * day)
  await sql`
    insert into audit_runs (rule, tried_at, ran_at, whole_at)
    values
      ('a rule', ${now}, ${now}, ${now}),
      ('a rule that reads nothing but everything', ${waited}, ${waited}, ${waited})`.execute(parts.database.db)
  assert.equal((await examined(parts)).audit!.result, 'ok')
  const stopped = await examined({ ...parts, clock: () => later(now, 4 * hour) })
  assert.match(stopped.audit!.detail, /Is a worker running/)
})

test('the doctor asks the public address, and believes only the answer of the service', async t => {
  const parts = { ...(await postgresql(t, await sharedPostgres())) }
  const publicAddress = async () =>
    (await examined({ ...parts, config: configOf({ ...production, PUBLIC_URL: 'https://print.invalid' }) }))[
      'public address'
    ]!
  const missing = await publicAddress()
  assert.equal(missing.result, 'problem')
  assert.match(missing.detail, /^Nothing answers at the public address \(https:\/\/print\.invalid\): .*print\.invalid/)
  const { mock } = t.mock.method(globalThis, 'fetch', async () => new Response('Welcome to nginx!'))
  assert.match((await publicAddress()).detail, /^Another program than Octavo answers .* with status 200/)
  mock.mockImplementation(async () => new Response('{}', { headers: { 'octavo-version': '2026-01-01' } }))
  assert.match((await publicAddress()).detail, /^Another installation of Octavo, .* answers at/)
  const own = { 'octavo-version': '2026-01-01', 'octavo-installation': installationName(Buffer.alloc(32)) }
  mock.mockImplementation(async () => new Response('{}', { headers: own }))
  assert.deepEqual(await publicAddress(), { result: 'ok', detail: 'The service answers at https://print.invalid.' })
})
