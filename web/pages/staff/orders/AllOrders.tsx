// The orders of all accounts with a search and filters that combine. The filters are in the address, and the export has
// the same.

import { Alert, Box, Checkbox, Group, Select, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ListFilter, Search } from 'lucide-react'
import { orderTitle } from '../../../../src/base/text/orderTitle.ts'
import { api, type ResponseBody } from '../../../api.ts'
import type { paths } from '../../../apiTypes.ts'
import { monthText } from '../../../components/billing/Statements.tsx'
import { BookName } from '../../../components/books/BookName.tsx'
import { Cover } from '../../../components/books/Cover.tsx'
import { AppLink } from '../../../components/layout/AppLink.tsx'
import { type Column, List } from '../../../components/layout/List.tsx'
import type { ListSort } from '../../../components/layout/SortHead.tsx'
import { Day, money, number, RelativeTime } from '../../../components/layout/Values.tsx'
import { DayFilter, daysIn, timesOf } from '../../../components/orders/DayFilter.tsx'
import { dueOf } from '../../../components/orders/dueOptions.ts'
import {
  allOrdersSortOf,
  isTooManyToSort,
  OrderSortSelect,
  sortBy,
  sumsText,
  TooManyToSort,
} from '../../../components/orders/orderSorts.tsx'
import { Recipient } from '../../../components/orders/Recipient.tsx'
import { ReportFilters } from '../../../components/orders/ReportFilters.tsx'
import { ShippingClass } from '../../../components/orders/ShippingClass.tsx'
import { rush } from '../../../components/orders/shippingClasses.ts'
import { utcDaysQuery } from '../../../components/orders/utcDays.ts'
import { AmountField, amountIn } from '../../../components/staff/AmountField.tsx'
import { accountColumn, OrderName, orderPath } from '../../../components/staff/StaffLinks.tsx'
import { rich, t } from '../../../language.ts'
import { type Filters, namedFilters, useFilters } from '../../../shell/frame/mode.ts'
import { AccountFilter } from '../../../shell/lists/AccountSelect.tsx'
import { CountryField, DueField, FilterForm, moreFiltersText } from '../../../shell/lists/FilterForm.tsx'
import { ListScreen, pagesOf } from '../../../shell/lists/ListScreen.tsx'
import { SavedViews } from '../../../shell/lists/SavedViews.tsx'
import { useSelection } from '../../../shell/lists/selection.ts'
import { StatusFilter } from '../../../shell/orders/StatusFilter.tsx'
import { OrderStatus } from '../../../shell/orders/statusTexts.tsx'
import { useMay } from '../../../shell/session/session.ts'
import { StaffOrderActs } from './StaffOrderActs.tsx'

type Query = NonNullable<paths['/staff/orders/all']['get']['parameters']['query']>
type Listed = ResponseBody<'/staff/orders/all'>['orders'][number]

const columns: Column<Listed>[] = [
  {
    title: t('Order'),
    cell: (order, isCompact) => (
      <Group gap="sm" wrap="nowrap">
        <Cover cover={order.cover} name={order.bookTitle ?? order.skus[0] ?? ''} size={isCompact ? 'compact' : 'row'} />
        <div>
          {order.shippingClass === rush ? <ShippingClass name={order.shippingClass} /> : null}
          <OrderName order={order} />
        </div>
      </Group>
    ),
  },
  { name: 'account', ...accountColumn, sort: sortBy.account },
  { name: 'recipient', title: t('Recipient'), sort: sortBy.recipient, cell: ({ to }) => <Recipient {...to} /> },
  { name: 'country', title: t('Country'), sort: sortBy.country, cell: ({ to }) => to.country, isExtra: true },
  {
    name: 'products',
    title: t('Products'),
    cell: order => <FirstBook order={order} />,
    wideOnly: true,
  },
  {
    name: 'status',
    title: t('Status'),
    sort: sortBy.status,
    cell: order => <StatusAndReason order={order} />,
  },
  {
    name: 'shipping',
    title: t('Shipping'),
    cell: ({ shippingClass }) => <ShippingClass name={shippingClass} />,
    isExtra: true,
  },
  { name: 'printer', title: t('Printer'), cell: ({ printer }) => printer ?? '–', isExtra: true },
  {
    name: 'promised',
    title: t('Ship by'),
    sort: sortBy.due,
    cell: order => <ShipBy order={order} />,
  },
  {
    name: 'total',
    title: t('Total'),
    cell: ({ total }) => (total === null ? '–' : money(total)),
    sort: sortBy.total,
    right: true,
  },
  { name: 'placed', title: t('Placed'), sort: sortBy.created, cell: order => <RelativeTime at={order.createdAt} /> },
  {
    name: 'changed',
    title: t('Changed'),
    sort: sortBy.updated,
    cell: order => <RelativeTime at={order.updatedAt} />,
    isExtra: true,
  },
]

