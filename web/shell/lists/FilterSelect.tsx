// A filter of a list by one of several values. It is in the address.

import { Select, type SelectProps } from '@mantine/core'
import { useFilters } from '../frame/mode.ts'

type Props = Omit<SelectProps, 'label' | 'placeholder' | 'value' | 'onChange'> & {
  /** Of the parameter of the address. */
  name: string
  label: string
  /** Shown while the list is not filtered by it. */
  all: string
  /** The label of the button that ends the filter. */
  clear: string
  /** Shows the label above the field. */
  isLabeled?: boolean
}

export function FilterSelect({ name, label, all, clear, isLabeled = false, ...rest }: Props) {
  const [filters, setFilters] = useFilters()
  return (
    <Select
      style={isLabeled ? undefined : { flex: '1 1 10rem', minWidth: 0 }}
      label={isLabeled ? label : undefined}
      aria-label={isLabeled ? undefined : label}
      placeholder={all}
      value={filters[name] ?? null}
      onChange={value => setFilters({ [name]: value ?? '' })}
      clearable
      clearButtonProps={{ 'aria-label': clear }}
      {...rest}
    />
  )
}
