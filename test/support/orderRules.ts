// For tests that examine and price an order: the operator's data, and an order that can be made.

import catalogFile from '../../operator/catalog.json' with { type: 'json' }
import holidays from '../../operator/holidays.json' with { type: 'json' }
import shippingFile from '../../operator/shipping.json' with { type: 'json' }
import tax from '../../operator/tax.json' with { type: 'json' }
import { instant } from '../../src/base/clock.ts'
import type { Mode } from '../../src/base/mode.ts'
import { type Customer, examine } from '../../src/features/placing/examine.ts'
import { parseContent } from '../../src/features/shop/content.ts'
import type { OperatorData, OperatorVersions } from '../../src/features/shop/operatorData.ts'
import type { Destination, OrderItem, OrderRequest } from '../../src/orders/order.ts'
import { tableTaxes } from '../../src/tax/taxTable.ts'

const now = instant('2026-03-02T12:00:00Z') // a Monday
const content = { catalog: catalogFile, shipping: shippingFile, holidays, tax }
const { catalog, shipping, taxRules, priceLists, brand, texts } = parseContent(content, now)
const taxes = tableTaxes(taxRules)
export const operator: OperatorData = {
  catalog,
  priceLists,
  shipping,
  taxes,
  finalTaxes: taxes,
  brand,
  texts,
}
/** As if the data were the only version. */
export const onlyVersion = (data: OperatorData): OperatorVersions => {
  const version = { version: 1, ...data }
  return { at: () => version, byNumber: () => version }
}

const book = operator.catalog.list()[0]!
const files = { coverUrl: 'https://files.example/cover.pdf', gutsUrl: 'https://files.example/guts.pdf' }

const noUploads = { coverSha256: null, gutsSha256: null, gutsPageCount: null, proofRequired: false, isbn: null }

const customer: Customer = {
  billing: 'charged',
  proofRequired: false,
  returnAddress: null,
  product: sku =>
    sku === 'NOVEL'
      ? {
          sku,
          title: 'A novel',
          manufacturingSku: book.manufacturingSku,
          pageCount: 120,
          coverUrl: null,
          gutsUrl: null,
          ...noUploads,
        }
      : undefined,
  pageCountAt: () => undefined,
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
export const examineOrder = (changes: Partial<OrderRequest>, mode: Mode = 'production') =>
  examine(operator, customer, { mode, request: request(changes), now })
