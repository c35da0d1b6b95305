// The page for the links in the two mails of an e-mail change. Only the button confirms, so that a mail scanner that
// opens the link does not.

import { Button, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { api, ask } from '../../api.ts'
import { GoButton, GoTo } from '../../components/GoTo.tsx'
import { Refused } from '../../components/Refused.tsx'
import { forgetPerson } from '../../shell/session.ts'
import { SignInCard } from './Card.tsx'

export function Page() {
  const { token = '' } = useSearch({ strict: false }) as { token?: string }
  const queries = useQueryClient()
  const confirm = useMutation({
    mutationFn: () => ask(api.POST('/auth/change-email/confirm', { body: { token } })),
    onSuccess({ waitsFor }) {
      if (waitsFor === null) forgetPerson(queries)
    },
  })
  if (confirm.isSuccess) {
    const { newEmail, waitsFor } = confirm.data
    return waitsFor === null ? (
      <SignInCard title="Your address has been changed">
        <Text>
          From now on, sign in with <strong className="wrap">{newEmail}</strong>. You were signed out everywhere.
        </Text>
        <GoButton to="/sign-in">Sign in</GoButton>
      </SignInCard>
    ) : (
      <SignInCard title="One more confirmation needed">
        <Text>
          {waitsFor === 'new' ? (
            <>
              Now open the mail to <strong className="wrap">{newEmail}</strong> and confirm there too.
            </>
          ) : (
            'Now open the mail to your current address, and confirm there too.'
          )}
        </Text>
        <GoTo to="/" size="sm">
          Continue
        </GoTo>
      </SignInCard>
    )
  }
  return (
    <SignInCard title="Change your e-mail address" about="It changes when both addresses have been confirmed.">
      <Refused error={confirm.error} />
      <Button fullWidth onClick={() => confirm.mutate()} loading={confirm.isPending} disabled={token === ''}>
        Confirm
      </Button>
      <GoTo to="/sign-in" size="sm" ta="center">
        Back to sign-in
      </GoTo>
    </SignInCard>
  )
}
