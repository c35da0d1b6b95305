// The custom prices of a price list as a grid of all books: a discount, or a price in place of the catalog's. A book
// with an empty row has the list's discount for all books.

import { useState } from 'react'
import { CellGrid } from '../../../components/staff/CellGrid.tsx'
import type { GridColumn, GridRow } from '../../../components/staff/cells.ts'
import { t } from '../../../language.ts'
import { booksOf, mistakeAt, type Path, valueAt } from './content.ts'
import { useEditing } from './Fields.tsx'
import { bookRow, NewCopies } from './PriceGrid.tsx'
import { copySteps, priceColumns } from './priceColumns.ts'
import { readFile } from './readFile.ts'
import { stepsIn } from './steps.ts'

export type BookRule = { manufacturingSku: string; offBasisPoints?: unknown; price?: unknown }
/** Of a book on the list, and its price in the catalog. */
type ListValue = { off: unknown; price: unknown; catalog: unknown }

export function ListPrices({ path }: { path: Path }) {
  const { content, mistakes, change, isReadOnly } = useEditing()
  const [added, setAdded] = useState<number[]>([])
  const books = booksOf(content)
  const rules = (valueAt(content, path) ?? []) as BookRule[]
  const placeOf = new Map(rules.map(({ manufacturingSku }, i) => [manufacturingSku, i]))
  const sold = new Set(books.map(({ manufacturingSku }) => manufacturingSku))
  const removed = rules.filter(({ manufacturingSku }) => !sold.has(manufacturingSku))
  const rulePath = ({ key }: { key: string }): Path => [...path, placeOf.get(key) ?? -1]
  const rows = [...books, ...removed].map((book): GridRow<ListValue> => {
    const key = book.manufacturingSku
    const rule = rules[placeOf.get(key) ?? -1]
    const value = { off: rule?.offBasisPoints, price: rule?.price, catalog: sold.has(key) ? book.price : undefined }
    const mistake =
      mistakeAt(mistakes, rulePath({ key })) ?? mistakeAt(mistakes, [...rulePath({ key }), 'manufacturingSku'])
    return { key, ...bookRow(book as { name?: string; manufacturingSku: string }), value, mistake }
  })
  const steps = stepsIn(
    rows.flatMap(({ value: { price, catalog } }) => [valueAt(price, ['breaks']), valueAt(catalog, ['breaks'])]),
    copySteps,
    added,
  )
  const own = priceColumns('price', steps, (row, below) => mistakeAt(mistakes, [...rulePath(row), 'price', ...below]))
  const columns = [discountColumn, ...own.map(one => inPlaceOfCatalog(one, own))]
  const save = (values: ReadonlyMap<string, ListValue>) => {
    const next = new Map(rules.map(rule => [rule.manufacturingSku, rule]))
    for (const [manufacturingSku, { off, price }] of values) {
      if (price !== undefined) next.set(manufacturingSku, { manufacturingSku, price })
      else if (off !== undefined) next.set(manufacturingSku, { manufacturingSku, offBasisPoints: off })
      else next.delete(manufacturingSku)
    }
    change(path, [...next.values()])
  }
  return (
    <CellGrid
      label={t('Custom book prices')}
      rowTitle={t('Book')}
      rows={rows}
      none={t('No books yet')}
      columns={columns}
      change={save}
      isReadOnly={isReadOnly}
      readFile={readFile}
      actions={<NewCopies add={step => setAdded([...added, step])} />}
    />
  )
}

/** A discount and a price exclude each other: the one that was entered last counts. */
const discountColumn: GridColumn<ListValue> = {
  title: t('Discount'),
  unit: { decimals: 2, min: -100, max: 100, sign: '%' },
  read: ({ off }) => off,
  write: (value, cell) => ({ ...value, off: cell, price: cell === undefined ? value.price : undefined }),
}

/** A price begins as a copy of the catalog's, which is also what an empty row shows. */
const inPlaceOfCatalog = (one: GridColumn<unknown>, all: GridColumn<unknown>[]): GridColumn<ListValue> => ({
  title: one.title,
  unit: one.unit,
  read: ({ price }) => one.read(price),
  usual: ({ off, price, catalog }) => (off === undefined && price === undefined ? one.read(catalog) : undefined),
  isRequired: ({ price }) => one.isRequired?.(price) ?? false,
  write(value, cell) {
    if (cell === undefined && value.price === undefined) return value
    const price = one.write(value.price ?? value.catalog, cell)
    return { ...value, off: undefined, price: all.every(({ read }) => read(price) === undefined) ? undefined : price }
  },
  mistakeOf: row => one.mistakeOf?.({ ...row, value: row.value.price }) ?? null,
})
