import assert from 'node:assert/strict'
import { it } from 'node:test'
import { cellsOf, type Price, type SaleTax, split } from '../splitSale.ts'
import { addUp, entriesOfCredit, entriesOfSale } from './taxEntries.ts'

const tax = (jurisdiction: string, kind: string, taxableCents: number, taxCents: number): SaleTax => ({
  ...{ jurisdiction, kind, rate: 0, taxableCents, taxCents },
  parts: { items: taxCents, fulfillment: 0, shipping: 0 },
})
const sale = (place: string, taxes: SaleTax[], exemptionId: string | null = null) => {
  const price: Price = { itemsCents: [1000], fulfillmentCents: 0, shippingCents: 200, taxes }
  return { place, exemptionId, price, split: split(price, cellsOf(price)) }
}
const shown = (entries: ReturnType<typeof entriesOfSale>) =>
  entries.map(
    ({ registration, jurisdiction, gross, exempt, taxable, tax }) =>
      `${registration} ${jurisdiction}: ${gross} ${exempt} ${taxable} ${tax}`,
  )

// biome-ignore format: a table
const cases: [string, ReturnType<typeof sale>, string[]][] = [
  ['a state has the whole price, and its county only its tax', sale('US-NY', [tax('US-NY', 'sales', 1200, 48), tax('Monroe County', 'sales', 1200, 48)]),
    ['US-NY US-NY: 1200 0 1200 48', 'US-NY Monroe County: 0 0 1200 48']],
  ['a sale by a certificate is exempt', sale('US-NY', [], 'exm_1'), ['US-NY US-NY: 1200 1200 0 0']],
  ['a sale where nothing is collected has only a gross', sale('US-OR', []), ['US-OR US-OR: 1200 0 0 0']],
  ['a harmonized tax is in the return of the federation', sale('CA-ON', [tax('CA-ON', 'hst', 1200, 156)]), ['CA CA-ON: 1200 0 1200 156']],
  ['a province with its own tax has its own return', sale('CA-QC', [tax('CA', 'gst', 1200, 60), tax('CA-QC', 'qst', 200, 20)]),
    ['CA CA: 1200 0 1200 60', 'CA-QC CA-QC: 1200 0 200 20']],
  ['two rates of a jurisdiction are one entry', sale('CA-ON', [tax('CA-ON', 'hst', 1000, 50), tax('CA-ON', 'hst', 200, 26)]), ['CA CA-ON: 1200 0 1200 76']],
]
for (const [promise, sold, expected] of cases)
  it(promise, () => assert.deepEqual(shown(entriesOfSale(sold, 1)), expected))

it('a reversal takes everything back, and a refund of all has the price and the tax as credits', () => {
  const sold = sale('US-NY', [tax('US-NY', 'sales', 1200, 48)])
  assert.deepEqual(addUp([...entriesOfSale(sold, 1), ...entriesOfSale(sold, -1)]), [])
  const [credit] = entriesOfCredit(sold)
  assert.deepEqual([credit!.credits, credit!.creditedTax, credit!.gross], [1200, 48, 0])
})
