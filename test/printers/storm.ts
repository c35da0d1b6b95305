// A storm between the service and its printers, one for each protocol: messages get lost, doubled, delayed and
// reordered, the service and the printers' systems are killed and restarted, customers cancel, and printers contradict
// themselves. In the end the printers' books and the service's must agree.
//
//     node test/printers/storm.ts --rounds 40 --orders 60 --seed 7

import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { instant } from '../../src/base/clock.ts'
import { openDatabase } from '../../src/db/db.ts'
import { audit } from '../../src/features/audit/audit.ts'
import { seededRandom } from '../support/random.ts'
import { type Answer, type Call, freshHome, type Home, type Service, startService } from '../support/service.ts'
import { orderBody } from '../support/world.ts'
import { type Outside, startOutside } from './outside.ts'
import type { Book, StormOrder } from './stormPress.ts'
import { identities, type ProtocolName, secrets, stormTotal, stormTracking } from './stormProtocols.ts'

/** Where each printer's orders go. */
const places: Record<ProtocolName, { state: string; city: string; postal: string }> = {
  desk: { state: 'NY', city: 'Albany', postal: '12207' },
  json: { state: 'OR', city: 'Salem', postal: '97301' },
  printtalk: { state: 'WA', city: 'Olympia', postal: '98501' },
  siteflow: { state: 'CA', city: 'Sacramento', postal: '95814' },
}
const names = Object.keys(places) as ProtocolName[]
const calmRounds = 6
/** The service is killed at some moment of this time after the storm began to blow again. */
const maxBlowMs = 700

type Options = { rounds: number; orders: number; seed: number; log?: (client: string) => void }
type Tally = { shipped: number; cancelled: number; serviceKills: number; printerKills: number }

