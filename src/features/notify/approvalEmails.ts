// Emails about approvals: to the rest of the staff when an approval is requested, and to the requester when it is
// decided.

import { namesOfActors } from '../../accounts/accountQueries.ts'
import { findResponsiblePerson, listApprovers, readStaffMember } from '../../accounts/people/operators.ts'
import type { PendingApproval } from '../../mail/templates/approvalEmails.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { type Approval, givesAccess } from '../staff/approvalStore.ts'
import { accessOf } from './accessEmails.ts'
import { notifyStaff } from './staffEmails.ts'

/** To each person who may decide; `approvalsUrl` is the page for that. */
export async function notifyOtherStaff(work: UnitOfWork, approval: Approval, approvalsUrl: string): Promise<void> {
  const { requestedBy, requesterId, dueAt } = approval
  const people = await listApprovers(work.tx, requesterId!)
  const names = await namesOfActors(work.tx, [requestedBy], null)
  const details = {
    ...pendingOf(approval),
    requestedBy: String(names.get(requestedBy)),
    expiresAt: dueAt!,
    approvalsUrl,
  }
  await notifyStaff(
    work,
    people.map(({ name, email }) => ({ recipient: email, kind: 'approval_request', values: { ...details, name } })),
  )
}

/** To the person who requested it, also with a key, unless that person withdrew it. */
export async function notifyRequester(work: UnitOfWork, approval: Approval): Promise<void> {
  const { requesterId, status, decidedBy, decidedAt } = approval
  if (status === 'open' || requesterId === null || requesterId === (await findResponsiblePerson(work.tx, decidedBy!)))
    return
  const requester = await readStaffMember(work.tx, requesterId)
  if (requester === undefined) return
  const names = await namesOfActors(work.tx, [decidedBy!], null)
  const decision = { status, decidedBy: String(names.get(decidedBy!)), decidedAt: decidedAt! }
  const values = { ...pendingOf(approval), ...decision, name: requester.name }
  await notifyStaff(work, [{ recipient: requester.email, kind: 'approval_decision', values }])
}

/** Without the reasons, which may name a recipient. */
const pendingOf = ({ act, accountName, customerOrderId, amountCents, requestedAt }: Approval): PendingApproval => ({
  ...{ kind: act.kind, accountName, customerOrderId, amountCents, requestedAt },
  ...(act.kind === 'payment' ? { paymentCount: act.payments.length, recorded: act.payments[0]!.kind } : {}),
  ...(act.kind === 'price_list' ? pricesOf(act) : {}),
  ...(act.kind === 'quote_offer' ? { offerCents: act.itemsCents + act.shippingCents } : {}),
  ...(givesAccess(act) ? { access: accessOf(act) } : {}),
})

const pricesOf = ({ priceList, agreedPrices }: Extract<Approval['act'], { kind: 'price_list' }>) => ({
  priceList,
  ...(agreedPrices === undefined ? {} : { agreedPrices }),
})
