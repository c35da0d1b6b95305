// All customer accounts. One search finds by name, address or id.

import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Search, Users } from 'lucide-react'
import { useState } from 'react'
import { type Answer, api, ask } from '../../../api.ts'
import { Empty } from '../../../components/Empty.tsx'
import { Failure } from '../../../components/Failure.tsx'
import { type Column, List } from '../../../components/List.tsx'
import { More } from '../../../components/More.tsx'
import { PageFrame, RowsSkeleton } from '../../../components/Page.tsx'
import { AccountLink } from '../../../components/StaffLinks.tsx'
import { Email, number, Time } from '../../../components/Values.tsx'
import { useFilters } from '../../../shell/mode.ts'

type Account = Answer<'/staff/accounts'>['accounts'][number]

const columns: Column<Account>[] = [
  {
    title: 'Name',
    cell: one => <AccountLink accountId={one.accountId} name={one.name} fw={500} />,
  },
  { title: 'Holder', cell: one => <Email>{one.holderEmail}</Email> },
  { title: 'Prices', cell: one => (one.enterprise ? 'Set by the printer' : 'Set by Octavo'), wideOnly: true },
  { title: 'Orders per day', cell: one => number(one.limits.production.ordersPer24Hours), right: true },
  { title: 'Queued', cell: one => number(one.limits.production.queued), right: true },
  { title: 'Since', cell: one => <Time at={one.createdAt} />, wideOnly: true },
]

export function Page() {
  const [{ search }, setFilters] = useFilters()
  const [text, setText] = useState(search ?? '')
  const find = useDebouncedCallback((wanted: string) => setFilters({ search: wanted.trim() }), 250)
  const accounts = useInfiniteQuery({
    queryKey: ['staff', 'accounts', search],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      ask(
        api.GET('/staff/accounts', {
          params: {
            query: {
              ...(search === undefined ? {} : { search }),
              ...(pageParam === undefined ? {} : { cursor: pageParam }),
            },
          },
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: before => before,
  })
  const rows = accounts.data?.pages.flatMap(page => page.accounts) ?? []
  return (
    <PageFrame title="Accounts">
      <TextInput
        data-search
        mb="md"
        aria-label="Find accounts by name, e-mail address or ID"
        placeholder="Name, e-mail address or ID"
        leftSection={<Search size={15} />}
        maxLength={100}
        value={text}
        onChange={event => {
          setText(event.currentTarget.value)
          find(event.currentTarget.value)
        }}
      />
      {accounts.isPending ? <RowsSkeleton /> : null}
      {accounts.error ? <Failure error={accounts.error} retry={() => accounts.refetch()} /> : null}
      {accounts.data && rows.length === 0 && search !== undefined ? (
        <Empty icon={Search} title="No matching account">
          The search finds parts of names, holders’ e-mail addresses and IDs. To find an order, search on the Orders
          screen.
        </Empty>
      ) : null}
      {accounts.data && rows.length === 0 && search === undefined ? (
        <Empty icon={Users} title="No accounts yet">
          Each customer has one account. `npm start -- create-account` creates the first.
        </Empty>
      ) : null}
      {rows.length > 0 ? (
        <List
          label="Accounts"
          rows={rows}
          columns={columns}
          keyOf={one => one.accountId}
          below={<More of={accounts} />}
        />
      ) : null}
    </PageFrame>
  )
}
