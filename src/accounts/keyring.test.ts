import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, mock, test } from 'node:test'
import { sql } from 'kysely'
import { freshPglite } from '../../test/database.ts'
import { instant, later } from '../base/clock.ts'
import type { Database } from '../db/db.ts'
import { openKeyring } from './keyring.ts'
import { authorizationOf, digestOf, makeKey } from './keys.ts'

const now = instant('2026-03-01T10:00:00Z')
const { keyId, secret, authorization } = makeKey({ kind: 'staff' })
const other = makeKey({ kind: 'staff' })
let database: Database

before(async () => {
  database = await freshPglite()
})
after(() => database.close())
beforeEach(async () => {
  await sql`delete from api_keys`.execute(database.db)
  await sql`
    insert into api_keys (key_id, kind, label, secret_sha256, created_at)
    values (${keyId}, 'staff', '', ${digestOf(secret)}, ${now})`.execute(database.db)
})

test('a proven key is recalled by its header, and each use is recorded', async () => {
  const keyring = openKeyring(database.db, () => now)
  assert.equal(keyring.recall(authorization), undefined)
  assert.deepEqual(await keyring.lookUp(authorization), { kind: 'staff', keyId })
  assert.deepEqual(keyring.recall(authorization), { kind: 'staff', keyId })
  assert.equal(await keyring.recordUse(now), 1)
  assert.equal(await keyring.recordUse(now), 0)
  assert.deepEqual(keyring.recall(authorization), { kind: 'staff', keyId })
  assert.equal(await keyring.recordUse(now), 1)
})

test('what was proven for one header is not assumed for another', async () => {
  const keyring = openKeyring(database.db, () => now)
  await keyring.lookUp(authorization)
  assert.equal(keyring.recall(authorizationOf({ keyId, secret: other.secret })), null)
  assert.equal(keyring.recall(other.authorization), undefined)
})

test('a key ends at its instant, though its header was proven a moment ago', async () => {
  let at = now
  const keyring = openKeyring(database.db, () => at)
  await sql`update api_keys set expires_at = ${later(now, 1000)}`.execute(database.db)
  assert.deepEqual(await keyring.lookUp(authorization), { kind: 'staff', keyId })
  at = later(now, 999)
  assert.deepEqual(keyring.recall(authorization), { kind: 'staff', keyId })
  at = later(now, 1000)
  assert.equal(keyring.recall(authorization), null)
  assert.equal(await keyring.lookUp(authorization), null)
})

test('a forgotten key is looked up again, though its header was proven a moment ago', async () => {
  const keyring = openKeyring(database.db, () => now)
  await keyring.lookUp(authorization)
  keyring.recall(authorization)
  await sql`update api_keys set revoked_at = ${now}`.execute(database.db)
  keyring.forget(keyId)
  assert.equal(keyring.recall(authorization), undefined)
  assert.equal(await keyring.lookUp(authorization), null)
  assert.equal(keyring.recall(authorization), null)
})

describe('as time goes by', () => {
  let ageMs = 1000
  before(() => mock.method(performance, 'now', () => ageMs))
  after(() => mock.restoreAll())

  test('a proof expires with the look-up that it rests on, however often it was used', async () => {
    const keyring = openKeyring(database.db, () => now)
    await keyring.lookUp(authorization)
    for (let i = 0; i < 8; i++) {
      assert.deepEqual(keyring.recall(authorization), { kind: 'staff', keyId })
      ageMs += 500
    }
    assert.equal(keyring.recall(authorization), undefined)
  })

  test('a key in use is looked up again in the background, and no request waits', async () => {
    const keyring = openKeyring(database.db, () => now)
    await keyring.lookUp(authorization)
    for (let i = 0; i < 4; i++) {
      ageMs += 2500
      assert.deepEqual(keyring.recall(authorization), { kind: 'staff', keyId })
      await keyring.lookUp(other.authorization) // goes with the other look-up, or after it
    }
  })

  test('that look-up notices a key that was revoked elsewhere', async () => {
    const keyring = openKeyring(database.db, () => now)
    await keyring.lookUp(authorization)
    await sql`update api_keys set revoked_at = ${now}`.execute(database.db)
    ageMs += 2500
    assert.deepEqual(keyring.recall(authorization), { kind: 'staff', keyId })
    await keyring.lookUp(other.authorization)
    assert.equal(keyring.recall(authorization), undefined)
    assert.equal(await keyring.lookUp(authorization), null)
  })
})
