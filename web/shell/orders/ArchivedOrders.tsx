// The archive of an account: its months, and the orders of the month that the address names.

import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Archive } from 'lucide-react'
import type { ReactNode } from 'react'
import { hasGeneratedName, numberedName, orderTitle } from '../../../src/base/text/orderTitle.ts'
import type { Order } from '../../api.ts'
import { monthText } from '../../components/billing/Statements.tsx'
import { Failure } from '../../components/feedback/Failure.tsx'
import { AppLink } from '../../components/layout/AppLink.tsx'
import { BackLink } from '../../components/layout/BackLink.tsx'
import { EmptyState } from '../../components/layout/EmptyState.tsx'
import { type Column, List } from '../../components/layout/List.tsx'
import { PageFrame, RowsSkeleton } from '../../components/layout/Page.tsx'
import { Money, Muted, number, Time } from '../../components/layout/Values.tsx'
import { noPriceText } from '../../components/orders/priceDetails.tsx'
import { Recipient } from '../../components/orders/Recipient.tsx'
import { t } from '../../language.ts'
import { useFilters } from '../frame/mode.ts'
import { ListScreen, pagesOf } from '../lists/ListScreen.tsx'
import { OrderStatus } from './statusTexts.tsx'

type Month = { month: string; orders: number }
type Page = { orders: Order[]; nextCursor: string | null }

type Props = {
  /** Of its account: the key of its queries. */
  list: readonly string[]
  readMonths: () => Promise<{ months: Month[] }>
  readOrders: (month: string, cursor: { cursor?: string }) => Promise<Page>
  /** The address of the archive in this area, and of its data. */
  path: string
  dataPath: string
  orderAt: (customerOrderId: string) => string
  /** The link to where the archive is found. */
  back: ReactNode
}

export function ArchivedOrders(props: Props) {
  const [{ month }] = useFilters()
  return month === undefined ? <ArchivedMonths {...props} /> : <OrdersOfMonth {...props} month={month} />
}

type MonthsProps = Pick<Props, 'list' | 'readMonths' | 'path' | 'back'>

/** The months of an archive, each of which opens at `path`. */
export function ArchivedMonths({ list, readMonths, path, back }: MonthsProps) {
  const navigate = useNavigate()
  const months = useQuery({ queryKey: [...list, 'archive'], queryFn: readMonths })
  const columns: Column<Month>[] = [
    {
      title: t('Placed in'),
      cell: ({ month }) => (
        <AppLink to={path} search={{ month }} fw={500}>
          {monthText(month)}
        </AppLink>
      ),
    },
    { title: t('Orders'), cell: ({ orders }) => number(orders), right: true },
  ]
  return (
    <PageFrame
      title={t('Archive [[noun]]')}
      about={t('Orders that ended long ago, by the month in which they were placed.')}
      above={back}
    >
      {months.isPending ? (
        <RowsSkeleton rows={3} />
      ) : months.data === undefined ? (
        <Failure error={months.error} retry={() => months.refetch()} />
      ) : months.data.months.length === 0 ? (
        <EmptyState icon={Archive} title={t('No archived orders')}>
          {t('Orders that ended long ago appear here once they leave the list of orders.')}
        </EmptyState>
      ) : (
        <List
          label={t('Months of the archive')}
          rows={months.data.months}
          columns={columns}
          keyOf={({ month }) => month}
          open={({ month }) => void navigate({ to: path, search: { month } })}
        />
      )}
    </PageFrame>
  )
}

const otherColumns: Column<Order>[] = [
  { title: t('Recipient'), cell: ({ destination }) => <Recipient {...destination} /> },
  {
    title: t('Status'),
    cell: ({ status, mode, paymentInfo }) => <OrderStatus status={status} mode={mode} payment={paymentInfo.status} />,
  },
  {
    title: t('Total'),
    cell: order =>
      order.pricing === undefined ? <Muted>{noPriceText(order)}</Muted> : <Money amount={order.pricing.orderTotal} />,
    right: true,
  },
  { title: t('Placed'), cell: ({ createdAt }) => <Time at={createdAt} /> },
]

/** `month` comes from the address. */
export const archiveTitle = (month: string) =>
  Number.isNaN(Date.parse(`${month}-01`)) ? t('Archive [[noun]]') : t('Archive of {month}', { month: monthText(month) })

export const noOrdersOfMonth = {
  icon: Archive,
  title: t('No archived orders'),
  text: t('The archive has no orders of this month.'),
}

function OrdersOfMonth({ list, readOrders, path, dataPath, orderAt, month }: Props & { month: string }) {
  const navigate = useNavigate()
  const title = archiveTitle(month)
  const columns: Column<Order>[] = [
    {
      title: t('Order'),
      cell: order => (
        <div>
          <AppLink to={orderAt(order.customerOrderId)} fw={500} className="wrap">
            {orderTitle(order)}
          </AppLink>
          {hasGeneratedName(order) ? null : (
            <Text size="xs" c="dimmed">
              #{order.orderNumber}
            </Text>
          )}
        </div>
      ),
    },
    ...otherColumns,
  ]
  return (
    <PageFrame title={title} above={<BackLink to={path}>{t('Archive [[noun]]')}</BackLink>}>
      <ListScreen
        of={pagesOf([...list, 'archive', month], {}, cursor => readOrders(month, cursor))}
        rowsOf={page => page.orders}
        label={t('Archived orders')}
        columns={columns}
        keyOf={({ customerOrderId }) => customerOrderId}
        open={({ customerOrderId }) => void navigate({ to: orderAt(customerOrderId) })}
        exportOf={`${dataPath}/${month}`}
        empty={noOrdersOfMonth}
      />
    </PageFrame>
  )
}

type NoteProps = {
  months: Month[]
  orders: { customerOrderId: string; orderNumber: string }[]
  archive: string
  orderAt: Props['orderAt']
}

/** The archived part of a list of orders, which shows only orders that are not archived. */
export function ArchiveNote({ months, orders, archive, orderAt }: NoteProps) {
  if (months.length === 0) return null
  const count = months.reduce((sum, month) => sum + month.orders, 0)
  return (
    <Group gap="0.125rem 1rem" mb="md" fz="sm" c="dimmed" className="dotSeparated">
      {orders.map(order => (
        <AppLink key={order.customerOrderId} to={orderAt(order.customerOrderId)} fz="sm" className="wrap">
          {t('Archived order {name}', { name: numberedName(order) })}
        </AppLink>
      ))}
      <span>
        {t('{count, plural, one {# older order is archived} other {# older orders are archived}}', { count })}
      </span>
      <AppLink to={archive} search={months.length === 1 ? { month: months[0]!.month } : undefined} fz="sm">
        {t('Open archive')}
      </AppLink>
    </Group>
  )
}
