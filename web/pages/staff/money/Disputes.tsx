// Disputes (chargebacks): open disputes with the day until which the bank accepts evidence, and closed disputes.

import { SegmentedControl, Stack, Text } from '@mantine/core'
import { Gavel } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../api.ts'
import { type Dispute, disputeLabels, disputeReason } from '../../../components/disputeLabels.ts'
import type { Column } from '../../../components/layout/List.tsx'
import { Code, capitalize, money, RelativeTime, Time } from '../../../components/layout/Values.tsx'
import { accountColumn, FirstOrder } from '../../../components/staff/StaffLinks.tsx'
import { t } from '../../../language.ts'
import { ListScreen, pagesOf } from '../../../shell/lists/ListScreen.tsx'

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
  accountColumn,
  {
    title: t('Orders'),
    cell: ({ customerOrderIds: [customerOrderId], orderCount, ...dispute }) => (
      <FirstOrder first={customerOrderId === undefined ? null : { ...dispute, customerOrderId }} count={orderCount} />
    ),
  },
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

export function Disputes() {
  const [state, setState] = useState<'open' | 'closed'>('open')
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
      <ListScreen
        of={pagesOf(['staff', 'disputes'], { state }, query => api.GET('/staff/disputes', { params: { query } }))}
        rowsOf={page => page.disputes}
        label={t('Disputes')}
        columns={state === 'open' ? openColumns : closedColumns}
        keyOf={dispute => dispute.disputeId}
        empty={{
          icon: Gavel,
          title: state === 'open' ? t('No open disputes') : t('No closed disputes'),
          text: t(
            'Disputed payments appear here with their evidence deadlines. Submit evidence in the payment provider’s dashboard.',
          ),
        }}
      />
    </Stack>
  )
}
