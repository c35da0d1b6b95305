import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleDollarSign } from 'lucide-react'
import { type Answer, api, ask } from '../../../api.ts'
import { Empty } from '../../../components/Empty.tsx'
import { Failure } from '../../../components/Failure.tsx'
import { GoTo } from '../../../components/GoTo.tsx'
import { type Column, List } from '../../../components/List.tsx'
import { More } from '../../../components/More.tsx'
import { RowsSkeleton } from '../../../components/Page.tsx'
import { Ago, Code, money, number } from '../../../components/Values.tsx'

type Charge = Answer<'/staff/charges'>['charges'][number]

const columns: Column<Charge>[] = [
  { title: 'Charge', cell: one => <Code label="Copy the charge">{one.chargeId}</Code> },
  {
    title: 'Account',
    cell: one => (
      <GoTo to={`/accounts/${encodeURIComponent(one.accountId)}`} className="wrap">
        {one.accountId}
      </GoTo>
    ),
  },
  { title: 'Amount', cell: one => money(one.amount), right: true },
  { title: 'Orders', cell: one => number(one.orderCount), right: true },
  { title: 'Provider', cell: one => one.provider, wideOnly: true },
  { title: 'Asked', cell: one => `${number(one.attempts)} times`, wideOnly: true },
  { title: 'Begun', cell: one => <Ago at={one.createdAt} /> },
  { title: 'Next', cell: one => (one.nextAttemptAt === null ? '–' : <Ago at={one.nextAttemptAt} />) },
]

export function OpenCharges({ status, none }: { status: 'unknown' | 'requires_action'; none: string }) {
  const charges = useInfiniteQuery({
    queryKey: ['staff', 'charges', status],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      ask(
        api.GET('/staff/charges', {
          params: { query: { status, ...(pageParam === undefined ? {} : { cursor: pageParam }) } },
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
  if (charges.isPending) return <RowsSkeleton />
  if (charges.error) return <Failure error={charges.error} retry={() => charges.refetch()} />
  const rows = charges.data.pages.flatMap(page => page.charges)
  if (rows.length === 0) {
    return (
      <Empty icon={CircleDollarSign} title="None">
        {none}
      </Empty>
    )
  }
  return (
    <List label="Charges" rows={rows} columns={columns} keyOf={one => one.chargeId} below={<More of={charges} />} />
  )
}
