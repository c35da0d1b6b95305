// Reading the jobs of a desk costs the same however many are over: what PostgreSQL plans, once it has counted them.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { blocksRead } from '../../test/blocks.ts'
import { freshPglite } from '../../test/database.ts'
import { onDesk } from '../../test/printingScene.ts'
import type { Database, Db } from '../db/db.ts'
import { jobStatuses, openJobStatuses } from './printer.ts'
import { findJobs, type JobFilter, type JobPage, listJobs } from './store.ts'

const jobs = 3000
const open = 40
const mostBlocks = 200
const idOf = (job: number) => `job_${String(job).padStart(22, '0')}`

let database: Database
before(async () => {
  database = await freshPglite()
  await database.db.transaction().execute(async tx => {
    await sql`set local session_replication_role = replica`.execute(tx) // jobs without orders will do
    await sql`
      insert into print_jobs (
        account_id, mode, order_id, attempt, job_id, printer, status, enterprise, ticket, submitted_at, created_at, updated_at)
      select
        'acc', 'production', 'ord_' || i, 1, 'job_' || lpad(i::text, 22, '0'), 'desk',
        case when i > ${jobs - open} then 'NEW' when i % 10 = 0 then 'PROBLEM' else 'SHIPPED' end, false,
        json_build_object('customerOrderId', 'C-' || i, 'pad', repeat('x', 800)), now(), now(),
        timestamptz '2026-03-01' + i * interval '1 minute'
      from generate_series(1, ${jobs}) i`.execute(tx)
  })
  await sql`analyze print_jobs`.execute(database.db)
})
after(() => database.close())

const listing =
  (filter: Partial<JobFilter>, page: Partial<JobPage> = {}) =>
  (db: Db) =>
    listJobs(
      db,
      { ...onDesk, statuses: [...jobStatuses], ...filter },
      { sort: 'given', after: null, limit: 20, ...page },
    )

describe('among many jobs that are over', () => {
  const lists = {
    'the open ones': listing({ statuses: [...openJobStatuses] }),
    'the oldest of all': listing({}),
    'the jobs of an order': listing({ customerOrderId: 'C-77' }),
    'those that ended last': listing({ statuses: ['SHIPPED', 'PROBLEM'] }, { sort: 'ended' }),
    'those that ended before one': listing({ statuses: ['SHIPPED', 'PROBLEM'] }, { sort: 'ended', after: idOf(77) }),
    'two by their ids': (db: Db) => findJobs(db, [idOf(7), idOf(77)]),
  }
  for (const [name, read] of Object.entries(lists)) {
    it(`${name} are read without reading the others`, async () => {
      const blocks = await blocksRead(database.db, read)
      assert.ok(blocks < mostBlocks, `${blocks} blocks`)
    })
  }
})
