import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { bothDatabases } from '../../test/support/database.ts'
import { instant } from '../base/clock.ts'
import { bigint, bool, integer, json, rowsOf, text, timestamp } from './rows.ts'

type Row = {
  name: string
  note: string | null
  details: unknown
  count: number | null
  totalCents: number | null
  isGood: boolean | null
  madeAt: Date | null
}

const word = fc.string({ unit: 'grapheme', maxLength: 20 }).filter(text => !text.includes('\0'))
const row: fc.Arbitrary<Row> = fc.record({
  name: fc.oneof(word, fc.constantFrom('"', '\\', '{}', 'NULL', '', ',')),
  note: fc.option(word),
  details: fc.jsonValue(),
  count: fc.option(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
  totalCents: fc.option(fc.maxSafeInteger()),
  isGood: fc.option(fc.boolean()),
  madeAt: fc.option(fc.constantFrom(instant('2026-03-01T12:00:00.120Z'), instant('1970-01-01T00:00:00Z'))),
})

for (const { name, fresh } of bothDatabases)
  test(`on ${name}, a set of rows arrives as it was sent, each value in its own column`, async t => {
    const { database, drop } = await fresh()
    t.after(drop)
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 5 }), async rows => {
        const set = rowsOf(rows, 'r', {
          name: text(row => row.name),
          note: text(row => row.note),
          details: json(row => row.details),
          count: integer(row => row.count),
          totalCents: bigint(row => row.totalCents),
          isGood: bool(row => row.isGood),
          madeAt: timestamp(row => row.madeAt),
        })
        const result = await sql<Omit<Row, 'details'> & { details: string; place: number }>`
          select name, note, details, count, total_cents as "totalCents", is_good as "isGood", made_at as "madeAt", place
          from ${set.numbered}
          order by place`.execute(database.db)
        const received = result.rows.map(({ place, details, ...rest }) => ({ ...rest, details: JSON.parse(details) }))
        const sent = rows.map(row => ({ ...row, details: JSON.parse(JSON.stringify(row.details)) }))
        assert.deepEqual(received, sent)
        const named = await sql`select ${set.columns} from ${set.from}`.execute(database.db)
        assert.equal(named.rows.length, rows.length)
      }),
      { numRuns: 50 },
    )
  })
