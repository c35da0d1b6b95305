import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Ticket } from '../../printer/printer.ts'
import { declarationOf, declaresTooMuch } from './parcelPlan.ts'

const line = (quantity: number, unitValue: string) => ({
  ...{
    description: 'Printed book: A',
    hsCode: '4901.99',
    quantity,
    unitValue,
    value: '0',
    weightGrams: quantity * 301,
  },
})
const ticket = {
  items: [{ quantity: 3 }, { quantity: 5 }],
  customs: {
    ...{ terms: 'DAP', contentType: 'merchandise', originCountry: 'US', currency: 'USD', value: '0', weightGrams: 0 },
    lines: [line(3, '19.99'), line(5, '0.10')],
  },
} as unknown as Ticket
const declared = (copies: number[] | null) => {
  const { value, weightGrams, lines } = declarationOf(ticket, copies)!
  return { value, weightGrams, lines: lines.map(one => [one.quantity, one.value, one.weightGrams]) }
}

it('a parcel declares the books that it holds, and no others', () => {
  assert.deepEqual(declared([2, 0]), { value: '39.98', weightGrams: 602, lines: [[2, '39.98', 602]] })
  assert.deepEqual(declared([1, 5]), {
    ...{ value: '20.49', weightGrams: 1806 },
    lines: [
      [1, '19.99', 301],
      [5, '0.50', 1505],
    ],
  })
})

it('a parcel that was not planned declares all books, and one within the country none', () => {
  assert.equal(declared(null).value, '60.47')
  assert.equal(declarationOf({ ...ticket, customs: null }, [1, 1]), null)
})

it('the labels of a job declare each copy once, and a label of unknown books all copies', () => {
  const all = ticket.items.map(({ quantity }) => quantity)
  const none = all.map(() => 0)
  assert.equal(declaresTooMuch(ticket, [all, none]), false)
  assert.equal(declaresTooMuch(ticket, [null]), false)
  for (const labels of [
    [all, all],
    [null, null],
    [none.with(0, 1), null],
  ])
    assert.equal(declaresTooMuch(ticket, labels), true)
  assert.equal(declaresTooMuch({ ...ticket, customs: null }, [null, null]), false)
})
