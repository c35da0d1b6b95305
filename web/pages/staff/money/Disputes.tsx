// Disputes (chargebacks): open disputes with the day until which the bank accepts evidence, and closed disputes.

import { SegmentedControl, Stack, Text } from '@mantine/core'
import { Gavel } from 'lucide-react'
import { useState } from 'react'
import { api, unwrap } from '../../../api.ts'
import { type Dispute, disputeLabels, disputeReason } from '../../../components/disputeLabels.ts'
import { EmptyState } from '../../../components/layout/EmptyState.tsx'
import type { Column } from '../../../components/layout/List.tsx'
import { PagedList } from '../../../components/layout/PagedList.tsx'
import { Code, capitalize, money, number, RelativeTime, Time } from '../../../components/layout/Values.tsx'
import { AccountLink, OrderLink } from '../../../components/staff/StaffLinks.tsx'
import { t } from '../../../language.ts'
import { usePages } from '../../../shell/frame/pages.ts'

const columns: Column<Dispute>[] = [
  {
    title: t('Dispute'),
    cell: dispute => (
      <>
        <Code label={t('Copy dispute ID')} shown={`${dispute.providerRef.slice(0, 14)}…`}>
          {dispute.providerRef}
        </Code>
        <Text size="xs" c="dimmed">
          {capitalize(disputeReason(dispute.reason))}
        </Text>
      </>
    ),
  },
  {
    title: t('Account'),
    cell: dispute => <AccountLink accountId={dispute.accountId} name={dispute.accountName} c="inherit" />,
  },
  { title: t('Orders'), cell: dispute => <Orders dispute={dispute} /> },
  { title: t('Amount'), cell: dispute => money(dispute.amount), right: true },
  { title: t('Withdrawn [[money]]'), cell: dispute => money(dispute.withdrawn), right: true, wideOnly: true },
  { title: t('Fees'), cell: dispute => money(dispute.fees), right: true, wideOnly: true },
  { title: t('Status'), cell: dispute => disputeLabels[dispute.status] },
]
const openColumns: Column<Dispute>[] = [
  ...columns,
  {
    title: t('Evidence due'),
    cell: dispute => (dispute.evidenceDueAt === null ? '–' : <Time at={dispute.evidenceDueAt} />),
  },
]
const closedColumns: Column<Dispute>[] = [
  ...columns,
  { title: t('Closed'), cell: dispute => (dispute.closedAt === null ? '–' : <RelativeTime at={dispute.closedAt} />) },
]

function Orders({ dispute: { accountId, customerOrderIds, orderCount } }: { dispute: Dispute }) {
  const [first] = customerOrderIds
  if (first === undefined) return number(orderCount)
  return (
    <span className="wrap">
      <OrderLink order={{ accountId, customerOrderId: first }} />
      {orderCount > 1 ? ` ${t('and {count} more', { count: number(orderCount - 1) })}` : ''}
    </span>
  )
}

export function Disputes() {
  const [state, setState] = useState<'open' | 'closed'>('open')
  const pages = usePages(['staff', 'disputes'], state, cursor =>
    unwrap(api.GET('/staff/disputes', { params: { query: { state, ...cursor } } })),
  )
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={t('Disputes')}
        style={{ alignSelf: 'flex-start' }}
        value={state}
        onChange={value => setState(value as typeof state)}
        data={[
          { value: 'open', label: t('Open [[state]]') },
          { value: 'closed', label: t('Closed') },
        ]}
      />
      <PagedList
        of={pages}
        rowsOf={page => page.disputes}
        label={t('Disputes')}
        columns={state === 'open' ? openColumns : closedColumns}
        keyOf={dispute => dispute.disputeId}
        empty={
          <EmptyState icon={Gavel} title={state === 'open' ? t('No open disputes') : t('No closed disputes')}>
            {t(
              'Disputed payments appear here with their evidence deadlines. Submit evidence in the payment provider’s dashboard.',
            )}
          </EmptyState>
        }
      />
    </Stack>
  )
}
