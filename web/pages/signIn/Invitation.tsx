// The page for the link of an invitation: the account or role of the invitation, and a name and password to accept.

import { Button, Skeleton, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isLanguage } from '../../../languages/languages.ts'
import { ApiProblem, api, type ResponseBody } from '../../api.ts'
import { Failure } from '../../components/feedback/Failure.tsx'
import { FormError } from '../../components/feedback/FormError.tsx'
import { NewPasswordField } from '../../components/forms/PasswordField.tsx'
import { roleNames } from '../../components/people/roleNames.ts'
import { changeLanguage, chosenLanguage, language, t } from '../../language.ts'
import { clearSession } from '../../shell/session/session.ts'
import { useTerms } from './AcceptTerms.tsx'
import { BackToSignIn, SignInCard } from './Card.tsx'
import { NameField } from './fields.tsx'
import { useLinkToken } from './linkToken.ts'

export function Page() {
  const token = useLinkToken()
  useLanguageOfLink()
  return <JoinForm key={token} token={token} />
}

function JoinForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => api.POST('/auth/invitations/read', { body: { token } }),
    retry: false,
  })
  const terms = useTerms(invitation.data?.terms ?? null)
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: '', password: '' } })
  const accept = useMutation({
    mutationFn: (values: { name: string; password: string }) =>
      api.POST('/auth/invitations/accept', {
        body: { token, ...values, ...terms.body },
      }),
    onSuccess() {
      clearSession(queries)
      void navigate({ to: '/', replace: true })
    },
    // Other terms may be in effect by now.
    onError: error =>
      error instanceof ApiProblem && error.code === 'terms_not_accepted' ? invitation.refetch() : undefined,
  })
  if (invitation.isPending) {
    return (
      <SignInCard title={t('Invitation')}>
        <Skeleton height={120} />
      </SignInCard>
    )
  }
  if (invitation.error) {
    return (
      <SignInCard title={t('This invitation is not valid')}>
        <Failure error={invitation.error} />
        <Text>{t('Ask the person who invited you for a new invitation.')}</Text>
        <BackToSignIn />
      </SignInCard>
    )
  }
  const { email, role } = invitation.data
  return (
    <SignInCard
      title={titleOf(invitation.data)}
      about={
        role === null
          ? t('You’ll join with {email}.', { email })
          : t('You’ll join as {role} with {email}.', { email, role: roleNames[role] })
      }
    >
      <FormError error={accept.error} />
      <form onSubmit={form.onSubmit(values => accept.mutate(values))}>
        <Stack gap="md">
          <NameField autoFocus key={form.key('name')} {...form.getInputProps('name')} />
          <NewPasswordField
            label={t('Choose a password')}
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          {terms.field}
          <Button type="submit" fullWidth loading={accept.isPending} disabled={!terms.isAccepted}>
            {t('Join')}
          </Button>
        </Stack>
      </form>
    </SignInCard>
  )
}

/** Shows the page in the language of the invitation, unless the person has chosen one in this browser. */
function useLanguageOfLink() {
  const { language: wanted } = useSearch({ strict: false }) as { language?: string }
  useEffect(() => {
    if (!isLanguage(wanted) || chosenLanguage() !== null || wanted === language) return
    // The address without the language: where cookies are off, it must not be loaded again and again.
    const url = new URL(location.href)
    url.searchParams.delete('language')
    history.replaceState(history.state, '', url)
    changeLanguage(wanted)
  }, [wanted])
}

type Invitation = ResponseBody<'/auth/invitations/read', 'post'>

function titleOf({ kind, accountName, printer }: Invitation): string {
  if (kind === 'customer') return t('Join {name}', { name: accountName ?? '' })
  if (kind === 'staff') return t('Join the support staff')
  return printer === null ? t('Join as a printer: all printers') : t('Join as a printer: {printer}', { printer })
}
