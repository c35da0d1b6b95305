// A price, or a cost that is worked out like one, as columns of a grid: its amounts, and its discounts by copies.

import { allBookFields } from '../../../../src/catalog/bookFields.ts'
import type { CellUnit, GridColumn, GridRow } from '../../../components/staff/cells.ts'
import { t, word } from '../../../language.ts'
import { type Path, valueAt, withValue } from './content.ts'
import { indexOfStep, type StepKind, stepText, valueAtStep, withStep } from './steps.ts'

export const copySteps: StepKind = { step: 'fromCopies', value: 'offBasisPoints' }
const discount: CellUnit = { decimals: 2, min: 0.01, max: 99.99, sign: '%' }
const decimalsOf: Partial<Record<string, number>> = { cents: 2, millicents: 5 }

export type MistakeBelow = (row: GridRow<unknown>, below: Path) => string | null

/** Of the price or the cost of a book. */
export function priceColumns(
  part: 'price' | 'cost',
  steps: (number | undefined)[],
  mistakeBelow: MistakeBelow,
): GridColumn<unknown>[] {
  const amounts = allBookFields.filter(
    ({ path, unit }) => path.startsWith(`${part}.`) && decimalsOf[unit] !== undefined,
  )
  return [
    ...amounts.map(({ path, unit, label, schema }): GridColumn<unknown> => {
      const at = [path.slice(part.length + 1)]
      const decimals = decimalsOf[unit]!
      const inDollars = (bound: unknown) => Number(bound) / 10 ** decimals
      return {
        title: word(label),
        unit: { decimals, min: inDollars(schema.minimum), max: inDollars(schema.maximum), sign: '$' },
        read: value => valueAt(value, at),
        write: (value, cell) => withValue({ breaks: [], ...(value as object | undefined) }, at, cell),
        isRequired: value => value !== undefined,
        mistakeOf: row => mistakeBelow(row, at),
      }
    }),
    ...steps.map((copies): GridColumn<unknown> => {
      const list = (value: unknown) => valueAt(value, ['breaks'])
      return {
        title:
          part === 'price'
            ? t('Discount from {copies} copies', { copies: stepText(copies ?? 0) })
            : t('Cost reduction from {copies} copies', { copies: stepText(copies ?? 0) }),
        unit: discount,
        read: value => valueAtStep(list(value), copySteps, copies),
        write: (value, cell) => withValue(value ?? {}, ['breaks'], withStep(list(value), copySteps, copies, cell)),
        mistakeOf: row =>
          mistakeBelow(row, ['breaks', indexOfStep(list(row.value), copySteps, copies), 'offBasisPoints']),
      }
    }),
  ]
}
