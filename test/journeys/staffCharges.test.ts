// The charges, invoices and credit notes of all accounts, as the staff list and export them.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { day } from '../../src/base/clock.ts'
import { member, program } from '../support/actors.ts'
import { type Answer, files, startWorld } from '../support/world.ts'

type Listed = { chargeId: string; accountId: string; amount: number; status: string; createdAt: string }

it('the staff finds charges of all accounts by filters that combine, with their sum, and exports them', async () => {
  await using world = await startWorld()
  const { charged } = world
  const ask = (path: string): Promise<Answer> => world.call(path, { as: world.demo.staff.authorization })
  const every = async (query: Record<string, string> = {}): Promise<Listed[]> => {
    const found: Listed[] = []
    for (let cursor: string | null = null; ; ) {
      const search = new URLSearchParams({ limit: '1', ...query, ...(cursor === null ? {} : { cursor }) })
      const { status, body } = await ask(`/staff/charges?${search}`)
      assert.equal(status, 200, JSON.stringify(body))
      found.push(...body.charges)
      cursor = body.nextCursor
      if (cursor === null) return found
    }
  }
  const owner = await member(world, charged)
  const { place } = program(world, charged, 'production')
  for (const [id, quantity] of [
    ['small', 1],
    ['large', 50],
  ] as const) {
    await place(id, { orderItems: [{ sku: 'NOVEL', quantity, product: files }] })
    await world.settle()
    const { amount } = (await owner.ask('GET', '/billing/due')).body
    assert.equal((await owner.ask('POST', '/billing/pay', { amount })).status, 200)
    await world.advance(day)
  }

  const all = await every()
  const [large, small] = all as [Listed, Listed]
  assert.equal(all.length, 2)
  assert.ok(large.amount > small.amount && large.createdAt > small.createdAt)
  assert.deepEqual(await every({ sort: 'oldest' }), [small, large])
  const between = small.amount.toFixed(2)
  const filters: [Record<string, string>, Listed[]][] = [
    [{ accountId: charged.accountId }, all],
    [{ accountId: 'nobody' }, []],
    [{ status: 'succeeded' }, all],
    [{ status: 'declined' }, []],
    [{ status: 'claimed' }, []],
    [{ maxAmount: between }, [small]],
    [{ minAmount: (small.amount + 1).toFixed(2) }, [large]],
    [{ minAmount: between, from: large.createdAt }, [large]],
    [{ to: large.createdAt, status: 'succeeded' }, [small]],
  ]
  for (const [filter, expected] of filters) {
    assert.deepEqual(await every(filter), expected, JSON.stringify(filter))
    const { count, total } = (await ask(`/staff/charges?${new URLSearchParams(filter)}`)).body
    const sum = expected.reduce((cents, { amount }) => cents + Math.round(100 * amount), 0)
    assert.deepEqual([count, total], [expected.length, sum / 100], JSON.stringify(filter))
  }
  const { nextCursor } = (await ask('/staff/charges?limit=1')).body
  const later = (await ask(`/staff/charges?limit=1&cursor=${nextCursor}`)).body
  assert.deepEqual([later.count, later.total], [null, null])

  const csv = (await ask('/staff/charges/export?columns=accountName,status,amount,orderCount&sort=oldest')).body
  assert.deepEqual(csv.trim().split('\r\n').slice(1), [
    `${charged.name},succeeded,${small.amount},1`,
    `${charged.name},succeeded,${large.amount},1`,
  ])
  const json = await ask(`/staff/charges/export?format=json&minAmount=${between}`)
  assert.deepEqual(json.body, { charges: all })
  assert.equal(json.headers['content-disposition'], 'attachment; filename="charges.json"')

  for (const query of [
    'status=lost',
    'minAmount=many',
    `sort=oldest&cursor=${nextCursor}`,
    'cursor=chg_1',
    'from=now',
  ]) {
    const { status, body } = await ask(`/staff/charges?${query}`)
    assert.deepEqual([status, body.code], [400, 'malformed_request'], query)
  }
})

it('the staff finds invoices and credit notes of all accounts, sorted either way, with their sum, and exports them', async () => {
  await using world = await startWorld()
  const { charged } = world
  const ask = (path: string): Promise<Answer> => world.call(path, { as: world.demo.staff.authorization })
  const owner = await member(world, charged)
  const customer = program(world, charged, 'production')
  for (const id of ['first', 'second']) {
    await customer.place(id)
    await world.settle()
    const { amount } = (await owner.ask('GET', '/billing/due')).body
    assert.equal((await owner.ask('POST', '/billing/pay', { amount })).status, 200)
    await world.advance(day)
  }
  await customer.place('third')
  await world.settle()
  const { amount } = (await owner.ask('GET', '/billing/due')).body
  await owner.ask('POST', '/billing/pay', { amount })
  await customer.cancel('third')
  await world.settle()

  type Document = { kind: string; number: number; issuedAt: string; amount: number; accountName: string }
  const every = async (query: Record<string, string> = {}): Promise<Document[]> => {
    const found: Document[] = []
    for (let cursor: string | null = null; ; ) {
      const search = new URLSearchParams({ limit: '1', ...query, ...(cursor === null ? {} : { cursor }) })
      const { status, body } = await ask(`/staff/documents?${search}`)
      assert.equal(status, 200, JSON.stringify(body))
      found.push(...body.documents)
      cursor = body.nextCursor
      if (cursor === null) return found
    }
  }
  const shortly = (documents: Document[]) => documents.map(({ kind, number }) => `${kind} ${number}`)
  const all = await every()
  assert.deepEqual(shortly(all).sort(), ['credit_note 4', 'invoice 1', 'invoice 2', 'invoice 3'])
  assert.deepEqual(shortly(all).slice(2), ['invoice 2', 'invoice 1'])
  assert.deepEqual(await every({ sort: 'oldest' }), all.toReversed())
  assert.deepEqual(shortly(await every({ kind: 'credit_note' })), ['credit_note 4'])
  assert.deepEqual(shortly(await every({ accountId: charged.accountId, to: all[2]!.issuedAt })), ['invoice 1'])
  assert.deepEqual(await every({ minAmount: '9999' }), [])
  assert.deepEqual(shortly(await every({ number: '000004' })), ['credit_note 4'])
  assert.deepEqual(await every({ number: '4', kind: 'invoice' }), [])
  const { count, total } = (await ask('/staff/documents')).body
  assert.deepEqual([count, total], [4, Math.round(200 * amount) / 100])
  const json = (await ask('/staff/documents/export?format=json')).body
  assert.deepEqual(json, { documents: all })
  const csv = (await ask('/staff/documents/export?columns=kind,number&sort=oldest&kind=invoice')).body
  assert.deepEqual(csv.trim().split('\r\n').slice(1), ['invoice,1', 'invoice,2', 'invoice,3'])
  const { nextCursor } = (await ask('/staff/documents?limit=1')).body
  for (const query of [
    'kind=bill',
    `sort=oldest&cursor=${nextCursor}`,
    'cursor=99999999999999/a/invoice/1',
    'maxAmount=1.5',
    'number=INV-4',
    'number=0',
  ]) {
    const { status, body } = await ask(`/staff/documents?${query}`)
    assert.deepEqual([status, body.code], [400, 'malformed_request'], query)
  }
})
