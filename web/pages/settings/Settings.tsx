// The person who is signed in.

import { Alert, Button, Group, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { api, ask } from '../../api.ts'
import { Facts } from '../../components/Facts.tsx'
import { adviceOf } from '../../components/Failure.tsx'
import { PageFrame } from '../../components/Page.tsx'
import { Section } from '../../components/Section.tsx'
import { said } from '../../components/toast.ts'
import { Code } from '../../components/Values.tsx'
import { useSession } from '../../shell/session.ts'

export function Page() {
  const { data: person } = useSession()
  return (
    <PageFrame title="Settings">
      <Section title="You">
        <Facts
          facts={[
            ['Name', person?.name ?? ''],
            ['E-mail address', person?.email ?? ''],
            [
              'Account',
              person?.accountId ? (
                <Code key="a" label="Copy the account's id">
                  {person.accountId}
                </Code>
              ) : (
                '–'
              ),
            ],
          ]}
        />
      </Section>
      <Password />
    </PageFrame>
  )
}

function Password() {
  const form = useForm({ mode: 'uncontrolled', initialValues: { currentPassword: '', newPassword: '' } })
  const change = useMutation({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      ask(api.POST('/auth/change-password', { body })),
    onSuccess() {
      said('Your password is changed, and all other sessions are ended')
      form.reset()
    },
  })
  return (
    <Section title="Password" about="Changing it ends all your other sessions.">
      {change.error ? (
        <Alert color="red" variant="light" icon={<CircleAlert size={18} />} role="alert" mb="md">
          {adviceOf(change.error)}
        </Alert>
      ) : null}
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
          <PasswordInput
            label="New password"
            autoComplete="new-password"
            required
            visibilityToggleButtonProps={{ 'aria-label': 'Show the new password' }}
            key={form.key('newPassword')}
            {...form.getInputProps('newPassword')}
          />
          <Group>
            <Button type="submit" loading={change.isPending}>
              Change it
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
