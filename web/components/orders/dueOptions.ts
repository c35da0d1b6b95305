// The filter of lists of orders by their promised day of shipping.

import { t } from '../../language.ts'

const names = { late: t('Late'), today: t('Due today') }
export const dueOptions = Object.entries(names).map(([value, label]) => ({ value, label }))

export const dueOf = (text: string | undefined): 'late' | 'today' | null =>
  text === 'late' || text === 'today' ? text : null

export const dueName = (text: string | undefined): string | undefined => {
  const due = dueOf(text)
  return due === null ? undefined : names[due]
}
