// Webhooks of a mode: deliveries and resending, the signing secret, and the verification of signatures.

import { Anchor, Badge, Button, Group, SegmentedControl, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { CalendarClock, CircleCheck, Send, Webhook } from 'lucide-react'
import { useState } from 'react'
import { ApiProblem, api, type Mode } from '../../api.ts'
import type { paths } from '../../apiTypes.ts'
import { SearchField } from '../../components/forms/SearchField.tsx'
import { AppLink, LinkButton } from '../../components/layout/AppLink.tsx'
import type { Column } from '../../components/layout/List.tsx'
import { PageFrame } from '../../components/layout/Page.tsx'
import { ReportFilters } from '../../components/orders/ReportFilters.tsx'
import { instantsOf, utcDaysOf } from '../../components/orders/utcDays.ts'
import { t } from '../../language.ts'
import { type Filters, useFilters, useMode } from '../../shell/frame/mode.ts'
import { ScreenTabs } from '../../shell/frame/ScreenTabs.tsx'
import { BulkActs } from '../../shell/lists/BulkActs.tsx'
import { FilterSelect } from '../../shell/lists/FilterSelect.tsx'
import { ListScreen, pagesOf } from '../../shell/lists/ListScreen.tsx'
import { SavedViews } from '../../shell/lists/SavedViews.tsx'
import { type Selection, useSelection } from '../../shell/lists/selection.ts'
import { Attempts, type Delivery, deliveryName, hostOf, isTest } from '../../shell/orders/deliveries.tsx'
import { deliveryColumns, nextAttemptColumn, resendAct } from '../../shell/orders/deliveryList.tsx'
import { useStatusTexts } from '../../shell/orders/statusTexts.tsx'
import { useMay } from '../../shell/session/session.ts'
import { Endpoints } from './Endpoints.tsx'
import { ResendRange } from './ResendRange.tsx'
import { Secret } from './Secret.tsx'
import { TestEvent } from './TestEvent.tsx'
import { Verify } from './Verify.tsx'

type Query = NonNullable<paths['/dashboard/api/{mode}/deliveries']['get']['parameters']['query']>
type EventType = NonNullable<Query['type']>
type Result = NonNullable<Query['result']>

export function Page() {
  const mode = useMode()
  const [{ tab }] = useFilters()
  const may = useMay('webhooks')
  const { webhooks } = useStatusTexts()
  const [isTesting, setTesting] = useState(false)
  const [isRange, setRange] = useState(false)
  return (
    <PageFrame
      title={t('Webhooks')}
      about={t('We send events to your endpoints, and to the webhook URL of each order or file check.')}
      actions={
        may ? (
          <>
            {tab === undefined || tab === 'deliveries' ? (
              <Button variant="default" leftSection={<CalendarClock size={15} />} onClick={() => setRange(true)}>
                {t('Resend by time')}
              </Button>
            ) : null}
            <Button
              variant={tab === 'endpoints' ? 'default' : 'filled'}
              leftSection={<Send size={15} />}
              onClick={() => setTesting(true)}
            >
              {t('Send test event')}
            </Button>
          </>
        ) : undefined
      }
    >
      {isRange ? <ResendRange mode={mode} kinds={webhooks} now={new Date()} close={() => setRange(false)} /> : null}
      {isTesting ? <TestEvent mode={mode} close={() => setTesting(false)} /> : null}
      <ScreenTabs
        tabs={[
          { tab: 'deliveries', name: t('Deliveries'), content: <Deliveries mode={mode} /> },
          { tab: 'endpoints', name: t('Endpoints'), content: <Endpoints mode={mode} /> },
          { tab: 'secret', name: t('Signing secret'), content: <Secret mode={mode} /> },
          { tab: 'verify', name: t('Verification'), content: <Verify /> },
        ]}
      />
    </PageFrame>
  )
}

const keyOf = ({ deliveryId }: Delivery) => deliveryId

function Deliveries({ mode }: { mode: Mode }) {
  const may = useMay('webhooks')
  const [filters, setFilters] = useFilters()
  const query = queryOf(filters)
  const selection = useSelection([mode, query])
  return (
    <>
      <DeliveryFilters />
      <ReportFilters filters={filters} change={setFilters} />
      <ListScreen
        of={pagesOf([mode, 'deliveries'], query, query =>
          api.GET('/dashboard/api/{mode}/deliveries', { params: { path: { mode }, query: { limit: 50, ...query } } }),
        )}
        rowsOf={page => page.deliveries}
        label={t('Deliveries')}
        columns={open => [
          orderColumn(mode),
          eventColumn(open),
          ...deliveryColumns,
          { ...nextAttemptColumn, wideOnly: true },
        ]}
        keyOf={keyOf}
        choose={may ? { selection, nameOf: deliveryName, mayChoose: mayResend } : undefined}
        acts={rows => (may ? <ResendSelected {...{ mode, rows, selection }} /> : null)}
        look="webhooks"
        dialog={{
          title: deliveryName,
          size: 'lg',
          content: delivery => <Attempts mode={mode} delivery={delivery} />,
        }}
        searching={{ title: t('No matches'), text: t('None of the newest webhooks match. Older webhooks may.') }}
        noMatch={{
          of: ['type', 'order', 'result', 'days'],
          title: t('No matches'),
          text: t('No webhooks have these filters.'),
        }}
        empty={filters.state === 'given_up' ? noFailures : { ...noDeliveries, action: <PlaceOrder mode={mode} /> }}
      />
    </>
  )
}

const noFailures = {
  icon: CircleCheck,
  title: t('No failed webhooks'),
  text: t('If a webhook can’t be delivered for three days, we stop retrying and list it here. You can resend it.'),
}
const noDeliveries = {
  icon: Webhook,
  title: t('No webhooks sent yet'),
  text: t(
    'Add an endpoint, or a webhook URL to an order, to receive signed events at each step. If your endpoint is down, we retry for three days.',
  ),
}
const PlaceOrder = ({ mode }: { mode: Mode }) => <LinkButton to={`/${mode}/place`}>{t('Place an order')}</LinkButton>

function queryOf({ state, type, order, result, days: range }: Filters): Query {
  const days = utcDaysOf(range)
  return {
    ...(state === 'given_up' ? { state } : {}),
    ...(type === undefined ? {} : { type: type as EventType }),
    ...(order === undefined ? {} : { customerOrderId: order }),
    ...(result === undefined ? {} : { result: result as Result }),
    ...(days && instantsOf(days)),
  }
}

const orderColumn = (mode: Mode): Column<Delivery> => ({
  title: t('Order'),
  cell: ({ customerOrderId }) =>
    customerOrderId === null ? (
      <Text size="sm" c="dimmed">
        –
      </Text>
    ) : (
      <AppLink to={`/${mode}/orders/${encodeURIComponent(customerOrderId)}`} className="wrap">
        {customerOrderId}
      </AppLink>
    ),
})

const eventColumn = (open: (delivery: Delivery) => void): Column<Delivery> => ({
  title: t('Event'),
  cell: delivery => (
    <Group gap="xs">
      <Anchor
        component="button"
        type="button"
        inherit
        aria-label={t('View {what}', { what: deliveryName(delivery) })}
        onClick={() => open(delivery)}
      >
        {delivery.type}
      </Anchor>
      {isTest(delivery) ? <Badge color="gray">{t('Test')}</Badge> : null}
      {delivery.endpointId === null || delivery.url === null ? null : (
        <Text size="xs" c="dimmed" title={delivery.url}>
          {t('to {host}', { host: hostOf(delivery.url) })}
        </Text>
      )}
    </Group>
  ),
})

function DeliveryFilters() {
  const { webhooks } = useStatusTexts()
  const [{ state, order = '' }, setFilters] = useFilters()
  return (
    <Group gap="xs" mb="sm">
      <SegmentedControl
        aria-label={t('Delivery status')}
        value={state === 'given_up' ? 'given_up' : 'all'}
        onChange={value => setFilters({ state: value === 'all' ? '' : value })}
        data={[
          { value: 'all', label: t('All') },
          { value: 'given_up', label: t('Failed') },
        ]}
      />
      <FilterSelect
        name="type"
        label={t('Event')}
        all={t('All events')}
        clear={t('Clear event')}
        data={webhooks}
        maw={210}
      />
      <SearchField
        label={t('Order ID')}
        placeholder={t('Order ID')}
        maxLength={40}
        value={order}
        find={order => setFilters({ order })}
      />
      <SavedViews path="/dashboard/api/views" list="webhooks" />
    </Group>
  )
}

const mayResend = (delivery: Delivery): boolean =>
  delivery.url !== null && delivery.status !== 'pending' && !isTest(delivery)

type ResendProps = { mode: Mode; rows: Delivery[]; selection: Selection }

function ResendSelected({ mode, rows, selection }: ResendProps) {
  const queries = useQueryClient()
  /** One webhook after another, so that a receiver that has just recovered is not flooded. */
  const resend = {
    ...resendAct(t('They are sent again now, whether they were delivered or not.'), async portion => {
      const [key = ''] = 'keys' in portion ? portion.keys : []
      const outcome = await outcomeOf(() =>
        api.POST('/dashboard/api/{mode}/deliveries/{deliveryId}/redeliver', {
          params: { path: { mode, deliveryId: key } },
        }),
      )
      const row = rows.find(row => keyOf(row) === key)
      return { results: [{ key, name: row ? deliveryName(row) : key, ...outcome }], next: null }
    }),
    rowsAtOnce: 1,
  }
  return (
    <BulkActs
      of="webhooks"
      selection={selection}
      all={{ keys: rows.filter(mayResend).map(keyOf), matching: t('shown webhooks') }}
      total={null}
      acts={[resend]}
      refetch={() => queries.invalidateQueries({ queryKey: [mode, 'deliveries'] })}
    />
  )
}

/** A webhook that has been deleted is refused; another failure stops what follows. */
async function outcomeOf(act: () => Promise<unknown>) {
  try {
    await act()
    return { outcome: 'done' as const, detail: null }
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'not_found') throw error
    return { outcome: 'refused' as const, detail: error.message }
  }
}
