import assert from 'node:assert/strict'
import { it } from 'node:test'
import { writeXlsx } from 'hucre/xlsx'
import { longestTurnMs } from '../../../test/support/longestTurn.ts'
import { readSpreadsheet } from '../../base/files/readSpreadsheet.ts'
import type { Sheet } from '../../base/files/spreadsheet.ts'
import { readOrders, sheetMistake } from './orderSpreadsheet.ts'

const head =
  'customerOrderId,sku,quantity,name,address1,city,state,postal,country,retailPrice,phone,giftMessage,blindShipping'
const rowOf = (fields: Record<string, string> = {}) =>
  head.split(',').map(
    name =>
      ({
        sku: 'NOVEL',
        name: 'Ada Reader',
        address1: '1 Main Street',
        city: 'Boston',
        state: 'MA',
        postal: '02108',
        country: 'US',
        ...fields,
      })[name] ?? '',
  )

const readText = async (text: string, encoding: BufferEncoding = 'utf8') =>
  readOrders(await readSpreadsheet(Buffer.from(text, encoding)))
const readRows = (rows: Record<string, string>[], separator = ',') =>
  readText([head.split(','), ...rows.map(rowOf)].map(cells => cells.join(separator)).join('\n'))
const placesOf = ({ mistakes }: Awaited<ReturnType<typeof readOrders>>) =>
  mistakes.map(({ row, column }) => `${row} ${column}`)

async function readXlsx(rows: Record<string, string | number | boolean | Date>[]) {
  const names = head.split(',')
  const cells = rows.map(row => names.map((name, i) => row[name] ?? rowOf()[i] ?? null))
  return readOrders(await readSpreadsheet(await writeXlsx({ sheets: [{ name: 'Orders', rows: [names, ...cells] }] })))
}

it('rows with the same identifier are one order, and a row without one is an order of its own', async () => {
  const { orders, mistakes, ignoredColumns } = await readRows([
    { customerOrderId: 'a-1', quantity: '2', giftMessage: 'Enjoy!', blindShipping: 'no' },
    {},
    { customerOrderId: 'a-1', sku: 'KEEPSAKE', retailPrice: '19.99' },
    {},
  ])
  assert.deepEqual([mistakes, ignoredColumns, orders.map(({ rows }) => rows)], [[], [], [[2, 4], [3], [5]]])
  const destination = {
    name: 'Ada Reader',
    address1: '1 Main Street',
    city: 'Boston',
    state: 'MA',
    postal: '02108',
    country: 'US',
  }
  assert.deepEqual(orders[0]!.order, {
    customerOrderId: 'a-1',
    destination,
    orderItems: [
      { sku: 'NOVEL', quantity: 2 },
      { sku: 'KEEPSAKE', retailPrice: '19.99' },
    ],
    packingSlip: { giftMessage: 'Enjoy!', blind: false },
  })
  assert.deepEqual(orders[1]!.order, { destination, orderItems: [{ sku: 'NOVEL' }] })
})

it('a file whose cells cannot be told apart has no orders', async () => {
  const row = rowOf().join(',')
  for (const [text, place] of [
    [`${head}\n${row}\n${row},more`, '3 blindShipping'],
    [`${head}\n${row}\nNOVEL,Ada Reader`, '3 blindShipping'],
    [`${head},sku\n${row},NOVEL`, '1 sku'],
    [`${head.replace('postal', 'zip')}\n${row}`, '1 postal'],
    [head, '1 sku'],
    ['', '1 sku'],
  ] as const) {
    const read = await readText(text)
    assert.deepEqual(read.orders, [])
    assert.ok(placesOf(read).includes(place), `${text}: ${placesOf(read)}`)
  }
})

it('rows that contradict their order are named, and the other orders are read', async () => {
  const read = await readRows([
    { customerOrderId: 'a-1', giftMessage: 'For Ann' },
    { customerOrderId: 'a-2' },
    { customerOrderId: 'a-1', giftMessage: 'For Bea' },
  ])
  assert.deepEqual(placesOf(read), ['4 giftMessage'])
  assert.equal(String(read.mistakes[0]!.detail), 'got "For Bea", and "For Ann" in row 2 of the same order')
  assert.deepEqual(
    read.orders.map(({ rows }) => rows),
    [[3]],
  )
})

it('columns that nobody knows are ignored and listed', async () => {
  const read = await readText(`${head},colour\n${rowOf().join(',')},red`)
  assert.deepEqual([read.ignoredColumns, read.orders.length], [['colour'], 1])
})

