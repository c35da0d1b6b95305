// The payments of statements through the payment provider, with their states, for members and for the staff.

import { Badge, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ResponseBody } from '../../api.ts'
import { List } from '../../components/layout/List.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { money, Time } from '../../components/layout/Values.tsx'
import { t } from '../../language.ts'

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
  read: (query: { limit: number }) => Promise<{ payments: OnlinePayment[] }>
}

/** The newest payments that were begun through the payment provider. Received payments are listed apart. */
export function OnlinePayments({ list: queryKey, read }: Props) {
  const list = useQuery({ queryKey: [...queryKey, 'online-payments'], queryFn: () => read({ limit: 10 }) })
  const rows = (list.data?.payments ?? []).filter(({ status }) => status !== 'expired')
  if (rows.length === 0) return null
  return (
    <Section title={t('Online payments')} flush>
      <List
        bare
        label={t('Online payments')}
        rows={rows}
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
