// Reading the jobs of a press desk costs the same, however many jobs have ended.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { freshPglite } from '../../test/support/database.ts'
import { blocksRead } from '../../test/support/pagesRead.ts'
import { deskFilter } from '../../test/support/printingScene.ts'
import { instant, later, minute } from '../base/clock.ts'
import type { Database, Db } from '../db/db.ts'
import { findJobs, type JobFilter, type JobPage, listJobs } from './jobStore.ts'
import { jobStatuses, openJobStatuses } from './printer.ts'

const jobs = 8000
const open = 40
const maxBlocks = 250
const idOf = (job: number) => `job_${String(job).padStart(22, '0')}`

let database: Database
before(async () => {
  database = await freshPglite()
  await database.db.transaction().execute(async tx => {
    await sql`set local session_replication_role = replica`.execute(tx) // jobs need no orders in this test
    await sql`
      insert into print_jobs (
        account_id, mode, order_id, attempt, job_id, printer, status, enterprise, customer_order_id, submitted_at, created_at, updated_at)
      select
        'acc', 'production', 'ord_' || i, 1, 'job_' || lpad(i::text, 22, '0'), 'desk',
        case when i > ${jobs - open} then 'NEW' when i % 10 = 0 then 'PROBLEM' else 'SHIPPED' end, false,
        'C-' || i, now(), now(),
        timestamptz '2026-03-01' + i * interval '1 minute'
      from generate_series(1, ${jobs}) i`.execute(tx)
    await sql`
      insert into print_tickets (account_id, mode, order_id, attempt, ticket)
      select account_id, mode, order_id, attempt, json_build_object('pad', repeat('x', 800)) from print_jobs`.execute(
      tx,
    )
  })
  await sql`analyze print_jobs`.execute(database.db)
})
after(() => database.close())

const listing =
  (filter: Partial<JobFilter>, page: Partial<JobPage> = {}) =>
  (db: Db) =>
    listJobs(
      db,
      { ...deskFilter, statuses: [...jobStatuses], ...filter },
      { sort: 'given', after: null, limit: 20, ...page },
    )

describe('among many ended jobs', () => {
  const lists = {
    'the open jobs': listing({ statuses: [...openJobStatuses] }),
    'the oldest jobs': listing({}),
    'the jobs that must ship first': listing({}, { sort: 'due' }),
    'the jobs of an order': listing({ customerOrderId: 'C-77' }),
    'the jobs that ended last': listing({ statuses: ['SHIPPED', 'PROBLEM'] }, { sort: 'ended' }),
    'the jobs that ended before a job': listing(
      { statuses: ['SHIPPED', 'PROBLEM'] },
      { sort: 'ended', after: { sort: 'ended', jobId: idOf(77), updatedAt: instant('2026-03-01T01:17:00Z') } },
    ),
    'two jobs by their ids': (db: Db) => findJobs(db, [idOf(7), idOf(77)]),
  }
  for (const [name, read] of Object.entries(lists)) {
    it(`among many ended jobs ${name} are read without the other jobs`, async () => {
      const blocks = await blocksRead(database.db, read)
      assert.ok(blocks < maxBlocks, `${blocks} blocks`)
    })
  }
})

it('a page of jobs says where it ended, by the values of its sort', async () => {
  const nextOf = async (filter: Partial<JobFilter>, page: Partial<JobPage>) =>
    (await listing(filter, { ...page, limit: 1 })(database.db)).next
  const statuses = ['SHIPPED', 'PROBLEM'] as const
  assert.deepEqual(await nextOf({}, {}), { sort: 'given', jobId: idOf(1) })
  const due = await nextOf({}, { sort: 'due' })
  assert.deepEqual(due, { sort: 'due', jobId: idOf(jobs - open + 1), day: null, isRush: false })
  const ended = await nextOf({ statuses: [...statuses] }, { sort: 'ended' })
  const updatedAt = later(instant('2026-03-01T00:00:00Z'), (jobs - open) * minute)
  assert.deepEqual(ended, { sort: 'ended', jobId: idOf(jobs - open), updatedAt })
})
