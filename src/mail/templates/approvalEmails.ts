// Emails to the staff about acts that need a second person.

import { button, type EmailTime, type SampleFacts, template, type Words } from '../template.ts'
import type { RequestedAccess } from './accessEmails.ts'
import { roleIn } from './invitationEmails.ts'

/**
 * A staff action that needs a second person. `customerOrderId` is null if the action concerns an account, and
 * `accountName` too if it concerns several accounts, or none.
 */
export type PendingApproval = {
  kind:
    | 'refund'
    | 'abandon'
    | 'enterprise'
    | 'payment'
    | 'price_list'
    | 'billing_terms'
    | 'publish'
    | 'quote_offer'
    | RequestedAccess['kind']
  accountName: string | null
  customerOrderId: string | null
  amountCents: number | null
  paymentCount?: number
  /** Of a request to record a single payment, credit, charge or waived fee. */
  recorded?: 'payment' | 'credit' | 'charge' | 'removed_charge' | 'waived_fee'
  priceList?: string
  agreedPrices?: boolean
  offerCents?: number
  access?: RequestedAccess
  requestedAt: EmailTime
}

type Request = PendingApproval & { name: string; requestedBy: string; expiresAt: EmailTime; approvalsUrl: string }

type Decision = PendingApproval & {
  name: string
  status: 'approved' | 'declined' | 'expired'
  decidedBy: string
  decidedAt: EmailTime
}

const sample = ({ staffName, accountName, at }: SampleFacts) => ({
  ...{ name: staffName, kind: 'refund' as const, accountName, customerOrderId: 'PLB-1042' },
  ...{ amountCents: 12_550, requestedAt: at },
})

export const approvalEmails = {
  /** To every member of the staff except the requester. Without the reason, which may name a recipient. */
  approval_request: template<Request>({
    group: 'staff',
    subject: '{what} needs your approval',
    opening: 'On {time} {by} asked to {act}. This needs the approval of a second person.',
    shown: (request, words) => ({ ...shown(request, words), by: request.requestedBy }),
    rest: ({ expiresAt, approvalsUrl }, { t, time }) => [
      t('Nothing happens until somebody approves it. The request expires on {time}.', { time: time(expiresAt) }),
      button(t('Read the reason and decide'), approvalsUrl),
    ],
    sample: facts => ({
      ...{ ...sample(facts), requestedBy: 'Anna Lind', expiresAt: facts.inDays(1) },
      approvalsUrl: facts.page('/staff/approvals'),
    }),
  }),

  /** To the requester. */
  approval_decision: template<Decision>({
    group: 'staff',
    subject: '{what} that you requested {decision}',
    opening: 'On {time} you asked to {act}. This needed the approval of a second person.',
    shown: (decision, words) => ({ ...shown(decision, words), decision: decisionIn(decision, words) }),
    rest: (decision, words) => [whatWasDone(decision, words)],
    sample: facts => ({
      ...sample(facts),
      status: 'approved',
      decidedBy: 'Anna Lind',
      decidedAt: facts.inDays(1 / 24),
    }),
  }),
}

const shown = (approval: PendingApproval & { name: string }, words: Words) => ({
  account: approval.name,
  what: nameIn(approval, words),
  time: words.time(approval.requestedAt),
  act: actIn(approval, words),
})

const nameIn = ({ kind, recorded = 'payment' }: PendingApproval, { t }: Words): string =>
  ({
    refund: t('A refund'),
    abandon: t('A cancellation'),
    enterprise: t('An enterprise account'),
    payment: {
      payment: t('A payment'),
      credit: t('A credit'),
      charge: t('A charge'),
      removed_charge: t('A credit'),
      waived_fee: t('A credit'),
    }[recorded],
    price_list: t('A price list'),
    billing_terms: t('A change of terms'),
    publish: t('A change of prices'),
    quote_offer: t('An offer'),
    invitation: t('An invitation'),
    single_sign_on: t('A single sign-on'),
    domain: t('A domain'),
  })[kind]

const decisionIn = ({ status }: Decision, { t }: Words): string =>
  ({ approved: t('was approved'), declined: t('was declined'), expired: t('has expired') })[status]

function whatWasDone({ status, decidedBy: by, decidedAt }: Decision, words: Words): string {
  const { t } = words
  const time = words.time(decidedAt)
  switch (status) {
    case 'approved':
      return t('{by} approved the request on {time}, and it is done.', { by, time })
    case 'declined':
      return t(
        '{by} declined the request on {time}, and nothing was done. The reason is in the staff console, under Approvals.',
        { by, time },
      )
    case 'expired':
      return t('Nobody approved the request by {time}, and nothing was done. You can ask again.', { time })
  }
}

function actIn(pending: PendingApproval, { t, money }: Words): string {
  const { kind, customerOrderId, amountCents, paymentCount: count = 1, priceList, agreedPrices } = pending
  const account = String(pending.accountName)
  const [amount, order] = [money(amountCents ?? 0), String(customerOrderId)]
  if (pending.access !== undefined) return accessIn(pending.access, account, t)
  switch (kind) {
    case 'refund':
      return t('refund {amount} of order {order} of {account}', { amount, order, account })
    case 'abandon':
      return t('cancel order {order} of {account}, which refunds {amount}', { amount, order, account })
    case 'enterprise':
      return t('make {account} an enterprise account, which is never charged', { account })
    case 'payment':
      if (count > 1) return t('record {count, number} payments, together {amount}', { count, amount })
      if (pending.recorded === 'credit') return t('credit {amount} to {account}', { amount, account })
      if (pending.recorded === 'charge') return t('charge {account} {amount}', { amount, account })
      if (pending.recorded === 'removed_charge')
        return t('remove a charge of {amount} to {account}', { amount, account })
      if (pending.recorded === 'waived_fee')
        return t('take back late fees of {amount} of {account}', { amount, account })
      return t('record a payment of {amount} by {account}', { amount, account })
    case 'billing_terms':
      return t('change the terms of {account}', { account })
    case 'price_list':
      return agreedPrices === true
        ? t('make the prices of the price list {list} agreed prices of {account}', { account, list: String(priceList) })
        : t('put {account} on the price list {list}', { account, list: String(priceList) })
    case 'quote_offer':
      return t('offer {account} {amount} for a quote', { account, amount: money(pending.offerCents ?? 0) })
    default:
      return t('publish prices that are much lower')
  }
}

function accessIn(access: RequestedAccess, account: string, t: Words['t']): string {
  switch (access.kind) {
    case 'invitation': {
      const { email, role } = access
      return t('invite {email} to {account} as {role}', { email, account, role: roleIn(t, role) })
    }
    case 'single_sign_on':
      return t('let the people of {account} sign in through {issuer}', { account, issuer: access.issuer })
    case 'domain':
      return t('confirm the domain {domain} for {account}', { domain: access.domain, account })
  }
}
