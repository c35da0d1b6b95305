import { Button, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { FormError } from '../../components/feedback/FormError.tsx'
import { NewPasswordField } from '../../components/forms/PasswordField.tsx'
import { LinkButton } from '../../components/layout/AppLink.tsx'
import { t } from '../../language.ts'
import { BackToSignIn, SignInCard } from './Card.tsx'
import { useLinkToken } from './linkToken.ts'

export function Page() {
  const token = useLinkToken()
  return <NewPassword key={token} token={token} />
}

function NewPassword({ token }: { token: string }) {
  const form = useForm({ mode: 'uncontrolled', initialValues: { newPassword: '' } })
  const reset = useMutation({
    mutationFn: ({ newPassword }: { newPassword: string }) =>
      api.POST('/auth/reset-password', { body: { token, newPassword } }),
  })
  if (token === '') {
    return (
      <SignInCard title={t('This link is incomplete')}>
        <Text>{t('Open the link from your email again, or request a new one.')}</Text>
        <LinkButton to="/forgot-password">{t('Request new link')}</LinkButton>
      </SignInCard>
    )
  }
  if (reset.isSuccess) {
    return (
      <SignInCard title={t('Password changed')}>
        <Text>{t('For your security, we signed you out everywhere. Sign in with your new password.')}</Text>
        <LinkButton to="/sign-in">{t('Sign in')}</LinkButton>
      </SignInCard>
    )
  }
  return (
    <SignInCard title={t('Set a new password')}>
      <FormError error={reset.error} />
      <form onSubmit={form.onSubmit(values => reset.mutate(values))}>
        <NewPasswordField
          label={t('New password')}
          autoFocus
          key={form.key('newPassword')}
          {...form.getInputProps('newPassword')}
        />
        <Button type="submit" fullWidth mt="lg" loading={reset.isPending}>
          {t('Set password')}
        </Button>
      </form>
      <BackToSignIn />
    </SignInCard>
  )
}
