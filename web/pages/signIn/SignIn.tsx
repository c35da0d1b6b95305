// Signing in. One page for all areas: a person who belongs to another area is redirected there.

import { Alert, Button, Divider, Group, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { Building2, Fingerprint, LogOut } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ApiProblem, api, type RequestBody, type ResponseBody } from '../../api.ts'
import { brand } from '../../brand.ts'
import { FormError } from '../../components/feedback/FormError.tsx'
import { Form } from '../../components/forms/Form.tsx'
import { PasswordField } from '../../components/forms/PasswordField.tsx'
import { AppLink } from '../../components/layout/AppLink.tsx'
import { t } from '../../language.ts'
import { clearSession } from '../../shell/session/session.ts'
import { SignInCard } from './Card.tsx'
import { isInside } from './next.ts'

const areaOf = { customer: 'dashboard', staff: 'staff', printer: 'press' } as const

type Person = ResponseBody<'/auth/session'>
type Credential = RequestBody<'/auth/sign-in/passkey'>['credential']

export function Page() {
  const { next } = useSearch({ strict: false }) as { next?: string }
  const [isSecondStep, setSecondStep] = useState(false)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const enter = (person: Person) => {
    const area = areaOf[person.kind]
    if (!isIn(area)) return location.assign(`/${area}`)
    clearSession(queries)
    return navigate({ href: isInside(next) ? next : '/', replace: true })
  }
  return isSecondStep ? (
    <SecondStep enter={enter} back={() => setSecondStep(false)} />
  ) : (
    <FirstStep enter={enter} askForMore={() => setSecondStep(true)} />
  )
}

