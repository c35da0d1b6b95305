// The name of the recipient. Typing finds recipients of earlier orders, as far as their addresses are still stored.

import { Autocomplete } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { type AddressDraft, addressDraftOf } from '../../components/orders/AddressFields.tsx'
import { t } from '../../language.ts'
import { useMode } from '../../shell/frame/mode.ts'
import type { Draft } from './draft.ts'

const typingMs = 250
const minLetters = 2
/** Several orders may have gone to one recipient. */
const maxOrders = 20
const maxSuggested = 5

export function RecipientField({ form }: { form: UseFormReturnType<Draft> }) {
  const mode = useMode()
  const { name } = form.values
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), typingMs)
  const { data = [] } = useQuery({
    queryKey: [mode, 'orders', 'recipients', search],
    async queryFn() {
      const query = { search, limit: maxOrders }
      const { orders } = await api.GET('/dashboard/api/{mode}/orders', { params: { path: { mode }, query } })
      return orders.flatMap(({ destination, recipientForgottenAt }) =>
        recipientForgottenAt === null ? addressDraftOf(destination) : [],
      )
    },
    enabled: search.length >= minLetters,
    placeholderData: keepPreviousData,
  })
  const words = search.toLowerCase()
  const named = data.filter(one => `${one.name} ${one.company}`.toLowerCase().includes(words))
  const found = new Map<string, AddressDraft>()
  // The newest order comes first.
  for (const one of named) if (!found.has(labelOf(one))) found.set(labelOf(one), one)
  return (
    <Autocomplete
      label={t('Name')}
      name="recipient"
      required
      autoComplete="off"
      data={typed === '' ? [] : [...found.keys()].slice(0, maxSuggested)}
      filter={({ options }) => options}
      {...form.getInputProps('name')}
      value={name}
      onChange={value => {
        const address = found.get(value)
        setTyped(address === undefined ? value : '')
        if (address === undefined) form.setFieldValue('name', value)
        else form.setValues(address)
      }}
    />
  )
}

const labelOf = ({ name, company, address1, address2, city, state, postal, country }: AddressDraft): string =>
  [name, company, address1, address2, city, state, postal, country].filter(Boolean).join(', ')
