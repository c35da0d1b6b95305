// The archive of all accounts: its months, and the accounts with orders of the month that the address names.

import { useNavigate } from '@tanstack/react-router'
import { api, type ResponseBody } from '../../../api.ts'
import { AppLink } from '../../../components/layout/AppLink.tsx'
import { BackLink } from '../../../components/layout/BackLink.tsx'
import type { Column } from '../../../components/layout/List.tsx'
import { PageFrame } from '../../../components/layout/Page.tsx'
import { number } from '../../../components/layout/Values.tsx'
import { t } from '../../../language.ts'
import { useFilters } from '../../../shell/frame/mode.ts'
import { ListScreen, pagesOf } from '../../../shell/lists/ListScreen.tsx'
import { ArchivedMonths, archiveTitle, noOrdersOfMonth } from '../../../shell/orders/ArchivedOrders.tsx'

type Account = ResponseBody<'/staff/archive/{month}'>['accounts'][number]

const path = '/archive'
const list = ['staff', 'archive']

export function Page() {
  const [{ month }] = useFilters()
  if (month !== undefined) return <AccountsOfMonth month={month} />
  return (
    <ArchivedMonths
      list={list}
      readMonths={() => api.GET('/staff/archive')}
      path={path}
      back={<BackLink to="/orders">{t('Orders')}</BackLink>}
    />
  )
}

function AccountsOfMonth({ month }: { month: string }) {
  const navigate = useNavigate()
  const archiveOf = ({ accountId }: Account) => `/accounts/${encodeURIComponent(accountId)}/archive`
  const columns: Column<Account>[] = [
    {
      title: t('Account'),
      cell: account => (
        <AppLink to={archiveOf(account)} search={{ month }} fw={500}>
          {account.accountName}
        </AppLink>
      ),
    },
    { title: t('Orders'), cell: ({ orders }) => number(orders), right: true },
  ]
  return (
    <PageFrame title={archiveTitle(month)} above={<BackLink to={path}>{t('Archive [[noun]]')}</BackLink>}>
      <ListScreen
        of={pagesOf(list, { month }, ({ month, ...query }) =>
          api.GET('/staff/archive/{month}', { params: { path: { month }, query } }),
        )}
        rowsOf={page => page.accounts}
        label={t('Accounts')}
        columns={columns}
        keyOf={({ accountId }) => accountId}
        open={account => void navigate({ to: archiveOf(account), search: { month } })}
        empty={noOrdersOfMonth}
      />
    </PageFrame>
  )
}
