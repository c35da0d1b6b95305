// A person of the staff sees an account as its customers do, and changes nothing.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { routeTable } from '../../src/http/server/server.ts'
import { member, program } from '../support/actors.ts'
import { startWorld } from '../support/world.ts'

it('the staff see the dashboard of an account as a viewer does until the view ends, and the account sees it', async () => {
  await using world = await startWorld()
  const { call, charged, enterprise } = world
  await program(world, charged, 'production').place('seen')
  await program(world, enterprise, 'production').place('other')
  const cookie = await world.signIn(world.demo.staff)
  const read = (path: string) => call(path, { cookie })
  const order = '/dashboard/api/production/orders/seen'
  const view = (accountId: string) => call(`/staff/accounts/${accountId}/view`, { method: 'POST', cookie })
  const customerOf = async (account: typeof charged) => (await (await member(world, account)).ask('GET', '/audit')).body
  const viewing = async () => (await read('/auth/session')).body.viewing

  assert.equal((await read(order)).status, 403)
  assert.equal(await viewing(), null)
  assert.equal((await view('acc_none')).status, 404)
  const byKey = { method: 'POST', as: world.demo.staff.authorization } as const
  assert.equal((await call(`/staff/accounts/${charged.accountId}/view`, byKey)).status, 401)

  assert.equal((await view(charged.accountId)).status, 204)
  assert.deepEqual(await viewing(), {
    ...{ accountId: charged.accountId, accountName: charged.name, isSuspended: false },
  })
  const customer = await member(world, charged)
  assert.deepEqual((await read(order)).body, (await customer.ask('GET', '/production/orders/seen')).body)
  assert.equal((await read('/products/none/files')).status, 404, 'also what keys may read')
  assert.equal((await read('/dashboard/api/production/orders/other')).status, 404)
  assert.equal((await read(`/staff/orders/${charged.accountId}/seen`)).status, 200, 'the console works meanwhile')
  const { entries } = (await customer.ask('GET', '/audit')).body
  const views = entries.filter(({ action }: { action: string }) => action === 'account_viewed')
  assert.equal(views.length, 1)

  await view(enterprise.accountId)
  assert.equal((await read(order)).status, 404, 'one account at a time')
  assert.equal((await read('/dashboard/api/production/orders/other')).status, 200)
  assert.equal((await call('/staff/view', { method: 'DELETE', cookie })).status, 204)
  assert.equal((await read(order)).status, 403)
  const ends = async () => {
    const { entries } = await customerOf(enterprise)
    return entries.filter(({ action }: { action: string }) => action === 'account_view_ended').length
  }
  assert.equal(await ends(), 1)
  await call('/staff/view', { method: 'DELETE', cookie })
  assert.equal(await ends(), 1, 'an ended view does not end again')

  await view(charged.accountId)
  await sql`update sessions set viewed_until = now() - interval '1 second'`.execute(world.app.database.db)
  assert.equal((await read(order)).status, 403)
  assert.equal(await viewing(), null)
})

it('the staff see a suspended account as its people saw it', async () => {
  await using world = await startWorld()
  const { call, charged } = world
  await program(world, charged, 'production').place('seen')
  const cookie = await world.signIn(world.demo.staff)
  const reason = { reason: 'does not pay' }
  const suspend = { method: 'POST', cookie, body: reason } as const
  assert.equal((await call(`/staff/accounts/${charged.accountId}/suspend`, suspend)).status, 200)
  assert.equal((await call(`/staff/accounts/${charged.accountId}/view`, { method: 'POST', cookie })).status, 204)
  assert.equal((await call('/auth/session', { cookie })).body.viewing.isSuspended, true)
  for (const path of ['orders/seen', 'orders', 'overview'])
    assert.equal((await call(`/dashboard/api/production/${path}`, { cookie })).status, 200, path)
  for (const path of ['account', 'billing/due', 'products'])
    assert.equal((await call(`/dashboard/api/${path}`, { cookie })).status, 200, path)
})

it('a page of a view is refused when the view has ended, or another account is viewed', async () => {
  await using world = await startWorld()
  const { call, charged, enterprise } = world
  const cookie = await world.signIn(world.demo.staff)
  const view = (accountId: string) => call(`/staff/accounts/${accountId}/view`, { method: 'POST', cookie })
  const { userId } = (await call('/auth/session', { cookie })).body
  const asPage = async (shown: string) => {
    const headers = { 'octavo-user': shown }
    const answers = ['/auth/session', '/dashboard/api/account'].map(path => call(path, { cookie, headers }))
    return (await Promise.all(answers)).map(({ status, body }) => body.code ?? status)
  }
  const page = `${userId} viewing ${charged.accountId}`
  await view(charged.accountId)
  assert.deepEqual(await asPage(page), [200, 200])
  await view(enterprise.accountId)
  assert.deepEqual(await asPage(page), ['another_person', 'another_person'])
  await call('/staff/view', { method: 'DELETE', cookie })
  assert.deepEqual(await asPage(page), ['another_person', 'another_person'])
  assert.deepEqual(await asPage(userId), [200, 'not_allowed'])
})

it('a person of the staff who may no longer change customers, or leaves, sees nothing more', async () => {
  await using world = await startWorld()
  const { call, charged } = world
  const { db } = world.app.database
  const cookie = await world.signIn(world.demo.staff)
  const read = () => call('/dashboard/api/account', { cookie })
  await call(`/staff/accounts/${charged.accountId}/view`, { method: 'POST', cookie })
  assert.equal((await read()).status, 200)
  await sql`update memberships set role = 'read_only' where kind = 'staff'`.execute(db)
  assert.equal((await read()).status, 403)
  assert.equal((await call('/auth/session', { cookie })).body.viewing, null)
  await sql`delete from memberships where kind = 'staff'`.execute(db)
  assert.equal((await read()).status, 401)
})

it('in a view nothing can be changed, and no secret read', async () => {
  await using world = await startWorld()
  const cookie = await world.signIn(world.demo.staff)
  await world.call(`/staff/accounts/${world.charged.accountId}/view`, { method: 'POST', cookie })
  const ofMembers = routeTable(world.app.server).filter(
    ({ method, callers, needs }) =>
      method !== 'HEAD' &&
      callers.includes('member') &&
      !callers.includes('staff') &&
      (method !== 'GET' || needs !== null),
  )
  assert.ok(ofMembers.length > 40)
  for (const { method, path } of ofMembers) {
    const at = path.replace(':mode', 'production').replaceAll(/:\w+/g, 'x')
    const { status, body } = await world.call(at, { method: method as 'POST', cookie })
    assert.deepEqual([status, body.code], [403, 'not_allowed'], `${method} ${path}`)
  }
})
