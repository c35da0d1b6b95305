// An invoice or a credit note as data: what its PDF says.

import { type Static, Type } from 'typebox'
import { dollars } from '../../base/money.ts'
import type { BillTo } from '../../payments/billingDetails.ts'
import type { Seller } from '../../payments/documentSheet.ts'
import type { DocumentRow, StaffCredit } from '../../payments/documentStore.ts'
import type { DocumentContent, InvoicedOrder } from '../../payments/invoice.ts'
import { cellsOf, split } from '../../payments/splitSale.ts'
import type { Statement } from '../../payments/statements/statementStore.ts'
import { Dollars, nullable } from '../objects/common.ts'
import { Details, presentDetails } from './billingDetails.ts'
import { DocumentObject } from './documents.ts'

const DocumentTax = Type.Object(
  {
    jurisdiction: Type.String({ description: 'Such as US-NY or CA-QC.' }),
    kind: Type.String({ description: 'sales, gst, hst, pst or qst.' }),
    rate: Type.Number({ description: '0.08 is 8 %.' }),
    amount: Dollars,
  },
  { title: 'DocumentTax' },
)
const DocumentOrder = Type.Object(
  {
    customerOrderId: Type.String(),
    purchaseOrderNumber: nullable(Type.String({ description: 'Its own; null: that of `billTo`.' })),
    items: Type.Array(
      Type.Object(
        { sku: Type.String(), quantity: Type.Integer(), amount: Dollars },
        { title: 'DocumentItem', description: 'Without tax.' },
      ),
    ),
    fulfillment: Dollars,
    shipping: Dollars,
    tax: Dollars,
    amount: Dollars,
  },
  { title: 'DocumentOrder' },
)
export const BillingDocument = Type.Object(
  {
    ...DocumentObject.properties,
    currency: Type.String(),
    net: Dollars,
    tax: Dollars,
    seller: Type.Object(
      {
        name: Type.String(),
        lines: Type.Array(Type.String(), { description: 'The address.' }),
        registrations: Type.Record(Type.String(), Type.String(), { description: 'Tax registrations, by place.' }),
      },
      { title: 'DocumentSeller' },
    ),
    billTo: Type.Object(
      { name: Type.String({ description: 'The account.' }), email: Type.String(), ...Details.properties },
      { title: 'DocumentBillTo' },
    ),
    orderCount: Type.Integer({ description: 'The number of its orders.' }),
    orders: Type.Array(DocumentOrder, {
      description: 'The first 2,000. Empty for a statement, whose lines are read with `GET /billing/statement-lines`.',
    }),
    taxes: Type.Array(DocumentTax, { description: 'The sums of all orders. Empty for a statement.' }),
    reason: nullable(Type.String({ description: 'Of the credit note of a refund or credit.' })),
  },
  { title: 'BillingDocument' },
)
type Presented = Static<typeof BillingDocument>

/** Of a charge, or of a refund. */
export function presentContent(row: DocumentRow, content: DocumentContent): Presented {
  const { orders, orderCount, seller, billTo } = content
  const taxes = content.taxes ?? orders.flatMap(taxesOf)
  const taxCents = taxes.reduce((sum, tax) => sum + tax.taxCents, 0)
  return {
    ...heading(row, taxCents),
    ...parties(seller, billTo),
    orderCount,
    reason: content.reason,
    orders: orders.map(presentOrder),
    taxes: taxes.map(({ jurisdiction, kind, rate, taxCents }) => ({
      ...{ jurisdiction, kind, rate },
      amount: dollars(taxCents),
    })),
  }
}

/** Of a statement. The credits of a credit note count as positive amounts. */
export function presentStatementContent(
  row: DocumentRow,
  { seller, billTo, lines, taxCents }: Statement & { seller: Seller; billTo: BillTo },
): Presented {
  const signedTaxCents = row.kind === 'invoice' ? taxCents : -taxCents
  const content = { orderCount: lines, orders: [], taxes: [], reason: null }
  return { ...heading(row, signedTaxCents), ...parties(seller, billTo), ...content }
}

/** Of a credit of the staff, which has no tax. */
export const presentStaffCredit = (row: DocumentRow, { seller, billTo, reason }: StaffCredit): Presented => ({
  ...heading(row, 0),
  ...parties(seller, billTo),
  ...{ orderCount: 0, orders: [], taxes: [], reason },
})

const heading = ({ amountCents, ...row }: DocumentRow, taxCents: number) => ({
  ...row,
  amount: dollars(amountCents),
  currency: 'USD',
  net: dollars(amountCents - taxCents),
  tax: dollars(taxCents),
})

const parties = (
  { name, lines, registrations }: Seller,
  { name: account, email, purchaseOrder = null, details }: BillTo,
) => ({
  seller: { name, lines, registrations },
  billTo: {
    name: account,
    email,
    ...presentDetails({
      ...{ company: null, contact: null, taxNumber: null, address: null },
      ...details,
      purchaseOrder,
    }),
  },
})

function presentOrder({ customerOrderId, purchaseOrder, items, price, cells: refunded }: InvoicedOrder) {
  const cells = refunded ?? cellsOf(price)
  const { totalCents, taxCents, parts } = split(price, cells)
  const width = 1 + price.taxes.length
  return {
    customerOrderId,
    purchaseOrderNumber: purchaseOrder,
    items: items.map(({ sku, quantity }, i) => ({ sku, quantity, amount: dollars(cells[i * width]!) })),
    fulfillment: dollars(parts.fulfillment),
    shipping: dollars(parts.shipping),
    tax: dollars(taxCents),
    amount: dollars(totalCents),
  }
}

function taxesOf({ price, cells }: InvoicedOrder) {
  const { taxesCents } = split(price, cells ?? cellsOf(price))
  return price.taxes.map(({ jurisdiction, kind, rate }, i) => ({ jurisdiction, kind, rate, taxCents: taxesCents[i]! }))
}
