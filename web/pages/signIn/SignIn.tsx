// Signing in. One page for all areas: who belongs to another one is taken there.

import { Alert, Button, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { api, ask } from '../../api.ts'
import { adviceOf } from '../../components/Failure.tsx'
import { GoTo } from '../../components/GoTo.tsx'
import { SignInCard } from './Card.tsx'

const areaOf = { customer: 'dashboard', staff: 'staff', printer: 'press' } as const

export function Page() {
  const { next } = useSearch({ strict: false }) as { next?: string }
  const navigate = useNavigate()
  const queries = useQueryClient()
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '', password: '' } })
  const signIn = useMutation({
    mutationFn: (body: { email: string; password: string }) => ask(api.POST('/auth/sign-in/email', { body })),
    onSuccess(person) {
      const area = areaOf[person.kind]
      if (!isIn(area)) return location.assign(`/${area}`)
      queries.clear()
      return navigate({ href: isInside(next) ? next : '/', replace: true } as never)
    },
  })
  return (
    <SignInCard title="Sign in to Octavo">
      {signIn.error ? (
        <Alert color="red" variant="light" icon={<CircleAlert size={18} />} role="alert">
          {adviceOf(signIn.error)}
        </Alert>
      ) : null}
      <form onSubmit={form.onSubmit(values => signIn.mutate(values))}>
        <TextInput
          label="E-mail address"
          type="email"
          autoComplete="username"
          required
          autoFocus
          withAsterisk={false}
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          mt="md"
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Button type="submit" fullWidth mt="lg" loading={signIn.isPending}>
          Sign in
        </Button>
      </form>
      <GoTo to="/forgot-password" size="sm" ta="center">
        Forgot your password?
      </GoTo>
    </SignInCard>
  )
}

const isIn = (area: string): boolean => location.pathname.startsWith(`/${area}`)

/** Only a path of this area: an address of another site in `next` would send people who trust ours there. */
const isInside = (next: string | undefined): next is string => next !== undefined && /^\/(?![/\\])/.test(next)
