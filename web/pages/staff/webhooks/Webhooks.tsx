// The webhooks of all accounts with filters that combine. The filters are in the address, and the export has the same.

import { Anchor, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Webhook } from 'lucide-react'
import { Fragment } from 'react'
import { api, type Mode, type ResponseBody } from '../../../api.ts'
import type { paths } from '../../../apiTypes.ts'
import type { Column } from '../../../components/layout/List.tsx'
import { PageFrame } from '../../../components/layout/Page.tsx'
import { periodOf } from '../../../components/orders/periods.ts'
import { ReportFilters } from '../../../components/orders/ReportFilters.tsx'
import { instantsOf, utcDaysOf } from '../../../components/orders/utcDays.ts'
import { AccountLink, accountColumn, OrderLink } from '../../../components/staff/StaffLinks.tsx'
import { t } from '../../../language.ts'
import { type Filters, namedFilters, useFilters } from '../../../shell/frame/mode.ts'
import { BulkActs } from '../../../shell/lists/BulkActs.tsx'
import { ListScreen, pagesOf } from '../../../shell/lists/ListScreen.tsx'
import { type Selection, useSelection } from '../../../shell/lists/selection.ts'
import { useTimeSort } from '../../../shell/lists/timeFilters.tsx'
import {
  DeliveryDetails,
  type DeliverySource,
  deliveryName,
  hostOf,
  isTest,
} from '../../../shell/orders/deliveries.tsx'
import { deliveryColumns, nextAttemptColumn, resendAct } from '../../../shell/orders/deliveryList.tsx'
import { useMay } from '../../../shell/session/session.ts'
import { WebhookFilters } from './WebhookFilters.tsx'

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
const columns: Column<Delivery>[] = [
  { name: 'account', ...accountColumn },
  {
    name: 'order',
    title: t('Order'),
    cell: ({ customerOrderId, ...webhook }) =>
      customerOrderId === null ? '–' : <OrderLink order={{ ...webhook, customerOrderId }} />,
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
  ...deliveryColumns,
  { ...nextAttemptColumn, isExtra: true },
]

const plainFilters = ['accountId', 'mode', 'type', 'status', 'result', 'response'] as const

function queryOf(filters: Filters): Query {
  const days = utcDaysOf(filters.days)
  const { createdAfter, createdBefore } = periodOf(filters.period)
  return {
    ...(filters.sort === 'oldest' ? { sort: 'oldest' as const } : {}),
    // Bounds of periods are excluded; this list includes its beginning.
    ...(createdAfter === undefined ? {} : { from: later(createdAfter) }),
    ...(createdBefore === undefined ? {} : { to: later(createdBefore) }),
    ...(days && instantsOf(days)),
    ...namedFilters<Query>(filters, plainFilters),
  }
}

const later = (at: string) => new Date(Date.parse(at) + 1).toISOString()

export function Page() {
  const [filters, setFilters] = useFilters()
  const query = queryOf(filters)
  const sort = useTimeSort()
  const selection = useSelection(query)
  const mayAct = useMay('orders')
  return (
    <PageFrame
      title={t('Webhooks')}
      about={t('What was sent to the endpoints of all accounts, and how they responded.')}
    >
      <WebhookFilters sort={sort} />
      <ReportFilters filters={filters} change={setFilters} />
      <ListScreen
        of={pagesOf(listKey, query, query => api.GET('/staff/deliveries', { params: { query } }))}
        rowsOf={page => page.deliveries}
        label={t('Webhooks of all accounts')}
        columns={open => [eventColumn(open), ...columns]}
        keyOf={keyOf}
        choose={mayAct ? { selection, nameOf: deliveryName, mayChoose: mayResend } : undefined}
        acts={rows =>
          mayAct ? <ResendSelected query={query} newest={rows[0]?.at ?? null} selection={selection} /> : null
        }
        sort={sort}
        look="webhooks-of-all-accounts"
        exportOf="/staff/deliveries"
        dialog={{
          title: deliveryName,
          size: 'lg',
          content: delivery => <Opened delivery={delivery} mayAct={mayAct} />,
        }}
        searching={{
          title: t('No match among the webhooks compared so far'),
          text: sort.value === 'newest' ? t('Older webhooks may match.') : t('Newer webhooks may match.'),
        }}
        noMatch={{
          of: [...plainFilters, 'days', 'period'],
          title: t('No matching webhooks'),
          text: t('No webhooks match these filters.'),
        }}
        empty={{
          icon: Webhook,
          title: t('No webhooks sent yet'),
          text: t('Webhooks appear here when customers add endpoints, or place orders with a webhook URL.'),
        }}
      />
    </PageFrame>
  )
}

const Opened = ({ delivery, mayAct }: { delivery: Delivery; mayAct: boolean }) => (
  <Stack gap="sm">
    <Text size="sm" c="dimmed">
      <AccountLink accountId={delivery.accountId} name={delivery.accountName} />
      {delivery.mode === 'sandbox' ? `, ${t('sandbox')}` : ''}
    </Text>
    <DeliveryDetails delivery={delivery} source={sourceOf(delivery, mayAct)} />
  </Stack>
)

function sourceOf(delivery: Delivery, mayAct: boolean): DeliverySource {
  const { accountId, mode, deliveryId } = delivery
  const path = { accountId, mode, deliveryId }
  const one = '/staff/deliveries/{accountId}/{mode}/{deliveryId}'
  return {
    key: listKey,
    attempts: () => api.GET(`${one}/attempts`, { params: { path } }),
    request: () => api.GET(`${one}/request`, { params: { path } }),
    ...(mayAct &&
      mayResend(delivery) && {
        async resend() {
          const { results } = await api.POST('/staff/deliveries/bulk/resend', { body: { deliveries: [path] } })
          const detail = results[0]?.detail ?? null
          if (detail !== null) throw new Error(detail)
        },
      }),
  }
}

const resendText = t(
  'They are sent again now, whether they were delivered or not. Webhooks that are being sent at this moment, and test events, are refused.',
)

type ResendProps = { query: Query; newest: string | null; selection: Selection }

function ResendSelected({ query, newest, selection }: ResendProps) {
  const queries = useQueryClient()
  const resend = resendAct(resendText, async portion => {
    const body =
      'keys' in portion
        ? { deliveries: portion.keys.map(nameOf) }
        : { filter: boundOf(query, newest), ...(portion.cursor === null ? {} : { cursor: portion.cursor }) }
    const { results, nextCursor } = await api.POST('/staff/deliveries/bulk/resend', { body })
    return {
      results: results.map(({ outcome, detail, ...name }) => ({
        key: keyOf(name),
        name: name.deliveryId,
        outcome,
        detail,
      })),
      next: nextCursor,
    }
  })
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
