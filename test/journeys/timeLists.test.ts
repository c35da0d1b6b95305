// Lists that are sorted by time: emails and the audit log, of the staff and of customers, with their exports.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { day, hour } from '../../src/base/clock.ts'
import { program, support } from '../support/actors.ts'
import { visitor } from '../support/visitor.ts'
import { type Answer, startWorld, type World } from '../support/world.ts'

type Row = { at?: string; createdAt?: string; recipient?: string; action?: string }

let world: World
let between: string
before(async () => {
  world = await startWorld()
  const { charged, enterprise } = world
  const staff = support(world)
  const customer = program(world, charged, 'production')
  const limits = (queueCeiling: number) => ({ limits: { sandbox: { queueCeiling } }, reason: 'a "fair" share' })
  const failing = { shippingClassification: 'none' }
  await staff.change(charged, limits(71))
  await customer.place('first', failing)
  await world.advance(hour)
  await world.advance(2 * day)
  between = world.now().toISOString()
  await world.advance(hour)
  await staff.change(charged, limits(72))
  await staff.change(enterprise, limits(73))
  await customer.place('second', failing)
  await world.advance(hour)
})
after(() => world[Symbol.asyncDispose]())

const asStaff = (path: string): Promise<Answer> => world.call(path, { as: world.demo.staff.authorization })

/** All pages of a list, of two rows each. */
async function every(path: string, name: 'entries' | 'mails', query: Record<string, string> = {}): Promise<Row[]> {
  const found: Row[] = []
  for (let cursor: string | null = null; ; ) {
    const search = new URLSearchParams({ limit: '2', ...query, ...(cursor === null ? {} : { cursor }) })
    const { status, body } = await asStaff(`${path}?${search}`)
    assert.equal(status, 200, JSON.stringify(body))
    found.push(...body[name])
    cursor = body.nextCursor
    if (cursor === null) return found
  }
}

const linesOf = (csv: string): string[] =>
  csv
    .trim()
    .replace(/^\ufeff/, '')
    .split('\r\n')

describe('lists by time', () => {
  for (const [path, name, file] of [
    ['/staff/audit', 'entries', 'audit-log'],
    ['/staff/mails', 'mails', 'emails'],
  ] as const)
    it(`${path} is sorted either way, takes a period, and exports exactly what it lists`, async () => {
      const list = (query?: Record<string, string>) => every(path, name, query)
      const all = await list()
      const [early, late] = [await list({ to: between }), await list({ from: between })]
      assert.ok(early.length > 0 && late.length > 0)
      assert.deepEqual([...late, ...early], all)
      assert.deepEqual(await list({ sort: 'oldest' }), all.toReversed())
      assert.deepEqual(await list({ sort: 'oldest', from: between }), late.toReversed())
      assert.deepEqual(await list({ from: between, to: between }), [])
      const one = late[0]!.at ?? late[0]!.createdAt ?? ''
      assert.ok((await list({ from: one })).length > 0)
      assert.ok(!(await list({ to: one })).some(row => (row.at ?? row.createdAt) === one))

      const query = `sort=oldest&from=${between}`
      const json = await asStaff(`${path}/export?${query}&format=json`)
      assert.deepEqual(json.body, { [name]: late.toReversed() })
      const csv = await asStaff(`${path}/export?${query}`)
      assert.equal(linesOf(csv.body).length, late.length + 1)
      assert.equal(csv.headers['content-disposition'], `attachment; filename="${file}.csv"`)

      const { nextCursor } = (await asStaff(`${path}?limit=1`)).body
      const { nextCursor: ofOldest } = (await asStaff(`${path}?limit=1&sort=oldest`)).body
      for (const odd of [
        `sort=oldest&cursor=${nextCursor}`,
        `cursor=${ofOldest}`,
        'cursor=x',
        'sort=name',
        'from=yesterday',
        'to=2026-13-01T00:00:00Z',
      ]) {
        const { status, body } = await asStaff(`${path}?${odd}`)
        assert.deepEqual([status, body.code], [400, 'malformed_request'], odd)
      }
      assert.equal((await asStaff(`${path}/export?columns=body`)).status, 400)
    })

  it('the export of the audit log has names and reasons', async () => {
    const { accountId, name } = world.charged
    const query = `accountId=${accountId}&from=${between}&columns=action,accountName,details`
    const [head, first = ''] = linesOf((await asStaff(`/staff/audit/export?${query}`)).body)
    assert.equal(head, 'action,accountName,details')
    assert.ok(first.startsWith(`account_changed,${name},`), first)
    assert.match(first, /fair/)
  })

  it('emails of a state are listed and exported by time', async () => {
    const all = await every('/staff/mails', 'mails', { state: 'waiting', sort: 'oldest' })
    const { body } = await asStaff('/staff/mails/export?state=waiting&sort=oldest&format=json')
    assert.deepEqual(body.mails, all)
  })

  it('an account exports its own audit log, without the reasons of the staff', async () => {
    const owner = visitor(world)
    await owner.ask('POST', '/auth/sign-in/email', world.charged.user)
    const path = '/dashboard/api/audit'
    const { entries } = (await owner.ask('GET', `${path}?sort=oldest&from=${between}`)).body
    assert.deepEqual(
      entries.map(({ action }: Row) => action),
      ['account_changed', 'signed_in'],
    )
    assert.deepEqual(
      (await owner.ask('GET', `${path}?to=${between}&limit=200`)).body.entries.at(0).action,
      'account_changed',
    )
    const { body } = await owner.ask('GET', `${path}/export?sort=oldest&from=${between}&format=json`)
    assert.deepEqual(body.entries, entries)
    const csv = (await owner.ask('GET', `${path}/export?from=${between}&columns=action,by`)).body
    assert.deepEqual(linesOf(csv).at(-1), 'account_changed,Support')
    assert.doesNotMatch(JSON.stringify([body, csv]), /fair/)
  })
})
