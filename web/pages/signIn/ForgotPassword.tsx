import { Button, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { FormError } from '../../components/feedback/FormError.tsx'
import { AppLink } from '../../components/layout/AppLink.tsx'
import { rich, t } from '../../language.ts'
import { BackToSignIn, SignInCard, strong } from './Card.tsx'
import { EmailField } from './fields.tsx'

export function Page() {
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '' } })
  const request = useMutation({
    mutationFn: (body: { email: string }) => api.POST('/auth/request-password-reset', { body }),
  })
  if (request.isSuccess) {
    return (
      <SignInCard title={t('Check your email')}>
        <Text>
          {rich(
            'If an account exists for <b>{email}</b>, we sent a link to reset the password. The link expires in one hour.',
            { email: request.variables.email, b: strong },
          )}
        </Text>
        <AppLink to="/sign-in" size="sm">
          {t('Back to sign-in')}
        </AppLink>
      </SignInCard>
    )
  }
  return (
    <SignInCard title={t('Reset your password')} about={t('Enter your email address and we’ll send you a reset link.')}>
      <FormError error={request.error} />
      <form onSubmit={form.onSubmit(values => request.mutate(values))}>
        <EmailField autoFocus key={form.key('email')} {...form.getInputProps('email')} />
        <Button type="submit" fullWidth mt="lg" loading={request.isPending}>
          {t('Send reset link')}
        </Button>
      </form>
      <BackToSignIn />
    </SignInCard>
  )
}
