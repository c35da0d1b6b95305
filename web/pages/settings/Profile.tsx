import { Badge, Button, Group, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { FormError } from '../../components/feedback/FormError.tsx'
import { showToast } from '../../components/feedback/toast.ts'
import { useConfirm } from '../../components/forms/Confirm.tsx'
import { NewPasswordField } from '../../components/forms/PasswordField.tsx'
import { Details } from '../../components/layout/Details.tsx'
import { List } from '../../components/layout/List.tsx'
import { LoadState } from '../../components/layout/LoadState.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { Code, capitalize, Time } from '../../components/layout/Values.tsx'
import { roleNames } from '../../components/people/roleNames.ts'
import { t } from '../../language.ts'
import { useAction } from '../../shell/frame/action.ts'
import { useSession } from '../../shell/session/session.ts'
import { browserOf } from './browser.ts'
import { EmailAddress } from './EmailAddress.tsx'
import { Passkeys } from './Passkeys.tsx'
import { TwoFactor } from './TwoFactor.tsx'

export function Profile() {
  const { data: person } = useSession()
  const accountId = person?.accountId || undefined
  return (
    <>
      <Section title={t('Profile')}>
        <Details
          rows={[
            [t('Name'), person?.name ?? ''],
            [t('Email address'), person?.email ?? ''],
            [t('Role'), accountId && (person?.role ? capitalize(roleNames[person.role]) : '–')],
            [t('Account'), accountId && (person?.accountName ?? '–')],
            [
              t('Account ID'),
              accountId && (
                <Code key="a" label={t('Copy account ID')}>
                  {accountId}
                </Code>
              ),
            ],
          ]}
        />
      </Section>
      {person?.hasPassword === false ? (
        <Section
          title={t('Sign-in')}
          about={t('You sign in with your company account, which also checks your second factor.')}
        >
          {null}
        </Section>
      ) : (
        <>
          <TwoFactor />
          <Passkeys />
          <EmailAddress email={person?.email ?? ''} />
        </>
      )}
      <Sessions />
      {person?.hasPassword === false ? null : <Password />}
    </>
  )
}

function Sessions() {
  const confirm = useConfirm()
  const sessions = useQuery({ queryKey: ['sessions'], queryFn: () => api.GET('/auth/sessions') })
  const end = useAction({
    mutationFn: (sessionId: string) => api.DELETE('/auth/sessions/{sessionId}', { params: { path: { sessionId } } }),
    refetch: ['sessions'],
    done: t('Session signed out'),
    failed: t('The session was not signed out'),
  })
  const endOthers = useAction({
    mutationFn: () => api.POST('/auth/sessions/end-others'),
    refetch: ['sessions'],
    done: t('All other sessions signed out'),
    failed: t('The sessions were not signed out'),
  })
  const askToEndOthers = async () => {
    const yes = await confirm({
      title: t('Sign out all other sessions?'),
      text: t('You’ll need to sign in again in every other browser.'),
      confirmLabel: t('Sign out other sessions'),
      danger: true,
    })
    if (yes) endOthers.mutate()
  }
  return (
    <Section
      title={t('Sessions')}
      about={t('Browsers where you’re signed in. Sessions last 12 hours.')}
      flush
      actions={
        (sessions.data?.sessions.length ?? 0) > 1 ? (
          <Button variant="default" onClick={askToEndOthers} loading={endOthers.isPending}>
            {t('Sign out other sessions')}
          </Button>
        ) : undefined
      }
    >
      <LoadState of={sessions} rows={2} />
      {sessions.data ? (
        <List
          bare
          label={t('Sessions')}
          rows={sessions.data.sessions}
          keyOf={({ sessionId }) => sessionId}
          columns={[
            {
              title: t('Browser'),
              cell: session => (
                <Group gap="xs">
                  <span className="wrap">{browserOf(session.userAgent)}</span>
                  {session.current ? <Badge color="teal">{t('Current session')}</Badge> : null}
                </Group>
              ),
            },
            { title: t('IP address'), cell: session => session.ipAddress ?? '–' },
            { title: t('Signed in'), cell: session => <Time at={session.createdAt} /> },
            {
              title: t('Sign out'),
              isActions: true,
              cell: session =>
                session.current ? null : (
                  <Button
                    size="compact-sm"
                    variant="default"
                    onClick={() => end.mutate(session.sessionId)}
                    aria-label={t('Sign out {browser}', { browser: browserOf(session.userAgent) })}
                  >
                    {t('Sign out')}
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
    mutationFn: (body: { currentPassword: string; newPassword: string }) => api.POST('/auth/change-password', { body }),
    onSuccess() {
      showToast(t('Password changed. All other sessions have been signed out.'))
      form.reset()
    },
  })
  return (
    <Section title={t('Password')} about={t('Changing your password signs out all your other sessions.')}>
      <FormError error={change.error} mb="md" />
      <form onSubmit={form.onSubmit(values => change.mutate(values))}>
        <Stack gap="md" maw={400}>
          <PasswordInput
            label={t('Current password')}
            autoComplete="current-password"
            required
            visibilityToggleButtonProps={{ 'aria-label': t('Show current password') }}
            key={form.key('currentPassword')}
            {...form.getInputProps('currentPassword')}
          />
          <NewPasswordField
            label={t('New password')}
            withAsterisk
            visibilityToggleButtonProps={{ 'aria-label': t('Show new password') }}
            key={form.key('newPassword')}
            {...form.getInputProps('newPassword')}
          />
          <Group>
            <Button type="submit" loading={change.isPending}>
              {t('Change password')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
