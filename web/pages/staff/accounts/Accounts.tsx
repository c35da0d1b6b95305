import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { type Answer, api, ask } from '../../../api.ts'
import { Empty } from '../../../components/Empty.tsx'
import { Failure } from '../../../components/Failure.tsx'
import { type Column, List } from '../../../components/List.tsx'
import { PageFrame, RowsSkeleton } from '../../../components/Page.tsx'
import { number, Time } from '../../../components/Values.tsx'

type Account = Answer<'/staff/accounts'>['accounts'][number]

const columns: Column<Account>[] = [
  { title: 'Name', cell: one => one.name },
  { title: 'Holder', cell: one => one.holderEmail },
  { title: 'Prices', cell: one => (one.enterprise ? 'by the printer' : 'by Octavo'), wideOnly: true },
  { title: 'Orders a day', cell: one => number(one.limits.production.ordersPer24Hours), right: true },
  { title: 'Waiting', cell: one => number(one.limits.production.queued), right: true },
  { title: 'Since', cell: one => <Time at={one.createdAt} />, wideOnly: true },
]

export function Page() {
  const accounts = useQuery({ queryKey: ['staff', 'accounts'], queryFn: () => ask(api.GET('/staff/accounts')) })
  return (
    <PageFrame title="Accounts">
      {accounts.isPending ? <RowsSkeleton /> : null}
      {accounts.error ? <Failure error={accounts.error} retry={() => accounts.refetch()} /> : null}
      {accounts.data?.accounts.length === 0 ? (
        <Empty icon={Users} title="No accounts yet">
          Each customer has one account. `node src/main.ts create-account` makes the first.
        </Empty>
      ) : null}
      {accounts.data && accounts.data.accounts.length > 0 ? (
        <List label="Accounts" rows={accounts.data.accounts} columns={columns} keyOf={one => one.accountId} />
      ) : null}
    </PageFrame>
  )
}
