// The page for the link in the sign-up mail: with the password it opens the account.

import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api.ts'
import { FormError } from '../../components/feedback/FormError.tsx'
import { Form } from '../../components/forms/Form.tsx'
import { PasswordField } from '../../components/forms/PasswordField.tsx'
import { t } from '../../language.ts'
import { clearSession } from '../../shell/session/session.ts'
import { BackToSignIn, SignInCard } from './Card.tsx'
import { useLinkToken } from './linkToken.ts'

export function Page() {
  const token = useLinkToken()
  return <ConfirmForm key={token} token={token} />
}

function ConfirmForm({ token }: { token: string }) {
  const [password, setPassword] = useState('')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const confirm = useMutation({
    mutationFn: () => api.POST('/auth/sign-up/confirm', { body: { token, password } }),
    onSuccess() {
      clearSession(queries)
      void navigate({ to: '/', replace: true })
    },
  })
  return (
    <SignInCard title={t('Confirm your account')} about={t('Enter the password you chose when you signed up.')}>
      <FormError error={confirm.error} />
      <Form submit={() => confirm.mutate()}>
        <PasswordField
          label={t('Password')}
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" fullWidth mt="lg" loading={confirm.isPending}>
          {t('Confirm account')}
        </Button>
      </Form>
      <BackToSignIn />
    </SignInCard>
  )
}
