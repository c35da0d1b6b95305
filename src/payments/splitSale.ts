// The price of an order, cent by cent: a row of cells for each item, for fulfillment and for shipping, each with the
// price and then each tax on it. A refund takes from the cells, in proportion and by largest remainder, and never more
// than remains in a cell. So price and taxes of every refund add up, and the last refund takes exactly the rest.

import { apportion } from '../base/money.ts'

export type SalePart = 'items' | 'fulfillment' | 'shipping'
type ByPart = Record<SalePart, number>

/** A tax of one authority; `parts` are its cents on each part of the price, and add up to `taxCents`. */
export type SaleTax = {
  jurisdiction: string
  kind: string
  rate: number
  taxableCents: number
  taxCents: number
  parts: ByPart
}

/** `itemsCents` has the amount of each order item, without tax. */
export type Price = { itemsCents: number[]; fulfillmentCents: number; shippingCents: number; taxes: SaleTax[] }

/** Cents, row by row: for each item, for fulfillment and for shipping, the price and then each tax. */
export type Cells = number[]

/** The sums of cells by part and by tax. */
export type Split = {
  totalCents: number
  taxCents: number
  parts: ByPart
  /** Those of the sale's taxes, in the same sequence. */
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

/** The cells of a sale after refunds. */
export const remainingCells = (price: Price, refunds: readonly Cells[]): Cells =>
  cellsOf(price).map((cents, i) => cents - sum(refunds.map(cells => cells[i]!)))

const rowsOf = (cells: Cells, taxCount: number): Cells[] => {
  const width = 1 + taxCount
  return Array.from({ length: cells.length / width }, (_, row) => cells.slice(row * width, (row + 1) * width))
}

/** The shares of cells in each part of a price with that many taxes, and in all taxes on the part. */
export function takenByPart(cells: Cells, taxCount: number): Record<SalePart, { cents: number; taxCents: number }> {
  const rows = rowsOf(cells, taxCount)
  const taken = (some: Cells[]) => ({
    cents: sum(some.map(row => row[0]!)),
    taxCents: sum(some.map(row => sum(row.slice(1)))),
  })
  return { items: taken(rows.slice(0, -2)), fulfillment: taken([rows.at(-2)!]), shipping: taken([rows.at(-1)!]) }
}

export function split(price: Price, cells: Cells): Split {
  const rows = rowsOf(cells, price.taxes.length)
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

/**
 * The cells that a refund takes, out of the `remaining` cells of a `sale`, so that a price falls as from `before` to
 * `after`. Null when a part of the price, or a tax on it, rises. The items cost the same before and after.
 */
export function allocateFall(
  { sale, remaining }: { sale: Price; remaining: Cells },
  before: Price,
  after: Price,
): Cells | null {
  const width = 1 + sale.taxes.length
  const items = sale.itemsCents.length
  const rowsAt: Record<SalePart, number[]> = {
    items: sale.itemsCents.map((_, i) => i),
    fulfillment: [items],
    shipping: [items + 1],
  }
  const taken = remaining.map(() => 0)
  const take = (part: SalePart, column: number, cents: number) => {
    const cells = rowsAt[part].map(row => row * width + column)
    const left = cells.map(at => remaining[at]!)
    apportion(Math.min(cents, sum(left)), left).forEach((share, i) => {
      taken[cells[i]!] = share
    })
  }
  const fall = before.shippingCents - after.shippingCents
  if (fall < 0) return null
  take('shipping', 0, fall)
  const names = new Set([...before.taxes, ...after.taxes].map(taxName))
  for (const name of names) {
    const column = sale.taxes.findIndex(tax => taxName(tax) === name) + 1
    for (const part of ['items', 'fulfillment', 'shipping'] as const) {
      const cents = taxOn(before, name, part) - taxOn(after, name, part)
      if (cents < 0) return null
      if (column > 0) take(part, column, cents)
    }
  }
  return taken
}

const taxName = ({ jurisdiction, kind }: SaleTax): string => `${jurisdiction} ${kind}`
const taxOn = ({ taxes }: Price, name: string, part: SalePart): number =>
  sum(taxes.filter(tax => taxName(tax) === name).map(({ parts }) => parts[part]))

/** The parts that a refund takes, with taxes. `remainingCopies` is the number of copies without a refund so far. */
export type RefundSelection =
  | { kind: 'all' }
  | { kind: 'amount'; cents: number }
  | { kind: 'items'; items: ItemSelection[] }
type ItemSelection =
  | { index: number; kind: 'copies'; copies: number; remainingCopies: number }
  | { index: number; kind: 'amount'; cents: number }

/** A refund of more than remains: of the item `index`, or of the whole order for null. */
export type ExcessiveRefund = { index: number | null; remainingCents: number }

/** The cells of a refund, out of the remaining `cells`. */
export function allocateRefund(price: Price, cells: Cells, selection: RefundSelection): Cells | ExcessiveRefund {
  switch (selection.kind) {
    case 'all':
      return [...cells]
    case 'amount': {
      const remainingCents = sum(cells)
      return selection.cents > remainingCents ? { index: null, remainingCents } : apportion(selection.cents, cells)
    }
    case 'items': {
      const width = 1 + price.taxes.length
      const taken = cells.map(() => 0)
      for (const item of selection.items) {
        const at = item.index * width
        const row = cells.slice(at, at + width)
        const remainingCents = sum(row)
        const cents = item.kind === 'amount' ? item.cents : shareOf(remainingCents, item)
        if (cents > remainingCents) return { index: item.index, remainingCents }
        taken.splice(at, width, ...apportion(cents, row))
      }
      return taken
    }
  }
}

/** The share of some copies in the rest of an item; the last copies take all of it. */
const shareOf = (
  remainingCents: number,
  { copies, remainingCopies }: { copies: number; remainingCopies: number },
): number => apportion(remainingCents, [copies, remainingCopies - copies])[0]!
