// The link of the two mails of a change of e-mail address. It counts when somebody presses the button, not when a program
// that looks through mail opens the link.

import { Button, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { api, ask } from '../../api.ts'
import { GoButton, GoTo } from '../../components/GoTo.tsx'
import { Refused } from '../../components/Refused.tsx'
import { SignInCard } from './Card.tsx'

export function Page() {
  const { token = '' } = useSearch({ strict: false }) as { token?: string }
  const queries = useQueryClient()
  const confirm = useMutation({
    mutationFn: () => ask(api.POST('/auth/change-email/confirm', { body: { token } })),
    onSuccess({ waitsFor }) {
      if (waitsFor === null) queries.clear()
    },
  })
  if (confirm.isSuccess) {
    const { newEmail, waitsFor } = confirm.data
    return waitsFor === null ? (
      <SignInCard title="Your address is changed">
        <Text>
          From now on you sign in with <strong className="wrap">{newEmail}</strong>. You were signed out everywhere.
        </Text>
        <GoButton to="/sign-in">Sign in</GoButton>
      </SignInCard>
    ) : (
      <SignInCard title="One more mail to answer">
        <Text>
          {waitsFor === 'new' ? (
            <>
              Now open the mail to <strong className="wrap">{newEmail}</strong> and confirm there too.
            </>
          ) : (
            'Now open the mail to the address that you have used so far, and confirm there too.'
          )}
        </Text>
        <GoTo to="/" size="sm">
          Go on
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
