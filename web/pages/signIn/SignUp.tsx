import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { FormError } from '../../components/feedback/FormError.tsx'
import { NewPasswordField } from '../../components/forms/PasswordField.tsx'
import { AppLink } from '../../components/layout/AppLink.tsx'
import { rich, t } from '../../language.ts'
import { useTerms } from './AcceptTerms.tsx'
import { SignInCard, strong } from './Card.tsx'
import { EmailField, NameField } from './fields.tsx'

const empty = { accountName: '', name: '', email: '', password: '' }

export function Page() {
  const form = useForm({ mode: 'uncontrolled', initialValues: empty })
  const { data: state, refetch } = useQuery({ queryKey: ['sign-up'], queryFn: () => api.GET('/auth/sign-up') })
  const terms = useTerms(state?.terms ?? null)
  const signUp = useMutation({
    mutationFn: (body: typeof empty) => api.POST('/auth/sign-up', { body: { ...body, ...terms.body } }),
    // Other terms may be in effect by now.
    onError: () => refetch(),
  })
  if (signUp.isSuccess) {
    return (
      <SignInCard title={t('Check your email')}>
        <Text>
          {rich(
            'We sent a confirmation link to <b>{email}</b>. It expires in 24 hours. You’ll need the password you just chose.',
            { email: signUp.variables.email, b: strong },
          )}
        </Text>
        <Text size="sm" c="dimmed">
          {rich('Didn’t get it? Check your spam folder, or <again>check your details and send it again</again>.', {
            again: text => (
              <Anchor component="button" type="button" inherit onClick={signUp.reset}>
                {text}
              </Anchor>
            ),
          })}
        </Text>
      </SignInCard>
    )
  }
  return (
    <SignInCard title={t('Create your account')} about={t('Free, and includes a sandbox for testing.')}>
      <FormError error={signUp.error} />
      <form onSubmit={form.onSubmit(values => signUp.mutate(values))}>
        <Stack gap="md">
          <TextInput
            label={t('Company or imprint')}
            autoComplete="organization"
            required
            withAsterisk={false}
            autoFocus
            key={form.key('accountName')}
            {...form.getInputProps('accountName')}
          />
          <NameField key={form.key('name')} {...form.getInputProps('name')} />
          <EmailField key={form.key('email')} {...form.getInputProps('email')} />
          <NewPasswordField label={t('Password')} key={form.key('password')} {...form.getInputProps('password')} />
          {terms.field}
          <Button type="submit" fullWidth loading={signUp.isPending} disabled={!terms.isAccepted}>
            {t('Create account')}
          </Button>
        </Stack>
      </form>
      <AppLink to="/sign-in" size="sm" ta="center">
        {t('Already have an account? Sign in')}
      </AppLink>
    </SignInCard>
  )
}
