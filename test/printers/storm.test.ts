// A short storm; `npm run test:chaos` and `node test/printers/storm.ts` make long ones.

import { it } from 'node:test'
import { ofForm } from '../support/form.ts'
import { storm } from './storm.ts'

const seed = Number(process.env.STORM_SEED ?? Math.floor(Math.random() * 2 ** 31))
const rounds = Number(process.env.STORM_ROUNDS ?? ofForm({ short: 1, whole: 3, long: 6 }))

it('after a storm of messages each order has the status of its book, and no book was printed or sent twice, with every adapter', async t => {
  t.diagnostic(`STORM_SEED=${seed}`)
  t.diagnostic(JSON.stringify(await storm({ rounds, orders: ofForm({ short: 2, whole: 4, long: 6 }), seed })))
})
