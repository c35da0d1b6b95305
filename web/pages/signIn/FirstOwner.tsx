// The first page of a new production: a reader of the log of the service becomes the owner, with a second factor.

import { Button, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { brand } from '../../brand.ts'
import { Failure } from '../../components/feedback/Failure.tsx'
import { FormError } from '../../components/feedback/FormError.tsx'
import { NewPasswordField } from '../../components/forms/PasswordField.tsx'
import { t } from '../../language.ts'
import { ScanCode, SecondFactor, startSecondFactor } from '../../shell/session/SecondFactor.tsx'
import { clearSession } from '../../shell/session/session.ts'
import { BackToSignIn, SignInCard } from './Card.tsx'
import { EmailField, NameField } from './fields.tsx'

type NewOwner = { code: string; name: string; email: string; password: string }

export function Page() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const state = useQuery({
    queryKey: ['first-owner'],
    queryFn: () => api.GET('/auth/first-owner'),
    staleTime: Number.POSITIVE_INFINITY, // creating the owner must not end this page
  })
  const secondFactor = useMutation({ mutationFn: startSecondFactor })
  const create = useMutation({
    mutationFn: (body: NewOwner) => api.POST('/auth/first-owner', { body }),
    onSuccess: (_person, { password }) => secondFactor.mutate(password),
  })
  const enter = () => {
    clearSession(queries)
    queries.setQueryData(['first-owner'], { isWanted: false })
    void navigate({ to: '/set-up', replace: true })
  }
  if (create.data !== undefined) {
    return (
      <SignInCard
        title={t('Two-factor authentication')}
        about={t('An owner can do everything, so a password is not enough.')}
      >
        {secondFactor.data !== undefined ? (
          <ScanCode started={secondFactor.data} done={enter} />
        ) : secondFactor.error ? (
          <SecondFactor done={enter} />
        ) : (
          <Skeleton height={200} />
        )}
        {create.data.mustEnrol ? null : (
          <Button variant="subtle" size="compact-sm" onClick={enter}>
            {t('Set it up later')}
          </Button>
        )}
      </SignInCard>
    )
  }
  if (state.error || state.data?.isWanted === false) {
    return (
      <SignInCard title={t('This is already set up')}>
        {state.error ? (
          <Failure error={state.error} retry={() => state.refetch()} />
        ) : (
          <Text>{t('The staff has an owner. Ask for an invitation, or sign in.')}</Text>
        )}
        <BackToSignIn />
      </SignInCard>
    )
  }
  return (
    <SignInCard
      title={t('Set up {name}', { name: brand.name })}
      about={t('Nobody can sign in yet. Create the owner of the staff console; others are invited there.')}
    >
      {state.data === undefined ? (
        <Skeleton height={320} />
      ) : (
        <OwnerForm create={create.mutate} isRunning={create.isPending} error={create.error} />
      )}
    </SignInCard>
  )
}

type FormProps = { create: (owner: NewOwner) => void; isRunning: boolean; error: unknown }

function OwnerForm({ create, isRunning, error }: FormProps) {
  const form = useForm<NewOwner>({
    mode: 'uncontrolled',
    initialValues: { code: '', name: '', email: '', password: '' },
  })
  return (
    <>
      <FormError error={error} />
      <form onSubmit={form.onSubmit(values => create({ ...values, code: values.code.trim() }))}>
        <Stack gap="md">
          <TextInput
            label={t('Code from the log')}
            description={t('Octavo writes the code into its log at each start.')}
            autoComplete="off"
            className="mono"
            spellCheck={false}
            required
            withAsterisk={false}
            autoFocus
            key={form.key('code')}
            {...form.getInputProps('code')}
          />
          <NameField key={form.key('name')} {...form.getInputProps('name')} />
          <EmailField key={form.key('email')} {...form.getInputProps('email')} />
          <NewPasswordField
            label={t('Choose a password')}
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <Button type="submit" fullWidth loading={isRunning}>
            {t('Create owner')}
          </Button>
        </Stack>
      </form>
    </>
  )
}
