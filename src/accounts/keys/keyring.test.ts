import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, mock, test } from 'node:test'
import { sql } from 'kysely'
import { freshPglite } from '../../../test/support/database.ts'
import { instant, later } from '../../base/clock.ts'
import type { Database } from '../../db/db.ts'
import { openKeyring } from './keyring.ts'
import { authorizationOf, digestOf, makeKey } from './keys.ts'

const now = instant('2026-03-01T10:00:00Z')
const { keyId, secret, authorization } = makeKey({ kind: 'staff', ownerId: null, role: 'owner' })
const other = makeKey({ kind: 'staff', ownerId: null, role: 'owner' })
let database: Database

before(async () => {
  database = await freshPglite()
})
after(() => database.close())
beforeEach(async () => {
  await sql`delete from api_keys`.execute(database.db)
  await sql`
    insert into api_keys (key_id, kind, role, label, secret_sha256, created_at)
    values (${keyId}, 'staff', 'owner', '', ${digestOf(secret)}, ${now})`.execute(database.db)
})

test('a key that was looked up is read from the cache by its header, and each use is recorded', async () => {
  const keyring = openKeyring(database.db, () => now)
  assert.equal(keyring.readCached(authorization), undefined)
  assert.deepEqual(await keyring.lookUp(authorization), { kind: 'staff', ownerId: null, role: 'owner', keyId })
  assert.deepEqual(keyring.readCached(authorization), { kind: 'staff', ownerId: null, role: 'owner', keyId })
  assert.equal(await keyring.recordUse(now), 1)
  assert.equal(await keyring.recordUse(now), 0)
  assert.deepEqual(keyring.readCached(authorization), { kind: 'staff', ownerId: null, role: 'owner', keyId })
  assert.equal(await keyring.recordUse(now), 1)
})

test('a cached key does not match another secret, and another key is not in the cache', async () => {
  const keyring = openKeyring(database.db, () => now)
  await keyring.lookUp(authorization)
  assert.equal(keyring.readCached(authorizationOf({ keyId, secret: other.secret })), null)
  assert.equal(keyring.readCached(other.authorization), undefined)
})

test('a wrong secret of a key costs one query, and is then refused from the cache', async () => {
  const keyring = openKeyring(database.db, () => now)
  await sql`update api_keys set secret_sha256 = ${digestOf(other.secret)}`.execute(database.db)
  assert.equal(keyring.readCached(authorization), undefined)
  assert.equal(await keyring.lookUp(authorization), null)
  assert.equal(keyring.readCached(authorization), null)
  assert.equal(await keyring.recordUse(now), 0)
})

test('a cached key expires at its instant', async () => {
  let at = now
  const keyring = openKeyring(database.db, () => at)
  await sql`update api_keys set expires_at = ${later(now, 1000)}`.execute(database.db)
  assert.deepEqual(await keyring.lookUp(authorization), { kind: 'staff', ownerId: null, role: 'owner', keyId })
  at = later(now, 999)
  assert.deepEqual(keyring.readCached(authorization), { kind: 'staff', ownerId: null, role: 'owner', keyId })
  at = later(now, 1000)
  const expiredAt = at
  for (const holder of [keyring.readCached(authorization), await keyring.lookUp(authorization)])
    assert.deepEqual(holder, { kind: 'staff', ownerId: null, role: 'owner', keyId, expiredAt })
  assert.equal(await keyring.recordUse(at), 1)
  keyring.readCached(authorization)
  assert.equal(await keyring.recordUse(at), 0, 'a refused request is no use of the key')
})

test('a key that was evicted from the cache is looked up again', async () => {
  const keyring = openKeyring(database.db, () => now)
  await keyring.lookUp(authorization)
  keyring.readCached(authorization)
  await sql`update api_keys set revoked_at = ${now}`.execute(database.db)
  keyring.evict(keyId)
  assert.equal(keyring.readCached(authorization), undefined)
  assert.equal(await keyring.lookUp(authorization), null)
  assert.equal(keyring.readCached(authorization), null)
})

describe('the age of cached keys', () => {
  let ageMs = 1000
  before(() => mock.method(performance, 'now', () => ageMs))
  after(() => mock.restoreAll())

  test('a cached key is no longer trusted after four seconds, however often it was used', async () => {
    const keyring = openKeyring(database.db, () => now)
    await keyring.lookUp(authorization)
    for (let i = 0; i < 8; i++) {
      assert.deepEqual(keyring.readCached(authorization), { kind: 'staff', ownerId: null, role: 'owner', keyId })
      ageMs += 500
    }
    assert.equal(keyring.readCached(authorization), undefined)
  })

  test('a key in use is looked up again in the background, and no request waits', async () => {
    const keyring = openKeyring(database.db, () => now)
    await keyring.lookUp(authorization)
    for (let i = 0; i < 4; i++) {
      ageMs += 2500
      assert.deepEqual(keyring.readCached(authorization), { kind: 'staff', ownerId: null, role: 'owner', keyId })
      await keyring.lookUp(other.authorization) // in the same query as the background look-up, or after it
    }
  })

  test('the background look-up notices a key that was revoked elsewhere', async () => {
    const keyring = openKeyring(database.db, () => now)
    await keyring.lookUp(authorization)
    await sql`update api_keys set revoked_at = ${now}`.execute(database.db)
    ageMs += 2500
    assert.deepEqual(keyring.readCached(authorization), { kind: 'staff', ownerId: null, role: 'owner', keyId })
    await keyring.lookUp(other.authorization)
    assert.equal(keyring.readCached(authorization), undefined)
    assert.equal(await keyring.lookUp(authorization), null)
  })
})
