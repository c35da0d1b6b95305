// Who may do what in the account.

import { Badge, Button, Group, Modal, Select, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { type Answer, api, ask } from '../../api.ts'
import { useConfirm } from '../../components/Confirm.tsx'
import { adviceOf, Failure } from '../../components/Failure.tsx'
import { type Column, List } from '../../components/List.tsx'
import { RowsSkeleton } from '../../components/Page.tsx'
import { Section } from '../../components/Section.tsx'
import { failed, said } from '../../components/toast.ts'
import { capital, Time } from '../../components/Values.tsx'
import { useMay, useSession } from '../../shell/session.ts'

type Team = Answer<'/dashboard/api/team'>
type Member = Team['members'][number]
type Role = Member['role']

const roles: { value: Role; label: string; meaning: string }[] = [
  { value: 'owner', label: 'Owner', meaning: 'everything, including the roles of others' },
  { value: 'developer', label: 'Developer', meaning: 'orders, products, keys and webhooks' },
  { value: 'bookkeeper', label: 'Bookkeeper', meaning: 'cards, charges and exemption papers' },
  { value: 'viewer', label: 'Viewer', meaning: 'reads, and changes nothing' },
]
const labelOf = (role: Role) => roles.find(({ value }) => value === role)?.label ?? role

export function Team() {
  const queries = useQueryClient()
  const confirm = useConfirm()
  const mayChange = useMay('team')
  const { data: person } = useSession()
  const [isOpen, { open, close }] = useDisclosure()
  const team = useQuery({ queryKey: ['team'], queryFn: () => ask(api.GET('/dashboard/api/team')) })
  const refetch = () => void queries.invalidateQueries({ queryKey: ['team'] })
  const change = useMutation({
    mutationFn: ({ userId, role }: { userId: string; role: Role }) =>
      ask(api.PATCH('/dashboard/api/team/members/{userId}', { params: { path: { userId } }, body: { role } })),
    onSuccess(member) {
      said(`${member.name} now has the role ${labelOf(member.role)}`)
      refetch()
    },
    onError: failed('The role was not changed'),
  })
  const remove = useMutation({
    mutationFn: ({ userId }: Member) =>
      ask(api.DELETE('/dashboard/api/team/members/{userId}', { params: { path: { userId } } })),
    onSuccess(_nothing, member) {
      said(`${member.name} has been removed and signed out`)
      refetch()
    },
    onError: failed('The member was not removed'),
  })
  const withdraw = useMutation({
    mutationFn: (invitationId: string) =>
      ask(api.DELETE('/dashboard/api/team/invitations/{invitationId}', { params: { path: { invitationId } } })),
    onSuccess() {
      said('The invitation has been withdrawn')
      refetch()
    },
    onError: failed('The invitation was not withdrawn'),
  })
  const ask4 = async (member: Member) => {
    const yes = await confirm({
      title: `Remove ${member.name}?`,
      text: 'The sign-in ends at once. Keys that the person created keep working; revoke them if necessary.',
      yes: 'Remove',
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
      title: 'Second factor',
      cell: member => (
        <Badge variant="light" color={member.secondFactor ? 'teal' : 'gray'} radius="sm">
          {member.secondFactor ? 'set up' : 'none'}
        </Badge>
      ),
    },
    { title: 'Since', cell: member => <Time at={member.since} />, wideOnly: true },
    {
      title: 'Remove',
      acts: true,
      cell: member =>
        mayChange && member.userId !== person?.userId ? (
          <Button size="compact-sm" variant="default" onClick={() => ask4(member)} aria-label={`Remove ${member.name}`}>
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
              Invite a person
            </Button>
          ) : undefined
        }
      >
        <List bare label="Members" rows={team.data.members} columns={columns} keyOf={({ userId }) => userId} />
      </Section>
      {team.data.invitations.length > 0 ? (
        <Section title="Invited" flush>
          <List
            bare
            label="Invitations"
            rows={team.data.invitations}
            keyOf={({ invitationId }) => invitationId}
            columns={[
              { title: 'E-mail address', cell: one => <span className="wrap">{one.email}</span> },
              { title: 'Role', cell: one => labelOf(one.role) },
              { title: 'Valid until', cell: one => <Time at={one.expiresAt} /> },
              {
                title: 'Withdraw',
                acts: true,
                cell: one =>
                  mayChange ? (
                    <Button
                      size="compact-sm"
                      variant="default"
                      onClick={() => withdraw.mutate(one.invitationId)}
                      aria-label={`Withdraw the invitation of ${one.email}`}
                    >
                      Withdraw
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
    mutationFn: (body: { email: string; role: Role }) => ask(api.POST('/dashboard/api/team/invitations', { body })),
    onSuccess(invitation) {
      said(`An e-mail with a link is on its way to ${invitation.email}`)
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
    <Modal opened={isOpen} onClose={end} title="Invite a person" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={form.onSubmit(values => invite.mutate(values))}>
        <TextInput
          label="E-mail address"
          type="email"
          required
          data-autofocus
          {...form.getInputProps('email')}
          error={invite.error ? adviceOf(invite.error) : null}
        />
        <Select
          label="Role"
          mt="md"
          data={roles}
          allowDeselect={false}
          description={capital(roles.find(({ value }) => value === form.values.role)?.meaning ?? '')}
          {...form.getInputProps('role')}
        />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={end}>
            Back
          </Button>
          <Button type="submit" loading={invite.isPending}>
            Invite
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
