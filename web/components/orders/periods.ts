// Periods by name, for the filters of lists. Days are in the reader's time zone.

import { t } from '../../language.ts'

type Bounds = { createdAfter?: string; createdBefore?: string }

const periods = {
  today: { label: t('Today'), of: () => ({ createdAfter: startOfDay(0) }) },
  yesterday: { label: t('Yesterday'), of: () => ({ createdAfter: startOfDay(-1), createdBefore: startOfDay(0) }) },
  week: { label: t('Last 7 days'), of: () => ({ createdAfter: startOfDay(-6) }) },
  month: { label: t('Last 30 days'), of: () => ({ createdAfter: startOfDay(-29) }) },
  this_month: { label: t('This month'), of: () => ({ createdAfter: startOfMonth(0) }) },
  last_month: {
    label: t('Last month'),
    of: () => ({ createdAfter: startOfMonth(-1), createdBefore: startOfMonth(0) }),
  },
} satisfies Record<string, { label: string; of: () => Bounds }>

export const periodOptions = Object.entries(periods).map(([value, { label }]) => ({ value, label }))

/** The bounds of a period, as the address names it; none for another text. */
export const periodOf = (name: string | undefined): Bounds =>
  name !== undefined && Object.hasOwn(periods, name) ? periods[name as keyof typeof periods].of() : {}

/** An order of the first moment belongs to the period: the bound is excluded. */
const justBefore = (at: Date): string => new Date(at.getTime() - 1).toISOString()

function startOfDay(days: number): string {
  const now = new Date()
  return justBefore(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days))
}

function startOfMonth(months: number): string {
  const now = new Date()
  return justBefore(new Date(now.getFullYear(), now.getMonth() + months, 1))
}
