import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { bothDatabases } from '../../test/support/database.ts'
import { createVault } from '../base/secrets/vault.ts'
import type { Db } from './db.ts'
import { adoptSecretKey, checkSecretKey } from './secretKey.ts'

const [ours, theirs] = [createVault(Buffer.alloc(32, 1)), createVault(Buffer.alloc(32, 2))]

for (const { name, fresh } of bothDatabases)
  describe(`the secret key of a database on ${name}`, () => {
    let db: Db
    let drop: () => Promise<void>
    before(async () => {
      const created = await fresh()
      db = created.database.db
      drop = created.drop
    })
    after(() => drop())

    test(`the secret key of a database on ${name} is the first key that any process uses, and no other`, async () => {
      await sql`delete from settings`.execute(db)
      await Promise.all([checkSecretKey(db, ours), checkSecretKey(db, ours)])
      await checkSecretKey(db, ours)
      await assert.rejects(checkSecretKey(db, theirs), /SECRET_KEY is not the one that this database was created with/)
      await checkSecretKey(db, ours)
    })

    test(`the secret key of a database on ${name} changes when another key is adopted`, async () => {
      await db.transaction().execute(tx => adoptSecretKey(tx, theirs))
      await checkSecretKey(db, theirs)
      await assert.rejects(checkSecretKey(db, ours))
    })
  })