/** Of an order that waits for a person, also why and since when. */
function StatusAndReason({ order: { status, paymentStatus, mode, note, updatedAt } }: { order: Listed }) {
  return (
    <div>
      <OrderStatus status={status} payment={paymentStatus} mode={mode} />
      {note === null ? null : (
        <Text size="xs" c="dimmed" className="wrap" maw="18rem" lineClamp={3}>
          {note}
        </Text>
      )}
      {waiting.includes(status) ? (
        <Text size="xs" c="dimmed">
          {rich('since {time}', { time: <RelativeTime at={updatedAt} /> })}
        </Text>
      ) : null}
    </div>
  )
}

const waiting: Listed['status'][] = ['EXCEPTION', 'CANCELLATION_REQUESTED', 'VALIDATING']

/** The promised day; of a shipped order also the day on which it shipped, when that was later. */
function ShipBy({ order: { promisedShipDate, shippedOn } }: { order: Listed }) {
  if (promisedShipDate === null) return '–'
  return (
    <div>
      <Day day={promisedShipDate} />
      {shippedOn !== null && shippedOn > promisedShipDate ? (
        <Text size="xs" c="red">
          {rich('shipped {day}', { day: <Day day={shippedOn} /> })}
        </Text>
      ) : null}
    </div>
  )
}

function FirstBook({ order: { skus, bookTitle } }: { order: Listed }) {
  const [sku, ...others] = skus
  if (sku === undefined) return '–'
  const nameOf = (book: string) =>
    others.length === 0 ? book : t('{book} and {count} more', { book, count: number(others.length) })
  return <BookName sku={sku} title={bookTitle} link={nameOf} />
}

/** The parameters of the address that are filters of this list. */
const detailNames = ['mode', 'sku', 'country', 'printer', 'minTotal', 'maxTotal'] as const
const plainNames = ['accountId', 'search', ...detailNames] as const
const filterNames = [
  'status',
  'period',
  'after',
  'before',
  'placed',
  'ended',
  'problem',
  'queued',
  'due',
  ...plainNames,
] as const

const olderMayMatch = { title: t('No match among the orders compared so far'), text: t('Older orders may match.') }

/** The most that a search finds, so they are one page. */
const maxFound = 100

const keyOf = ({ accountId, customerOrderId }: Pick<Listed, 'accountId' | 'customerOrderId'>): string =>
  `${accountId} ${customerOrderId}`

