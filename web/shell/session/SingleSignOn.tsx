// Single sign-on of an account, on the team's screen for its owners and on the account's screen for the staff.

import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../components/feedback/Failure.tsx'
import { showToast } from '../../components/feedback/toast.ts'
import { useConfirm } from '../../components/forms/Confirm.tsx'
import { type DetailRow, Details } from '../../components/layout/Details.tsx'
import { LoadState } from '../../components/layout/LoadState.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { Code, Time, Url } from '../../components/layout/Values.tsx'
import { roleLabel } from '../../components/people/Invitations.tsx'
import { t } from '../../language.ts'
import { useAction } from '../frame/action.ts'
import { ownersAskedText } from '../people/accessTitle.ts'
import { SingleSignOnForm } from './SingleSignOnForm.tsx'
import { type Domain, requestsOf, type SignOn, type Tested } from './signOnRequests.ts'

type Props = { accountId: string | null; mayChange: boolean }

export function SingleSignOn({ accountId, mayChange }: Props) {
  const queries = useQueryClient()
  const confirm = useConfirm()
  const requests = requestsOf(accountId)
  const queryKey = ['account-single-sign-on', accountId]
  const [isEditing, setEditing] = useState(false)
  const signOn = useQuery({ queryKey, queryFn: requests.read })
  /** A change by the staff may wait for an owner of the account. */
  const show = (changed: SignOn | { approvalId: string }, done: string) => {
    if ('approvalId' in changed) {
      showToast(ownersAskedText)
      return queries.invalidateQueries({ queryKey: ['staff', 'approvals'] })
    }
    queries.setQueryData(queryKey, changed)
    showToast(done)
  }
  const test = useAction({ mutationFn: requests.test })
  const save = useAction({
    mutationFn: requests.save,
    onSuccess(changed: SignOn | { approvalId: string }) {
      show(changed, t('Single sign-on saved'))
      setEditing(false)
      test.reset()
    },
  })
  const remove = useAction({
    mutationFn: requests.remove,
    onSuccess() {
      showToast(t('Single sign-on removed'))
      test.reset()
      return queries.invalidateQueries({ queryKey })
    },
    failed: t('Single sign-on was not removed'),
  })
  const confirmDomain = useAction({
    mutationFn: requests.confirm,
    onSuccess: (changed: SignOn | { approvalId: string }, domain) =>
      show(changed, t('{domain} is confirmed', { domain })),
  })
  const askToRemove = async () => {
    const yes = await confirm({
      title: t('Remove single sign-on?'),
      text: t('Members stay in the team. Those without a password can set one with “Forgot your password?”.'),
      confirmLabel: t('Remove single sign-on'),
      danger: true,
    })
    if (yes) remove.mutate()
  }
  const askToConfirm = async (domain: string) => {
    const yes = await confirm({
      title: t('Confirm {domain}?', { domain }),
      text: t(
        'Everyone who enters an address of this domain will be sent to the sign-in page of this provider. Confirm only if the company has proved to you that the domain is theirs.',
      ),
      confirmLabel: t('Confirm domain'),
    })
    if (yes) confirmDomain.mutate(domain)
  }
  if (signOn.isPending || signOn.error) return <LoadState of={signOn} rows={2} />
  const { settings, domains } = signOn.data
  const edit = (
    <Button variant="default" onClick={() => setEditing(true)}>
      {settings === null ? t('Set up') : t('Edit')}
    </Button>
  )
  return (
    <Section
      title={t('Single sign-on')}
      about={t('Members sign in with their company accounts, at an identity provider that speaks OpenID Connect.')}
      actions={
        mayChange && !isEditing ? (
          <>
            {settings === null ? null : (
              <Button variant="default" onClick={() => test.mutate()} loading={test.isPending}>
                {t('Test')}
              </Button>
            )}
            {edit}
          </>
        ) : undefined
      }
    >
      {isEditing ? (
        <SingleSignOnForm
          signOn={signOn.data}
          error={save.error}
          isPending={save.isPending}
          save={save.mutate}
          close={() => {
            save.reset()
            setEditing(false)
          }}
        />
      ) : settings === null ? (
        <Text size="sm" c="dimmed">
          {t('Not set up. Members sign in with passwords and passkeys.')}
        </Text>
      ) : (
        <Stack gap="lg">
          <TestResult error={test.error} problem={test.data?.problem} />
          <Details rows={rowsOf(signOn.data)} />
          <Domains
            domains={domains}
            confirm={
              mayChange ? domain => (accountId === null ? confirmDomain.mutate(domain) : askToConfirm(domain)) : null
            }
            pending={confirmDomain.isPending ? confirmDomain.variables : null}
            failure={confirmDomain.error}
          />
          {mayChange ? (
            <Group>
              <Button variant="subtle" color="red" size="compact-sm" ml={-8} onClick={askToRemove}>
                {t('Remove single sign-on')}
              </Button>
            </Group>
          ) : null}
        </Stack>
      )}
    </Section>
  )
}