function FirstStep({ enter, askForMore }: { enter: (person: Person) => void; askForMore: () => void }) {
  const { next, failure, company: asked } = useSearch({ strict: false }) as Record<string, string | undefined>
  const { data: ways } = useQuery({
    queryKey: ['single-sign-on'],
    queryFn: () => api.GET('/auth/single-sign-on'),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isIn('staff'),
  })
  const { data: firstOwner } = useQuery({
    queryKey: ['first-owner'],
    queryFn: () => api.GET('/auth/first-owner'),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isIn('staff'),
  })
  const navigate = useNavigate()
  // With an identity provider, the first owner may also come from there.
  const isFirstOwnerWanted = firstOwner?.isWanted === true && ways?.singleSignOn === false && failure === undefined
  useEffect(() => {
    if (isFirstOwnerWanted) void navigate({ to: '/first-owner', replace: true })
  }, [isFirstOwnerWanted, navigate])
  const company = useCompany(asked)
  const { data: signUp } = useQuery({
    queryKey: ['sign-up'],
    queryFn: () => api.GET('/auth/sign-up'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const { sessionEnded } = useLocation().state
  const isSecondFactor = (error: unknown) => error instanceof ApiProblem && error.code === 'second_factor_required'
  const signIn = useMutation({
    mutationFn: (body: { email: string; password: string }) => api.POST('/auth/sign-in/email', { body }),
    onSuccess: enter,
    onError(error, { email }) {
      if (isSecondFactor(error)) askForMore()
      else if (error instanceof ApiProblem && error.code === 'not_allowed') company.offer(email)
    },
  })
  const passkey = useMutation({ mutationFn: signInWithPasskey, onSuccess: enter })
  return (
    <SignInCard
      title={t('Sign in to {name}', { name: brand.name })}
      inTab={t('Sign in')}
      about={
        company.domain === null
          ? undefined
          : t('You’ll continue to the sign-in page of {domain}.', { domain: company.domain })
      }
    >
      {sessionEnded ? (
        <Alert color="blue" icon={<LogOut size={18} />} title={t('You’ve been signed out')}>
          {t('Your session expired or was signed out from another browser. Sign in to continue.')}
        </Alert>
      ) : null}
      <FormError error={isSecondFactor(signIn.error) ? null : (signIn.error ?? passkey.error)} />
      {failure === undefined ? null : (
        <Alert color="red" title={t('You’re not signed in')}>
          {(isIn('staff') ? staffFailureTexts[failure] : undefined) ??
            failureTexts[failure] ??
            failureTexts.sign_in_failed}
        </Alert>
      )}
      {ways?.singleSignOn ? (
        <Button component="a" href={singleSignOnUrl(next)} fullWidth leftSection={<Building2 size={16} />}>
          {t('Sign in with your company account')}
        </Button>
      ) : null}
      {ways?.singleSignOn && ways.passwords ? <Divider label="or" /> : null}
      {ways?.passwords === false ? null : (
        <>
          <Form
            submit={form => {
              const values = new FormData(form)
              const [email, password] = ['email', 'password'].map(name => String(values.get(name)))
              if (company.domain === null) signIn.mutate({ email: email!, password: password! })
              else leaveFor(singleSignOnUrl(next, company.domain))
            }}
          >
            <TextInput
              label={t('Email address')}
              type="email"
              autoComplete="username webauthn"
              required={company.domain === null}
              autoFocus
              withAsterisk={false}
              name="email"
              onBlur={event => company.look(event.currentTarget.value)}
            />
            {company.domain === null ? (
              <PasswordField label={t('Password')} autoComplete="current-password" mt="md" name="password" />
            ) : null}
            <Button
              type="submit"
              fullWidth
              mt="lg"
              variant={ways?.singleSignOn ? 'default' : 'filled'}
              leftSection={company.domain === null ? undefined : <Building2 size={16} />}
              loading={signIn.isPending}
            >
              {company.domain === null ? t('Sign in') : t('Continue with your company account')}
            </Button>
          </Form>
          {company.domain === null ? null : (
            <Button variant="subtle" size="compact-sm" onClick={company.usePassword}>
              {t('Use a password or passkey instead')}
            </Button>
          )}
          {company.domain !== null ? null : (
            <>
              {hasPasskeys ? (
                <Button
                  variant="default"
                  fullWidth
                  leftSection={<Fingerprint size={16} />}
                  onClick={() => passkey.mutate()}
                  loading={passkey.isPending}
                >
                  {t('Sign in with a passkey')}
                </Button>
              ) : null}
              <AppLink to="/forgot-password" size="sm" ta="center">
                {t('Forgot your password?')}
              </AppLink>
            </>
          )}
        </>
      )}
      {isIn('dashboard') && signUp?.signUp === 'open' ? (
        <AppLink to="/sign-up" size="sm" ta="center">
          {t('Create account')}
        </AppLink>
      ) : null}
    </SignInCard>
  )
}

/**
 * The company whose members have single sign-on, by the email address that was entered, or by the `first` domain of a
 * link. Only the domain is sent, so that no address is in the service's log.
 */
function useCompany(first: string | undefined) {
  const [asked, setAsked] = useState(first ?? null)
  const [usesPassword, setUsesPassword] = useState(false)
  const { data } = useQuery({
    queryKey: ['single-sign-on', asked],
    queryFn: () => api.GET('/auth/single-sign-on', { params: { query: { domain: asked! } } }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false, // without an answer, there is the password
    enabled: isIn('dashboard') && asked !== null,
  })
  const offer = (email: string) => {
    const entered = /^[^@\s]+@([^@\s]+\.[^@\s.]+)$/.exec(email.trim())?.[1]?.toLowerCase()
    if (entered !== undefined) setAsked(entered)
    setUsesPassword(false)
  }
  return {
    domain: data?.singleSignOn && !usesPassword ? asked : null,
    offer,
    /** Keeps the choice of a password for as long as the domain is the same. */
    look(email: string) {
      if (!usesPassword || !email.trim().toLowerCase().endsWith(`@${asked}`)) offer(email)
    },
    usePassword: () => setUsesPassword(true),
  }
}

const leaveFor = (url: string) => location.assign(url)

const failureTexts: Record<string, string> = {
  provider_unavailable: t('Your company’s sign-in page can’t be reached right now. Try again in a minute.'),
  not_allowed: t('Your company account doesn’t have access. Ask an owner of your team to add you to a group.'),
  already_exists: t('Your email address is already used for another kind of sign-in. Ask an owner for help.'),
  account_suspended: t('This account is suspended. Contact support.'),
  wrong_state: t('Your team has no room for more members. Ask an owner of your team for help.'),
  sign_in_failed: t('The sign-in wasn’t finished, or took too long. Try again.'),
}

const staffFailureTexts: Record<string, string> = {
  not_allowed: t('Your company account doesn’t have access to this console. Ask an owner to add you to a group.'),
}

/** `next` is a path within this area. `domain` is the domain of a customer's email address. */
const singleSignOnUrl = (next: string | undefined, domain?: string): string => {
  const area = domain === undefined ? '/staff' : '/dashboard'
  const query = new URLSearchParams({ next: isInside(next) ? `${area}${next}` : area })
  if (domain !== undefined) query.set('domain', domain)
  return `/auth/single-sign-on/start?${query}`
}

/** After the password: a code from the app, or one of the recovery codes. */
function SecondStep({ enter, back }: { enter: (person: Person) => void; back: () => void }) {
  const [isRecovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const finish = useMutation({
    mutationFn: () =>
      isRecovery
        ? api.POST('/auth/sign-in/recovery-code', { body: { code: code.trim() } })
        : api.POST('/auth/sign-in/totp', { body: { code: code.replaceAll(' ', '') } }),
    onSuccess: enter,
  })
  /** A recovery code is not valid as an app code, and vice versa. */
  const change = () => {
    setRecovery(!isRecovery)
    setCode('')
    finish.reset()
  }
  return (
    <SignInCard
      title={t('Two-factor authentication')}
      about={
        isRecovery
          ? t('Enter one of your recovery codes. Each code works once.')
          : t('Enter the six-digit code from your authenticator app.')
      }
    >
      <FormError error={finish.error} />
      <Form submit={() => finish.mutate()}>
        <TextInput
          label={isRecovery ? t('Recovery code') : t('Six-digit code')}
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          required
          withAsterisk={false}
          autoFocus
          key={isRecovery ? 'recovery' : 'app'}
          value={code}
          onChange={event => setCode(event.currentTarget.value)}
        />
        <Button type="submit" fullWidth mt="lg" loading={finish.isPending}>
          {t('Sign in')}
        </Button>
      </Form>
      <Group justify="space-between">
        <Button variant="subtle" size="compact-sm" onClick={change}>
          {isRecovery ? t('Use authenticator app') : t('Use a recovery code')}
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={back}>
          {t('Start over')}
        </Button>
      </Group>
    </SignInCard>
  )
}

const hasPasskeys = 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential

async function signInWithPasskey(): Promise<Person> {
  const options = await api.POST('/auth/sign-in/passkey/options')
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  )
  const found = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential | null
  if (found === null) throw new ApiProblem({ code: 'no_passkey', detail: t('No passkey was chosen.') })
  return api.POST('/auth/sign-in/passkey', { body: { credential: found.toJSON() as Credential } })
}

const isIn = (area: string): boolean => location.pathname.startsWith(`/${area}`)
