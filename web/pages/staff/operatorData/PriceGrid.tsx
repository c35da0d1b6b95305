// The prices, or the costs, of all books of the draft as a grid.

import { useState } from 'react'
import { CellGrid } from '../../../components/staff/CellGrid.tsx'
import { type GridRow, keysOf } from '../../../components/staff/cells.ts'
import { t } from '../../../language.ts'
import { booksOf, mistakeAt, type Path, valueAt, withValue } from './content.ts'
import { useEditing } from './Fields.tsx'
import { NewStep } from './NewStep.tsx'
import { copySteps, priceColumns } from './priceColumns.ts'
import { readFile } from './readFile.ts'
import { stepsIn } from './steps.ts'

const booksPath: Path = ['catalog', 'skus']

export function PriceGrid({ part }: { part: 'price' | 'cost' }) {
  const { content, mistakes, change, isReadOnly } = useEditing()
  const [added, setAdded] = useState<number[]>([])
  const books = booksOf(content)
  const keys = keysOf(books.map(({ manufacturingSku }) => manufacturingSku))
  const places = new Map(keys.map((key, i) => [key, i]))
  const rows = books.map((book, i): GridRow<unknown> => {
    const value = valueAt(book, [part])
    const mistake = mistakeAt(mistakes, [...booksPath, i, part])
    return { key: keys[i]!, ...bookRow(book), value, mistake }
  })
  const steps = stepsIn(
    rows.map(({ value }) => valueAt(value, ['breaks'])),
    copySteps,
    added,
  )
  const columns = priceColumns(part, steps, ({ key }, below) =>
    mistakeAt(mistakes, [...booksPath, places.get(key)!, part, ...below]),
  )
  const save = (values: ReadonlyMap<string, unknown>) => {
    const next = [...books]
    for (const [key, value] of values) {
      const hasNone = part === 'cost' && columns.every(({ read }) => read(value) === undefined)
      const place = places.get(key)!
      next[place] = withValue(books[place]!, [part], hasNone ? undefined : value)
    }
    change(booksPath, next)
  }
  return (
    <CellGrid
      label={part === 'price' ? t('Prices of all books') : t('Costs of all books')}
      rowTitle={t('Book')}
      rows={rows}
      none={t('No books yet')}
      columns={columns}
      change={save}
      actions={<NewCopies add={step => setAdded([...added, step])} />}
      isReadOnly={isReadOnly}
      readFile={readFile}
    />
  )
}

export const NewCopies = ({ add }: { add: (copies: number) => void }) => (
  <NewStep label={t('Discount from copies')} min={2} max={10_000} add={add} />
)

/** A paste finds a book by its SKU, and by its name if no other book has it. */
export const bookRow = ({ name, manufacturingSku }: { name?: string; manufacturingSku: string }) => ({
  title: name || t('Unnamed book'),
  about: manufacturingSku,
  names: [manufacturingSku, ...(name ? [name] : [])],
})
