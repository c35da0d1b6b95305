// The page for the link in the sign-up mail: with the password it opens the account.

import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { api, ask } from '../../api.ts'
import { GoTo } from '../../components/GoTo.tsx'
import { PasswordField } from '../../components/PasswordField.tsx'
import { Refused } from '../../components/Refused.tsx'
import { forgetPerson } from '../../shell/session.ts'
import { SignInCard } from './Card.tsx'

export function Page() {
  const { token = '' } = useSearch({ strict: false }) as { token?: string }
  const [password, setPassword] = useState('')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const confirm = useMutation({
    mutationFn: () => ask(api.POST('/auth/sign-up/confirm', { body: { token, password } })),
    onSuccess() {
      forgetPerson(queries)
      void navigate({ to: '/' as never, replace: true })
    },
  })
  return (
    <SignInCard title="Open your account" about="Enter the password that you chose.">
      <Refused error={confirm.error} />
      <form
        onSubmit={event => {
          event.preventDefault()
          confirm.mutate()
        }}
      >
        <PasswordField
          label="Password"
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" fullWidth mt="lg" loading={confirm.isPending}>
          Open the account
        </Button>
      </form>
      <GoTo to="/sign-in" size="sm" ta="center">
        Back to sign-in
      </GoTo>
    </SignInCard>
  )
}
