// The members of the account and their roles.

import { Badge, Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { api, type ResponseBody } from '../../api.ts'
import { useConfirm } from '../../components/forms/Confirm.tsx'
import type { Column } from '../../components/layout/List.tsx'
import { LoadState } from '../../components/layout/LoadState.tsx'
import { LongList } from '../../components/layout/LongList.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { Time } from '../../components/layout/Values.tsx'
import { type Role, roleLabel, roles } from '../../components/people/Invitations.tsx'
import { RoleSelect } from '../../components/people/RoleSelect.tsx'
import { roleNames } from '../../components/people/roleNames.ts'
import { t } from '../../language.ts'
import { useAction } from '../../shell/frame/action.ts'
import { Invite, OpenInvitations } from '../../shell/people/invitations.tsx'
import { SingleSignOn } from '../../shell/session/SingleSignOn.tsx'
import { useMay, useSession } from '../../shell/session/session.ts'
import { AccessRequests } from './AccessRequests.tsx'

type Team = ResponseBody<'/dashboard/api/team'>
type Member = Team['members'][number]

export function Team() {
  const confirm = useConfirm()
  const mayChange = useMay('team')
  const { data: person } = useSession()
  const [isOpen, { open, close }] = useDisclosure()
  const team = useQuery({ queryKey: ['team'], queryFn: () => api.GET('/dashboard/api/team') })
  const change = useAction({
    mutationFn: ({ userId, role }: { userId: string; role: Role }) =>
      api.PATCH('/dashboard/api/team/members/{userId}', { params: { path: { userId } }, body: { role } }),
    refetch: ['team'],
    done: member => t('{name} is now {role}', { name: member.name, role: roleNames[member.role] }),
    failed: t('The role was not changed'),
  })
  const remove = useAction({
    mutationFn: ({ userId }: Member) =>
      api.DELETE('/dashboard/api/team/members/{userId}', { params: { path: { userId } } }),
    refetch: ['team'],
    done: (_nothing, member) => t('{name} has been removed and signed out', { name: member.name }),
    failed: t('The member was not removed'),
  })
  const askFirst = async (member: Member) => {
    const yes = await confirm({
      title: t('Remove {name}?', { name: member.name }),
      text: t('They will be signed out right away. API keys they created keep working until you revoke them.'),
      confirmLabel: t('Remove member'),
      danger: true,
    })
    if (yes) remove.mutate(member)
  }
  const columns: Column<Member>[] = [
    {
      title: t('Name'),
      cell: member => (
        <div>
          <Text span fw={500} className="wrap">
            {member.name}
          </Text>
          <Text size="xs" c="dimmed" className="wrap">
            {member.email}
          </Text>
        </div>
      ),
    },
    {
      title: t('Role'),
      cell: member =>
        mayChange && member.userId !== person?.userId ? (
          <RoleSelect
            name={member.name}
            roles={roles}
            role={member.role}
            change={role => change.mutate({ userId: member.userId, role })}
          />
        ) : (
          roleLabel(member.role)
        ),
    },
    {
      title: t('Two-factor'),
      cell: member => (
        <Badge color={member.secondFactor ? 'teal' : 'gray'}>{member.secondFactor ? t('On') : t('Off')}</Badge>
      ),
    },
    { title: t('Joined'), cell: member => <Time at={member.since} />, wideOnly: true },
    {
      title: t('Remove'),
      isActions: true,
      cell: member =>
        mayChange && member.userId !== person?.userId ? (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => askFirst(member)}
            aria-label={t('Remove {name}', { name: member.name })}
          >
            {t('Remove')}
          </Button>
        ) : null,
    },
  ]
  if (team.isPending || team.error) return <LoadState of={team} />
  return (
    <>
      <AccessRequests requests={team.data.requests} mayDecide={mayChange} />
      <Section
        title={t('Members')}
        flush
        actions={
          mayChange ? (
            <Button leftSection={<UserPlus size={15} />} onClick={open}>
              {t('Invite member')}
            </Button>
          ) : undefined
        }
      >
        <LongList
          bare
          label={t('Members')}
          rows={team.data.members}
          columns={columns}
          keyOf={({ userId }) => userId}
          textOf={({ name, email }) => `${name} ${email}`}
        />
      </Section>
      <OpenInvitations
        invitations={team.data.invitations}
        as={{ title: t('Role'), cell: ({ role }) => roleLabel(role) }}
        refetch={['team']}
        revoke={
          mayChange
            ? invitationId =>
                api.DELETE('/dashboard/api/team/invitations/{invitationId}', { params: { path: { invitationId } } })
            : null
        }
      />
      {mayChange ? <SingleSignOn accountId={null} mayChange /> : null}
      {isOpen ? (
        <Invite
          title={t('Invite member')}
          choice={{ label: t('Role'), options: roles, first: 'developer' }}
          send={({ as, ...rest }) => api.POST('/dashboard/api/team/invitations', { body: { role: as, ...rest } })}
          refetch={['team']}
          close={close}
        />
      ) : null}
    </>
  )
}
