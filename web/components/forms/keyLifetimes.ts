// How long a new key works.

import { t } from '../../language.ts'

export const noEnd = '0'

/** Choices in days. */
export const keyLifetimes = [
  { value: noEnd, label: t('Never [[expires]]') },
  { value: '30', label: t('After {days} days', { days: 30 }) },
  { value: '90', label: t('After {days} days', { days: 90 }) },
  { value: '365', label: t('After 1 year') },
]

const dayMs = 86_400_000

/** The end of a key that is created now, as the service expects it. */
export const keyEndAfter = (days: string): { expiresAt?: string } =>
  days === noEnd ? {} : { expiresAt: new Date(Date.now() + Number(days) * dayMs).toISOString() }
