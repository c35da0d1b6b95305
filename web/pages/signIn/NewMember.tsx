// The operator's terms, for a new member who comes from the identity provider of the account: accepting them completes
// the sign-in.

import { Button, Skeleton, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ApiProblem, api } from '../../api.ts'
import { Failure } from '../../components/feedback/Failure.tsx'
import { FormError } from '../../components/feedback/FormError.tsx'
import { Form } from '../../components/forms/Form.tsx'
import { t } from '../../language.ts'
import { clearSession } from '../../shell/session/session.ts'
import { useTerms } from './AcceptTerms.tsx'
import { BackToSignIn, SignInCard } from './Card.tsx'
import { isInside } from './next.ts'

export function Page() {
  const { next } = useSearch({ strict: false }) as { next?: string }
  const navigate = useNavigate()
  const queries = useQueryClient()
  const member = useQuery({
    queryKey: ['new-member'],
    queryFn: () => api.GET('/auth/single-sign-on/terms'),
    retry: false,
    refetchOnWindowFocus: false, // people read the terms in another tab
  })
  const terms = useTerms(member.data?.terms ?? null)
  const accept = useMutation({
    mutationFn: () => api.POST('/auth/single-sign-on/terms', { body: terms.body }),
    onSuccess() {
      clearSession(queries)
      void navigate({ href: isInside(next) ? next : '/', replace: true })
    },
    // Other terms may be in effect by now.
    onError: error =>
      error instanceof ApiProblem && error.code === 'terms_not_accepted' ? member.refetch() : undefined,
  })
  if (member.isPending) {
    return (
      <SignInCard title={t('Terms and conditions')}>
        <Skeleton height={120} />
      </SignInCard>
    )
  }
  if (member.error) {
    return (
      <SignInCard title={t('You’re not signed in')}>
        <Failure error={member.error} />
        <BackToSignIn />
      </SignInCard>
    )
  }
  const { accountName, email } = member.data
  return (
    <SignInCard
      title={t('Join {name}', { name: accountName })}
      about={email === null ? undefined : t('You’ll join with {email}.', { email })}
    >
      <FormError error={accept.error} />
      <Form submit={() => accept.mutate()}>
        <Stack gap="md">
          {terms.field}
          <Button type="submit" fullWidth loading={accept.isPending} disabled={!terms.isAccepted}>
            {t('Join')}
          </Button>
        </Stack>
      </Form>
    </SignInCard>
  )
}
