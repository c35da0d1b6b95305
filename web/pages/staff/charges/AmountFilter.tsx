// The filter of a list by amounts of money. The bounds are in the address.

import { Group } from '@mantine/core'
import { DollarSign } from 'lucide-react'
import { separators } from '../../../components/forms/separators.ts'
import { money } from '../../../components/layout/Values.tsx'
import { AmountField, amountIn } from '../../../components/staff/AmountField.tsx'
import { t } from '../../../language.ts'
import { useFilters } from '../../../shell/frame/mode.ts'
import { FilterForm } from '../../../shell/lists/FilterForm.tsx'

const shown = (amount: string | undefined) => (amount === undefined ? '…' : money(Number(amount)))
const typed = (amount: string | undefined) => amount?.replace('.', separators.decimalSeparator)

export function AmountFilter() {
  const [{ minAmount, maxAmount }] = useFilters()
  const has = minAmount !== undefined || maxAmount !== undefined
  return (
    <FilterForm
      label={has ? t('{from} to {to}', { from: shown(minAmount ?? '0'), to: shown(maxAmount) }) : t('Any amount')}
      icon={<DollarSign size={15} />}
      position="bottom-start"
      read={entered => ({ minAmount: amountIn(entered('minAmount')), maxAmount: amountIn(entered('maxAmount')) })}
    >
      <Group grow gap="xs">
        <AmountField name="minAmount" label={t('Amount from')} value={typed(minAmount)} />
        <AmountField name="maxAmount" label={t('Amount to')} value={typed(maxAmount)} />
      </Group>
    </FilterForm>
  )
}
