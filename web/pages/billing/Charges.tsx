import { Anchor, Badge, Button, Group, Text } from '@mantine/core'
import { Receipt } from 'lucide-react'
import { api, ask } from '../../api.ts'
import type { Charge } from '../../apiTypes.ts'
import { Empty } from '../../components/Empty.tsx'
import type { Column } from '../../components/List.tsx'
import { PagedList } from '../../components/PagedList.tsx'
import { Code, money, number, Time } from '../../components/Values.tsx'
import { usePages } from '../../shell/pages.ts'
import { cardText } from './Cards.tsx'

const looks = {
  succeeded: { label: 'Paid', color: 'teal' },
  declined: { label: 'Declined', color: 'red' },
  requires_action: { label: 'Waiting for you', color: 'orange' },
  unknown: { label: 'Not known yet', color: 'orange' },
  claimed: { label: 'In progress', color: 'blue' },
} as const

const columns: Column<Charge>[] = [
  { title: 'Charged', cell: charge => <Time at={charge.createdAt} /> },
  {
    title: 'State',
    cell: charge => (
      <Group gap="xs">
        <Badge variant="light" color={looks[charge.status].color} radius="sm">
          {looks[charge.status].label}
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
        <Anchor href={`/dashboard/api/billing/charges/${chargeId}/invoice.pdf`} download inherit className="whole">
          Invoice {invoiceNumber}
        </Anchor>
      ),
  },
  {
    title: 'Charge ID',
    cell: ({ chargeId }) => (
      <Code label={`Copy the charge ID ${chargeId}`} shown={`…${chargeId.slice(-8)}`}>
        {chargeId}
      </Code>
    ),
    wideOnly: true,
  },
]

export function Charges() {
  const pages = usePages(['billing', 'charges'], cursor =>
    ask(api.GET('/dashboard/api/charges', { params: { query: cursor } })),
  )
  return (
    <PagedList
      of={pages}
      rowsOf={page => page.charges}
      label="Charges"
      columns={columns}
      keyOf={({ chargeId }) => chargeId}
      empty={
        <Empty icon={Receipt} title="No charges yet">
          Each day with due orders makes one charge, at 02:00 UTC. Refunds go to the card of the original charge.
        </Empty>
      }
    />
  )
}
