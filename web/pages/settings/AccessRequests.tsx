// Requests of the staff for acts that give access to the account: an owner confirms or refuses it.

import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { UserCheck } from 'lucide-react'
import { api } from '../../api.ts'
import { useConfirm } from '../../components/forms/Confirm.tsx'
import { RelativeTime, ShortTime } from '../../components/layout/Values.tsx'
import { roleLabel } from '../../components/people/Invitations.tsx'
import { rich, t } from '../../language.ts'
import { useAction } from '../../shell/frame/action.ts'
import { type AccessRequest, accessTitle } from '../../shell/people/accessTitle.ts'

const path = '/dashboard/api/team/requests/{approvalId}'

export const AccessRequests = ({ requests, mayDecide }: { requests: AccessRequest[]; mayDecide: boolean }) =>
  requests.length === 0 ? null : (
    <Alert
      color="blue"
      mb="md"
      icon={<UserCheck size={18} />}
      title={t('Our support staff asks for your confirmation')}
    >
      <Stack gap="md">
        {requests.map(request => (
          <Request key={request.approvalId} request={request} mayDecide={mayDecide} />
        ))}
      </Stack>
    </Alert>
  )

function Request({ request, mayDecide }: { request: AccessRequest; mayDecide: boolean }) {
  const { approvalId, askedAt, expiresAt } = request
  const ask = useConfirm()
  const params = { path: { approvalId } }
  const confirm = useAction({
    mutationFn: () => api.POST(`${path}/confirm`, { params }),
    refetch: [],
    done: t('Confirmed'),
    failed: t('Not confirmed'),
  })
  const refuse = useAction({
    mutationFn: () => api.POST(`${path}/refuse`, { params }),
    refetch: ['team'],
    done: t('Refused'),
    failed: t('Not refused'),
  })
  const title = accessTitle(request)
  const askFirst = async () => {
    const text = t('Confirm only if you asked our support staff for this, and know the people who get access.')
    if (await ask({ title: `${title}?`, text, confirmLabel: t('Confirm') })) confirm.mutate()
  }
  return (
    <Group component="section" aria-label={title} justify="space-between" align="flex-start" gap="sm">
      <Stack gap={2} style={{ minWidth: 0, flex: '1 1 18rem' }}>
        <Text size="sm" fw={500} className="wrap">
          {title}
        </Text>
        {rowsOf(request).map(row => (
          <Text key={row} size="sm" className="wrap">
            {row}
          </Text>
        ))}
        <Text size="sm" c="dimmed">
          {rich('Requested {time}. Expires {expires}.', {
            time: <RelativeTime at={askedAt} />,
            expires: <ShortTime at={expiresAt} />,
          })}
        </Text>
      </Stack>
      {mayDecide ? (
        <Group gap="xs" className="fillRow">
          <Button variant="default" loading={refuse.isPending} onClick={() => refuse.mutate()}>
            {t('Refuse')}
          </Button>
          <Button loading={confirm.isPending} onClick={askFirst}>
            {t('Confirm')}
          </Button>
        </Group>
      ) : null}
    </Group>
  )
}

/** The facts about a provider that an owner needs. */
function rowsOf({ singleSignOn }: AccessRequest): string[] {
  if (singleSignOn === null) return []
  const { clientId, roles, defaultRole, domains } = singleSignOn
  return [
    `${t('Client ID')}: ${clientId}`,
    ...roles.map(({ group, role }) => `${group}: ${roleLabel(role)}`),
    `${t('Everyone else')}: ${defaultRole === null ? t('No access') : roleLabel(defaultRole)}`,
    ...(domains.length === 0 ? [] : [`${t('Email domains')}: ${domains.join(', ')}`]),
  ]
}
