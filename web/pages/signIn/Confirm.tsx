// The link of the sign-up's mail: with the password it opens the account.

import { Alert, Button, PasswordInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { api, ask } from '../../api.ts'
import { adviceOf } from '../../components/Failure.tsx'
import { SignInCard } from './Card.tsx'

export function Page() {
  const { token = '' } = useSearch({ strict: false }) as { token?: string }
  const [password, setPassword] = useState('')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const confirm = useMutation({
    mutationFn: () => ask(api.POST('/auth/sign-up/confirm', { body: { token, password } })),
    onSuccess() {
      queries.clear()
      void navigate({ to: '/' as never, replace: true })
    },
  })
  return (
    <SignInCard title="Open your account" about="Type the password that you chose.">
      {confirm.error ? (
        <Alert color="red" variant="light" icon={<CircleAlert size={18} />} role="alert">
          {adviceOf(confirm.error)}
        </Alert>
      ) : null}
      <form
        onSubmit={event => {
          event.preventDefault()
          confirm.mutate()
        }}
      >
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          autoFocus
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" fullWidth mt="lg" loading={confirm.isPending}>
          Open the account
        </Button>
      </form>
    </SignInCard>
  )
}
