// The filter of a list by amounts of money. The bounds are in the address.

import { Button, Group, Popover, Stack, TextInput } from '@mantine/core'
import { DollarSign } from 'lucide-react'
import { useState } from 'react'
import { separators } from '../../../components/forms/separators.ts'
import { money } from '../../../components/layout/Values.tsx'
import { t } from '../../../language.ts'
import { useFilters } from '../../../shell/frame/mode.ts'

const shown = (amount: string | undefined) => (amount === undefined ? '…' : money(Number(amount)))

export function AmountFilter() {
  const [{ minAmount, maxAmount }, setFilters] = useFilters()
  const [isOpen, set] = useState(false)
  const has = minAmount !== undefined || maxAmount !== undefined
  return (
    <Popover width={280} position="bottom-start" trapFocus opened={isOpen} onChange={set}>
      <Popover.Target>
        <Button variant="default" onClick={() => set(!isOpen)} leftSection={<DollarSign size={15} />}>
          {has ? t('{from} to {to}', { from: shown(minAmount ?? '0'), to: shown(maxAmount) }) : t('Any amount')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={event => {
            event.preventDefault()
            set(false)
            const data = new FormData(event.currentTarget)
            const entered = (name: string) =>
              String(data.get(name) ?? '')
                .trim()
                .replace(',', '.')
            setFilters({ minAmount: entered('minAmount'), maxAmount: entered('maxAmount') })
          }}
        >
          <Stack gap="sm">
            <Group grow gap="xs">
              {(['minAmount', 'maxAmount'] as const).map(name => (
                <TextInput
                  key={name}
                  name={name}
                  label={name === 'minAmount' ? t('Amount from') : t('Amount to')}
                  inputMode="decimal"
                  pattern="[0-9]{1,7}([.,][0-9]{2})?"
                  title={t('Dollars, such as 25 or 24.95')}
                  defaultValue={
                    (name === 'minAmount' ? minAmount : maxAmount)?.replace('.', separators.decimalSeparator) ?? ''
                  }
                />
              ))}
            </Group>
            <Button type="submit">{t('Apply')}</Button>
          </Stack>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
