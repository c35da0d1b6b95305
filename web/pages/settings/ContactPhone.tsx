// The telephone number for parcels whose recipient has none.

import { Button, Group, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ask } from '../../api.ts'
import { Refused } from '../../components/Refused.tsx'
import { Section } from '../../components/Section.tsx'
import { said } from '../../components/toast.ts'
import { useAct } from '../../shell/act.ts'
import { useMay } from '../../shell/session.ts'

const queryKey = ['account']

export function ContactPhone() {
  const queries = useQueryClient()
  const mayChange = useMay('orders')
  const account = useQuery({ queryKey, queryFn: () => ask(api.GET('/dashboard/api/account')) })
  const current = account.data?.contactPhone ?? ''
  const [typed, setTyped] = useState<string | null>(null)
  const wanted = (typed ?? current).trim()
  const change = useAct({
    mutationFn: () =>
      ask(api.PATCH('/dashboard/api/account', { body: { contactPhone: wanted === '' ? null : wanted } })),
    onSuccess({ contactPhone }) {
      said(contactPhone === null ? 'The telephone number has been removed' : 'The telephone number has been saved')
      setTyped(null)
      return queries.invalidateQueries({ queryKey })
    },
  })
  return (
    <Section
      title="Telephone number for parcels"
      about="Some carriers need one. Printers use it for orders whose recipient has none."
    >
      {mayChange ? (
        <form
          onSubmit={event => {
            event.preventDefault()
            change.mutate()
          }}
        >
          <Refused error={change.error} mb="md" />
          <Group align="flex-end" gap="sm">
            <TextInput
              label="Number"
              type="tel"
              autoComplete="tel"
              maxLength={40}
              w={{ base: '100%', xs: 320 }}
              value={typed ?? current}
              onChange={event => setTyped(event.currentTarget.value)}
            />
            <Button
              type="submit"
              variant="default"
              loading={change.isPending}
              disabled={account.data === undefined || wanted === current}
            >
              Save
            </Button>
          </Group>
        </form>
      ) : (
        <Text size="sm">{current === '' ? 'None' : current}</Text>
      )}
    </Section>
  )
}
