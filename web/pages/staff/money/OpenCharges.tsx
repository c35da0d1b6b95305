import { CircleDollarSign } from 'lucide-react'
import { type Answer, api, ask } from '../../../api.ts'
import { Empty } from '../../../components/Empty.tsx'
import { GoTo } from '../../../components/GoTo.tsx'
import type { Column } from '../../../components/List.tsx'
import { PagedList } from '../../../components/PagedList.tsx'
import { Ago, Code, money, number, plural } from '../../../components/Values.tsx'
import { usePages } from '../../../shell/pages.ts'

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
  { title: 'Asked', cell: one => plural(one.attempts, 'time'), wideOnly: true },
  { title: 'Begun', cell: one => <Ago at={one.createdAt} /> },
  { title: 'Next', cell: one => (one.nextAttemptAt === null ? '–' : <Ago at={one.nextAttemptAt} />) },
]

export function OpenCharges({ status, none }: { status: 'unknown' | 'requires_action'; none: string }) {
  const pages = usePages(['staff', 'charges', status], cursor =>
    ask(api.GET('/staff/charges', { params: { query: { status, ...cursor } } })),
  )
  return (
    <PagedList
      of={pages}
      rowsOf={page => page.charges}
      label="Charges"
      columns={columns}
      keyOf={one => one.chargeId}
      empty={
        <Empty icon={CircleDollarSign} title="No charge is open">
          {none}
        </Empty>
      }
    />
  )
}
