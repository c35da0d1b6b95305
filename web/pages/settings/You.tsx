import { Badge, Button, Group, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api, ask } from '../../api.ts'
import { useConfirm } from '../../components/Confirm.tsx'
import { Facts } from '../../components/Facts.tsx'
import { Failure } from '../../components/Failure.tsx'
import { List } from '../../components/List.tsx'
import { RowsSkeleton } from '../../components/Page.tsx'
import { NewPasswordField } from '../../components/PasswordField.tsx'
import { Refused } from '../../components/Refused.tsx'
import { Section } from '../../components/Section.tsx'
import { failed, said } from '../../components/toast.ts'
import { Code, capital, Time } from '../../components/Values.tsx'
import { useSession } from '../../shell/session.ts'
import { browserOf } from './browser.ts'
import { EmailAddress } from './EmailAddress.tsx'
import { Factor } from './Factor.tsx'
import { Passkeys } from './Passkeys.tsx'

export function You() {
  const { data: person } = useSession()
  return (
    <>
      <Section title="You">
        <Facts
          facts={[
            ['Name', person?.name ?? ''],
            ['E-mail address', person?.email ?? ''],
            ...(person?.accountId
              ? ([
                  ['Role', capital(person.role ?? '–')],
                  ['Account', person.accountName ?? '–'],
                  [
                    'Account ID',
                    <Code key="a" label="Copy the account's ID">
                      {person.accountId}
                    </Code>,
                  ],
                ] as [string, ReactNode][])
              : []),
          ]}
        />
      </Section>
      <Factor />
      <Passkeys />
      <EmailAddress email={person?.email ?? ''} />
      <Sessions />
      <Password />
    </>
  )
}

function Sessions() {
  const queries = useQueryClient()
  const confirm = useConfirm()
  const sessions = useQuery({ queryKey: ['sessions'], queryFn: () => ask(api.GET('/auth/sessions')) })
  const refetch = () => queries.invalidateQueries({ queryKey: ['sessions'] })
  const end = useMutation({
    mutationFn: (sessionId: string) =>
      ask(api.DELETE('/auth/sessions/{sessionId}', { params: { path: { sessionId } } })),
    onSuccess() {
      said('The session has been ended')
      void refetch()
    },
    onError: failed('The session was not ended'),
  })
  const endOthers = useMutation({
    mutationFn: () => ask(api.POST('/auth/sessions/end-others')),
    onSuccess() {
      said('All other sessions have been ended')
      void refetch()
    },
    onError: failed('The sessions were not ended'),
  })
  const askToEndOthers = async () => {
    const yes = await confirm({
      title: 'End all other sessions?',
      text: 'Every other browser where you are signed in has to sign in again.',
      yes: 'End all others',
      no: 'Keep them',
      danger: true,
    })
    if (yes) endOthers.mutate()
  }
  return (
    <Section
      title="Sessions"
      about="Where you are signed in. A session lasts 12 hours."
      flush
      actions={
        (sessions.data?.sessions.length ?? 0) > 1 ? (
          <Button variant="default" onClick={askToEndOthers} loading={endOthers.isPending}>
            End all others
          </Button>
        ) : undefined
      }
    >
      {sessions.isPending ? <RowsSkeleton rows={2} /> : null}
      {sessions.error ? <Failure error={sessions.error} retry={() => sessions.refetch()} /> : null}
      {sessions.data ? (
        <List
          bare
          label="Sessions"
          rows={sessions.data.sessions}
          keyOf={({ sessionId }) => sessionId}
          columns={[
            {
              title: 'Browser',
              cell: session => (
                <Group gap="xs">
                  <span className="wrap">{browserOf(session.userAgent)}</span>
                  {session.current ? (
                    <Badge variant="light" color="teal" radius="sm">
                      This one
                    </Badge>
                  ) : null}
                </Group>
              ),
            },
            { title: 'Address', cell: session => session.ipAddress ?? '–' },
            { title: 'Since', cell: session => <Time at={session.createdAt} /> },
            {
              title: 'End',
              acts: true,
              cell: session =>
                session.current ? null : (
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => end.mutate(session.sessionId)}
                    aria-label={`End the session of ${browserOf(session.userAgent)}`}
                  >
                    End
                  </Button>
                ),
            },
          ]}
        />
      ) : null}
    </Section>
  )
}

function Password() {
  const form = useForm({ mode: 'uncontrolled', initialValues: { currentPassword: '', newPassword: '' } })
  const change = useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      ask(api.POST('/auth/change-password', { body })),
    onSuccess() {
      said('Your password has been changed, and all other sessions have been ended')
      form.reset()
    },
  })
  return (
    <Section title="Password" about="Changing it ends all your other sessions.">
      <Refused error={change.error} mb="md" />
      <form onSubmit={form.onSubmit(values => change.mutate(values))}>
        <Stack gap="md" maw={400}>
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            required
            visibilityToggleButtonProps={{ 'aria-label': 'Show the current password' }}
            key={form.key('currentPassword')}
            {...form.getInputProps('currentPassword')}
          />
          <NewPasswordField
            label="New password"
            withAsterisk
            visibilityToggleButtonProps={{ 'aria-label': 'Show the new password' }}
            key={form.key('newPassword')}
            {...form.getInputProps('newPassword')}
          />
          <Group>
            <Button type="submit" loading={change.isPending}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
