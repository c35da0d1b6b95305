// Lists of the draft by rising steps as columns of a grid: discounts by copies, and prices by pounds, of which the last
// has no limit. A draft may have any shape.

import { numberLocale } from '../../../language.ts'
import { withValue } from './content.ts'

export type StepKind = { step: 'fromCopies'; value: 'offBasisPoints' } | { step: 'upToPounds'; value: 'centsPerPound' }
type Step = number | undefined

const rowsOf = (list: unknown): Record<string, unknown>[] =>
  Array.isArray(list) ? list.filter(one => typeof one === 'object' && one !== null) : []

const orderOf = (step: unknown): number => (typeof step === 'number' ? step : Number.POSITIVE_INFINITY)

/** The steps of all lists, and those that were just added. */
export const stepsIn = (lists: unknown[], { step }: StepKind, added: number[]): Step[] =>
  [...new Set([...lists.flatMap(rowsOf).map(one => one[step] as Step), ...added])].toSorted(
    (a, b) => orderOf(a) - orderOf(b),
  )

/** In full, so that no two columns have one title. */
export const stepText = (step: number): string => step.toLocaleString(numberLocale, { maximumFractionDigits: 20 })

export const indexOfStep = (list: unknown, { step }: StepKind, at: Step): number =>
  Array.isArray(list) ? list.findIndex(one => (one as Record<string, unknown> | null)?.[step] === at) : -1

export const valueAtStep = (list: unknown, kind: StepKind, at: Step): unknown =>
  (list as Record<string, unknown>[] | undefined)?.[indexOfStep(list, kind, at)]?.[kind.value]

/** Undefined removes the step. */
export function withStep(list: unknown, kind: StepKind, at: Step, value: number | string | undefined): unknown[] {
  const index = indexOfStep(list, kind, at)
  const rows = Array.isArray(list) ? (list as unknown[]) : []
  if (index >= 0) return withValue(rows, value === undefined ? [index] : [index, kind.value], value)
  if (value === undefined) return rows
  const added = { ...(at === undefined ? {} : { [kind.step]: at }), [kind.value]: value }
  return [...rows, added].toSorted((a, b) => orderOf(Object(a)[kind.step]) - orderOf(Object(b)[kind.step]))
}
