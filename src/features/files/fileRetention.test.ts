import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { freshPglite } from '../../../test/support/database.ts'
import type { Storage } from '../../artwork/storage.ts'
import { day, instant, later } from '../../base/clock.ts'
import { silentLog } from '../../base/log.ts'
import { emptyStorageTrash } from './fileRetention.ts'

it('objects that cannot be deleted do not keep other objects in the storage', async () => {
  const database = await freshPglite()
  const { db } = database
  const at = instant('2026-03-02T12:00:00Z')
  const storage = {
    async remove(key: string) {
      if (key.startsWith('stuck')) throw new Error('not allowed')
    },
  } as Partial<Storage> as Storage
  const sweep = emptyStorageTrash({ db, storage, log: silentLog })
  await sql`insert into stored_trash select 'stuck' || n, ${at} from generate_series(1, 600) as n`.execute(db)
  assert.equal(await sweep(at), 0)
  await sql`insert into stored_trash values ('other', ${at})`.execute(db)
  assert.equal(await sweep(later(at, day)), 1)
  const { rows } = await sql`select from stored_trash`.execute(db)
  assert.equal(rows.length, 600)
  await database.close()
})
