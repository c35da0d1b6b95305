import { Button, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { api, unwrap } from '../../api.ts'
import { FormError } from '../../components/feedback/FormError.tsx'
import { NewPasswordField } from '../../components/forms/PasswordField.tsx'
import { AppLink, LinkButton } from '../../components/layout/AppLink.tsx'
import { SignInCard } from './Card.tsx'

export function Page() {
  const { token } = useSearch({ strict: false }) as { token?: string }
  const form = useForm({ mode: 'uncontrolled', initialValues: { newPassword: '' } })
  const reset = useMutation({
    mutationFn: ({ newPassword }: { newPassword: string }) =>
      unwrap(api.POST('/auth/reset-password', { body: { token: token ?? '', newPassword } })),
  })
  if (token === undefined || token === '') {
    return (
      <SignInCard title="This link is incomplete">
        <Text>Open the link from your email again, or request a new one.</Text>
        <LinkButton to="/forgot-password">Request new link</LinkButton>
      </SignInCard>
    )
  }
  if (reset.isSuccess) {
    return (
      <SignInCard title="Password changed">
        <Text>For your security, we signed you out everywhere. Sign in with your new password.</Text>
        <LinkButton to="/sign-in">Sign in</LinkButton>
      </SignInCard>
    )
  }
  return (
    <SignInCard title="Set a new password">
      <FormError error={reset.error} />
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
      <AppLink to="/sign-in" size="sm" ta="center">
        Back to sign-in
      </AppLink>
    </SignInCard>
  )
}
