// For tests of the rules that judge and price an order: the operator's own data, and an order that can be made.

import { instant } from '../src/base/clock.ts'
import type { Mode } from '../src/base/mode.ts'
import { loadCatalog } from '../src/catalog/catalog.ts'
import type { OperatorData } from '../src/orders/operator.ts'
import type { Destination, OrderItem, OrderRequest } from '../src/orders/order.ts'
import { type Customer, examine } from '../src/orders/placing/examine.ts'
import { loadShipping } from '../src/shipping/load.ts'
import { loadTaxRules } from '../src/tax/rules.ts'
import { tableTaxes } from '../src/tax/table.ts'

const now = instant('2026-03-02T12:00:00Z') // a Monday
const folder = `${import.meta.dirname}/../operator`
const taxes = tableTaxes(await loadTaxRules(`${folder}/tax.json`), now)
export const operator: OperatorData = {
  catalog: await loadCatalog(`${folder}/catalogue.json`),
  shipping: await loadShipping(folder),
  taxes,
  finalTaxes: taxes,
}
const book = operator.catalog.list()[0]!
const files = { coverUrl: 'https://files.example/cover.pdf', gutsUrl: 'https://files.example/guts.pdf' }

const noUploads = { coverSha256: null, gutsSha256: null, gutsPageCount: null }

const customer: Customer = {
  billing: 'charged',
  product: sku =>
    sku === 'NOVEL'
      ? { sku, manufacturingSku: book.manufacturingSku, pageCount: 120, coverUrl: null, gutsUrl: null, ...noUploads }
      : undefined,
  pagesRead: () => undefined,
}

export const rochester: Destination = {
  name: 'Ada Reader',
  address1: '1 Main Street',
  city: 'Rochester',
  state: 'NY',
  postal: '14604',
  country: 'US',
}
export const item: OrderItem = { sku: 'NOVEL', quantity: 2, product: files }
export const request = (changes: Partial<OrderRequest> = {}): OrderRequest => ({
  currency: 'USD',
  shippingClassification: 'standard',
  destination: rochester,
  orderItems: [item],
  ...changes,
})
export const judged = (changes: Partial<OrderRequest>, mode: Mode = 'production') =>
  examine(operator, customer, { mode, request: request(changes), now })
