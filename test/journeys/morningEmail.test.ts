// The email about the day that begins, for the staff.

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { instant, nextHourIn } from '../../src/base/clock.ts'
import { program } from '../support/actors.ts'
import { startWorld, type World } from '../support/world.ts'

const staffIn = async ({ demo, signIn, call }: World) => {
  const cookie = await signIn(demo.staff)
  return {
    choose: (body: object) => call('/auth/email-settings', { method: 'PATCH', cookie, body }),
    settings: async () => (await call('/auth/email-settings', { cookie })).body,
  }
}
const mornings = ({ sentMails }: World) => [...sentMails.values()].filter(({ subject }) => subject.startsWith('Today:'))
const hour = 3_600_000
const day = 24 * hour

it('a person of the staff gets an email about the day at the hour that they chose, once a day, until they turn it off', async () => {
  await using world = await startWorld()
  const { choose, settings } = await staffIn(world)
  assert.equal((await settings()).morningHour, null)
  assert.equal((await choose({ timeZone: 'America/New_York' })).status, 200)
  assert.equal((await choose({ morningHour: 7 })).body.morningHour, 7)

  // It is 07:00 in New York, where the clock has passed 7:00 for the day.
  await program(world, world.charged, 'production').place('sold')
  await world.advance(22 * hour)
  assert.deepEqual(mornings(world), [])
  await world.advance(3 * hour)
  const [mail, ...others] = mornings(world)
  assert.deepEqual(others, [])
  assert.equal(mail!.to, world.demo.staff.email)
  assert.match(mail!.text, /Orders due today: \d/)
  assert.match(mail!.text, /Late orders: 0/)
  assert.doesNotMatch(mail!.text, /Open disputes/, 'what is zero is left out')
  await world.advance(day)
  assert.equal(mornings(world).length, 2)
  assert.match(mornings(world)[1]!.text, /Yesterday you sold 1 order for \$\d+\.\d\d\./)

  assert.equal((await choose({ morningHour: null })).body.morningHour, null)
  await world.advance(2 * day)
  assert.equal(mornings(world).length, 2)
  await world.assertSound()
})

it('another time zone moves the email about the day to the chosen hour there', async () => {
  await using world = await startWorld()
  const { choose } = await staffIn(world)
  await choose({ morningHour: 12 })
  await choose({ timeZone: 'Asia/Tokyo' })
  await world.advance(14 * hour) // 02:00 UTC is 11:00 in Tokyo
  assert.equal(mornings(world).length, 0)
  await world.advance(hour)
  assert.equal(mornings(world).length, 1)
})

it('the email about the day is for the staff only, and at an hour of the clock', async () => {
  await using world = await startWorld()
  const { choose } = await staffIn(world)
  assert.equal((await choose({ morningHour: 24 })).status, 400)
  const cookie = await world.signIn(world.charged.user)
  const body = { morningHour: 7 }
  const refused = await world.call('/auth/email-settings', { method: 'PATCH', cookie, body })
  assert.deepEqual([refused.status, refused.body.errors[0].pointer], [400, '/morningHour'])
})

describe('the next time at which a clock shows an hour', () => {
  const cases: [now: string, hour: number, zone: string, next: string][] = [
    ['2026-03-02T12:00:00Z', 7, 'America/New_York', '2026-03-03T12:00:00Z'],
    ['2026-03-02T11:59:59Z', 7, 'America/New_York', '2026-03-02T12:00:00Z'],
    ['2026-03-07T12:00:00Z', 7, 'America/New_York', '2026-03-08T11:00:00Z'],
    ['2026-03-08T05:00:00Z', 2, 'America/New_York', '2026-03-08T07:00:00Z'],
    ['2026-03-02T23:30:00Z', 9, 'Asia/Tokyo', '2026-03-03T00:00:00Z'],
  ]
  for (const [now, hour, zone, next] of cases)
    it(`after ${now} it is ${hour}:00 in ${zone} at ${next}`, () => {
      assert.deepEqual(nextHourIn(instant(now), hour, zone), instant(next))
    })
})
