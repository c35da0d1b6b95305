// A short storm; `npm run test:chaos` and `node test/printers/storm.ts` make long ones.

import { it } from 'node:test'
import { storm } from './storm.ts'

const seed = Number(process.env.STORM_SEED ?? Math.floor(Math.random() * 2 ** 31))
const rounds = Number(process.env.STORM_ROUNDS ?? 6)

it('after a storm each order is where its book is, and no book was made or sent twice, however the printer is reached', async t => {
  t.diagnostic(`STORM_SEED=${seed}`)
  t.diagnostic(JSON.stringify(await storm({ rounds, orders: 6, seed })))
})
