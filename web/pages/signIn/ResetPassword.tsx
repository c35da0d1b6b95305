import { Button, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { api, ask } from '../../api.ts'
import { GoButton, GoTo } from '../../components/GoTo.tsx'
import { NewPasswordField } from '../../components/PasswordField.tsx'
import { Refused } from '../../components/Refused.tsx'
import { SignInCard } from './Card.tsx'

export function Page() {
  const { token } = useSearch({ strict: false }) as { token?: string }
  const form = useForm({ mode: 'uncontrolled', initialValues: { newPassword: '' } })
  const reset = useMutation({
    mutationFn: ({ newPassword }: { newPassword: string }) =>
      ask(api.POST('/auth/reset-password', { body: { token: token ?? '', newPassword } })),
  })
  if (token === undefined || token === '') {
    return (
      <SignInCard title="This link is incomplete">
        <Text>Open the link in the mail again, or request another mail.</Text>
        <GoButton to="/forgot-password">Request another mail</GoButton>
      </SignInCard>
    )
  }
  if (reset.isSuccess) {
    return (
      <SignInCard title="Your password has been set">
        <Text>You were signed out everywhere. Sign in with the new password.</Text>
        <GoButton to="/sign-in">Sign in</GoButton>
      </SignInCard>
    )
  }
  return (
    <SignInCard title="Set a new password">
      <Refused error={reset.error} />
      <form onSubmit={form.onSubmit(values => reset.mutate(values))}>
        <NewPasswordField
          label="New password"
          autoFocus
          key={form.key('newPassword')}
          {...form.getInputProps('newPassword')}
        />
        <Button type="submit" fullWidth mt="lg" loading={reset.isPending}>
          Set password
        </Button>
      </form>
      <GoTo to="/sign-in" size="sm" ta="center">
        Back to sign-in
      </GoTo>
    </SignInCard>
  )
}
