// Inviting people, and revoking their invitations: members of an account by its owners or by the staff, and the people
// of the operator.

import type { QueryKey } from '@tanstack/react-query'
import { showToast } from '../../components/feedback/toast.ts'
import { useDialog } from '../../components/forms/Dialogs.tsx'
import {
  type Invitation,
  Invitations,
  InviteDialog,
  type NewInvitation,
  UnsentInvitation,
} from '../../components/people/Invitations.tsx'
import { t } from '../../language.ts'
import { useAction } from '../frame/action.ts'
import { ownersAskedText } from './accessTitle.ts'

type InviteProps<Value extends string> = Omit<Parameters<typeof InviteDialog<Value>>[0], 'action'> & {
  send: (invitation: NewInvitation<Value>) => Promise<IssuedInvitation | { approvalId: string }>
  /** The queries that have the invitations. */
  refetch: QueryKey
}

/** `link` is the link of an invitation that cannot be sent by email. */
type IssuedInvitation = { email: string; link?: string }

/** Says that an invitation was sent, or shows its link. */
export function useInvited(): (invitation: IssuedInvitation) => void {
  const show = useDialog()
  return ({ email, link }) =>
    link === undefined
      ? showToast(t('Invitation sent to {email}', { email }))
      : show(<UnsentInvitation email={email} link={link} close={() => show(null)} />)
}

export function Invite<Value extends string>({ send, refetch, ...dialog }: InviteProps<Value>) {
  const invited = useInvited()
  const action = useAction({
    mutationFn: send,
    refetch,
    onSuccess: answer => ('approvalId' in answer ? showToast(ownersAskedText) : invited(answer)),
    close: dialog.close,
  })
  return <InviteDialog {...dialog} action={action} />
}

type OpenProps<Row extends Invitation> = Omit<Parameters<typeof Invitations<Row>>[0], 'revoke'> & {
  /** Null for people who may not revoke them. */
  revoke: ((invitationId: string) => Promise<unknown>) | null
  refetch: QueryKey
}

export function OpenInvitations<Row extends Invitation>({ revoke, refetch, ...list }: OpenProps<Row>) {
  const action = useAction({
    mutationFn: (invitationId: string) => revoke?.(invitationId) ?? Promise.resolve(),
    refetch,
    done: t('Invitation revoked'),
    failed: t('The invitation was not revoked'),
  })
  return <Invitations {...list} revoke={revoke === null ? undefined : action.mutate} />
}
