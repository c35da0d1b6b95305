// All customer accounts. One search finds by name, address or id.

import { Badge, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { Search, Users } from 'lucide-react'
import { useState } from 'react'
import { api, type ResponseBody, unwrap } from '../../../api.ts'
import { EmptyState } from '../../../components/layout/EmptyState.tsx'
import type { Column } from '../../../components/layout/List.tsx'
import { PageFrame } from '../../../components/layout/Page.tsx'
import { PagedList } from '../../../components/layout/PagedList.tsx'
import { Email, number, Time } from '../../../components/layout/Values.tsx'
import { AccountLink } from '../../../components/staff/StaffLinks.tsx'
import { useFilters } from '../../../shell/mode.ts'
import { usePages } from '../../../shell/pages.ts'

type Account = ResponseBody<'/staff/accounts'>['accounts'][number]

const columns: Column<Account>[] = [
  {
    title: 'Name',
    cell: staffAccount => (
      <>
        <AccountLink accountId={staffAccount.accountId} name={staffAccount.name} fw={500} />
        {staffAccount.suspendedAt === null ? null : (
          <Badge ml="xs" size="sm" color="red" variant="light">
            Suspended
          </Badge>
        )}
      </>
    ),
  },
  { title: 'Holder', cell: staffAccount => <Email>{staffAccount.holderEmail}</Email> },
  {
    title: 'Prices',
    cell: staffAccount => (staffAccount.enterprise ? 'Set by the printer' : 'Set by Octavo'),
    wideOnly: true,
  },
  {
    title: 'Orders per 24 hours',
    cell: staffAccount => number(staffAccount.limits.production.ordersPer24Hours),
    right: true,
  },
  { title: 'Queued', cell: staffAccount => number(staffAccount.limits.production.queued), right: true },
  { title: 'Created', cell: staffAccount => <Time at={staffAccount.createdAt} />, wideOnly: true },
]

export function Page() {
  const [{ search }, setFilters] = useFilters()
  const [text, setText] = useState(search ?? '')
  const find = useDebouncedCallback((wanted: string) => setFilters({ search: wanted.trim() }), 250)
  const accounts = usePages(['staff', 'accounts'], search, cursor =>
    unwrap(
      api.GET('/staff/accounts', { params: { query: { ...(search === undefined ? {} : { search }), ...cursor } } }),
    ),
  )
  return (
    <PageFrame title="Accounts">
      <TextInput
        data-search
        mb="md"
        aria-label="Search accounts by name, email address or ID"
        placeholder="Name, email address or ID"
        leftSection={<Search size={15} />}
        maxLength={100}
        value={text}
        onChange={event => {
          setText(event.currentTarget.value)
          find(event.currentTarget.value)
        }}
      />
      <PagedList
        of={accounts}
        rowsOf={page => page.accounts}
        label="Accounts"
        columns={columns}
        keyOf={account => account.accountId}
        empty={
          search === undefined ? (
            <EmptyState icon={Users} title="No accounts yet">
              To create the first account, run “npm start -- create-account”.
            </EmptyState>
          ) : (
            <EmptyState icon={Search} title="No matches.">
              Search by account name, holder’s email address or ID. To find an order, search on the Orders page.
            </EmptyState>
          )
        }
      />
    </PageFrame>
  )
}