export function AllOrders() {
  const [filters, setFilters] = useFilters()
  const query = queryOf(filters)
  const sort: ListSort = {
    value: allOrdersSortOf(filters.sort),
    change: value => setFilters({ sort: value === 'newest' ? '' : value }),
  }
  const selection = useSelection(query)
  const navigate = useNavigate()
  const mayOrder = useMay('orders')
  const mayAct = useMay('refunds') || mayOrder
  const { search } = filters
  const noMatch = {
    title: t('No matching orders'),
    text:
      search === undefined
        ? t('No orders match these filters.')
        : t('No order that matches these filters has this text or a similar text.'),
  }
  return (
    <>
      <FilterBar sort={sort} />
      <ReportFilters filters={filters} change={setFilters} />
      <ListScreen
        of={pagesOf(['staff', 'orders', 'all'], query, query =>
          api.GET('/staff/orders/all', {
            params: { query: { ...query, ...(search === undefined ? {} : { limit: maxFound }) } },
          }),
        )}
        rowsOf={page => page.orders}
        label={t('Orders of all accounts')}
        columns={columns}
        keyOf={keyOf}
        open={order => void navigate({ to: orderPath(order) })}
        choose={mayAct ? { selection, nameOf: order => orderTitle(order, order.bookTitle) } : undefined}
        acts={(rows, first) => (
          <StaffOrderActs
            query={query}
            newest={filters.sort === undefined && search === undefined ? (rows[0]?.createdAt ?? null) : null}
            total={first?.count ?? null}
            selection={selection}
            found={search === undefined ? null : rows.map(keyOf)}
          />
        )}
        sort={sort}
        look="orders-of-all-accounts"
        sums={({ count, total }) => (search === undefined ? sumsText(count, total) : '')}
        exportOf="/staff/orders"
        note={({ archivedPeriod, archived, exact, more, orders }) => (
          <>
            {archivedPeriod === null ? null : (
              <ArchivedPeriodNote period={archivedPeriod} accountId={filters.accountId} />
            )}
            <ArchivedMatches archived={archived} />
            <SearchNotes isExact={exact || orders.length === 0} hasMore={more} isShared={sharesId(orders, search)} />
          </>
        )}
        instead={error => (isTooManyToSort(error) ? <TooManyToSort change={setFilters} /> : null)}
        searching={olderMayMatch}
        noMatch={({ archived, more }) =>
          archived.length > 0 ? null : { of: filterNames, ...(more ? olderMayMatch : noMatch) }
        }
        empty={{ icon: Search, ...noMatch }}
      />
    </>
  )
}

/** Identifiers belong to accounts. */
const sharesId = (orders: Listed[], search: string | undefined): boolean =>
  orders.filter(order => order.customerOrderId === search).length > 1

type SearchNotesProps = { isExact: boolean; hasMore: boolean; isShared: boolean }

const SearchNotes = ({ isExact, hasMore, isShared }: SearchNotesProps) => (
  <>
    {isShared ? (
      <Alert mb="md">{t('Several accounts use this order ID. Check the account before you act.')}</Alert>
    ) : null}
    {isExact ? null : <Alert mb="md">{t('No order has exactly this text. These orders have similar texts.')}</Alert>}
    {hasMore ? (
      <Alert mb="md">{t('There may be more matches. Enter more characters to narrow the search.')}</Alert>
    ) : null}
  </>
)

type Archived = ResponseBody<'/staff/orders/all'>['archived'][number]

const archivedColumns: Column<Archived>[] = [
  { title: t('Archived order'), cell: order => <OrderName order={order} /> },
  accountColumn,
  { title: t('Placed in'), cell: ({ month }) => monthText(month) },
]

const ArchivedMatches = ({ archived }: { archived: Archived[] }) =>
  archived.length === 0 ? null : (
    <Box mb="md">
      <List label={t('Archived orders')} rows={archived} columns={archivedColumns} keyOf={keyOf} />
    </Box>
  )

type ArchivedPeriodNoteProps = { period: { first: string; last: string }; accountId: string | undefined }

