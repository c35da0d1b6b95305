// Filters of a list that are entered in a form behind a button, and put into the address together.

import { Button, Popover, Select, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Form } from '../../components/forms/Form.tsx'
import { countryName } from '../../components/layout/Values.tsx'
import { countries } from '../../components/orders/countries.ts'
import { dueOf, dueOptions } from '../../components/orders/dueOptions.ts'
import { t } from '../../language.ts'
import { type Filters, useFilters } from '../frame/mode.ts'

type Props = {
  /** Of the button. */
  label: string
  icon: ReactNode
  width?: number
  position?: 'bottom-start' | 'bottom-end'
  /** The filters, from the text in the field of a name. */
  read: (entered: (name: string) => string) => Filters
  children: ReactNode
}

export function FilterForm({ label, icon, width = 280, position = 'bottom-end', read, children }: Props) {
  const [isOpen, set] = useState(false)
  const [, setFilters] = useFilters()
  const apply = (form: HTMLFormElement) => {
    set(false)
    const data = new FormData(form)
    setFilters(read(name => String(data.get(name) ?? '').trim()))
  }
  return (
    <Popover width={width} position={position} trapFocus opened={isOpen} onChange={set}>
      <Popover.Target>
        <Button variant="default" onClick={() => set(!isOpen)} leftSection={icon}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Form submit={apply}>
          <Stack gap="sm">
            {children}
            <Button type="submit">{t('Apply')}</Button>
          </Stack>
        </Form>
      </Popover.Dropdown>
    </Popover>
  )
}

export const moreFiltersText = (used: number): string =>
  used === 0 ? t('More filters') : t('More filters ({count})', { count: used })

export const DueField = ({ value }: { value: string | undefined }) => (
  <Select
    name="due"
    label={t('Ship by')}
    placeholder={t('Any day')}
    data={dueOptions}
    defaultValue={dueOf(value)}
    comboboxProps={{ withinPortal: false }}
    clearable
    clearButtonProps={{ 'aria-label': t('Clear ship by') }}
  />
)

export function CountryField({ value }: { value: string | undefined }) {
  const isOffered = value === undefined || countries.some(one => one.value === value)
  return (
    <Select
      name="country"
      label={t('Country')}
      placeholder={t('All countries')}
      data={isOffered ? countries : [{ value, label: countryName(value) }, ...countries]}
      defaultValue={value ?? null}
      comboboxProps={{ withinPortal: false }}
      clearable
      clearButtonProps={{ 'aria-label': t('Clear country') }}
    />
  )
}
