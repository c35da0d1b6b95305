// An account is asked once for a new certificate, before the day on which its certificate expires.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { day, later } from '../../src/base/clock.ts'
import { startWorld } from '../support/world.ts'

it('an account is asked once for a new certificate a month before the old one expires, unless it sent one', async t => {
  const world = await startWorld()
  t.after(() => world[Symbol.asyncDispose]())
  const { accountId } = world.charged
  const { db } = world.app.database
  const insert = (id: string, jurisdiction: string, status: string, expiresInDays: number | null) =>
    sql`
    insert into exemptions (account_id, exemption_id, jurisdiction, status, media_type, size_bytes, uploaded_by,
      created_at, decided_at, expires_at)
    values (${accountId}, ${id}, ${jurisdiction}, ${status}, 'application/pdf', 1, 'test', ${world.now()},
      ${status === 'submitted' ? null : world.now()},
      ${expiresInDays === null ? null : later(world.now(), expiresInDays * day)})`.execute(db)
  await insert('exm_1', 'US-NY', 'approved', 40)
  await insert('exm_2', 'US-NJ', 'approved', 20)
  await insert('exm_3', 'US-NJ', 'submitted', null)
  await insert('exm_4', 'US-CT', 'refused', null)
  await insert('exm_5', 'US-PA', 'approved', 20)
  await insert('exm_6', 'US-PA', 'approved', 400)
  const subjects = () =>
    [...world.sentMails.values()].map(({ subject }) => subject).filter(subject => subject.includes('expires soon'))
  await world.advance(9 * day)
  assert.deepEqual(subjects(), [])
  await world.advance(2 * day)
  const expected = ['Your tax exemption certificate for NY expires soon']
  assert.deepEqual(subjects(), expected)
  await world.advance(20 * day)
  assert.deepEqual(subjects(), expected)
  const staff = async (path: string) => (await world.call(`/staff${path}`, { as: world.demo.staff.authorization })).body
  const listed = async () =>
    (await staff('/exemptions?expiring=true')).exemptions.map(
      ({ state, status }: { state: string; status: string }) => `${state} ${status}`,
    )
  assert.deepEqual([await listed(), (await staff('/overview')).counts.expiringExemptions], [['NY approved'], 1])
  await world.advance(20 * day)
  assert.deepEqual(await listed(), ['NY expired'], 'the staff see it after its end, too')
  await insert('exm_7', 'US-NY', 'approved', 400)
  assert.deepEqual([await listed(), (await staff('/overview')).counts.expiringExemptions], [[], 0])
})