/** The list has only orders that are not archived. */
function ArchivedPeriodNote({ period: { first, last }, accountId }: ArchivedPeriodNoteProps) {
  return (
    <Group gap="0.125rem 1rem" mb="md" fz="sm" c="dimmed" className="dotSeparated">
      <span>
        {first === last
          ? t('Orders placed in {month} are archived', { month: monthText(first) })
          : t('Orders placed from {first} to {last} are archived', { first: monthText(first), last: monthText(last) })}
      </span>
      <AppLink
        to={accountId === undefined ? '/archive' : `/accounts/${encodeURIComponent(accountId)}/archive`}
        search={first === last ? { month: first } : undefined}
        fz="sm"
      >
        {t('Open archive')}
      </AppLink>
    </Group>
  )
}

function queryOf(filters: Filters): Query {
  const { status, placed, ended, problem, queued, due, sort } = filters
  return {
    ...namedFilters<Query>(filters, plainNames),
    ...timesOf(daysIn(filters)),
    ...utcDaysQuery({ placed, ended }),
    ...(status === undefined ? {} : { status }),
    ...(problem === undefined ? {} : { problem: 'only' as const }),
    ...(queued === undefined ? {} : { queued: 'only' as const }),
    ...(dueOf(due) === null ? {} : { due: dueOf(due)! }),
    ...(sort === undefined ? {} : { sort: allOrdersSortOf(sort) }),
  }
}

function FilterBar({ sort }: { sort: ListSort }) {
  const [filters, setFilters] = useFilters()
  return (
    <Group gap="xs" mb="md" align="flex-start">
      <AccountFilter />
      <StatusFilter flex="2 1 10.5rem" value={filters.status} change={setFilters} />
      <DayFilter filters={filters} change={setFilters} />
      <OrderSortSelect list={sort} hasAccounts />
      <MoreFilters />
      <SavedViews path="/staff/views" list="orders" />
    </Group>
  )
}

function MoreFilters() {
  const [filters] = useFilters()
  const used = [...detailNames, 'due', 'problem'].filter(name => filters[name] !== undefined).length
  return (
    <FilterForm
      label={moreFiltersText(used)}
      icon={<ListFilter size={15} />}
      width={300}
      read={entered => ({
        sku: entered('sku'),
        printer: entered('printer'),
        country: entered('country'),
        minTotal: amountIn(entered('minTotal')),
        maxTotal: amountIn(entered('maxTotal')),
        problem: entered('problem') === '' ? '' : 'only',
        mode: entered('mode'),
        due: entered('due'),
      })}
    >
      <Checkbox name="problem" label={t('Has a problem')} defaultChecked={filters.problem !== undefined} />
      <DueField value={filters.due} />
      <Select
        name="mode"
        label={t('Mode')}
        placeholder={t('Both')}
        data={[
          { value: 'production', label: t('Production') },
          { value: 'sandbox', label: t('Sandbox') },
        ]}
        defaultValue={filters.mode ?? null}
        comboboxProps={{ withinPortal: false }}
        clearable
        clearButtonProps={{ 'aria-label': t('Clear mode') }}
      />
      <TextInput name="sku" label={t('Product (SKU)')} maxLength={100} defaultValue={filters.sku ?? ''} />
      <PrinterField value={filters.printer} />
      <CountryField value={filters.country} />
      <Group grow gap="xs">
        <AmountField name="minTotal" label={t('Total from')} value={filters.minTotal} />
        <AmountField name="maxTotal" label={t('Total to')} value={filters.maxTotal} />
      </Group>
    </FilterForm>
  )
}

function PrinterField({ value }: { value: string | undefined }) {
  const { data } = useQuery({ queryKey: ['staff', 'printers'], queryFn: () => api.GET('/staff/printers') })
  const names = [...(data?.printers ?? []), ...(data?.removed ?? [])].map(({ name }) => name)
  return (
    <Select
      name="printer"
      label={t('Printer')}
      placeholder={t('All printers')}
      data={value === undefined || names.includes(value) ? names : [value, ...names]}
      defaultValue={value ?? null}
      comboboxProps={{ withinPortal: false }}
      clearable
      clearButtonProps={{ 'aria-label': t('Clear printer') }}
    />
  )
}
