// The state of a destination: chosen from a list where there is one, by its code or its name.

import { type ComboboxItem, type OptionsFilter, Select, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { searchable } from '../../../src/base/text/searchable.ts'
import { t } from '../../language.ts'
import { needsState } from './countries.ts'
import { stateOf, states } from './states.ts'

type Props = { country: string; value: string; onChange: (state: string) => void; error?: ReactNode }

/** "AR" is Arkansas before it is a part of Arizona. */
const byCodeFirst: OptionsFilter = ({ options, search }) => {
  const typed = searchable(search)
  const isCode = ({ value }: ComboboxItem) => searchable(value) === typed
  return (options as ComboboxItem[])
    .filter(({ label }) => searchable(label).includes(typed))
    .sort((a, b) => Number(isCode(b)) - Number(isCode(a)))
}

export function StateField({ country, value, onChange, error }: Props) {
  const [search, setSearch] = useState('')
  const label = country === 'CA' ? t('Province') : t('State')
  const listed = states[country]
  if (listed === undefined) {
    return (
      <TextInput
        label={label}
        autoComplete="off"
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
        error={error}
      />
    )
  }
  const chosen = stateOf(country, value)?.value ?? value
  // An order that is duplicated may name one that is not listed.
  const isUnlisted = value !== '' && stateOf(country, value) === undefined
  return (
    <Select
      label={label}
      required={needsState(country)}
      searchable
      selectFirstOptionOnChange
      allowDeselect={false}
      data={[...listed, ...(isUnlisted ? [{ value, label: value }] : [])]}
      value={chosen === '' ? null : chosen}
      onChange={state => onChange(state ?? '')}
      filter={byCodeFirst}
      searchValue={search}
      onSearchChange={setSearch}
      onBlur={() => {
        const typed = stateOf(country, search)
        if (typed !== undefined) onChange(typed.value)
      }}
      error={error}
    />
  )
}
