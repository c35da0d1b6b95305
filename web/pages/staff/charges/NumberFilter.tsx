// The filter of the documents by their number. It is in the address.

import { TextInput } from '@mantine/core'
import { Hash } from 'lucide-react'
import { t } from '../../../language.ts'
import { useFilters } from '../../../shell/frame/mode.ts'
import { FilterForm } from '../../../shell/lists/FilterForm.tsx'

export function NumberFilter() {
  const [{ number }] = useFilters()
  return (
    <FilterForm
      label={number === undefined ? t('Any number') : t('Number {number}', { number })}
      icon={<Hash size={15} />}
      position="bottom-start"
      read={entered => ({ number: entered('number') })}
    >
      <TextInput
        name="number"
        label={t('Document number')}
        placeholder="001042"
        inputMode="numeric"
        pattern="0*[1-9][0-9]{0,8}"
        title={t('The number of an invoice or a credit note, such as 001042')}
        defaultValue={number ?? ''}
      />
    </FilterForm>
  )
}
