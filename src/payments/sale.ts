// What an order was sold for, cent by cent: a row of cells for each item, for fulfilment and for shipping, each with
// the price and then each tax on it. A refund takes from the cells, in proportion and by largest remainder, and never
// more than is left in a cell; so price and taxes of every refund add up, and the last refund takes exactly the rest.

import { apportion } from '../base/money.ts'

export type SalePart = 'items' | 'fulfillment' | 'shipping'
type ByPart = Record<SalePart, number>

/** One tax of one authority; `parts` are its cents on each part of the price, and add up to `taxCents`. */
export type SaleTax = {
  jurisdiction: string
  kind: string
  rate: number
  taxableCents: number
  taxCents: number
  parts: ByPart
}

/** `itemsCents` has one amount per order item, in order, without tax; older orders have only the sum. */
export type Price = { itemsCents: number[]; fulfillmentCents: number; shippingCents: number; taxes: SaleTax[] }

/** Cents in the order of `rowsOf`: for each row its price, then each of its taxes. */
export type Cells = number[]

/** The sums of cells by part and by tax. */
export type Split = {
  totalCents: number
  taxCents: number
  parts: ByPart
  /** In the order of the sale's taxes. */
  taxesCents: number[]
}

const sum = (cents: readonly number[]): number => cents.reduce((all, one) => all + one, 0)

/** Every cent of a sale. The tax on items is split in proportion to their prices. */
export function cellsOf(price: Price): Cells {
  const taxesOnItems = price.taxes.map(tax => apportion(tax.parts.items, price.itemsCents))
  const rows = price.itemsCents.map((cents, i) => [cents, ...taxesOnItems.map(tax => tax[i]!)])
  rows.push([price.fulfillmentCents, ...price.taxes.map(tax => tax.parts.fulfillment)])
  rows.push([price.shippingCents, ...price.taxes.map(tax => tax.parts.shipping)])
  return rows.flat()
}

/** What is left of a sale after refunds; a refund of null took everything. */
export function left(price: Price, refunds: readonly (Cells | null)[]): Cells {
  const all = cellsOf(price)
  return all.map((cents, i) => cents - sum(refunds.map(taken => (taken === null ? cents : taken[i]!))))
}

export function split(price: Price, cells: Cells): Split {
  const width = 1 + price.taxes.length
  const rows = Array.from({ length: cells.length / width }, (_, row) => cells.slice(row * width, (row + 1) * width))
  const items = rows.slice(0, -2)
  const taxesCents = price.taxes.map((_, tax) => sum(rows.map(row => row[tax + 1]!)))
  return {
    totalCents: sum(cells),
    taxCents: sum(taxesCents),
    parts: {
      items: sum(items.map(row => row[0]!)),
      fulfillment: rows.at(-2)![0]!,
      shipping: rows.at(-1)![0]!,
    },
    taxesCents,
  }
}

/** Amounts are what is refunded, taxes included. `copiesLeft` are the item's copies without a refund so far. */
export type Wanted = { kind: 'all' } | { kind: 'amount'; cents: number } | { kind: 'items'; items: WantedItem[] }
type WantedItem =
  | { index: number; kind: 'copies'; copies: number; copiesLeft: number }
  | { index: number; kind: 'amount'; cents: number }

/** What cannot be refunded: `index` is that of the item, null for the whole order. */
export type TooMuch = { index: number | null; leftCents: number }

/** The cells of a refund, out of those that are left. */
export function take(price: Price, cells: Cells, wanted: Wanted): Cells | TooMuch {
  switch (wanted.kind) {
    case 'all':
      return [...cells]
    case 'amount': {
      const leftCents = sum(cells)
      return wanted.cents > leftCents ? { index: null, leftCents } : apportion(wanted.cents, cells)
    }
    case 'items': {
      const width = 1 + price.taxes.length
      const taken = cells.map(() => 0)
      for (const item of wanted.items) {
        const at = item.index * width
        const row = cells.slice(at, at + width)
        const leftCents = sum(row)
        const cents = item.kind === 'amount' ? item.cents : shareOf(leftCents, item)
        if (cents > leftCents) return { index: item.index, leftCents }
        taken.splice(at, width, ...apportion(cents, row))
      }
      return taken
    }
  }
}

/** The share of some copies in what is left of an item; the last copies take all of it. */
const shareOf = (leftCents: number, { copies, copiesLeft }: { copies: number; copiesLeft: number }): number =>
  apportion(leftCents, [copies, copiesLeft - copies])[0]!