/** Answers how it ended; throws when anything is not as it should be. `orders` are of each printer. */
export async function storm({ rounds, orders, seed, log = () => {} }: Options): Promise<Tally> {
  const random = seededRandom(seed)
  const folder = mkdtempSync(join(tmpdir(), 'octavo-storm-'))
  const home = await freshHome('PostgreSQL')
  const presses = new Map<ProtocolName, Outside<StormOrder>>()
  let service: Service | null = null
  const tally: Tally = { shipped: 0, cancelled: 0, serviceKills: 0, printerKills: 0 }
  try {
    for (const name of names) presses.set(name, await startPress(name, folder, seed))
    writeShop(folder, presses)
    service = await start(home, folder)
    const ask = (path: string, call?: Call): Promise<Answer | null> => service!.call(path, call).catch(() => null)
    const placed = await placeOrders(ask, home, orders)
    const watched: Watched = { tracking: new Map(), cancelledAtOnce: new Set() }
    // Charged orders are paid on the way, at 02:00 UTC; what was not cancelled is handed over two hours later.
    await move(ask, 'PT27H')

    for (let round = 0; round < rounds + calmRounds; round++) {
      const isCalm = round >= rounds
      if (!isCalm) {
        for (const one of placed) if (random() < 0.08) await cancel(ask, one, watched)
        for (const name of names) {
          if (random() > 0.3) continue
          const { port } = new URL(presses.get(name)!.url)
          await presses.get(name)!.kill()
          tally.printerKills++
          if (random() < 0.5) await move(ask, 'PT5M') // nobody is there
          presses.set(name, await startPress(name, folder, seed, port))
        }
      }
      const blowing = blow(ask, { service, home, presses, isCalm, by: isCalm ? 'PT8H' : 'PT1H' })
      if (!isCalm && random() < 0.4) {
        await delay(random() * maxBlowMs)
        await service.kill()
        tally.serviceKills++
        await blowing
        service = await start(home, folder)
      } else await blowing
      await look(ask, placed, watched)
      log(`round ${round + 1}: ${JSON.stringify(tally)}`)
    }
    await move(ask, 'P3D')
    await compare(ask, { home, placed, presses, watched, tally, seed })
    await service.stop()
    return tally
  } finally {
    await service?.kill()
    for (const press of presses.values()) await press.kill()
    await home.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

type Ask = (path: string, call?: Call) => Promise<Answer | null>
type Placed = { id: string; as: string; name: ProtocolName; enterprise: boolean }
type Watched = {
  /** What was told of an order's parcels when it was first seen as SHIPPED. */
  tracking: Map<string, string>
  /** Orders whose cancellation was granted before any printer had them. */
  cancelledAtOnce: Set<string>
}

/** Time passes and the printers work, all at once. */
async function blow(
  ask: Ask,
  {
    service,
    home,
    presses,
    isCalm,
    by,
  }: { service: Service; home: Home; presses: Map<ProtocolName, Outside<StormOrder>>; isCalm: boolean; by: string },
): Promise<void> {
  const now = (await ask('/_clock'))?.body.now
  if (now === undefined) return
  const { authorization } = home.demo().printer
  const tick = { do: 'tick', url: service.url, authorization, now, calm: isCalm } as const
  const ticks = () => Promise.all(Array.from(presses.values(), press => press.tell(tick)))
  if (isCalm) {
    await ticks()
    await move(ask, by)
  } else await Promise.all([ticks(), move(ask, by)])
}

const move = (ask: Ask, advance: string): Promise<Answer | null> =>
  ask('/_clock', { method: 'POST', body: { advance } })

async function placeOrders(ask: Ask, home: Home, orders: number): Promise<Placed[]> {
  const { accounts, staff } = home.demo()
  const limit = { ordersPer24Hours: 1_000_000, queueCeiling: 1_000_000 }
  for (const { accountId } of accounts) {
    const body = { limits: { sandbox: limit, production: limit } }
    const answer = await ask(`/staff/accounts/${accountId}`, { method: 'PATCH', as: staff.authorization, body })
    assert.equal(answer?.status, 200)
  }
  const placed: Placed[] = []
  for (const name of names)
    for (let i = 0; i < orders; i++) {
      // Site Flow tells no prices, so it makes the books of charged accounts only.
      const enterprise = name !== 'siteflow' && i % 2 === 0
      const account = accounts.find(one => one.enterprise === enterprise)!
      const id = `${name}-${i}`
      const destination = { ...orderBody().destination, ...places[name] }
      const orderItems = [{ ...orderBody().orderItems[0], sku: account.products[0]!.sku }]
      const as = account.production.authorization
      const body = orderBody({ customerOrderId: id, destination, orderItems })
      const answer = await ask('/orders/create', { method: 'POST', as, body })
      assert.equal(answer?.status, 201, JSON.stringify(answer?.body))
      placed.push({ id, as, name, enterprise })
    }
  return placed
}

async function cancel(ask: Ask, { id, as }: Placed, { cancelledAtOnce }: Watched): Promise<void> {
  const before = await ask(`/orders/${id}`, { as })
  const answer = await ask(`/orders/${id}`, { method: 'DELETE', as })
  const wasOpen = before?.body.status === 'PRINTING'
  if (wasOpen && answer?.status === 200 && answer.body.status === 'CANCELLED') cancelledAtOnce.add(id)
}

/** What was told of parcels once is never told otherwise. */
async function look(ask: Ask, placed: Placed[], { tracking }: Watched): Promise<void> {
  for (const { id, as } of placed) {
    const answer = await ask(`/orders/${id}`, { as })
    if (answer?.status !== 200) continue
    const message = JSON.stringify(answer.body.shipmentTracking)
    const known = tracking.get(id)
    if (known !== undefined) assert.equal(message, known, `the tracking of ${id} changed`)
    else if (answer.body.status === 'SHIPPED') tracking.set(id, message)
    else assert.equal(message, '[]', `${id} is ${answer.body.status} and has tracking`)
  }
}

type Ended = {
  home: Home
  placed: Placed[]
  presses: Map<ProtocolName, Outside<StormOrder>>
  watched: Watched
  tally: Tally
  seed: number
}

async function compare(ask: Ask, { home, placed, presses, watched, tally, seed }: Ended): Promise<void> {
  await look(ask, placed, watched)
  const books = new Map<string, Book>()
  for (const press of presses.values())
    for (const [jobId, book] of Object.entries((await press.tell({ do: 'books' })) as Record<string, Book>))
      books.set(jobId, book)
  const { body: clock } = (await ask('/_clock'))!
  const { db, close } = await openDatabase({ databaseUrl: home.databaseUrl, dataDir: null })
  try {
    const { rows } = await sql<{ jobId: string; id: string; printer: string; status: string }>`
      select j.job_id as "jobId", o.customer_order_id as id, j.printer, j.status
      from print_jobs j
      join orders o using (account_id, mode, order_id)
      where o.mode = 'production'`.execute(db)
    const jobs = new Map(rows.map(row => [row.id, row]))
    assert.equal(rows.length, jobs.size, `an order has a second job (seed ${seed})`)
    for (const { id, as, name, enterprise } of placed) {
      const order = (await ask(`/orders/${id}`, { as }))!.body
      const job = jobs.get(id)
      const book = job && books.get(job.jobId)
      const story = `${id} is ${order.status}, its job ${job?.status}, the book ${book?.step} (seed ${seed})`
      if (job !== undefined) assert.equal(job.printer, name, story)
      if (watched.cancelledAtOnce.has(id)) assert.equal(book, undefined, `${story}: it was cancelled before it left`)
      if (book === undefined) {
        assert.equal(order.status, 'CANCELLED', story)
        tally.cancelled++
        continue
      }
      assert.ok(book.prints <= 1 && book.shipments <= 1, story)
      assert.equal(order.status, book.step === 'shipped' ? 'SHIPPED' : 'CANCELLED', story)
      assert.equal(job!.status, order.status, story)
      if (book.step !== 'shipped') {
        assert.equal(book.prints, 0, `${story}: it was cancelled in time`)
        tally.cancelled++
        continue
      }
      tally.shipped++
      const parcels = order.shipmentTracking.flatMap((one: { packages: { trackingNumber: string }[] }) =>
        one.packages.map(({ trackingNumber }) => trackingNumber),
      )
      assert.deepEqual(parcels, [stormTracking(job!.jobId)], story)
      if (enterprise) assert.equal(order.pricing.orderTotal, stormTotal, story)
    }
    assert.ok(tally.shipped > 0, 'some books were made')
    assert.deepEqual(await audit(db, instant(clock.now)), [])
  } finally {
    await close()
  }
}

const start = async (home: Home, folder: string): Promise<Service> => {
  const env = {
    OCTAVO_CLOCK: 'manual',
    OPERATOR_DIR: join(folder, 'operator'),
    STORM_JSON: secrets.json,
    STORM_PRINTTALK: secrets.printtalk,
    STORM_PRINTTALK_BACK: secrets.printtalkBack,
    STORM_SITEFLOW_TOKEN: 'token-1',
    STORM_SITEFLOW: secrets.siteflow,
    STORM_POSTBACK: secrets.postback,
  }
  const service = await startService({ home, env })
  assert.ok(service.url !== '', service.printed())
  return service
}

/** A printer keeps its address when it is started again. */
const startPress = (name: ProtocolName, folder: string, seed: number, port = '0'): Promise<Outside<StormOrder>> =>
  startOutside<StormOrder>('stormPress', [name, join(folder, `${name}.journal`), String(seed), port])

function writeShop(folder: string, presses: Map<ProtocolName, Outside<StormOrder>>): void {
  const operatorDir = join(folder, 'operator')
  cpSync(join(import.meta.dirname, '..', '..', 'operator'), operatorDir, { recursive: true })
  const urlOf = (name: ProtocolName) => presses.get(name)!.url
  const settings: Record<ProtocolName, object> = {
    desk: {},
    json: { url: urlOf('json'), secretEnv: 'STORM_JSON' },
    printtalk: {
      url: urlOf('printtalk'),
      identity: identities.octavo,
      sharedSecretEnv: 'STORM_PRINTTALK',
      printerIdentity: identities.press,
      printerSharedSecretEnv: 'STORM_PRINTTALK_BACK',
    },
    siteflow: {
      url: `${urlOf('siteflow')}/api`,
      tokenEnv: 'STORM_SITEFLOW_TOKEN',
      secretEnv: 'STORM_SITEFLOW',
      sourceAccount: 'octavo',
      destination: 'acme.press',
      postbackTokenEnv: 'STORM_POSTBACK',
    },
  }
  const rule = { makes: ['*'], cutOff: { hour: 24, timeZone: 'UTC' }, priority: 1 }
  const printers = names.map(name => ({
    ...rule,
    name,
    adapter: name,
    shipsTo: [`US-${places[name].state}`],
    settings: settings[name],
  }))
  // Somebody has to send everywhere.
  const elsewhere = { ...rule, name: 'elsewhere', adapter: 'desk', shipsTo: ['*'], priority: 9 }
  const alarmAfter = { submission: 'P3D', acceptance: 'P3D', shipping: 'P30D', cancellation: 'P3D' }
  writeFileSync(join(operatorDir, 'printers.json'), JSON.stringify({ printers: [...printers, elsewhere], alarmAfter }))
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '40' },
      orders: { type: 'string', default: '30' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    },
  })
  console.log(`printers, seed ${values.seed}`)
  console.log(
    await storm({
      rounds: Number(values.rounds),
      orders: Number(values.orders),
      seed: Number(values.seed),
      log: client => console.log(client),
    }),
  )
  process.exit()
}
