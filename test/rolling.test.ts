// A rolling upgrade: each process of an installation is replaced by a new process, one after the other, while customers
// continue. No request fails and no order is lost. All processes run this version, on the database of the last release
// with its open orders. The code of that release is not here, so this test does not run the two versions together.

import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import { it } from 'node:test'
import { sql } from 'kysely'
import { openDatabase } from '../src/db/db.ts'
import { audit, isLateness } from '../src/features/audit/audit.ts'
import { isShortForm } from './support/form.ts'
import { emptyPostgres } from './support/postgres.ts'
import { readReleases, releasedKey, restore } from './support/releases.ts'
import { type Call, emptyHome, freshHome, type Home, type Service, startService } from './support/service.ts'
import { orderBody } from './support/world.ts'

const clients = 4
/** Between two processes that are replaced. */
const ordersBetween = isShortForm ? 7 : 20
const lookMs = 100

/** A proxy: it asks which processes are ready, sends requests to them in turn, and sends no request twice. */
function balance(processes: Map<string, Service>) {
  let turn = 0
  let ready: Service[] = [...processes.values()]
  const isReady = (service: Service) =>
    fetch(`${service.url}/health/ready`).then(
      async answer => {
        await answer.text()
        return answer.ok
      },
      () => false,
    )
  const look = async () => {
    const all = [...processes.values()]
    const answers = await Promise.all(all.map(isReady))
    ready = all.filter((_, i) => answers[i])
  }
  const looking = setInterval(() => void look(), lookMs)
  return {
    look,
    call: (path: string, call: Call) => ready[turn++ % ready.length]!.call(path, call),
    stop: () => clearInterval(looking),
  }
}

/** Before the first release, it has the demo alone. */
async function releasedHome(): Promise<{ home: Home; env: Record<string, string> }> {
  const release = readReleases().at(-1)
  if (release === undefined) return { home: await freshHome('PostgreSQL'), env: {} }
  const home = emptyHome(await emptyPostgres())
  cpSync(release.dataDir, home.dataDir, { recursive: true })
  const database = await openDatabase(home)
  await restore(release, database)
  await database.close()
  return { home, env: { SECRET_KEY: releasedKey.toString('base64') } }
}

it('processes that are replaced one after the other under load fail no request and lose no order', async () => {
  const { home, env } = await releasedHome()
  const as = home.demo().accounts[0]!.sandbox.authorization
  const start = (role: 'api' | 'worker') => startService({ home, role, env: { ...env, STOP_DELAY: '2' } })
  const processes = new Map([
    ['first', await start('api')],
    ['second', await start('api')],
  ])
  let worker = await start('worker')
  const proxy = balance(processes)

  const placed: string[] = []
  const failures: unknown[] = []
  let goesOn = true
  async function customer() {
    while (goesOn) {
      try {
        const created = await proxy.call('/orders/create', { method: 'POST', as, body: orderBody() })
        const id = created.body.customerOrderId
        const found = await proxy.call(`/orders/${id}`, { as })
        if (created.status === 201 && found.status === 200) placed.push(id)
        else failures.push([created.status, found.status, created.body])
      } catch (error) {
        failures.push(error)
      }
    }
  }
  async function more() {
    const before = placed.length
    while (placed.length < before + ordersBetween && failures.length === 0) await new Promise(setImmediate)
  }

  const load = Array.from({ length: clients }, customer)
  await more()
  for (const [name, old] of [...processes]) {
    await old.stop()
    processes.delete(name)
    await more()
    processes.set(name, await start('api'))
    await proxy.look()
    await more()
  }
  await worker.stop()
  await more()
  worker = await start('worker')
  await more()
  goesOn = false
  await Promise.all(load)
  proxy.stop()
  assert.deepEqual(failures, [])

  const database = await openDatabase({ databaseUrl: home.databaseUrl, dataDir: null })
  const countIn = async (condition: ReturnType<typeof sql>) =>
    (await sql<{ n: number }>`select count(*)::int as n from orders where ${condition}`.execute(database.db)).rows[0]!.n
  assert.equal(await countIn(sql`customer_order_id = any (${placed}::text[])`), placed.length)
  const isBegun = sql`status in ('RECEIVED', 'VALIDATING') and customer_order_id = any (${placed}::text[])`
  while ((await countIn(isBegun)) > 0) await new Promise(setImmediate)
  const findings = (await audit(database.db, new Date())).filter(finding => !isLateness(finding))
  assert.deepEqual(findings, [])
  await database.close()
  for (const service of [...processes.values(), worker]) await service.stop()
  await home.remove()
})
