// The page for the links in the two mails of an email change. Only the button confirms, so that a mail scanner that
// opens the link does not.

import { Button, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { FormError } from '../../components/feedback/FormError.tsx'
import { AppLink, LinkButton } from '../../components/layout/AppLink.tsx'
import { rich, t } from '../../language.ts'
import { clearSession } from '../../shell/session/session.ts'
import { BackToSignIn, SignInCard, strong } from './Card.tsx'
import { useLinkToken } from './linkToken.ts'

export function Page() {
  const token = useLinkToken()
  return <EmailChange key={token} token={token} />
}

function EmailChange({ token }: { token: string }) {
  const queries = useQueryClient()
  const confirm = useMutation({
    mutationFn: () => api.POST('/auth/change-email/confirm', { body: { token } }),
    onSuccess({ waitsFor }) {
      if (waitsFor === null) clearSession(queries)
    },
  })
  if (confirm.isSuccess) {
    const { newEmail, waitsFor } = confirm.data
    return waitsFor === null ? (
      <SignInCard title={t('Email address changed')}>
        <Text>
          {rich('Sign in with <b>{newEmail}</b>. For your security, we signed you out everywhere.', {
            newEmail,
            b: strong,
          })}
        </Text>
        <LinkButton to="/sign-in">{t('Sign in')}</LinkButton>
      </SignInCard>
    ) : (
      <SignInCard title={t('Confirm one more address')}>
        <Text>
          {waitsFor === 'new'
            ? rich('Now open the email we sent to <b>{newEmail}</b> and confirm that address too.', {
                newEmail,
                b: strong,
              })
            : t('Now open the email we sent to your current address and confirm it too.')}
        </Text>
        <AppLink to="/" size="sm">
          {t('Continue')}
        </AppLink>
      </SignInCard>
    )
  }
  return (
    <SignInCard
      title={t('Change your email address')}
      about={t('Your email changes once you’ve confirmed both addresses.')}
    >
      <FormError error={confirm.error} />
      <Button fullWidth onClick={() => confirm.mutate()} loading={confirm.isPending} disabled={token === ''}>
        {t('Confirm')}
      </Button>
      <BackToSignIn />
    </SignInCard>
  )
}
