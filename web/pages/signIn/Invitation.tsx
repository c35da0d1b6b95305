// The page for the link of an invitation: the account that invites, and a name and password to accept.

import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { api, ask } from '../../api.ts'
import { Failure } from '../../components/Failure.tsx'
import { GoTo } from '../../components/GoTo.tsx'
import { NewPasswordField } from '../../components/PasswordField.tsx'
import { Refused } from '../../components/Refused.tsx'
import { forgetPerson } from '../../shell/session.ts'
import { SignInCard } from './Card.tsx'
import { NameField } from './fields.tsx'

export function Page() {
  const { token = '' } = useSearch({ strict: false }) as { token?: string }
  const navigate = useNavigate()
  const queries = useQueryClient()
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => ask(api.POST('/auth/invitations/read', { body: { token } })),
    retry: false,
  })
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: '', password: '' } })
  const accept = useMutation({
    mutationFn: (values: { name: string; password: string }) =>
      ask(api.POST('/auth/invitations/accept', { body: { token, ...values } })),
    onSuccess() {
      forgetPerson(queries)
      void navigate({ to: '/' as never, replace: true })
    },
  })
  if (invitation.isPending) {
    return (
      <SignInCard title="Invitation">
        <Skeleton height={120} />
      </SignInCard>
    )
  }
  if (invitation.error) {
    return (
      <SignInCard title="This invitation does not work">
        <Failure error={invitation.error} />
        <Text>Ask for a new invitation.</Text>
        <GoTo to="/sign-in" size="sm" ta="center">
          Back to sign-in
        </GoTo>
      </SignInCard>
    )
  }
  const { accountName, email, role } = invitation.data
  return (
    <SignInCard title={`Join ${accountName}`} about={`As ${role}, with ${email}.`}>
      <Refused error={accept.error} />
      <form onSubmit={form.onSubmit(values => accept.mutate(values))}>
        <Stack gap="md">
          <NameField autoFocus key={form.key('name')} {...form.getInputProps('name')} />
          <NewPasswordField label="Choose a password" key={form.key('password')} {...form.getInputProps('password')} />
          <Button type="submit" fullWidth loading={accept.isPending}>
            Join
          </Button>
        </Stack>
      </form>
    </SignInCard>
  )
}