function TestResult({ error, problem }: { error: Error | null; problem: Tested['problem'] | undefined }) {
  if (error === null && problem === undefined) return null
  if (error === null && problem === null)
    return (
      <Alert color="teal" icon={<CircleCheck size={18} />} role="status">
        {t('The provider answers, and accepts the client ID and secret.')}
      </Alert>
    )
  return (
    <Alert color="red" icon={<CircleAlert size={18} />} role="alert" title={t('The test failed')}>
      <span className="wrap">{problem?.detail ?? errorText(error)}</span>
    </Alert>
  )
}

function rowsOf({ settings, redirectUrl, domains }: SignOn): DetailRow[] {
  if (settings === null) return []
  const { issuer, clientId, roles, defaultRole, localSignIn } = settings
  const confirmed = domains.find(({ confirmedAt }) => confirmedAt !== null)
  return [
    [t('Issuer'), <Url key="i">{issuer}</Url>],
    [
      t('Client ID'),
      <span key="c" className="wrap">
        {clientId}
      </span>,
    ],
    [
      t('Redirect address'),
      <Code key="r" label={t('Copy redirect address')}>
        {redirectUrl}
      </Code>,
    ],
    [
      t('Roles'),
      <Stack key="g" gap={2}>
        {roles.map(({ group, role }) => (
          <span key={group} className="wrap">
            {group}: {roleLabel(role)}
          </span>
        ))}
        <span>
          {t('Everyone else')}: {defaultRole === null ? t('No access') : roleLabel(defaultRole)}
        </span>
      </Stack>,
    ],
    [t('Passwords and passkeys'), localSignIn ? t('Allowed') : t('Off')],
    [
      t('Sign-in link'),
      confirmed && (
        <Code key="l" label={t('Copy sign-in link')}>
          {new URL(`/auth/single-sign-on/start?domain=${confirmed.domain}`, redirectUrl).href}
        </Code>
      ),
    ],
  ]
}

type DomainsProps = {
  domains: Domain[]
  /** Null for people who may not. */
  confirm: ((domain: string) => void) | null
  pending: string | null
  failure: Error | null
}

function Domains({ domains, confirm, pending, failure }: DomainsProps) {
  return (
    <Stack gap="md">
      <Text fw={500} size="sm">
        {t('Email domains')}
      </Text>
      {domains.length === 0 ? (
        <Alert color="orange" icon={<CircleAlert size={18} />}>
          {t('Add the domain of your email addresses. Until a domain is confirmed, nobody can sign in this way.')}
        </Alert>
      ) : null}
      {failure === null ? null : (
        <Alert color="red" icon={<CircleAlert size={18} />} role="alert">
          <span className="wrap">{errorText(failure)}</span>
        </Alert>
      )}
      {domains.map(({ domain, confirmedAt, proofMissingSince, proof }) => (
        <Stack key={domain} gap={6}>
          <Group gap="xs">
            <Text span fw={500} className="wrap">
              {domain}
            </Text>
            <Badge color={confirmedAt === null ? 'gray' : 'teal'}>
              {confirmedAt === null ? t('Not confirmed') : t('Confirmed')}
            </Badge>
            {confirmedAt === null ? null : (
              <Text span size="sm" c="dimmed">
                <Time at={confirmedAt} />
              </Text>
            )}
          </Group>
          {confirmedAt === null || proofMissingSince !== null ? (
            <>
              <Text size="sm">
                {confirmedAt === null
                  ? t('Add this TXT record to the DNS of the domain, then confirm.')
                  : t(
                      'This TXT record is gone from the DNS. Without it for 30 days, the domain is no longer confirmed.',
                    )}
              </Text>
              <Details
                rows={[
                  [
                    t('Name'),
                    <Code key="n" label={t('Copy name')}>
                      {proof.name}
                    </Code>,
                  ],
                  [
                    t('Value'),
                    <Code key="v" label={t('Copy value')}>
                      {proof.value}
                    </Code>,
                  ],
                ]}
              />
              {confirm === null || confirmedAt !== null ? null : (
                <Group>
                  <Button
                    variant="default"
                    size="xs"
                    loading={pending === domain}
                    onClick={() => confirm(domain)}
                    aria-label={t('Confirm {domain}', { domain })}
                  >
                    {t('Confirm')}
                  </Button>
                </Group>
              )}
            </>
          ) : null}
        </Stack>
      ))}
    </Stack>
  )
}
