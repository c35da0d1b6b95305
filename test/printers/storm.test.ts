// A short storm; `npm run test:chaos` and `node test/printers/storm.ts` make long ones.

import { it } from 'node:test'
import { isLongForm } from '../support/form.ts'
import { storm } from './storm.ts'

const seed = Number(process.env.STORM_SEED ?? Math.floor(Math.random() * 2 ** 31))
const rounds = Number(process.env.STORM_ROUNDS ?? (isLongForm ? 6 : 3))

it('after a storm of messages each order has the status of its book, and no book was printed or sent twice, with every adapter', async t => {
  t.diagnostic(`STORM_SEED=${seed}`)
  t.diagnostic(JSON.stringify(await storm({ rounds, orders: isLongForm ? 6 : 4, seed })))
})
