// The members of the account and their roles.

import { Badge, Button, Group, Modal, Select, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { api, type ResponseBody, unwrap } from '../../api.ts'
import { errorText, Failure } from '../../components/feedback/Failure.tsx'
import { showFailure, showToast } from '../../components/feedback/toast.ts'
import { useConfirm } from '../../components/forms/Confirm.tsx'
import { type Column, List } from '../../components/layout/List.tsx'
import { RowsSkeleton } from '../../components/layout/Page.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { capitalize, Time } from '../../components/layout/Values.tsx'
import { useMay, useSession } from '../../shell/session.ts'

type Team = ResponseBody<'/dashboard/api/team'>
type Member = Team['members'][number]
type Role = Member['role']

const roles: { value: Role; label: string; meaning: string }[] = [
  { value: 'owner', label: 'Owner', meaning: 'full access, including team roles' },
  { value: 'developer', label: 'Developer', meaning: 'orders, products, keys and webhooks' },
  { value: 'bookkeeper', label: 'Bookkeeper', meaning: 'cards, charges and tax exemption certificates' },
  { value: 'viewer', label: 'Viewer', meaning: 'read-only access' },
]
const labelOf = (role: Role) => roles.find(({ value }) => value === role)?.label ?? role

export function Team() {
  const queries = useQueryClient()
  const confirm = useConfirm()
  const mayChange = useMay('team')
  const { data: person } = useSession()
  const [isOpen, { open, close }] = useDisclosure()
  const team = useQuery({ queryKey: ['team'], queryFn: () => unwrap(api.GET('/dashboard/api/team')) })
  const refetch = () => void queries.invalidateQueries({ queryKey: ['team'] })
  const change = useMutation({
    mutationFn: ({ userId, role }: { userId: string; role: Role }) =>
      unwrap(api.PATCH('/dashboard/api/team/members/{userId}', { params: { path: { userId } }, body: { role } })),
    onSuccess(member) {
      showToast(`${member.name} is now ${labelOf(member.role).toLowerCase()}`)
      refetch()
    },
    onError: showFailure('The role was not changed'),
  })
  const remove = useMutation({
    mutationFn: ({ userId }: Member) =>
      unwrap(api.DELETE('/dashboard/api/team/members/{userId}', { params: { path: { userId } } })),
    onSuccess(_nothing, member) {
      showToast(`${member.name} has been removed and signed out`)
      refetch()
    },
    onError: showFailure('The member was not removed'),
  })
  const withdraw = useMutation({
    mutationFn: (invitationId: string) =>
      unwrap(api.DELETE('/dashboard/api/team/invitations/{invitationId}', { params: { path: { invitationId } } })),
    onSuccess() {
      showToast('Invitation revoked')
      refetch()
    },
    onError: showFailure('The invitation was not revoked'),
  })
  const askFirst = async (member: Member) => {
    const yes = await confirm({
      title: `Remove ${member.name}?`,
      text: 'They will be signed out right away. API keys they created keep working until you revoke them.',
      confirmLabel: 'Remove member',
      danger: true,
    })
    if (yes) remove.mutate(member)
  }
  const columns: Column<Member>[] = [
    {
      title: 'Name',
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
      title: 'Role',
      cell: member =>
        mayChange && member.userId !== person?.userId ? (
          <Select
            size="xs"
            w={130}
            aria-label={`Role of ${member.name}`}
            data={roles}
            value={member.role}
            allowDeselect={false}
            onChange={role => role && change.mutate({ userId: member.userId, role: role as Role })}
          />
        ) : (
          labelOf(member.role)
        ),
    },
    {
      title: 'Two-factor',
      cell: member => (
        <Badge variant="light" color={member.secondFactor ? 'teal' : 'gray'} radius="sm">
          {member.secondFactor ? 'On' : 'Off'}
        </Badge>
      ),
    },
    { title: 'Joined', cell: member => <Time at={member.since} />, wideOnly: true },
    {
      title: 'Remove',
      isActions: true,
      cell: member =>
        mayChange && member.userId !== person?.userId ? (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => askFirst(member)}
            aria-label={`Remove ${member.name}`}
          >
            Remove
          </Button>
        ) : null,
    },
  ]
  if (team.isPending) return <RowsSkeleton />
  if (team.error) return <Failure error={team.error} retry={() => team.refetch()} />
  return (
    <>
      <Section
        title="Members"
        flush
        actions={
          mayChange ? (
            <Button leftSection={<UserPlus size={15} />} onClick={open}>
              Invite member
            </Button>
          ) : undefined
        }
      >
        <List bare label="Members" rows={team.data.members} columns={columns} keyOf={({ userId }) => userId} />
      </Section>
      {team.data.invitations.length > 0 ? (
        <Section title="Invitations" flush>
          <List
            bare
            label="Invitations"
            rows={team.data.invitations}
            keyOf={({ invitationId }) => invitationId}
            columns={[
              { title: 'Email address', cell: invitation => <span className="wrap">{invitation.email}</span> },
              { title: 'Role', cell: invitation => labelOf(invitation.role) },
              { title: 'Expires', cell: invitation => <Time at={invitation.expiresAt} /> },
              {
                title: 'Revoke',
                isActions: true,
                cell: invitation =>
                  mayChange ? (
                    <Button
                      size="compact-sm"
                      variant="default"
                      onClick={() => withdraw.mutate(invitation.invitationId)}
                      aria-label={`Revoke invitation for ${invitation.email}`}
                    >
                      Revoke
                    </Button>
                  ) : null,
              },
            ]}
          />
        </Section>
      ) : null}
      <Invite isOpen={isOpen} close={close} done={refetch} />
    </>
  )
}

function Invite({ isOpen, close, done }: { isOpen: boolean; close: () => void; done: () => void }) {
  const form = useForm({ initialValues: { email: '', role: 'developer' as Role } })
  const invite = useMutation({
    mutationFn: (body: { email: string; role: Role }) => unwrap(api.POST('/dashboard/api/team/invitations', { body })),
    onSuccess(invitation) {
      showToast(`Invitation sent to ${invitation.email}`)
      form.reset()
      done()
      close()
    },
  })
  const end = () => {
    close()
    invite.reset()
  }
  return (
    <Modal opened={isOpen} onClose={end} title="Invite member" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={form.onSubmit(values => invite.mutate(values))}>
        <TextInput
          label="Email address"
          type="email"
          required
          data-autofocus
          {...form.getInputProps('email')}
          error={invite.error ? errorText(invite.error) : null}
        />
        <Select
          label="Role"
          mt="md"
          data={roles}
          allowDeselect={false}
          description={capitalize(roles.find(({ value }) => value === form.values.role)?.meaning ?? '')}
          {...form.getInputProps('role')}
        />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={end}>
            Cancel
          </Button>
          <Button type="submit" loading={invite.isPending}>
            Send invitation
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
