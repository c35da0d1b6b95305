import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { bothDatabases } from '../../test/support/database.ts'
import { instant, later, type ManualClock, manualClock, minute } from '../base/clock.ts'
import { type Log, silentLog } from '../base/log.ts'
import type { Db } from '../db/db.ts'
import { unlockedRows } from '../db/unlockedRows.ts'
import { type Claim, type Leased, outsideWork } from './outsideWork.ts'

const now = instant('2026-03-01T12:00:00Z')
const leaseMs = 5 * minute

type Parcel = Leased & { id: number }

for (const { name, fresh } of bothDatabases)
  describe(`outside work on ${name}`, () => {
    let db: Db
    let drop: () => Promise<void>
    let clock: ManualClock

    before(async () => {
      const created = await fresh()
      db = created.database.db
      drop = created.drop
      await sql`
        create table parcels (id int primary key, due_at timestamptz, attempts int default 0, label text)`.execute(db)
    })
    after(() => drop())
    beforeEach(async () => {
      clock = manualClock(now)
      await sql`truncate parcels`.execute(db)
    })

    const addParcels = (count: number) =>
      sql`insert into parcels (id, due_at) select id, ${now} from generate_series(1, ${count}::int) id`.execute(db)

    const parcels = async () =>
      (
        await sql<{ id: number; due: Date | null; attempts: number; label: string | null }>`
          select id, due_at as due, attempts, label from parcels order by id`.execute(db)
      ).rows

    async function claim({ now, leaseUntil, max }: Claim): Promise<Parcel[]> {
      const { rows } = await sql<Parcel>`
        update parcels set due_at = ${leaseUntil}, attempts = attempts + 1
        where ctid = any(${unlockedRows(sql`parcels where due_at <= ${now} order by due_at, id`, max)})
        returning id, attempts, due_at as "leaseUntil"`.execute(db)
      return rows
    }

    const record = ({ id, leaseUntil }: Parcel, label: string) =>
      sql`update parcels set due_at = null, label = ${label} where id = ${id} and due_at = ${leaseUntil}`.execute(db)

    function sweepWith(call: (parcel: Parcel) => Promise<string>, log: Log = silentLog) {
      const keyOf = ({ id }: Parcel) => ({ id })
      return outsideWork({ clock, log, keyOf, leaseMs, maxClaimed: 4, concurrency: 2, claim, call, record })
    }

    test('every due row is called and recorded once, however many workers sweep at the same time', async () => {
      await addParcels(10)
      const calls: number[] = []
      const sweep = sweepWith(async ({ id }) => {
        calls.push(id)
        return `label ${id}`
      })
      const worker = async () => {
        while ((await sweep(now)) > 0);
      }
      await Promise.all([worker(), worker(), worker()])
      assert.deepEqual(
        calls.toSorted((a, b) => a - b),
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      )
      for (const { id, due, label } of await parcels()) assert.deepEqual([due, label], [null, `label ${id}`])
    })

    test('a sweep keeps to its maximum number of rows and of concurrent calls', async () => {
      await addParcels(10)
      let running = 0
      let maxRunning = 0
      const sweep = sweepWith(async () => {
        maxRunning = Math.max(maxRunning, ++running)
        await sql`select`.execute(db)
        running--
        return 'made'
      })
      assert.deepEqual([await sweep(now), await sweep(now), await sweep(now), await sweep(now)], [4, 4, 2, 0])
      assert.equal(maxRunning, 2)
    })

    test('the claim is committed before the call is made', async () => {
      await addParcels(1)
      await sweepWith(async () => {
        const [{ due, attempts } = assert.fail()] = await parcels()
        assert.deepEqual([due, attempts], [later(now, leaseMs), 1])
        return 'made'
      })(now)
    })

    test('a call whose lease is over is left to another worker, and logged', async () => {
      await addParcels(3)
      const lines: unknown[] = []
      const log = { ...silentLog, warn: (line: unknown) => lines.push(line) } as unknown as Log
      const calls: number[] = []
      const sweep = sweepWith(async ({ id }) => {
        calls.push(id)
        if (calls.length === 2) clock.set(later(now, leaseMs))
        return 'made'
      }, log)
      assert.equal(await sweep(now), 3)
      const [late] = (await parcels()).filter(({ label }) => label === null)
      assert.deepEqual(lines, [{ id: late!.id, attempts: 1, leaseUntil: later(now, leaseMs) }])
      assert.equal(await sweep(clock()), 1)
      assert.deepEqual(calls.at(-1), late!.id)
    })

    test('a worker that does not record is replaced after its lease, and its late result changes nothing', async () => {
      await addParcels(1)
      const dying = Promise.withResolvers<string>()
      const called = Promise.withResolvers<void>()
      const late = sweepWith(() => {
        called.resolve()
        return dying.promise
      })(now)
      await called.promise
      const sweep = sweepWith(async () => 'by another')
      assert.equal(await sweep(later(now, leaseMs - 1)), 0)
      clock.set(later(now, leaseMs))
      assert.equal(await sweep(clock()), 1)
      dying.resolve('too late')
      await late
      assert.deepEqual(await parcels(), [{ id: 1, due: null, attempts: 2, label: 'by another' }])
    })

    test('a call that throws fails the sweep after the other calls, and is repeated after its lease', async () => {
      await addParcels(3)
      const sweep = sweepWith(async ({ id, attempts }) => {
        if (id === 1 && attempts === 1) throw new Error('torn')
        return 'made'
      })
      await assert.rejects(sweep(now), /torn/)
      assert.deepEqual(
        (await parcels()).map(({ label }) => label),
        [null, 'made', 'made'],
      )
      clock.set(later(now, leaseMs))
      assert.equal(await sweep(clock()), 1)
      assert.equal((await parcels())[0]!.label, 'made')
    })
  })
