// Actions of the staff that wait for the approval of a second person.

import { Alert, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { UserCheck } from 'lucide-react'
import { api } from '../../api.ts'
import type { Approval } from '../../apiTypes.ts'
import { AppLink } from '../../components/layout/AppLink.tsx'
import { money, RelativeTime } from '../../components/layout/Values.tsx'
import { rich, t } from '../../language.ts'
import { accessTitle } from '../people/accessTitle.ts'

/** A short description of the request. */
export const approvalTitle = (approval: Approval): string => {
  const { kind, amount: dollars, paymentCount: count, priceList, agreedPrices, offer } = approval
  const amount = money(dollars ?? 0)
  switch (kind) {
    case 'refund':
      return t('Refund {amount}', { amount })
    case 'abandon':
      return t('Cancel the order and refund {amount}', { amount })
    case 'enterprise':
      return t('Switch to an enterprise account')
    case 'payment': {
      const [payment] = approval.payments
      if (payment?.kind === 'credit') return t('Credit {amount}', { amount })
      if (payment?.kind === 'charge') return t('Charge {amount}', { amount })
      if (payment?.kind === 'removed_charge') return t('Remove the charge of {amount}', { amount })
      if (payment?.kind === 'waived_fee') return t('Take back late fees of {amount}', { amount })
      return t('{count, plural, one {Record a payment of {amount}} other {Record # payments, together {amount}}}', {
        count,
        amount,
      })
    }
    case 'billing_terms':
      return t('Change the terms')
    case 'price_list':
      return agreedPrices
        ? t('Agree the prices of the price list {list}', { list: String(priceList) })
        : t('Put on the price list {list}', { list: String(priceList) })
    case 'publish':
      return t('Publish much lower prices')
    case 'quote_offer': {
      const offered = money((offer?.itemsTotal ?? 0) + (offer?.shippingTotal ?? 0))
      return t('Offer {amount} for a quote', { amount: offered })
    }
    default:
      return accessTitle({ ...approval, kind })
  }
}

type ApprovalSubject = { accountId: string; customerOrderId?: string }

/** The open requests about a subject, and the amount in dollars above which an approval is needed, if any. */
export function useApprovals(matter: ApprovalSubject): { waiting: Approval[]; above: number | null } {
  const { data } = useQuery({
    queryKey: ['staff', 'approvals', matter],
    queryFn: () => api.GET('/staff/approvals', { params: { query: matter } }),
  })
  const waiting = data?.approvals.filter(({ status }) => status === 'open') ?? []
  return { waiting, above: data?.secondPersonAbove ?? null }
}

/** If an action needs an approval, the response is the approval request and not the changed object. */
export const isApproval = (answer: object): answer is Approval => 'approvalId' in answer

/** Shown after an action that needs an approval. */
export const requestSentText = t('Request sent. Another staff member has to approve it.')

/** Whether an owner of the account, and not yet the staff, decides. */
export const waitsForOwner = ({ email, singleSignOn, domain, approvableAt }: Approval): boolean =>
  (email ?? singleSignOn ?? domain) !== null && Date.parse(approvableAt) > Date.now()

/** At the top of an order's or an account's page. */
export const OpenApprovals = ({ requests }: { requests: Approval[] }) =>
  requests.length === 0 ? null : (
    <Alert color="blue" mb="md" icon={<UserCheck size={18} />} title={t('Waiting for approval [[of a request]]')}>
      <Stack gap={4} align="flex-start">
        {requests.map(approval => (
          <Text key={approval.approvalId} size="sm" className="wrap">
            {rich('{request}: {person} requested this {time}.', {
              request: approvalTitle(approval),
              person: approval.askedBy,
              time: <RelativeTime at={approval.askedAt} />,
            })}{' '}
            {waitsForOwner(approval) ? t('An owner of the account has to confirm it.') : null}
          </Text>
        ))}
        <AppLink to="/approvals" inherit underline="always">
          {t('View approvals')}
        </AppLink>
      </Stack>
    </Alert>
  )

/** In a dialog whose action needs an approval in some cases, if the operator asks for approvals. */
export function ApprovalHint({ of }: { of: 'payments' | 'prices' | 'terms' }) {
  const { data } = useQuery({
    queryKey: ['staff', 'approvals', 'rule'],
    queryFn: () => api.GET('/staff/approvals', { params: { query: { limit: 1 } } }),
  })
  const above = data?.secondPersonAbove ?? null
  if (above === null) return null
  return (
    <ApprovalNotice>
      {of === 'payments'
        ? t(
            'If an account’s payments of 30 days exceed {amount}, another staff member has to approve the request first.',
            {
              amount: money(above),
            },
          )
        : of === 'terms'
          ? t('If terms give the customer much more, another staff member has to approve the request first.')
          : t(
              'If prices are below cost or much lower than before, another staff member has to approve the request first.',
            )}
    </ApprovalNotice>
  )
}

/** In a dialog: says that the action needs an approval. */
export const ApprovalNotice = ({ children }: { children: string }) => (
  <Alert color="blue" icon={<UserCheck size={18} />}>
    {children}
  </Alert>
)
