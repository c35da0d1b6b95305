// Asks for the password again. A person without one signs in again at the identity provider, in another tab, so that no
// input of this page is lost.

import { Button, Group, Modal, PasswordInput, Text } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../api.ts'
import { errorText } from '../../components/feedback/Failure.tsx'
import { DialogButtons } from '../../components/forms/DialogButtons.tsx'
import { Form } from '../../components/forms/Form.tsx'
import { t } from '../../language.ts'
import { useSession } from './session.ts'

export type PasswordDialogProps = { isOpen: boolean; end: (confirmed: boolean) => void }

export function PasswordDialog({ isOpen, end: tell }: PasswordDialogProps) {
  const [password, setPassword] = useState('')
  const [errorMessage, setProblem] = useState<string | null>(null)
  const hasPassword = useSession().data?.hasPassword ?? true
  const end = (confirmed: boolean) => {
    setPassword('')
    setProblem(null)
    tell(confirmed)
  }
  const submit = async () => {
    try {
      await api.POST('/auth/confirm-password', { body: { password } })
      end(true)
    } catch (error) {
      setProblem(errorText(error))
    }
  }
  return (
    <Modal
      opened={isOpen}
      onClose={() => end(false)}
      returnFocus={false}
      title={hasPassword ? t('Confirm your password') : t('Confirm your identity')}
      zIndex={400}
    >
      {hasPassword ? (
        <Form submit={submit}>
          <Text mb="md">{t('For your security, enter your password to continue.')}</Text>
          <PasswordInput
            label={t('Password')}
            autoComplete="current-password"
            required
            data-autofocus
            error={errorMessage}
            visibilityToggleButtonProps={{ 'aria-label': t('Show password') }}
            value={password}
            onChange={event => setPassword(event.currentTarget.value)}
          />
          <DialogButtons close={() => end(false)} label={t('Confirm')} />
        </Form>
      ) : (
        <SignInAgain end={end} />
      )}
    </Modal>
  )
}

function SignInAgain({ end }: Pick<PasswordDialogProps, 'end'>) {
  const { data: person } = useSession()
  return (
    <>
      <Text>{t('For your security, sign in again with your company account, in a new tab. Then continue here.')}</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={() => end(false)}>
          {t('Cancel')}
        </Button>
        <Button component="a" variant="default" href={signInAgainUrl(person)} target="_blank">
          {t('Sign in again')}
        </Button>
        <Button onClick={() => end(true)}>{t('Continue')}</Button>
      </Group>
    </>
  )
}

/** A customer's provider belongs to the domain of the email address. */
function signInAgainUrl(person: ReturnType<typeof useSession>['data']): string {
  const query = new URLSearchParams({ fresh: 'yes' })
  if (person?.kind === 'customer') {
    query.set('domain', person.email.slice(person.email.lastIndexOf('@') + 1))
    query.set('next', '/dashboard/production/settings')
  } else query.set('next', '/staff/you')
  return `/auth/single-sign-on/start?${query}`
}
