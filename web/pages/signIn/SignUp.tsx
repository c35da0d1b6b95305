import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { api, ask } from '../../api.ts'
import { GoTo } from '../../components/GoTo.tsx'
import { NewPasswordField } from '../../components/PasswordField.tsx'
import { Refused } from '../../components/Refused.tsx'
import { SignInCard } from './Card.tsx'
import { EmailField, NameField } from './fields.tsx'

const empty = { accountName: '', name: '', email: '', password: '' }

export function Page() {
  const form = useForm({ mode: 'uncontrolled', initialValues: empty })
  const signUp = useMutation({ mutationFn: (body: typeof empty) => ask(api.POST('/auth/sign-up', { body })) })
  if (signUp.isSuccess) {
    return (
      <SignInCard title="Check your mail">
        <Text>
          An e-mail to <strong className="wrap">{signUp.variables.email}</strong> contains a link that opens your
          account. It works for a day, and asks for the password that you have just chosen.
        </Text>
        <Text size="sm" c="dimmed">
          Nothing has come? Look among your spam, or{' '}
          <Anchor component="button" type="button" inherit onClick={signUp.reset}>
            check what you entered and send it again
          </Anchor>
          .
        </Text>
      </SignInCard>
    )
  }
  return (
    <SignInCard title="Open an account" about="Free, with a sandbox for trying everything.">
      <Refused error={signUp.error} />
      <form onSubmit={form.onSubmit(values => signUp.mutate(values))}>
        <Stack gap="md">
          <TextInput
            label="Your company or imprint"
            autoComplete="organization"
            required
            withAsterisk={false}
            autoFocus
            key={form.key('accountName')}
            {...form.getInputProps('accountName')}
          />
          <NameField key={form.key('name')} {...form.getInputProps('name')} />
          <EmailField key={form.key('email')} {...form.getInputProps('email')} />
          <NewPasswordField label="Password" key={form.key('password')} {...form.getInputProps('password')} />
          <Button type="submit" fullWidth loading={signUp.isPending}>
            Open the account
          </Button>
        </Stack>
      </form>
      <GoTo to="/sign-in" size="sm" ta="center">
        I already have a sign-in
      </GoTo>
    </SignInCard>
  )
}
