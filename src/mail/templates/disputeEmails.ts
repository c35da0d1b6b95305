// Emails to every member of the staff about disputes of cardholders.

import { button, type EmailTime, table, template, type Words } from '../template.ts'

type Dispute = {
  name: string
  accountName: string
  amountCents: number
  withdrawnCents: number
  feeCents: number
  reason: string
  status: 'needs_response' | 'under_review' | 'won' | 'lost' | 'closed'
  evidenceDueAt: EmailTime | null
  orderCount: number
  providerRef: string
  disputesUrl: string
}

export const disputeEmails = {
  dispute: template<Dispute>({
    group: 'staff',
    subject: '{what}: {amount} from {customer}',
    opening: '{news}',
    shown: (dispute, words) => ({
      ...{ account: dispute.name, ...newsIn(dispute, words) },
      ...{ amount: words.money(dispute.amountCents), customer: dispute.accountName },
    }),
    rest(dispute, { t, money, count, time }) {
      const evidenceDueAt = dispute.status === 'needs_response' ? dispute.evidenceDueAt : null
      return [
        table({
          [t('Account')]: dispute.accountName,
          [t('Disputed amount')]: money(dispute.amountCents),
          [t('Reason')]: dispute.reason.replaceAll('_', ' '),
          [t('Orders')]: count(dispute.orderCount),
          [t('Withdrawn by the payment provider')]: money(dispute.withdrawnCents),
          [t('Fees')]: money(dispute.feeCents),
          [t('Evidence due')]: evidenceDueAt && time(evidenceDueAt),
          [t('Provider’s reference')]: dispute.providerRef,
        }),
        ...(evidenceDueAt === null ? [] : [t('Submit your evidence to the payment provider in time.')]),
        button(t('See the dispute'), dispute.disputesUrl),
      ]
    },
    sample: ({ staffName, accountName, inDays, page }) => ({
      ...{ name: staffName, accountName, amountCents: 12_550, withdrawnCents: 12_550, feeCents: 1500 },
      ...{ reason: 'product_not_received', status: 'needs_response', evidenceDueAt: inDays(7) },
      ...{ orderCount: 3, providerRef: 'dp_sample', disputesUrl: page('/staff/money?tab=disputes') },
    }),
  }),
}

const newsIn = ({ status }: Dispute, { t }: Words): { what: string; news: string } =>
  ({
    needs_response: { what: t('New dispute'), news: t('A cardholder disputes a payment.') },
    under_review: {
      what: t('New dispute'),
      news: t('A cardholder disputes a payment, and the bank is reviewing it.'),
    },
    won: { what: t('Dispute won'), news: t('You won a dispute.') },
    lost: { what: t('Dispute lost'), news: t('You lost a dispute: the money stays with the cardholder.') },
    closed: { what: t('Dispute closed'), news: t('A dispute was closed without a decision.') },
  })[status]
