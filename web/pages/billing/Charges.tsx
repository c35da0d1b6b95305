import { Badge, Button, Group, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Receipt } from 'lucide-react'
import { api, ask } from '../../api.ts'
import type { Charge } from '../../apiTypes.ts'
import { Empty } from '../../components/Empty.tsx'
import { Failure } from '../../components/Failure.tsx'
import { type Column, List } from '../../components/List.tsx'
import { RowsSkeleton } from '../../components/Page.tsx'
import { Day, money, number } from '../../components/Values.tsx'

const looks = {
  succeeded: { label: 'Paid', color: 'teal' },
  declined: { label: 'Declined', color: 'red' },
  requires_action: { label: 'Waits for you', color: 'orange' },
  unknown: { label: 'Not known yet', color: 'orange' },
  claimed: { label: 'Under way', color: 'blue' },
} as const

const columns: Column<Charge>[] = [
  { title: 'Day', cell: charge => <Day day={charge.date} /> },
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
  { title: 'Card', cell: ({ card }) => (card === null ? '–' : `${card.brand} •••• ${card.last4}`), wideOnly: true },
  { title: 'Amount', cell: charge => money(charge.amount), right: true },
  { title: 'Refunded', cell: charge => (charge.refunded === 0 ? '–' : money(charge.refunded)), right: true },
]

export function Charges() {
  const charges = useInfiniteQuery({
    queryKey: ['billing', 'charges'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      ask(
        api.GET('/dashboard/api/charges', { params: { query: pageParam === undefined ? {} : { cursor: pageParam } } }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
  if (charges.isPending) return <RowsSkeleton />
  if (charges.error) return <Failure error={charges.error} retry={() => charges.refetch()} />
  const rows = charges.data.pages.flatMap(page => page.charges)
  if (rows.length === 0) {
    return (
      <Empty icon={Receipt} title="Nothing was charged yet">
        Each day with orders that are due makes one charge, at 02:00 UTC. What is refunded goes back to the charge it
        came from.
      </Empty>
    )
  }
  return (
    <List
      label="Charges"
      rows={rows}
      columns={columns}
      keyOf={({ chargeId }) => chargeId}
      below={
        charges.hasNextPage ? (
          <Group justify="center" p="sm">
            <Button
              variant="subtle"
              size="xs"
              onClick={() => charges.fetchNextPage()}
              loading={charges.isFetchingNextPage}
            >
              Show more
            </Button>
          </Group>
        ) : null
      }
    />
  )
}
