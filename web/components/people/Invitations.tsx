// Invitations to an account: the dialog to send an invitation, and the list of open invitations.

import { Button, Group, Modal, Select, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ResponseBody } from '../../api.ts'
import { errorText } from '../feedback/Failure.tsx'
import { List } from '../layout/List.tsx'
import { Section } from '../layout/Section.tsx'
import { capitalize, Time } from '../layout/Values.tsx'

type Invitation = ResponseBody<'/dashboard/api/team'>['invitations'][number]
export type Role = Invitation['role']

export const roles: { value: Role; label: string; meaning: string }[] = [
  { value: 'owner', label: 'Owner', meaning: 'full access, including team roles' },
  { value: 'developer', label: 'Developer', meaning: 'orders, products, keys and webhooks' },
  { value: 'bookkeeper', label: 'Bookkeeper', meaning: 'cards, charges and tax exemption certificates' },
  { value: 'viewer', label: 'Viewer', meaning: 'read-only access' },
]
export const roleLabel = (role: Role) => roles.find(({ value }) => value === role)?.label ?? role

type ListProps = {
  invitations: Invitation[]
  /** Absent for people who may not revoke them. */
  revoke?: ((invitationId: string) => void) | undefined
}

/** Nothing when there are none. */
export function Invitations({ invitations, revoke }: ListProps) {
  if (invitations.length === 0) return null
  return (
    <Section title="Invitations" flush>
      <List
        bare
        label="Invitations"
        rows={invitations}
        keyOf={({ invitationId }) => invitationId}
        columns={[
          { title: 'Email address', cell: invitation => <span className="wrap">{invitation.email}</span> },
          { title: 'Role', cell: invitation => roleLabel(invitation.role) },
          { title: 'Expires', cell: invitation => <Time at={invitation.expiresAt} /> },
          {
            title: 'Revoke',
            isActions: true,
            cell: invitation =>
              revoke === undefined ? null : (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => revoke(invitation.invitationId)}
                  aria-label={`Revoke invitation for ${invitation.email}`}
                >
                  Revoke
                </Button>
              ),
          },
        ]}
      />
    </Section>
  )
}

type DialogProps = {
  send: (body: { email: string; role: Role }) => void
  error: Error | null
  isPending: boolean
  close: () => void
  firstRole: Role
}

export function InviteDialog({ send, error, isPending, close, firstRole }: DialogProps) {
  const form = useForm({ initialValues: { email: '', role: firstRole } })
  return (
    <Modal opened onClose={close} title="Invite member" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form onSubmit={form.onSubmit(send)}>
        <TextInput
          label="Email address"
          type="email"
          required
          data-autofocus
          {...form.getInputProps('email')}
          error={error ? errorText(error) : null}
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
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Send invitation
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
