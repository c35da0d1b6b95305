// The search field, reached with `/` and submitted with Enter.

import { Button, TextInput } from '@mantine/core'
import { Search, X } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../language.ts'
import { Form } from './Form.tsx'

type Props = {
  /** The kind of results, as the label of the field. */
  label: string
  placeholder: string
  maxLength: number
  value: string
  /** '' means no search. */
  find: (text: string) => void
  /** Called for Ctrl or Cmd with Enter, without checking that the result exists. */
  open?: (text: string) => void
}

export function SearchField({ label, placeholder, maxLength, value, find, open }: Props) {
  const [{ text, of }, set] = useState({ text: value, of: value })
  // Follows a search that is changed elsewhere, such as by a saved view or by clearing all filters.
  if (of !== value) set({ text: value, of: value })
  const setText = (text: string) => set({ text, of: value })
  return (
    <Form submit={() => find(text.trim())}>
      <TextInput
        data-search
        aria-label={label}
        placeholder={placeholder}
        leftSection={<Search size={15} />}
        rightSection={
          text === '' ? null : (
            <Button
              variant="transparent"
              size="compact-xs"
              c="dimmed"
              aria-label={t('Clear search')}
              onClick={() => {
                setText('')
                find('')
              }}
            >
              <X size={14} />
            </Button>
          )
        }
        maxLength={maxLength}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        onKeyDown={event => {
          if (open !== undefined && event.key === 'Enter' && (event.metaKey || event.ctrlKey) && text.trim() !== '') {
            event.preventDefault()
            open(text.trim())
          }
        }}
      />
    </Form>
  )
}
