// Changing the email address of the sign-in: requested here, confirmed in both mailboxes.

import { Button, Group, List as Steps, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { useState } from 'react'
import { api, type ResponseBody } from '../../api.ts'
import { FormError } from '../../components/feedback/FormError.tsx'
import { Form } from '../../components/forms/Form.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { Time } from '../../components/layout/Values.tsx'
import { rich, t } from '../../language.ts'
import { useAction } from '../../shell/frame/action.ts'

type Change = NonNullable<ResponseBody<'/auth/change-email'>['change']>

export function EmailAddress({ email }: { email: string }) {
  const queries = useQueryClient()
  const request = useQuery({ queryKey: ['email-change'], queryFn: () => api.GET('/auth/change-email') })
  const refetch = () => void queries.invalidateQueries({ queryKey: ['email-change'] })
  const [newEmail, setNewEmail] = useState('')
  const change = useMutation({
    mutationFn: () => api.POST('/auth/change-email', { body: { newEmail: newEmail.trim() } }),
    onSuccess() {
      setNewEmail('')
      refetch()
    },
  })
  const cancelChange = useAction({
    mutationFn: () => api.DELETE('/auth/change-email'),
    refetch: ['email-change'],
    done: t('Email change canceled'),
    failed: t('The email change was not canceled'),
  })
  const pending = request.data?.change ?? null
  return (
    <Section
      title={t('Email address')}
      about={t('The email address you sign in with. To change it, confirm both your current and your new address.')}
    >
      {pending === null ? (
        <Form submit={() => change.mutate()}>
          <FormError error={change.error} mb="md" />
          <Group align="flex-end" gap="sm">
            <TextInput
              label={t('New email address')}
              type="email"
              autoComplete="email"
              required
              withAsterisk={false}
              maxLength={254}
              w={{ base: '100%', xs: 320 }}
              value={newEmail}
              onChange={event => setNewEmail(event.currentTarget.value)}
            />
            <Button type="submit" variant="default" loading={change.isPending} disabled={newEmail.trim() === ''}>
              {t('Send confirmation emails')}
            </Button>
          </Group>
        </Form>
      ) : (
        <PendingChange
          email={email}
          change={pending}
          cancelChange={() => cancelChange.mutate()}
          isPending={cancelChange.isPending}
        />
      )}
    </Section>
  )
}

type PendingChangeProps = { email: string; change: Change; cancelChange: () => void; isPending: boolean }

function PendingChange({ email, change, cancelChange, isPending }: PendingChangeProps) {
  const mails = [
    { to: email, isConfirmed: change.oldConfirmed },
    { to: change.newEmail, isConfirmed: change.newConfirmed },
  ]
  return (
    <>
      <Steps size="sm" spacing="xs" center listStyleType="none">
        {mails.map(({ to, isConfirmed }) => (
          <Steps.Item
            key={to}
            icon={
              isConfirmed ? (
                <CircleCheck size={16} color="var(--mantine-color-teal-6)" aria-hidden />
              ) : (
                <CircleDashed size={16} aria-hidden />
              )
            }
          >
            <span className="wrap">{to}</span>{' '}
            <Text span inherit c="dimmed">
              {isConfirmed ? t('Confirmed') : t('Waiting for confirmation')}
            </Text>
          </Steps.Item>
        ))}
      </Steps>
      <Group mt="md" gap="sm">
        <Button variant="default" onClick={cancelChange} loading={isPending}>
          {t('Cancel email change')}
        </Button>
        <Text size="sm" c="dimmed">
          {rich('The links expire on {time}.', { time: <Time at={change.expiresAt} /> })}
        </Text>
      </Group>
    </>
  )
}
