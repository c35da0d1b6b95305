// The webhooks of all accounts with filters that combine. The filters are in the address, and the export has the same.

import { Anchor, Button, Group, Modal, Popover, Select, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { ListFilter, RotateCw, Search, Webhook } from 'lucide-react'
import { Fragment, useState } from 'react'
import { api, type Mode, type ResponseBody, unwrap } from '../../../api.ts'
import type { paths } from '../../../apiTypes.ts'
import { EmptyState } from '../../../components/layout/EmptyState.tsx'
import { ExportButtons } from '../../../components/layout/ExportButtons.tsx'
import type { Column } from '../../../components/layout/List.tsx'
import { PageFrame } from '../../../components/layout/Page.tsx'
import { PagedList } from '../../../components/layout/PagedList.tsx'
import type { ListSort } from '../../../components/layout/SortHead.tsx'
import { SortSelect } from '../../../components/layout/SortSelect.tsx'
import { number, ShortTime } from '../../../components/layout/Values.tsx'
import { periodOf, periodOptions } from '../../../components/orders/periods.ts'
import { ReportFilters, webhookResultOptions } from '../../../components/orders/ReportFilters.tsx'
import { instantsOf, utcDaysOf } from '../../../components/orders/utcDays.ts'
import { AccountLink, OrderLink } from '../../../components/staff/StaffLinks.tsx'
import { t } from '../../../language.ts'
import { type Filters, useFilters } from '../../../shell/frame/mode.ts'
import { usePages } from '../../../shell/frame/pages.ts'
import { AccountSelect } from '../../../shell/lists/AccountSelect.tsx'
import { type BulkAct, BulkActs } from '../../../shell/lists/BulkActs.tsx'
import { type ChoosableColumn, ListLookMenu, useListLook } from '../../../shell/lists/listLook.tsx'
import { SavedViews } from '../../../shell/lists/SavedViews.tsx'
import { type Selection, useSelection } from '../../../shell/lists/selection.ts'
import { timeSorts, useTimeSort } from '../../../shell/lists/timeFilters.tsx'
import {
  DeliveryDetails,
  type DeliverySource,
  DeliveryStatus,
  deliveryName,
  deliveryStatusOptions,
  hostOf,
  isTest,
  responseOf,
} from '../../../shell/orders/deliveries.tsx'
import { useStatusTexts } from '../../../shell/orders/statusTexts.tsx'
import { useMay } from '../../../shell/session/session.ts'

type Query = NonNullable<paths['/staff/deliveries']['get']['parameters']['query']>
type Delivery = ResponseBody<'/staff/deliveries'>['deliveries'][number]

const listKey = ['staff', 'deliveries'] as const
const keyOf = ({ accountId, mode, deliveryId }: Pick<Delivery, 'accountId' | 'mode' | 'deliveryId'>) =>
  `${accountId} ${mode} ${deliveryId}`
const mayResend = (delivery: Delivery) => !isTest(delivery)

/** It breaks between its words. */
const EventName = ({ type }: { type: string }) =>
  type.split(/(?=[A-Z])/).map((word, i) => (
    <Fragment key={word}>
      {i === 0 ? null : <wbr />}
      {word}
    </Fragment>
  ))

const eventColumn = (open: (delivery: Delivery) => void): Column<Delivery> => ({
  title: t('Event'),
  cell: delivery => (
    <div>
      <Anchor
        component="button"
        type="button"
        inherit
        fw={500}
        ta="left"
        aria-label={t('View {what}', { what: deliveryName(delivery) })}
        onClick={() => open(delivery)}
      >
        {isTest(delivery) ? t('Test event') : <EventName type={delivery.type} />}
      </Anchor>
      {delivery.mode === 'sandbox' ? (
        <Text size="xs" c="dimmed">
          {t('sandbox')}
        </Text>
      ) : null}
    </div>
  ),
})

/** Beside the event, which is always shown. */
const columns: (Column<Delivery> & ChoosableColumn)[] = [
  {
    name: 'account',
    title: t('Account'),
    cell: delivery => <AccountLink accountId={delivery.accountId} name={delivery.accountName} c="inherit" />,
  },
  {
    name: 'order',
    title: t('Order'),
    cell: ({ accountId, customerOrderId }) =>
      customerOrderId === null ? '–' : <OrderLink order={{ accountId, customerOrderId }} />,
  },
  {
    name: 'address',
    title: t('Address'),
    cell: ({ url }) =>
      url === null || url === '' ? (
        '–'
      ) : (
        <span className="wrap" title={url}>
          {hostOf(url)}
        </span>
      ),
    wideOnly: true,
  },
  { name: 'status', title: t('Status'), cell: delivery => <DeliveryStatus delivery={delivery} /> },
  {
    name: 'response',
    title: t('Response'),
    cell: delivery => <span className="nowrap">{responseOf(delivery)}</span>,
  },
  { name: 'attempts', title: t('Attempts'), cell: ({ attempts }) => number(attempts), right: true, wideOnly: true },
  {
    name: 'date',
    title: t('Date'),
    sort: { ascending: 'oldest', descending: 'newest', first: 'descending' },
    cell: ({ at }) => <ShortTime at={at} />,
  },
  {
    name: 'next',
    title: t('Next attempt'),
    cell: ({ nextAttemptAt }) => (nextAttemptAt === null ? '–' : <ShortTime at={nextAttemptAt} />),
    isExtra: true,
  },
]

const plainFilters = ['accountId', 'mode', 'type', 'status', 'result', 'response'] as const
const filterNames = [...plainFilters, 'days', 'period'] as const

function queryOf(filters: Filters): Query {
  const days = utcDaysOf(filters.days)
  const { createdAfter, createdBefore } = periodOf(filters.period)
  const plain = plainFilters.flatMap(name => (filters[name] === undefined ? [] : [[name, filters[name]]]))
  return {
    ...(filters.sort === 'oldest' ? { sort: 'oldest' as const } : {}),
    // Bounds of periods are excluded; this list includes its beginning.
    ...(createdAfter === undefined ? {} : { from: later(createdAfter) }),
    ...(createdBefore === undefined ? {} : { to: later(createdBefore) }),
    ...(days && instantsOf(days)),
    ...Object.fromEntries(plain),
  }
}

const later = (at: string) => new Date(Date.parse(at) + 1).toISOString()

export function Page() {
  const [filters, setFilters] = useFilters()
  const [shown, setShown] = useState<Delivery | null>(null)
  const query = queryOf(filters)
  const pages = usePages(listKey, query, cursor =>
    unwrap(api.GET('/staff/deliveries', { params: { query: { ...query, ...cursor } } })),
  )
  const sort = useTimeSort()
  const look = useListLook('webhooks-of-all-accounts', columns)
  const selection = useSelection(query)
  const mayAct = useMay('orders')
  const isFiltered = filterNames.some(name => filters[name] !== undefined)
  const rows = pages.data?.pages.flatMap(page => page.deliveries) ?? []
  const file = (format: 'csv' | 'json') =>
    `/staff/deliveries/export?${new URLSearchParams({ ...(query as Record<string, string>), format })}`
  const open = shown === null ? null : (rows.find(row => keyOf(row) === keyOf(shown)) ?? shown)
  return (
    <PageFrame
      title={t('Webhooks')}
      about={t('What was sent to the endpoints of all accounts, and how they responded.')}
    >
      <FilterBar sort={sort} />
      <ReportFilters filters={filters} change={setFilters} />
      <PagedList
        of={pages}
        rowsOf={page => page.deliveries}
        label={t('Webhooks of all accounts')}
        columns={[eventColumn(setShown), ...columns.filter(({ name }) => look.shown.has(name))]}
        isCompact={look.isCompact}
        keyOf={keyOf}
        open={setShown}
        choose={mayAct ? { selection, nameOf: deliveryName, mayChoose: mayResend } : undefined}
        sort={sort}
        above={
          <Group justify="flex-end" gap="xs" mb="xs">
            <ListLookMenu look={look} />
            <ExportButtons urlOf={file} />
          </Group>
        }
        empty={
          pages.hasNextPage ? (
            <EmptyState
              icon={Search}
              title={t('No match among the webhooks compared so far')}
              action={
                <Button variant="default" onClick={() => pages.fetchNextPage()} loading={pages.isFetchingNextPage}>
                  {t('Continue searching')}
                </Button>
              }
            >
              {sort.value === 'newest' ? t('Older webhooks may match.') : t('Newer webhooks may match.')}
            </EmptyState>
          ) : isFiltered ? (
            <EmptyState
              icon={Search}
              title={t('No matching webhooks')}
              action={
                <Button
                  variant="default"
                  onClick={() => setFilters(Object.fromEntries(filterNames.map(name => [name, undefined])))}
                >
                  {t('Clear filters')}
                </Button>
              }
            >
              {t('No webhooks match these filters.')}
            </EmptyState>
          ) : (
            <EmptyState icon={Webhook} title={t('No webhooks sent yet')}>
              {t('Webhooks appear here when customers add endpoints, or place orders with a webhook URL.')}
            </EmptyState>
          )
        }
      />
      {mayAct ? <ResendSelected query={query} newest={rows[0]?.at ?? null} selection={selection} /> : null}
      <Modal
        opened={open !== null}
        onClose={() => setShown(null)}
        title={open === null ? '' : deliveryName(open)}
        size="lg"
      >
        {open === null ? null : (
          <Stack gap="sm">
            <Text size="sm" c="dimmed">
              <AccountLink accountId={open.accountId} name={open.accountName} />
              {open.mode === 'sandbox' ? `, ${t('sandbox')}` : ''}
            </Text>
            <DeliveryDetails delivery={open} source={sourceOf(open, mayAct)} />
          </Stack>
        )}
      </Modal>
    </PageFrame>
  )
}

function sourceOf(delivery: Delivery, mayAct: boolean): DeliverySource {
  const { accountId, mode, deliveryId } = delivery
  const path = { accountId, mode, deliveryId }
  const one = '/staff/deliveries/{accountId}/{mode}/{deliveryId}'
  return {
    key: listKey,
    attempts: () => unwrap(api.GET(`${one}/attempts`, { params: { path } })),
    request: () => unwrap(api.GET(`${one}/request`, { params: { path } })),
    ...(mayAct &&
      mayResend(delivery) && {
        async resend() {
          const { results } = await unwrap(api.POST('/staff/deliveries/bulk/resend', { body: { deliveries: [path] } }))
          const detail = results[0]?.detail ?? null
          if (detail !== null) throw new Error(detail)
        },
      }),
  }
}

type ResendProps = { query: Query; newest: string | null; selection: Selection }

function ResendSelected({ query, newest, selection }: ResendProps) {
  const queries = useQueryClient()
  const resend: BulkAct = {
    label: t('Resend'),
    title: what => t('Resend {what}', { what }),
    done: what => t('{what} will be resent', { what }),
    icon: <RotateCw size={15} />,
    text: t(
      'They are sent again now, whether they were delivered or not. Webhooks that are being sent at this moment, and test events, are refused.',
    ),
    async send(portion) {
      const body =
        'keys' in portion
          ? { deliveries: portion.keys.map(nameOf) }
          : { filter: boundOf(query, newest), ...(portion.cursor === null ? {} : { cursor: portion.cursor }) }
      const { results, nextCursor } = await unwrap(api.POST('/staff/deliveries/bulk/resend', { body }))
      return {
        results: results.map(({ outcome, detail, ...name }) => ({
          key: keyOf(name),
          name: name.deliveryId,
          outcome,
          detail,
        })),
        next: nextCursor,
      }
    },
  }
  return (
    <BulkActs
      of="webhooks"
      selection={selection}
      total={null}
      acts={[resend]}
      refetch={() => queries.invalidateQueries({ queryKey: listKey })}
    />
  )
}

function nameOf(key: string) {
  const [accountId = '', mode, deliveryId = ''] = key.split(' ')
  return { accountId, mode: mode as Mode, deliveryId }
}

/** Webhooks that came after the newest one on the screen were not selected. */
function boundOf({ limit: _, cursor: __, ...filter }: Query, newest: string | null) {
  const sort = filter.sort ?? 'newest'
  const to = sort === 'newest' && newest !== null ? later(newest) : new Date().toISOString()
  return { to, ...filter, sort }
}

const modes = [
  { value: 'production', label: t('Production') },
  { value: 'sandbox', label: t('Sandbox') },
]
const responses = [
  { value: '2xx', label: t('2xx: success') },
  { value: '3xx', label: t('3xx: redirect') },
  { value: '4xx', label: t('4xx: refused') },
  { value: '5xx', label: t('5xx: failure') },
  { value: 'none', label: t('No response') },
]
/** Webhooks that are not about an order. */
const otherKinds = [
  { value: 'FilesChecked', label: 'FilesChecked' },
  { value: 'WebhookTest', label: t('Test event') },
]

const flexible = { flex: '1 1 10rem', minWidth: 0 }

function FilterBar({ sort }: { sort: ListSort }) {
  const [filters, setFilters] = useFilters()
  const { webhooks } = useStatusTexts()
  const select = (
    name: string,
    { label, all, clear }: { label: string; all: string; clear: string },
    data: { value: string; label: string }[],
  ) => (
    <Select
      style={flexible}
      aria-label={label}
      placeholder={all}
      data={data}
      value={filters[name] ?? null}
      onChange={value => setFilters({ [name]: value ?? '' })}
      clearable
      clearButtonProps={{ 'aria-label': clear }}
    />
  )
  const kinds = webhooks.map(kind => ({ value: kind, label: kind }))
  return (
    <Group gap="xs" mb="md" align="flex-start">
      <AccountSelect
        style={{ flex: '2 1 14rem', minWidth: 0 }}
        value={filters.accountId ?? null}
        change={accountId => setFilters({ accountId: accountId ?? '' })}
      />
      {select('type', { label: t('Event'), all: t('All events'), clear: t('Clear event') }, [
        ...kinds,
        ...otherKinds.filter(({ value }) => !webhooks.some(kind => kind === value)),
      ])}
      {select(
        'status',
        { label: t('Status'), all: t('All statuses'), clear: t('Clear status') },
        deliveryStatusOptions,
      )}
      {select('period', { label: t('Period'), all: t('Any date'), clear: t('Clear period') }, periodOptions)}
      <SortSelect labels={timeSorts} list={sort} />
      <MoreFilters />
      <SavedViews path="/staff/views" list="webhooks" />
    </Group>
  )
}

const moreNames = ['mode', 'result', 'response'] as const

function MoreFilters() {
  const [filters, setFilters] = useFilters()
  const used = moreNames.filter(name => filters[name] !== undefined).length
  const select = (
    name: (typeof moreNames)[number],
    { label, all, clear }: { label: string; all: string; clear: string },
    data: typeof modes,
  ) => (
    <Select
      label={label}
      placeholder={all}
      data={data}
      value={filters[name] ?? null}
      onChange={value => setFilters({ [name]: value ?? '' })}
      comboboxProps={{ withinPortal: false }}
      clearable
      clearButtonProps={{ 'aria-label': clear }}
    />
  )
  return (
    <Popover width={280} position="bottom-end" trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<ListFilter size={15} />}>
          {used === 0 ? t('More filters') : t('More filters ({count})', { count: number(used) })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          {select('mode', { label: t('Mode'), all: t('Both [[modes]]'), clear: t('Clear mode') }, modes)}
          {select(
            'result',
            { label: t('Result'), all: t('All results'), clear: t('Clear result') },
            webhookResultOptions,
          )}
          {select(
            'response',
            { label: t('Last response'), all: t('All responses'), clear: t('Clear last response') },
            responses,
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
