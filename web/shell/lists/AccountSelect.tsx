// The filter of the staff's lists by an account. The service finds accounts while one types: there may
// be thousands.

import { Select, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type CSSProperties, useState } from 'react'
import { api } from '../../api.ts'
import { t } from '../../language.ts'
import { useFilters } from '../frame/mode.ts'

const maxOptions = 20

type Props = {
  /** The id of the account; null for all accounts. */
  value: string | null
  change: (accountId: string | null) => void
  label?: string
  style?: CSSProperties
  withinPortal?: boolean
}

export function AccountSelect({ value, change, label, style, withinPortal = true }: Props) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 200)
  const [isOpen, setOpen] = useState(false)
  const chosen = useQuery({
    queryKey: ['staff', 'account', value],
    queryFn: () => api.GET('/staff/accounts/{accountId}', { params: { path: { accountId: value as string } } }),
    enabled: value !== null,
  })
  const name = value === null ? '' : (chosen.data?.name ?? value)
  // The name of the chosen account is no search.
  const wanted = search === name ? '' : search
  const found = useQuery({
    queryKey: ['staff', 'accounts', 'select', wanted],
    queryFn: () =>
      api.GET('/staff/accounts', {
        params: { query: { sort: 'name', limit: maxOptions, ...(wanted === '' ? {} : { search: wanted }) } },
      }),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  // A filter offers what was named, and nothing similar.
  const accounts = found.data?.exact === false ? [] : (found.data?.accounts ?? [])
  const options = accounts.map(({ accountId, name }) => ({ value: accountId, label: name }))
  const isListed = value === null || options.some(option => option.value === value)
  const emailOf = new Map(accounts.map(({ accountId, holderEmail }) => [accountId, holderEmail]))
  return (
    <Select
      label={label}
      style={style}
      aria-label={label === undefined ? t('Account') : undefined}
      placeholder={t('All accounts')}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      data={isListed ? options : [{ value, label: name }, ...options]}
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <div>
          <span className="wrap">{option.label}</span>
          <Text size="xs" c="dimmed" className="wrap">
            {emailOf.get(option.value) ?? option.value}
          </Text>
        </div>
      )}
      nothingFoundMessage={found.isPending ? t('Searching…') : t('No accounts match')}
      value={value}
      onChange={change}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      comboboxProps={{ withinPortal }}
      maxLength={100}
      clearable
      clearButtonProps={{ 'aria-label': t('Clear account') }}
    />
  )
}

/** Where the filters leave room at their end. */
export const narrowAccount = { flex: '1 1 14rem', maxWidth: '22rem', minWidth: 0 }

/** The account as a filter in the address. */
export function AccountFilter({ style = { flex: '2 1 10.5rem', minWidth: 0 } }: Pick<Props, 'style'>) {
  const [{ accountId }, setFilters] = useFilters()
  return <AccountSelect style={style} value={accountId ?? null} change={id => setFilters({ accountId: id ?? '' })} />
}
