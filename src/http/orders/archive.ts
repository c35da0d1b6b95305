// The archive for customers' programs and people, and for the staff: its months, and the orders of a month.

import { Type } from 'typebox'
import { requireAccount } from '../../accounts/accountQueries.ts'
import { presentOrder } from '../../orders/view/presentOrder.ts'
import { Cursor, NextCursor, pageOf, StaffLimit } from '../lists/list.ts'
import { allPages, listAndExport } from '../lists/listExport.ts'
import { ArchivedMonths } from '../objects/archive.ts'
import { OrderObject } from '../objects/order.ts'
import { orderExportColumns, presentExported } from '../objects/orderExport.ts'
import { resource } from '../server/resource.ts'
import { type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { noOrderOfAccount } from './orders.ts'

const tags = { program: 'Orders', dashboard: 'Dashboard: orders', staff: 'Staff' }

const Months = Type.Object({ months: ArchivedMonths }, { title: 'ArchivedMonths' })
const MonthPage = Type.Object(
  { orders: Type.Array(OrderObject), nextCursor: NextCursor },
  { title: 'ArchivedOrderPage' },
)
const AccountsOfMonth = Type.Object({
  accounts: Type.Array(
    Type.Object({
      accountId: Type.String(),
      accountName: Type.String(),
      orders: Type.Integer({ description: 'How many of its archived orders were created in this month.' }),
    }),
  ),
  nextCursor: NextCursor,
})
const AccountsQuery = Type.Object({ limit: StaffLimit, cursor: Cursor('^[0-9A-Za-z_]{1,64}$') })
const PageQuery = Type.Object({ cursor: Cursor('^arc_[0-9a-z]{22}$') })

const pageDescription =
  'The archived orders that were created in this month, in the order in which they were archived, at most 100 on a page.'
const exportDescription = 'The archived orders that were created in this month, as a file.'

export const archiveRoutes = tagged(tags.staff, (services: Services): Route[] => [
  ...archivedMonthRoutes(services),
  ...staffArchiveRoutes(services),
])

const archivedMonthRoutes = ({ db, archive }: Services): Route[] => [
  ...resource({
    method: 'GET',
    at: {
      key: '/archive',
      member: '/dashboard/api/archive',
      staff: '/staff/accounts/:accountId/archive',
      all: '/staff/archive',
    },
    operationId: 'listArchivedMonths',
    scope: 'orders:read',
    tag: tags.program,
    summary: 'List the months of the archive',
    answer: Months,
    key: {
      description:
        'Production orders that ended long ago may be moved into the archive. They are no longer in lists and GET /events. ' +
        'The sandbox has no archive.',
    },
    member: { tag: tags.dashboard },
    staff: {
      operationId: 'listArchivedMonthsOfAccount',
      tag: tags.staff,
      summary: 'List the months of the archive of an account',
    },
    all: { tag: tags.staff, summary: 'List the months of the archive of all accounts' },
    async handle({ owner: { accountId, mode }, caller }) {
      if (accountId === null) return { months: await archive.monthsOfAll() }
      if (mode === 'sandbox') return { months: [] }
      if (caller.kind === 'staff') await requireAccount(db, accountId)
      return { months: await archive.months(accountId, { from: null, to: null }) }
    },
  }),
  ...listAndExport(
    {
      method: 'GET',
      at: { key: '/archive/:month', member: '/dashboard/api/archive/:month' },
      act: 'listArchivedOrders',
      scope: 'orders:read',
      tag: tags.program,
      summary: 'List the archived orders of a month',
      description: pageDescription,
      query: PageQuery,
      answer: MonthPage,
      member: { tag: tags.dashboard },
      handle: async ({ owner: { accountId, mode }, params: { month }, query: { cursor } }) =>
        mode === 'sandbox' ? { orders: [], nextCursor: null } : answerPage(archive, { accountId, month }, cursor),
    },
    {
      of: 'orders',
      columns: orderExportColumns,
      description: exportDescription,
      at: { member: '/dashboard/api/archive/:month/export' },
      pages: ({ owner: { accountId }, params: { month } }) => pagesOf(archive, { accountId, month }),
    },
  ),
]

const staffArchiveRoutes = ({ db, clock, archive }: Services): Route[] => [
  route({
    method: 'GET',
    path: '/staff/archive/:month',
    operationId: 'listAccountsInArchive',
    summary: 'List the accounts with archived orders of a month',
    query: AccountsQuery,
    answer: AccountsOfMonth,
    async handle({ params: { month }, query: { limit, cursor = '' } }) {
      const accounts = await archive.accountsOfMonth({ month, after: cursor, limit: limit + 1 })
      const { page, nextCursor } = pageOf(accounts, limit, ({ accountId }) => accountId)
      return { accounts: page, nextCursor }
    },
  }),
  ...listAndExport(
    {
      method: 'GET',
      at: { staff: '/staff/accounts/:accountId/archive/:month' },
      operationId: 'listArchivedOrdersOfAccount',
      summary: 'List the archived orders of an account in a month',
      description: pageDescription,
      query: PageQuery,
      answer: MonthPage,
      async handle({ owner: { accountId }, params: { month }, query: { cursor } }) {
        await requireAccount(db, accountId)
        return answerPage(archive, { accountId, month }, cursor)
      },
    },
    {
      of: 'orders',
      columns: orderExportColumns,
      description: exportDescription,
      async pages({ owner: { accountId }, params: { month } }) {
        await requireAccount(db, accountId)
        return pagesOf(archive, { accountId, month })
      },
    },
  ),
  route({
    method: 'POST',
    path: '/staff/orders/:accountId/:customerOrderId/restore',
    operationId: 'restoreArchivedOrder',
    needs: 'orders',
    summary: 'Bring an archived order back into the database for 30 days',
    description: 'The other orders of its archive file come back with it, at most 100.',
    answer: Type.Object({ restored: Type.Integer({ description: 'How many orders came back.' }) }),
    async handle({ caller: { actor }, params }) {
      const restored = await archive.restore(params, { now: clock(), actor })
      if (restored === 0) throw noOrderOfAccount(params)
      return { restored }
    },
  }),
]

type MonthOfAccount = { accountId: string; month: string }

async function answerPage(archive: Services['archive'], of: MonthOfAccount, cursor: string | undefined) {
  const { orders, next } = await archive.readMonth({ ...of, after: cursor ?? null })
  return { orders: orders.map(presentOrder), nextCursor: next }
}

const pagesOf = (archive: Services['archive'], of: MonthOfAccount) =>
  allPages(async (after: string | null) => {
    const { orders, next } = await archive.readMonth({ ...of, after })
    return { rows: orders.map(presentExported), next }
  })
