// The sort of a list for a phone, where no column has a head.

import { Select } from '@mantine/core'
import { t } from '../../language.ts'
import type { ListSort } from './SortHead.tsx'

/** `labels`: a sentence for each sort. */
export const SortSelect = ({ labels, list }: { labels: Record<string, string>; list: ListSort }) => (
  <Select
    style={{ flex: '1 1 9rem', minWidth: 0 }}
    maw={{ base: '100%', sm: '16rem' }}
    aria-label={t('Sort')}
    data={Object.entries(labels).map(([value, label]) => ({ value, label }))}
    value={list.value}
    onChange={value => value !== null && list.change(value)}
    allowDeselect={false}
  />
)

/** The sort that the address names; the default for another text. */
export const knownSort = <Sort extends string>(labels: Record<Sort, string>, name: string | undefined, usual: Sort) =>
  name !== undefined && Object.hasOwn(labels, name) ? (name as Sort) : usual
