import { Button, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { api, ask } from '../../api.ts'
import { GoTo } from '../../components/GoTo.tsx'
import { Refused } from '../../components/Refused.tsx'
import { SignInCard } from './Card.tsx'
import { EmailField } from './fields.tsx'

export function Page() {
  const form = useForm({ mode: 'uncontrolled', initialValues: { email: '' } })
  const request = useMutation({
    mutationFn: (body: { email: string }) => ask(api.POST('/auth/request-password-reset', { body })),
  })
  if (request.isSuccess) {
    return (
      <SignInCard title="Check your mail">
        <Text>
          If <strong className="wrap">{request.variables.email}</strong> has a sign-in here, a mail with a link is on
          its way. The link works for one hour.
        </Text>
        <GoTo to="/sign-in" size="sm">
          Back to sign-in
        </GoTo>
      </SignInCard>
    )
  }
  return (
    <SignInCard title="Set a new password" about="We will send you a link.">
      <Refused error={request.error} />
      <form onSubmit={form.onSubmit(values => request.mutate(values))}>
        <EmailField autoFocus key={form.key('email')} {...form.getInputProps('email')} />
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
