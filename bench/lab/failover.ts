// Failovers under load: a service on three PostgreSQL servers that Patroni keeps (patroni.ts), whose primary is
// switched over, killed, or lost with its machine, in turn. Every acknowledged answer is compared with the database
// afterwards, and the service's books with the payment gateway's (test/chaos.ts).
//
//     node bench/lab/failover.ts --rounds 100 --seed 7

import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { type Cluster, chaosOn, whole } from '../../test/chaos.ts'
import { emptyHome, type Home, startService } from '../../test/support/service.ts'
import { type PatroniCluster, startPatroni } from './patroni.ts'

const database = 'octavo'
const maxOutageMs = 120_000

const faults = [
  { name: 'switched over', act: (servers: PatroniCluster) => servers.switchOver() },
  { name: 'killed PostgreSQL', act: (servers: PatroniCluster) => servers.killServer() },
  { name: 'killed the machine', act: (servers: PatroniCluster) => servers.killMachine() },
]

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '100' }, seed: { type: 'string', default: '7' } },
})

const servers = await startPatroni()
const outages = new Map<string, number[]>(faults.map(({ name }) => [name, []]))
try {
  await createDatabase()
  const home = emptyHome({ databaseUrl: servers.url(database), drop: async () => {} })
  const options = { rounds: Number(values.rounds), seed: Number(values.seed), log: console.log }
  console.log('nothing lost, nothing charged twice', await chaosOn(home, startCluster, options))
  console.log(`Standbys copied anew: ${servers.reinitialized()}`)
  console.table([...outages].map(([fault, seconds]) => ({ fault, ...summary(seconds) })))
} catch (error) {
  console.error(error, `\nThe logs are in ${servers.folder}.`)
  await servers.stop({ keepLogs: true })
  process.exit(1)
}
await servers.stop()
process.exit()

async function startCluster(home: Home): Promise<Cluster> {
  const service = await startService({ home, env: { OCTAVO_CLOCK: 'manual' } })
  if (service.url === '') throw new Error(service.printed())
  const cluster = whole(home, () => service)
  const orders = watchOrders()
  let round = 0
  return {
    ...cluster,
    async call(path, call) {
      const asked = performance.now()
      const answer = await cluster.call(path, call)
      if (path === '/orders/create' && answer.status === 201) orders.taken(asked)
      return answer
    },
    async hit() {
      const { name, act } = faults[round++ % faults.length]!
      orders.startRound()
      await act(servers)
      const acted = performance.now()
      await servers.whole()
      while (orders.lastAsked() < acted) {
        if (service.hasEnded()) throw new Error(service.printed())
        if (performance.now() > acted + maxOutageMs) {
          const members = JSON.stringify(await servers.members())
          throw new Error(`No order is taken for ${maxOutageMs} ms after: ${name}\n${members}\n${service.printed()}`)
        }
        await delay(10)
      }
      const seconds = orders.longestGapMs() / 1000
      outages.get(name)!.push(seconds)
      return `${name}, ${seconds.toFixed(1)} s`
    },
  }
}

/** Times of created orders, in ms. */
function watchOrders() {
  let last = performance.now()
  let asked = 0
  let longest = 0
  return {
    taken(askedAt: number) {
      const now = performance.now()
      longest = Math.max(longest, now - last)
      last = now
      asked = Math.max(asked, askedAt)
    },
    startRound() {
      longest = 0
    },
    /** When the last order that was created was asked for. */
    lastAsked: () => asked,
    /** Between two orders of this round, which the load creates many times a second. */
    longestGapMs: () => longest,
  }
}

function summary(seconds: number[]) {
  const sorted = seconds.toSorted((a, b) => a - b)
  const at = (share: number) => Number((sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1))
  return { times: sorted.length, medianSeconds: at(0.5), p90Seconds: at(0.9), longestSeconds: at(1) }
}

async function createDatabase(): Promise<void> {
  const client = new pg.Client({ connectionString: servers.url('postgres') })
  await client.connect()
  await client.query(`create database ${database}`)
  await client.end()
}
