// Changing the e-mail address of the sign-in: requested here, confirmed in both mailboxes.

import { Button, Group, List as Steps, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { useState } from 'react'
import { type Answer, api, ask } from '../../api.ts'
import { Refused } from '../../components/Refused.tsx'
import { Section } from '../../components/Section.tsx'
import { failed, said } from '../../components/toast.ts'
import { Time } from '../../components/Values.tsx'

type Change = NonNullable<Answer<'/auth/change-email'>['change']>

export function EmailAddress({ email }: { email: string }) {
  const queries = useQueryClient()
  const asked = useQuery({ queryKey: ['email-change'], queryFn: () => ask(api.GET('/auth/change-email')) })
  const refetch = () => void queries.invalidateQueries({ queryKey: ['email-change'] })
  const [newEmail, setNewEmail] = useState('')
  const change = useMutation({
    mutationFn: () => ask(api.POST('/auth/change-email', { body: { newEmail: newEmail.trim() } })),
    onSuccess() {
      setNewEmail('')
      refetch()
    },
  })
  const callOff = useMutation({
    mutationFn: () => ask(api.DELETE('/auth/change-email')),
    onSuccess() {
      said('Your address stays unchanged')
      refetch()
    },
    onError: failed('The change was not cancelled'),
  })
  const underWay = asked.data?.change ?? null
  return (
    <Section
      title="E-mail address"
      about="The address with which you sign in. To change it, both the current and the new address must be confirmed."
    >
      {underWay === null ? (
        <form
          onSubmit={event => {
            event.preventDefault()
            change.mutate()
          }}
        >
          <Refused error={change.error} mb="md" />
          <Group align="flex-end" gap="sm">
            <TextInput
              label="New address"
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
              Send both mails
            </Button>
          </Group>
        </form>
      ) : (
        <UnderWay email={email} change={underWay} callOff={() => callOff.mutate()} isPending={callOff.isPending} />
      )}
    </Section>
  )
}

type UnderWayProps = { email: string; change: Change; callOff: () => void; isPending: boolean }

function UnderWay({ email, change, callOff, isPending }: UnderWayProps) {
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
              {isConfirmed ? 'is confirmed' : 'has not confirmed yet'}
            </Text>
          </Steps.Item>
        ))}
      </Steps>
      <Group mt="md" gap="sm">
        <Button variant="default" onClick={callOff} loading={isPending}>
          Cancel the change
        </Button>
        <Text size="sm" c="dimmed">
          The links work until <Time at={change.expiresAt} />.
        </Text>
      </Group>
    </>
  )
}
