// The access of an account's members and API keys: suspend, resume, sign out.

import { Alert, Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { useState } from 'react'
import { api, unwrap } from '../../../api.ts'
import type { StaffAccount } from '../../../apiTypes.ts'
import { showToast } from '../../../components/feedback/toast.ts'
import { ReasonDialog } from '../../../components/forms/ReasonDialog.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { Time } from '../../../components/layout/Values.tsx'
import { useAction } from '../../../shell/action.ts'

export function SuspendedNotice({ account: { suspendedAt, suspensionReason } }: { account: StaffAccount }) {
  if (suspendedAt === null) return null
  return (
    <Alert color="red" variant="light" mb="md" icon={<Ban size={18} />} title="This account is suspended">
      Suspended on <Time at={suspendedAt} />. Its members can’t sign in and its API keys don’t work. Existing orders are
      still charged, printed and shipped. Reason: <span className="wrap">{suspensionReason}</span>
    </Alert>
  )
}

const actions = {
  suspend: {
    path: '/staff/accounts/{accountId}/suspend',
    title: 'Suspend',
    text: 'Its members are signed out and its API keys stop working within 5 seconds. Existing orders are still charged, printed and shipped.',
    yes: 'Suspend account',
    done: 'Account suspended',
  },
  resume: {
    path: '/staff/accounts/{accountId}/resume',
    title: 'Resume',
    text: 'Its members can sign in again and its API keys work again.',
    yes: 'Resume account',
    done: 'Account resumed',
  },
  signOut: {
    path: '/staff/accounts/{accountId}/end-sessions',
    title: 'Sign out all members of',
    text: 'Members can sign in again. API keys keep working.',
    yes: 'Sign out all members',
    done: 'All members signed out',
  },
} as const

type AccessAction = keyof typeof actions

export function Access({ account }: { account: StaffAccount }) {
  const [action, setAction] = useState<AccessAction | null>(null)
  const isSuspended = account.suspendedAt !== null
  return (
    <Section title="Access">
      <Group gap="xs">
        {isSuspended ? (
          <Button variant="default" onClick={() => setAction('resume')}>
            Resume account
          </Button>
        ) : (
          <>
            <Button variant="default" color="red" onClick={() => setAction('suspend')}>
              Suspend account
            </Button>
            <Button variant="default" onClick={() => setAction('signOut')}>
              Sign out all members
            </Button>
          </>
        )}
      </Group>
      {action === null ? null : <AccessDialog account={account} what={action} close={() => setAction(null)} />}
    </Section>
  )
}

function AccessDialog({
  account: { accountId, name },
  what,
  close,
}: {
  account: StaffAccount
  what: AccessAction
  close: () => void
}) {
  const queries = useQueryClient()
  const { path, title, text, yes, done } = actions[what]
  const act = useAction({
    mutationFn: (reason: string) =>
      unwrap<unknown>(api.POST(path, { params: { path: { accountId } }, body: { reason } })),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ['staff'] })
      showToast(done)
      close()
    },
  })
  return (
    <ReasonDialog
      title={`${title} ${name}`}
      text={text}
      confirmLabel={yes}
      reasonHint="Visible to staff and recorded in the audit log. Not shown to the customer."
      {...(what === 'resume' ? {} : { danger: true as const })}
      error={act.error}
      isPending={act.isPending}
      submit={reason => act.mutate(reason)}
      close={close}
    />
  )
}
