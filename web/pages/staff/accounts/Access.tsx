// The access of an account's members and API keys: suspend, resume, sign out.

import { Alert, Button, Group } from '@mantine/core'
import { Ban } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../api.ts'
import type { StaffAccount } from '../../../apiTypes.ts'
import { ReasonDialog } from '../../../components/forms/ReasonDialog.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { Time } from '../../../components/layout/Values.tsx'
import { rich, t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'

export function SuspendedNotice({ account: { suspendedAt, suspensionReason } }: { account: StaffAccount }) {
  if (suspendedAt === null) return null
  return (
    <Alert color="red" mb="md" icon={<Ban size={18} />} title={t('This account is suspended')}>
      {rich(
        'Suspended on {time}. Its members can’t sign in and its API keys don’t work. Existing orders are still charged, printed and shipped. Reason: <reason>{text}</reason>',
        {
          time: <Time at={suspendedAt} />,
          text: suspensionReason ?? '',
          reason: text => <span className="wrap">{text}</span>,
        },
      )}
    </Alert>
  )
}

const actions = {
  suspend: {
    path: '/staff/accounts/{accountId}/suspend',
    title: (name: string) => t('Suspend {name}', { name }),
    text: t(
      'Its members are signed out and its API keys stop working within 5 seconds. Existing orders are still charged, printed and shipped.',
    ),
    yes: t('Suspend account'),
    done: t('Account suspended'),
  },
  resume: {
    path: '/staff/accounts/{accountId}/resume',
    title: (name: string) => t('Resume {name} [[account]]', { name }),
    text: t('Its members can sign in again and its API keys work again.'),
    yes: t('Resume account'),
    done: t('Account resumed'),
  },
  signOut: {
    path: '/staff/accounts/{accountId}/end-sessions',
    title: (name: string) => t('Sign out all members of {name}', { name }),
    text: t('Members can sign in again. API keys keep working.'),
    yes: t('Sign out all members'),
    done: t('All members signed out'),
  },
} as const

type AccessAction = keyof typeof actions

export function Access({ account }: { account: StaffAccount }) {
  const [action, setAction] = useState<AccessAction | null>(null)
  const isSuspended = account.suspendedAt !== null
  return (
    <Section title={t('Access')}>
      <Group gap="xs">
        {isSuspended ? (
          <Button variant="default" onClick={() => setAction('resume')}>
            {t('Resume account')}
          </Button>
        ) : (
          <>
            <Button variant="default" color="red" onClick={() => setAction('suspend')}>
              {t('Suspend account')}
            </Button>
            <Button variant="default" onClick={() => setAction('signOut')}>
              {t('Sign out all members')}
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
  const { path, title, text, yes, done } = actions[what]
  const act = useAction({
    mutationFn: (reason: string) => api.POST(path, { params: { path: { accountId } }, body: { reason } }),
    refetch: ['staff'],
    done,
    close,
  })
  return (
    <ReasonDialog
      title={title(name)}
      text={text}
      confirmLabel={yes}
      reasonHint={t('Visible to staff and recorded in the audit log. Not shown to the customer.')}
      {...(what === 'resume' ? {} : { danger: true as const })}
      action={act}
      close={close}
    />
  )
}