it('ZIP codes of the United States and their territories get back the zeros that a spreadsheet dropped', async () => {
  for (const [country, postal, expected] of [
    ['US', '2108', '02108'],
    ['us', '501', '00501'],
    ['US', '2108-1234', '02108-1234'],
    ['US', '21081234', '021081234'],
    ['PR', '907', '00907'],
    ['US', '14604', '14604'],
    ['US', '21', '21'],
    ['CA', '2108', '2108'],
  ] as const) {
    const { orders } = await readRows([{ country, postal }])
    assert.equal((orders[0]!.order.destination as Record<string, string>).postal, expected)
  }
  const { orders } = await readXlsx([
    { postal: 2108, quantity: 3, retailPrice: 19.5, blindShipping: true, phone: 15855550100 },
  ])
  const { destination, orderItems, packingSlip } = orders[0]!.order
  assert.deepEqual(
    [destination, orderItems, packingSlip],
    [
      {
        name: 'Ada Reader',
        address1: '1 Main Street',
        city: 'Boston',
        state: 'MA',
        postal: '02108',
        country: 'US',
        phone: '15855550100',
      },
      [{ sku: 'NOVEL', quantity: 3, retailPrice: '19.50' }],
      { blind: true },
    ],
  )
})

it('what a spreadsheet has made of a cell is named where it cannot be undone', async () => {
  const shortened = 'the spreadsheet has shortened a long number; format the column as text and type it again'
  for (const column of ['customerOrderId', 'sku', 'phone', 'postal']) {
    const { mistakes, orders } = await readRows([{ [column]: '9.78E+12' }])
    assert.deepEqual([mistakes.length, orders.length], [1, 0])
    assert.equal(String(mistakes[0]!.detail), `got "9.78E+12", because ${shortened}`)
  }
  assert.deepEqual(placesOf(await readRows([{ phone: '#NAME?' }, { name: '########' }])), ['2 phone', '3 name'])
  const read = await readXlsx([{ customerOrderId: 12345678901234568 }, { address1: new Date('2026-01-02') }])
  assert.deepEqual(placesOf(read), ['2 customerOrderId', '3 address1'])
  assert.deepEqual(placesOf(await readRows([{ sku: '1E10', customerOrderId: '9781402894626' }])), [])
})

it('prices have the decimal mark of the file', async () => {
  const priceOf = async (retailPrice: string, separator: string) => {
    const { orders, mistakes } = await readRows([{ retailPrice }], separator)
    return orders[0] === undefined
      ? String(mistakes[0]!.detail)
      : (orders[0].order.orderItems as { retailPrice: string }[])[0]!.retailPrice
  }
  assert.equal(await priceOf('19,9', ';'), '19.90')
  assert.equal(await priceOf('$1250', ','), '1250.00')
  for (const wrong of ['19.999', 'free', '-1'])
    assert.equal(await priceOf(wrong, ','), `got "${wrong}"; expected dollars with at most two decimals, such as 19.99`)
})

it('numbers of copies and pages are whole numbers, and blind shipping is yes or no', async () => {
  assert.deepEqual(
    placesOf(
      await readRows([{ quantity: '0' }, { quantity: '1.5' }, { quantity: '10001' }, { blindShipping: 'maybe' }]),
    ),
    ['2 quantity', '3 quantity', '4 quantity', '5 blindShipping'],
  )
})

it('accents of Excel on Windows stay, and an apostrophe before a formula goes', async () => {
  const text = `${head}\n${rowOf({ name: 'José Nuñez', phone: "'+1 585 555 0100" }).join(',')}`
  const { orders } = await readText(text, 'latin1')
  const { name, phone } = orders[0]!.order.destination as Record<string, string>
  assert.deepEqual([name, phone], ['José Nuñez', '+1 585 555 0100'])
})

it('a problem of an order is a mistake of its cell', () => {
  const placeOf = (pointer: string) => {
    const { row, column } = sheetMistake([4, 7], { pointer, code: 'x', detail: 'y' })
    return `${row} ${column}`
  }
  assert.deepEqual(
    [
      '/destination/postal',
      '/orderItems/1/sku',
      '/orderItems/1/product/gutsUrl',
      '/orderItems/1/product',
      '/customerOrderId',
      '/packingSlip/message',
      '/packingSlip/returnAddress/state',
      '/orderItems',
      '',
    ].map(placeOf),
    [
      '4 postal',
      '7 sku',
      '7 gutsUrl',
      '7 coverUrl',
      '4 customerOrderId',
      '4 packingSlipMessage',
      '4 blindShipping',
      '4 sku',
      '4 customerOrderId',
    ],
  )
})

it('5,000 rows hold the event loop for less than 50 ms', async () => {
  const sheet: Sheet = {
    decimalMark: '.',
    rows: [
      { row: 1, cells: head.split(','), width: head.split(',').length },
      ...Array.from({ length: 5000 }, (_, i) => ({
        row: i + 2,
        cells: rowOf({ customerOrderId: `order-${i}` }),
        width: head.split(',').length,
      })),
    ],
  }
  const turnsMs: number[] = []
  // The collector of garbage, and the compiler, may fall into one of the attempts.
  for (let attempt = 1; attempt <= 3; attempt++) turnsMs.push(await longestTurnMs(() => readOrders(sheet)))
  assert.ok(Math.min(...turnsMs) < 50, `got ${turnsMs.join(', ')} ms`)
})
