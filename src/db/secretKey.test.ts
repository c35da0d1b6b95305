import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { bothDatabases } from '../../test/database.ts'
import { createVault } from '../base/vault.ts'
import type { Db } from './db.ts'
import { adoptSecretKey, checkSecretKey } from './secretKey.ts'

const [ours, another] = [createVault(Buffer.alloc(32, 1)), createVault(Buffer.alloc(32, 2))]

for (const { name, fresh } of bothDatabases)
  describe(`the secret key of a database on ${name}`, () => {
    let db: Db
    let drop: () => Promise<void>
    before(async () => {
      const made = await fresh()
      db = made.database.db
      drop = made.drop
    })
    after(() => drop())

    test('is the first that any process gives it, and no other', async () => {
      await sql`delete from settings`.execute(db)
      await Promise.all([checkSecretKey(db, ours), checkSecretKey(db, ours)])
      await checkSecretKey(db, ours)
      await assert.rejects(checkSecretKey(db, another), /SECRET_KEY is not the one that this database was created with/)
      await checkSecretKey(db, ours)
    })

    test('changes when another one is adopted', async () => {
      await db.transaction().execute(tx => adoptSecretKey(tx, another))
      await checkSecretKey(db, another)
      await assert.rejects(checkSecretKey(db, ours))
    })
  })
