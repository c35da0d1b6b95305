import { Anchor, Badge, Button, Group, Text } from '@mantine/core'
import { Receipt } from 'lucide-react'
import { api, unwrap } from '../../api.ts'
import type { Charge } from '../../apiTypes.ts'
import { EmptyState } from '../../components/layout/EmptyState.tsx'
import type { Column } from '../../components/layout/List.tsx'
import { PagedList } from '../../components/layout/PagedList.tsx'
import { Code, DailyChargeTime, money, number, Time } from '../../components/layout/Values.tsx'
import { usePages } from '../../shell/pages.ts'
import { cardText } from './Cards.tsx'

const statusLooks = {
  succeeded: { label: 'Paid', color: 'teal' },
  declined: { label: 'Declined', color: 'red' },
  requires_action: { label: 'Confirmation needed', color: 'orange' },
  unknown: { label: 'Status unknown', color: 'orange' },
  claimed: { label: 'In progress', color: 'blue' },
} as const

const columns: Column<Charge>[] = [
  { title: 'Date', cell: charge => <Time at={charge.createdAt} /> },
  {
    title: 'Status',
    cell: charge => (
      <Group gap="xs">
        <Badge variant="light" color={statusLooks[charge.status].color} radius="sm">
          {statusLooks[charge.status].label}
        </Badge>
        {charge.status === 'requires_action' && charge.confirmUrl !== null && /^https?:/.test(charge.confirmUrl) ? (
          <Button component="a" href={charge.confirmUrl} size="compact-sm">
            Confirm with your bank
          </Button>
        ) : null}
        {charge.status === 'declined' ? (
          <Text span size="sm" c="dimmed" className="wrap">
            {charge.declineMessage ?? charge.declineCode}
          </Text>
        ) : null}
      </Group>
    ),
  },
  { title: 'Orders', cell: charge => number(charge.orderCount), right: true },
  { title: 'Card', cell: ({ card }) => (card === null ? '–' : cardText(card)), wideOnly: true },
  { title: 'Amount', cell: charge => money(charge.amount), right: true },
  { title: 'Refunded', cell: charge => (charge.refunded === 0 ? '–' : money(charge.refunded)), right: true },
  {
    title: 'Invoice',
    cell: ({ chargeId, invoiceNumber }) =>
      invoiceNumber === null ? (
        '–'
      ) : (
        <Anchor href={`/dashboard/api/billing/charges/${chargeId}/invoice.pdf`} download inherit className="nowrap">
          Invoice {invoiceNumber}
        </Anchor>
      ),
  },
  {
    title: 'Charge ID',
    cell: ({ chargeId }) => (
      <Code label={`Copy charge ID ${chargeId}`} shown={`…${chargeId.slice(-8)}`}>
        {chargeId}
      </Code>
    ),
    wideOnly: true,
  },
]

export function Charges() {
  const pages = usePages(['billing', 'charges'], undefined, cursor =>
    unwrap(api.GET('/dashboard/api/charges', { params: { query: cursor } })),
  )
  return (
    <PagedList
      of={pages}
      rowsOf={page => page.charges}
      label="Charges"
      columns={columns}
      keyOf={({ chargeId }) => chargeId}
      empty={
        <EmptyState icon={Receipt} title="No charges yet">
          When orders are due, we make one charge a day at <DailyChargeTime />. Refunds go back to the card that was
          charged.
        </EmptyState>
      }
    />
  )
}
