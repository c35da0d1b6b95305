// A spreadsheet of orders is read and examined before any of them is placed.

import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { after, before, it } from 'node:test'
import { writeXlsx } from 'hucre/xlsx'
import { program } from '../support/actors.ts'
import { files, startWorld, type World } from '../support/world.ts'

let world: World
let cookie: string
before(async () => {
  world = await startWorld()
  cookie = await world.signIn(world.charged.user)
})
after(async () => {
  await world?.assertSound()
  await world?.[Symbol.asyncDispose]()
})

const columns = [
  'customerOrderId',
  'sku',
  'name',
  'address1',
  'city',
  'state',
  'postal',
  'country',
  'phone',
  'giftMessage',
  'coverUrl',
  'gutsUrl',
]
const ada = {
  ...files,
  sku: 'NOVEL',
  name: 'Ada Reader',
  address1: '1 Main Street',
  city: 'Boston',
  state: 'MA',
  postal: '2108',
  country: 'US',
}
const cellsOf = (row: Record<string, string | number>) => columns.map(name => ({ ...ada, ...row })[name] ?? '')
const csv = (...rows: Record<string, string | number>[]) =>
  Buffer.from([columns, ...rows.map(cellsOf)].map(cells => cells.join(',')).join('\n'))

async function upload(file: Uint8Array, mode = 'production', headers: Record<string, string> = {}) {
  const answer = await world.app.server.inject({
    method: 'POST',
    url: `/dashboard/api/${mode}/orders/spreadsheet`,
    headers: { cookie, 'content-type': 'application/octet-stream', ...headers },
    payload: Buffer.from(file),
  })
  return { status: answer.statusCode, body: answer.json() }
}
const placesOf = (body: { mistakes: { row: number; column: string; code: string }[] }) =>
  body.mistakes.map(({ row, column, code }) => `${row} ${column} ${code}`)

it('the orders of a file are answered as they can be placed, and no identifier is used', async () => {
  const { read, place } = program(world, world.charged, 'production')
  await place('used-1')
  const { status, body } = await upload(
    csv(
      { customerOrderId: 'new-1', phone: '585 555 0100' },
      { customerOrderId: 'new-2', postal: '14604' },
      { customerOrderId: 'new-3', sku: 'UNKNOWN', phone: 'none' },
      { customerOrderId: 'used-1' },
      { customerOrderId: 'new-4', country: 'CA', state: 'ON', postal: 'K1A 0B1' },
      { customerOrderId: 'new-5', country: 'FR', name: '' },
      { customerOrderId: `new-6${'x'.repeat(40)}`, giftMessage: 'a\u{10FFFF}' },
    ),
  )
  assert.equal(status, 200)
  assert.deepEqual(placesOf(body), [
    '3 postal postal_outside_state',
    '4 phone invalid_phone',
    '4 sku unknown_sku',
    '5 customerOrderId duplicate_order_id',
    '6 retailPrice retail_price_missing',
    '7 name missing',
    '7 country unsupported_country',
    '8 customerOrderId too_long',
    '8 giftMessage wrong_format',
  ])
  assert.equal(body.mistakeCount, 9)
  assert.equal((await read('new-1')).code, 'order_not_found', 'nothing is placed')

  const [{ rows, order }] = body.orders
  assert.deepEqual([rows, order.destination.postal], [[2], '02108'])
  const created = await world.call('/dashboard/api/production/orders', { method: 'POST', cookie, body: order })
  assert.deepEqual([created.status, created.body.status, created.body.customerOrderId], [201, 'RECEIVED', 'new-1'])
})

it('an .xlsx is read like CSV, and CSV of Excel with its code page, semicolons and decimal commas too', async () => {
  const { postal: _, ...others } = ada
  const rows = [
    ['retailPrice', 'postal', ...Object.keys(others)],
    [19.5, 2108, ...Object.values(others)],
  ]
  const expected = { ...ada, postal: '02108' }
  const xlsx = (await upload(await writeXlsx({ sheets: [{ name: 'Orders', rows }] }))).body
  assert.deepEqual(
    [xlsx.mistakes, xlsx.orders[0].order.orderItems],
    [[], [{ sku: 'NOVEL', quantity: 1, retailPrice: '19.50', product: files }]],
  )
  assert.equal(xlsx.orders[0].order.destination.postal, expected.postal)
  const text = `${rows[0]!.join(';')}\n19,5;2108;${Object.values({ ...others, name: 'José Nuñez' }).join(';')}`
  const { body } = await upload(Buffer.from(text, 'latin1'))
  assert.deepEqual(
    [body.orders[0].order.destination.name, body.orders[0].order.orderItems[0].retailPrice],
    ['José Nuñez', '19.50'],
  )
})

it('a file whose cells cannot be told apart, and one that is no spreadsheet, has no orders', async () => {
  const unquoted = (await upload(csv({}, { giftMessage: 'Happy birthday, Mum' }))).body
  assert.deepEqual([unquoted.orders, placesOf(unquoted)], [[], ['3 gutsUrl wrong_cell']])
  for (const [file, detail] of [
    [csv({ giftMessage: '"For my friend' }, {}), 'A quoted text does not end, or ends too early, in row 2.'],
    [Buffer.from(`${columns}\nlost \uFFFD`), /U\+FFFD/],
    [Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), /old kind/],
  ] as const) {
    const { status, body } = await upload(file)
    assert.deepEqual([status, body.code], [400, 'malformed_request'])
    assert.match(body.detail, typeof detail === 'string' ? new RegExp(detail) : detail)
  }
  const large = await upload(Buffer.alloc(8 * 1024 * 1024 + 1, 'a'))
  assert.deepEqual([large.status, large.body.code], [413, 'body_too_large'])
})

it('the first hundred mistakes are listed and all are counted, in the language of the reader', async () => {
  const { body } = await upload(csv(...Array.from({ length: 130 }, () => ({ sku: '#NAME?' }))), 'sandbox', {
    'accept-language': 'de',
  })
  assert.deepEqual([body.mistakes.length, body.mistakeCount, body.orders.length], [100, 130, 0])
  assert.equal(
    body.mistakes[0].detail,
    '"#NAME?" steht hier, denn das Tabellenprogramm zeigt keinen Wert; formatieren Sie die Spalte als Text und geben Sie den Wert neu ein',
  )
})
