// The telephone number for parcels whose recipient has none.

import { Button, Group, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { FormError } from '../../components/feedback/FormError.tsx'
import { showToast } from '../../components/feedback/toast.ts'
import { Form } from '../../components/forms/Form.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { t } from '../../language.ts'
import { useAction } from '../../shell/frame/action.ts'
import { useMay } from '../../shell/session/session.ts'

const queryKey = ['account']

export function ContactPhone() {
  const queries = useQueryClient()
  const mayChange = useMay('orders')
  const account = useQuery({ queryKey, queryFn: () => api.GET('/dashboard/api/account') })
  const current = account.data?.contactPhone ?? ''
  const [typed, setTyped] = useState<string | null>(null)
  const phone = (typed ?? current).trim()
  const change = useAction({
    mutationFn: () => api.PATCH('/dashboard/api/account', { body: { contactPhone: phone === '' ? null : phone } }),
    onSuccess({ contactPhone }) {
      showToast(contactPhone === null ? t('Phone number removed') : t('Phone number saved'))
      setTyped(null)
      return queries.invalidateQueries({ queryKey })
    },
  })
  return (
    <Section
      title={t('Contact phone number')}
      about={t('Some carriers require a phone number. We use this one for orders without a recipient phone number.')}
    >
      {mayChange ? (
        <Form submit={() => change.mutate()}>
          <FormError error={change.error} mb="md" />
          <Group align="flex-end" gap="sm">
            <TextInput
              label={t('Phone number')}
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
              disabled={account.data === undefined || phone === current}
            >
              {t('Save')}
            </Button>
          </Group>
        </Form>
      ) : (
        <Text size="sm">{current === '' ? t('None') : current}</Text>
      )}
    </Section>
  )
}
