// (s): the wait for reading an order while an attacker sends sign-ins that are costly to refuse, against the wait
// without the attack. The attacker has many addresses, so no limit of one address helps. A sign-in is as large as the
// limit of all bodies or of sign-ins allows, and every field of it is wrong.

import { Pool } from 'undici'
import { createRequest } from './customers.ts'
import type { Bench } from './measurement.ts'
import type { Finding } from './report.ts'
import { compareInTurns, spread } from './rounds.ts'
import { startService } from './service.ts'

const readEveryMs = 5
const attackEveryMs = 50
const largeFields = 49_900
const smallFields = 1_500

export async function attackSignIn(bench: Bench): Promise<Finding[]> {
  const databaseUrl = await bench.database('attack')
  await using service = await startService({
    databaseUrl,
    profileDir: bench.profileDir,
    env: { TRUST_PROXY: 'yes' },
  })
  const customer = bench.customers[0]!
  const create = createRequest(customer, null)
  const created = await fetch(service.url + create.path, create as RequestInit)
  const { customerOrderId } = (await created.json()) as { customerOrderId: string }
  await bench.idle(databaseUrl)
  const path = `/orders/${customerOrderId}`
  const reader = new Pool(service.url, { connections: 8 })
  const p99 = () => p99Of(bench.seconds, () => readOnce(reader, path, customer.authorization))
  const {
    ratio,
    ratios,
    service: attackedMs,
    floor,
  } = await compareInTurns(bench.rounds, {
    async service() {
      const attack = startAttack(service.url)
      try {
        return await p99()
      } finally {
        await attack.stop()
      }
    },
    floor: p99,
  })
  await reader.close()
  return [
    {
      id: 's',
      title: `GET order, p99, under ${1000 / attackEveryMs} hostile sign-ins a second`,
      measured: `${attackedMs.toFixed(1)} ms against ${floor.toFixed(1)} ms`,
      ratio,
      goal: { atMost: 2 },
      note: `rounds ${spread(ratios)}`,
    },
  ]
}

/** Reads at a steady rate. A reader that waited for each answer would hide the delays of its later reads. */
async function p99Of(seconds: number, readsMs: () => Promise<number>): Promise<number> {
  const reads: Promise<number>[] = []
  const timer = setInterval(() => reads.push(readsMs()), readEveryMs)
  await new Promise(resolve => setTimeout(resolve, seconds * 1000))
  clearInterval(timer)
  const waits = (await Promise.all(reads)).toSorted((a, b) => a - b)
  return waits[Math.floor(waits.length * 0.99)]!
}

async function readOnce(pool: Pool, path: string, authorization: string): Promise<number> {
  const startMs = performance.now()
  const { statusCode, body } = await pool.request({ method: 'GET', path, headers: { authorization } })
  await body.text()
  if (statusCode !== 200) throw new Error(`reading an order was answered with ${statusCode}`)
  return performance.now() - startMs
}

const wrongFields = (count: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, 1])))

function startAttack(url: string): { stop(): Promise<void> } {
  const pool = new Pool(url, { connections: 32 })
  const bodies = [wrongFields(largeFields), wrongFields(smallFields)]
  let sent = 0
  const attack = async () => {
    const number = sent++
    const headers = {
      'content-type': 'application/json',
      'x-forwarded-for': `198.51.${(number >> 8) & 255}.${number & 255}`,
    }
    const answer = await pool.request({
      method: 'POST',
      path: '/auth/sign-in/email',
      headers,
      body: bodies[number % bodies.length]!,
    })
    await answer.body.dump()
  }
  // The service may close the connection before a large body has arrived.
  const timer = setInterval(() => void attack().catch(() => {}), attackEveryMs)
  return {
    async stop() {
      clearInterval(timer)
      await pool.destroy()
    },
  }
}
