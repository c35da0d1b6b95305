// A short run of test/chaos.ts; `npm run test:chaos` makes a long one.

import { it } from 'node:test'
import { chaos, type Setting } from './chaos.ts'
import { also, isShortForm } from './support/form.ts'

const rounds = isShortForm ? 1 : 2
const seed = Number(process.env.CHAOS_SEED ?? Math.floor(Math.random() * 2 ** 31))

const promises: Record<Setting, string> = {
  killed: 'a process that is killed again and again keeps all that it acknowledged',
  parts: 'API and worker processes that are killed again and again keep all that they acknowledged',
  failover: 'a process survives that a standby takes over from its database, and loses nothing that it acknowledged',
  database: 'a process survives its database, and loses nothing that it acknowledged',
}

const variations: Setting[] = ['parts', 'database']

for (const [setting, promise] of Object.entries(promises) as [Setting, string][]) {
  const test = variations.includes(setting) ? also : it
  test(promise, async t => {
    t.diagnostic(`CHAOS_SEED=${seed}`)
    t.diagnostic(JSON.stringify(await chaos({ setting, rounds, seed })))
  })
}
