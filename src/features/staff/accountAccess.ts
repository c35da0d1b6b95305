// Acts of the staff that give access to an account: inviting a person, setting the identity provider and confirming a
// domain. Where the account has an owner with a sign-in, nothing happens until one of the owners confirms the act.

import { say } from '../../../languages/texts.ts'
import type { AccountDeps } from '../../accounts/accounts.ts'
import { type Invitation, invite, readOwners } from '../../accounts/people/team.ts'
import {
  confirmDomain,
  letsOthersIn,
  removeAccountSignOn,
  saveAccountSignOn,
} from '../../accounts/singleSignOn/accountSignOn.ts'
import { Refusal } from '../../base/refusal.ts'
import { openOrNull } from '../../base/secrets/vault.ts'
import { lockAccountLimits } from '../../limits/limitStore.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { accessOf, emailInvited, notifyOwnersOfAccess, teamPage } from '../notify/accessEmails.ts'
import type { AccessAct } from './approvalStore.ts'
import { type ApprovalOutcome, requestApproval } from './secondPerson.ts'

export type AccessDeps = { transactor: Transactor; vault: AccountDeps['vault']; publicUrl: URL }

/** `isNew` says whether people can sign in who could not before. Only an invitation has `invited`, with its link. */
type Access = { isNew: boolean; invited: { invitation: Invitation; url: string | null } | null }

type StaffAct = { accountId: string; act: AccessAct; now: Date; actor: string }

/** Does the act, or requests it where an owner has to confirm it. Refuses what the act itself refuses. */
export async function giveAccessByStaff(
  deps: AccessDeps,
  { accountId, act, ...by }: StaffAct,
): Promise<ApprovalOutcome<Access>> {
  const undo = new Error('an owner has to confirm it')
  try {
    const done = await transact(deps.transactor, by, async work => {
      const access = await giveAccess(work, deps, accountId, act)
      if (access.isNew && (await readOwners(work.tx, accountId)).length > 0) throw undo
      return access
    })
    return { done, approval: null }
  } catch (error) {
    if (error !== undo) throw error
  }
  const request = { accountId, customerOrderId: null, act, amountCents: null, reason: null, request: null }
  const approval = await transact(deps.transactor, by, async work => {
    // Of two requests at once, the second sees the first.
    await lockAccountLimits(work.tx, [accountId], work.now)
    return requestApproval(work, request, { approvalsUrl: teamPage(deps.publicUrl) })
  })
  return { done: null, approval }
}

/** Takes effect at once: members use passwords again, and no other person can sign in. Refuses with not_found. */
export const removeSignOnByStaff = (
  { transactor, publicUrl }: Omit<AccessDeps, 'vault'>,
  { accountId, ...by }: Omit<StaffAct, 'act'>,
): Promise<void> =>
  transact(transactor, by, async work => {
    await removeAccountSignOn(work.tx, depsOf(work), { accountId, actor: work.actor })
    const act = { kind: 'single_sign_on_removed' } as const
    await notifyOwnersOfAccess(work, { accountId, act, teamUrl: teamPage(publicUrl) })
  })

/** Does the act, also after its approval, and tells all owners. Refuses what the act itself refuses. */
export async function giveAccess(
  work: UnitOfWork,
  deps: Omit<AccessDeps, 'transactor'>,
  accountId: string,
  act: AccessAct,
): Promise<Access> {
  const access = await doAct(work, deps, accountId, act)
  const isUnchanged = act.kind === 'domain' && !access.isNew
  if (!isUnchanged) {
    await notifyOwnersOfAccess(work, { accountId, act: accessOf(act), teamUrl: teamPage(deps.publicUrl) })
  }
  return access
}

async function doAct(
  work: UnitOfWork,
  { vault, publicUrl }: Omit<AccessDeps, 'transactor'>,
  accountId: string,
  act: AccessAct,
): Promise<Access> {
  const { tx, actor } = work
  switch (act.kind) {
    case 'invitation': {
      const { email, role, languages } = act
      const issued = await invite(tx, depsOf(work), { accountId, email, role, actor })
      const url = await emailInvited(work, { accountId, issued, publicUrl, languages })
      return { isNew: true, invited: { invitation: issued.invitation, url } }
    }
    case 'single_sign_on': {
      const { settings, sealedSecret, domains } = act
      const clientSecret = sealedSecret === null ? undefined : openSecret(vault, sealedSecret)
      const change = { accountId, settings, clientSecret, domains, actor }
      const { before } = await saveAccountSignOn(tx, { ...depsOf(work), vault }, change)
      return { isNew: letsOthersIn(before.settings, settings), invited: null }
    }
    case 'domain': {
      const isNew = await confirmDomain(tx, depsOf(work), { accountId, domain: act.domain, by: 'staff', actor })
      return { isNew, invited: null }
    }
  }
}

const depsOf = ({ now, newId }: UnitOfWork) => ({ clock: () => now, newId })

function openSecret(vault: AccountDeps['vault'], sealed: string): string {
  const secret = openOrNull(() => vault.open(Buffer.from(sealed, 'base64')))
  if (secret === null)
    throw new Refusal('wrong_state', say('The client secret can no longer be read: decline the request.'))
  return secret
}
