import { Alert, Button, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { api, ask } from '../../api.ts'
import { adviceOf } from '../../components/Failure.tsx'
import { GoTo } from '../../components/GoTo.tsx'
import { SignInCard } from './Card.tsx'

export function Page() {
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '' } })
  const request = useMutation({
    mutationFn: (body: { email: string }) => ask(api.POST('/auth/request-password-reset', { body })),
  })
  if (request.isSuccess) {
    return (
      <SignInCard title="Look into your mail">
        <Text>
          If somebody has the address <strong className="wrap">{request.variables.email}</strong> here, a mail with a
          link is on its way. The link works for one hour.
        </Text>
        <GoTo to="/sign-in" size="sm">
          Back to sign-in
        </GoTo>
      </SignInCard>
    )
  }
  return (
    <SignInCard title="Set a new password" about="We send you a link to do that.">
      {request.error ? (
        <Alert color="red" variant="light" icon={<CircleAlert size={18} />} role="alert">
          {adviceOf(request.error)}
        </Alert>
      ) : null}
      <form onSubmit={form.onSubmit(values => request.mutate(values))}>
        <TextInput
          label="E-mail address"
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          autoFocus
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <Button type="submit" fullWidth mt="lg" loading={request.isPending}>
          Send the link
        </Button>
      </form>
      <GoTo to="/sign-in" size="sm" ta="center">
        Back to sign-in
      </GoTo>
    </SignInCard>
  )
}
