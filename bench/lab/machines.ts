// Three hosts with the service, on one PostgreSQL with a standby and one S3-compatible storage: how much faster three
// check files and deliver webhooks than one, whether the orders of a small account wait for those of a large one, and
// what a host costs that vanishes.
//
//     node --import ./test/compiled.ts bench/lab/machines.ts --share 0.25

import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import S3rver from 's3rver'
import { systemClock } from '../../src/base/clock.ts'
import { openDatabase } from '../../src/db/db.ts'
import { audit } from '../../src/features/audit/audit.ts'
import { freePort } from '../../test/support/ports.ts'
import { administer, type PostgresServer, startPostgres, startStandby } from '../../test/support/postgres.ts'
import { cpuMeter, measureCpu } from '../cpu.ts'
import { type Customer, makeCustomers, secretKey } from '../customers.ts'
import { nothingDue, query, waitUntil } from '../databases.ts'
import { place, serveBooks } from '../files.ts'
import { makeOrders } from '../orders.ts'
import { writeBook } from '../preflight.ts'
import { startReceiver } from '../receiver.ts'
import { wake } from '../wake.ts'
import { makeAllDue, nothingToSend } from '../webhooks.ts'
import { bridgeAddress, type Host, startHosts } from './hosts.ts'

const hostCount = 3
const warmRounds = 2
const bucket = 'prints'
const database = 'octavo'
const root = join(import.meta.dirname, '..', '..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const nodeArgs: string[] = scripts.start.split(' ').slice(2)
const checked = `(select count(*) from orders where status in ('VALID_AWAITING_PAYMENT', 'FAILED'))`
const { values } = parseArgs({
  options: {
    share: { type: 'string', default: '0.25' },
    books: { type: 'string', default: '24' },
    webhooks: { type: 'string', default: '20000' },
  },
})
const books = Number(values.books)
const webhooks = Number(values.webhooks)

const stacked = new AsyncDisposableStack()
const folder = mkdtempSync(join(tmpdir(), 'octavo-machines-'))
chmodSync(folder, 0o755) // PostgreSQL, which does not run as root, reads a file of it
stacked.defer(() => rmSync(folder, { recursive: true, force: true }))
const network = startHosts(hostCount, Number(values.share))
stacked.defer(() => network.stop())

type Scene = Awaited<ReturnType<typeof startScene>>

/** What the hosts share, at the address of the bridge. */
async function startScene() {
  const rules = join(folder, 'pg_hba.conf')
  writeFileSync(rules, 'host all all 0.0.0.0/0 trust\nhost replication all 0.0.0.0/0 trust\n', { mode: 0o644 })
  const settings = { listen_addresses: '*', hba_file: rules, max_connections: '200', shared_buffers: '512MB' }
  const server = await startPostgres(settings)
  stacked.defer(() => server.end())
  await administer(server, `create database ${database}`)
  const { customers } = await makeCustomers(server.url(database))
  const standby = await startStandby(server, settings)
  stacked.defer(() => standby.end())
  const storage = new S3rver({
    ...{ port: 0, address: bridgeAddress, silent: true, directory: join(folder, 'storage') },
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port: storagePort } = (await storage.run()) as AddressInfo
  stacked.defer(() => storage.close())
  const receiver = await startReceiver(bridgeAddress)
  stacked.defer(() => receiver.stop())
  const urlOf = ({ url }: PostgresServer) => url(database).replace('127.0.0.1', bridgeAddress)
  return {
    customers,
    receiver,
    databaseUrl: server.url(database),
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'test',
      ALLOW_SUBNETS: `${bridgeAddress}/32`,
      LOG_LEVEL: 'warn',
      SECRET_KEY: secretKey.toString('base64'),
      DATABASE_URL: urlOf(server),
      READ_DATABASE_URL: urlOf(standby),
      ...{ RATE_LIMIT_PER_SECOND: '1000000', RATE_LIMIT_BURST: '1000000', CHILD_SECONDS_PER_MINUTE: '60' },
      ...{ STORAGE: 's3', S3_BUCKET: bucket, S3_ENDPOINT: `http://${bridgeAddress}:${storagePort}` },
      ...{ S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' },
    },
  }
}

/** Starts a process with both roles on a host; answers its address. */
async function startService({ env }: Scene, host: Host): Promise<string> {
  const port = String(await freePort())
  const own = { HOST: host.address, PORT: port, DATA_DIR: join(folder, host.name) }
  const child = host.run(process.execPath, nodeArgs, { ...env, ...own })
  const url = `http://${host.address}:${port}`
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the service on ${host.name} ended while it started`)
    const answer = await fetch(`${url}/health/ready`).catch(() => null)
    if (answer?.ok) return url
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}

/** Web addresses of new books. The first service draws their cover. */
let served: ReturnType<typeof serveNewBooks> | null = null

async function serveNewBooks(url: string) {
  const template = `${url}/templates/published/PB-0600X0900-BW-60W/cover/pdf?units=in&pageCount=200`
  const cover = Buffer.from(await (await fetch(template)).arrayBuffer())
  return stacked.use(await serveBooks({ cover, book: Buffer.from(await writeBook()) }, bridgeAddress))
}

/** Orders new books, in turn at each service. */
async function order(services: string[], customers: Customer[], folder: string): Promise<void> {
  served ??= serveNewBooks(services[0]!)
  const { at } = await served
  await Promise.all(
    customers.map((customer, i) => place(services[i % services.length]!, customer, at(`/${folder}/${folder}${i}`))),
  )
}

/** New books that are checked in a second. */
async function checkBooks(scene: Scene, services: string[], folder: string): Promise<number> {
  const before = await countChecked(scene)
  await order(services, scene.customers.slice(0, books), folder)
  const startMs = performance.now()
  await waitForChecked(scene, before + books)
  return books / secondsSince(startMs)
}

/** One account orders many books, then another orders a few: after how much of the whole time are the few checked? */
async function placeForTwo(scene: Scene, services: string[]) {
  const [large, small] = scene.customers as [Customer, Customer]
  const few = Math.ceil(books / 6)
  const before = await countChecked(scene)
  await order(
    services,
    Array.from({ length: books }, () => large),
    'large',
  )
  const startMs = performance.now()
  await order(
    services,
    Array.from({ length: few }, () => small),
    'small',
  )
  await waitForChecked(scene, before + books + few)
  const [row] = await query(
    scene.databaseUrl,
    `select max(e.at) filter (where e.account_id = $1) as small, max(e.at) as all from order_events e
     where e.on_event = 'validated'`,
    [small.accountId],
  )
  const { small: smallAt, all } = row as { small: Date; all: Date }
  const seconds = secondsSince(startMs)
  return {
    'seconds of the large account': { value: seconds },
    'seconds of the small account': { value: seconds - (all.getTime() - smallAt.getTime()) / 1000 },
  }
}

/** The cable of a host is pulled while it checks books. It comes back when all books are checked. */
async function loseHost(scene: Scene, services: string[], host: Host) {
  const before = await countChecked(scene)
  await order(services, scene.customers.slice(0, books), 'vanishing')
  const startMs = performance.now()
  await waitForChecked(scene, before + services.length)
  host.unplug()
  const unpluggedMs = performance.now()
  await waitForChecked(scene, before + books)
  const seconds = secondsSince(startMs)
  const outage = secondsSince(unpluggedMs)
  host.plugIn()
  await waitUntil(scene.databaseUrl, nothingDue)
  return { 'seconds with a host that vanished': { value: seconds }, 'of these after it vanished': { value: outage } }
}

/** Webhooks of stored orders that are delivered in a second, and microseconds of the processor for each. */
async function sendWebhooks({ databaseUrl, receiver }: Scene, hosts: Host[]) {
  const before = receiver.count()
  await query(databaseUrl, makeAllDue)
  const meter = await cpuMeter(
    hosts.flatMap(host => host.processes()),
    databaseUrl,
  )
  const receiving = process.cpuUsage()
  await wake(databaseUrl, 'deliver_webhooks')
  await receiver.reached(before + 1)
  const startMs = performance.now()
  const { use } = await measureCpu(meter, () => waitUntil(databaseUrl, nothingToSend))
  const seconds = secondsSince(startMs)
  const { user, system } = process.cpuUsage(receiving)
  assert.equal(receiver.count(), before + webhooks, 'each webhook arrives once')
  const each = (us: number) => Math.round(us / webhooks)
  return {
    'webhooks a second': webhooks / seconds,
    ...{ 'µs of the hosts': each(use.serviceUs), 'of PostgreSQL': each(use.postgresUs) },
    'of the receiver': each(user + system),
  }
}

/** The audit finds nothing, no book was refused, and none was checked twice. */
async function assertSound({ databaseUrl }: Scene): Promise<void> {
  const { db, close } = await openDatabase({ databaseUrl, dataDir: null })
  assert.deepEqual(await audit(db, systemClock()), [])
  await close()
  const refused = await query(databaseUrl, `select state -> 'errors' as errors from orders where status = 'FAILED'`)
  assert.deepEqual(refused, [])
  const twice = await query(
    databaseUrl,
    `select order_id from order_events where on_event = 'validated' group by 1 having count(*) > 1`,
  )
  assert.deepEqual(twice, [])
}

const waitForChecked = (scene: Scene, count: number): Promise<void> =>
  waitUntil(scene.databaseUrl, `${checked} = ${count}`, { maxMs: 600_000 })

async function countChecked({ databaseUrl }: Scene): Promise<number> {
  const [row] = await query(databaseUrl, `select ${checked}::int as count`)
  return row!.count as number
}

const ratesOf = ([one, three]: number[]) => ({ 'one host': one, 'three hosts': three, ratio: three! / one! })
const secondsSince = (startMs: number) => (performance.now() - startMs) / 1000

try {
  const scene = await startScene()
  const [first, ...others] = network.hosts as [Host, ...Host[]]
  const startOthers = () => Promise.all(others.map(host => startService(scene, host)))
  const service = await startService(scene, first)
  console.log('one host checks books')
  const bookRates = [await checkBooks(scene, [service], 'alone')]
  const services = [service, ...(await startOthers())]
  console.log('three hosts check books')
  bookRates.push(await checkBooks(scene, services, 'together'))
  console.log('an account orders many books, and another a few')
  const places = await placeForTwo(scene, services)
  console.log('a host vanishes')
  const lost = await loseHost(scene, services, others.at(-1)!)
  await assertSound(scene)
  console.log('webhooks')
  await query(scene.databaseUrl, 'truncate orders cascade')
  await makeOrders(scene.databaseUrl, { count: webhooks, webhookUrl: scene.receiver.url })
  // A service that has not sent thousands yet is compiling its code all the time.
  for (let round = 0; round < warmRounds; round++) await sendWebhooks(scene, network.hosts)
  const byThree = await sendWebhooks(scene, network.hosts)
  for (const host of others) await host.kill()
  const byOne = await sendWebhooks(scene, [first])
  const webhookRates = [byOne, byThree].map(sent => sent['webhooks a second'])
  console.table({ 'books checked a second': ratesOf(bookRates), 'webhooks a second': ratesOf(webhookRates) })
  console.table({ ...places, ...lost })
  console.table({ 'one host': byOne, 'three hosts': byThree })
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await stacked.disposeAsync()
}
