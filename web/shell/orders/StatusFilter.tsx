// Several statuses as the filter of a list of orders.

import { MultiSelect } from '@mantine/core'
import { t } from '../../language.ts'
import { useStatusTexts } from './statusTexts.tsx'

type Props = { flex: string; value: string | undefined; change: (filters: { status: string }) => void }

export function StatusFilter({ flex, value, change }: Props) {
  const { statuses } = useStatusTexts()
  const chosen = value?.split(',') ?? []
  return (
    <MultiSelect
      style={{ flex, minWidth: 0 }}
      aria-label={t('Statuses')}
      placeholder={chosen.length === 0 ? t('All statuses') : undefined}
      data={statuses.map(({ status, label }) => ({ value: status, label }))}
      value={chosen}
      onChange={values => change({ status: values.join(',') })}
      clearable
      clearButtonProps={{ 'aria-label': t('Clear statuses') }}
      hidePickedOptions
    />
  )
}
