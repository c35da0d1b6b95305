// The payments of statements through the payment provider, with their states, for members and for the staff.

import { Badge, Group } from '@mantine/core'
import { Landmark } from 'lucide-react'
import type { ResponseBody } from '../../api.ts'
import { Section } from '../../components/layout/Section.tsx'
import { money, Time } from '../../components/layout/Values.tsx'
import { t } from '../../language.ts'
import { ListScreen, pagesOf } from '../lists/ListScreen.tsx'

type OnlinePayment = ResponseBody<'/dashboard/api/billing/online-payments'>['payments'][number]

const statuses = {
  open: { label: t('Not paid yet'), color: 'gray' },
  processing: { label: t('Payment processing'), color: 'blue' },
  succeeded: { label: t('Paid'), color: 'teal' },
  failed: { label: t('Failed'), color: 'red' },
  expired: { label: t('Expired'), color: 'gray' },
} as const satisfies Record<OnlinePayment['status'], unknown>

const methods = { card: t('Card'), bank_debit: t('Bank account'), bank_transfer: t('Bank transfer') } as const

type Props = {
  /** Of its account: the key of its queries. */
  list: readonly string[]
  read: (query: { limit: number; cursor?: string }) => Promise<{ payments: OnlinePayment[]; nextCursor: string | null }>
}

/** The payments that were begun through the payment provider. Received payments are listed apart. */
export function OnlinePayments({ list: queryKey, read }: Props) {
  return (
    <Section title={t('Online payments')} flush>
      <ListScreen
        of={pagesOf([...queryKey, 'online-payments'], { limit: 10 }, read)}
        rowsOf={page => page.payments}
        bare
        label={t('Online payments')}
        skeletonRows={2}
        empty={{
          icon: Landmark,
          title: t('No online payments yet'),
          text: t('Payments by card, from a bank account or by bank transfer appear here.'),
        }}
        keyOf={({ paymentId }) => paymentId}
        columns={[
          { title: t('Started'), cell: ({ createdAt }) => <Time at={createdAt} /> },
          {
            title: t('For'),
            cell: ({ statement }) =>
              statement === null ? t('Oldest statement') : t('Statement {number}', { number: statement }),
          },
          { title: t('Method'), cell: ({ method }) => (method === null ? '' : methods[method]) },
          {
            title: t('Status'),
            cell: ({ status, failureMessage }) => (
              <Group gap={6} component="span" display="inline-flex">
                <Badge color={statuses[status].color}>{statuses[status].label}</Badge>
                {failureMessage}
              </Group>
            ),
          },
          { title: t('Amount'), cell: ({ amount }) => money(amount), right: true },
        ]}
      />
    </Section>
  )
}
