// Webhooks of a mode: what was delivered and what was not, resending, the secret, and how to verify.

import { Anchor, Badge, Button, Checkbox, Group, Modal, Progress, SegmentedControl, Tabs, Text } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarClock, CircleCheck, RotateCw, Send, Webhook } from 'lucide-react'
import { useState } from 'react'
import { api, ask, type Mode } from '../../api.ts'
import { Empty } from '../../components/Empty.tsx'
import { Failure } from '../../components/Failure.tsx'
import { GoButton, GoTo } from '../../components/GoTo.tsx'
import { type Column, List } from '../../components/List.tsx'
import { PageFrame, RowsSkeleton } from '../../components/Page.tsx'
import { TabList } from '../../components/TabList.tsx'
import { failed, said } from '../../components/toast.ts'
import { NearTime, number, plural } from '../../components/Values.tsx'
import { Attempts, type Delivery, DeliveryStatus, isTest, responseOf } from '../../shell/deliveries.tsx'
import { useFilters, useMode, useTab } from '../../shell/mode.ts'
import { useMay } from '../../shell/session.ts'
import { useWords } from '../../shell/words.tsx'
import { RedeliverRange } from './Range.tsx'
import { Secret } from './Secret.tsx'
import { TestEvent } from './TestEvent.tsx'
import { Verify } from './Verify.tsx'

export function Page() {
  const mode = useMode()
  const [tab, setTab] = useTab(['deliveries', 'secret', 'verify'])
  const may = useMay('webhooks')
  const [isTesting, setTesting] = useState(false)
  return (
    <PageFrame
      title="Webhooks"
      about="Events of orders and of file checks are sent to their webhookUrl. Here are the deliveries."
      actions={
        may ? (
          <Button leftSection={<Send size={15} />} onClick={() => setTesting(true)}>
            Send a test event
          </Button>
        ) : undefined
      }
    >
      {isTesting ? <TestEvent mode={mode} close={() => setTesting(false)} /> : null}
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <TabList chosen={tab}>
          <Tabs.Tab value="deliveries">Deliveries</Tabs.Tab>
          <Tabs.Tab value="secret">Secret</Tabs.Tab>
          <Tabs.Tab value="verify">How to verify</Tabs.Tab>
        </TabList>
        <Tabs.Panel value="deliveries">
          <Deliveries mode={mode} />
        </Tabs.Panel>
        <Tabs.Panel value="secret">
          <Secret mode={mode} />
        </Tabs.Panel>
        <Tabs.Panel value="verify">
          <Verify />
        </Tabs.Panel>
      </Tabs>
    </PageFrame>
  )
}

function Deliveries({ mode }: { mode: Mode }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isRange, setRange] = useState(false)
  const [shown, setShown] = useState<Delivery | null>(null)
  const may = useMay('webhooks')
  const { webhooks } = useWords()
  const [{ state }, setFilters] = useFilters()
  const isGivenUp = state === 'given_up'
  const deliveries = useInfiniteQuery({
    queryKey: [mode, 'deliveries', isGivenUp ? 'given_up' : 'all'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      ask(
        api.GET('/dashboard/api/{mode}/deliveries', {
          params: {
            path: { mode },
            query: {
              limit: 50,
              ...(isGivenUp ? { state: 'given_up' } : {}),
              ...(pageParam === undefined ? {} : { cursor: pageParam }),
            },
          },
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
  const rows = deliveries.data?.pages.flatMap(page => page.deliveries) ?? []
  const sendable = rows.filter(isSendable)
  const toggle = (id: string) => {
    const after = new Set(chosen)
    if (!after.delete(id)) after.add(id)
    setChosen(after)
  }
  const columns: Column<Delivery>[] = [
    {
      title: 'Order',
      cell: delivery => (
        <Group gap="sm" wrap="nowrap">
          {may ? (
            <Checkbox
              size="xs"
              aria-label={`Choose ${nameOf(delivery)}`}
              checked={chosen.has(delivery.deliveryId)}
              disabled={!isSendable(delivery)}
              onChange={() => toggle(delivery.deliveryId)}
            />
          ) : null}
          {delivery.customerOrderId === null ? (
            <Text size="sm" c="dimmed">
              No order
            </Text>
          ) : (
            <GoTo to={`/${mode}/orders/${encodeURIComponent(delivery.customerOrderId)}`} className="wrap">
              {delivery.customerOrderId}
            </GoTo>
          )}
        </Group>
      ),
    },
    {
      title: 'Event',
      cell: delivery => (
        <Group gap="xs">
          <Anchor
            component="button"
            type="button"
            inherit
            aria-label={`${nameOf(delivery)}: show`}
            onClick={() => setShown(delivery)}
          >
            {delivery.type}
          </Anchor>
          {isTest(delivery) ? (
            <Badge variant="light" color="gray" radius="sm">
              test
            </Badge>
          ) : null}
        </Group>
      ),
    },
    { title: 'State', cell: delivery => <DeliveryStatus delivery={delivery} /> },
    { title: 'Response', cell: delivery => <span className="whole">{responseOf(delivery)}</span> },
    { title: 'Attempts', cell: ({ attempts }) => number(attempts), right: true, wideOnly: true },
    { title: 'Happened', cell: ({ at }) => <NearTime at={at} /> },
    {
      title: 'Next attempt',
      cell: ({ nextAttemptAt }) => (nextAttemptAt === null ? null : <NearTime at={nextAttemptAt} />),
      wideOnly: true,
    },
  ]
  const states = (
    <SegmentedControl
      size="xs"
      mb="sm"
      aria-label="Which deliveries"
      value={isGivenUp ? 'given_up' : 'all'}
      onChange={value => {
        setChosen(new Set())
        setFilters({ state: value === 'all' ? '' : value })
      }}
      data={[
        { value: 'all', label: 'All' },
        { value: 'given_up', label: 'Failed' },
      ]}
    />
  )
  if (deliveries.isPending) return <RowsSkeleton />
  if (deliveries.error) return <Failure error={deliveries.error} retry={() => deliveries.refetch()} />
  if (rows.length === 0 && isGivenUp) {
    return (
      <>
        {states}
        <Empty icon={CircleCheck} title="No webhook has failed">
          One that nobody takes for three days has, and can be resent from here.
        </Empty>
      </>
    )
  }
  if (rows.length === 0) {
    return (
      <Empty
        icon={Webhook}
        title="No webhooks yet"
        action={<GoButton to={`/${mode}/place`}>Place an order with a webhookUrl</GoButton>}
      >
        Octavo calls the webhookUrl of an order at each step of its life, with a signature, and keeps trying for days
        when there is no answer.
      </Empty>
    )
  }
  return (
    <>
      {states}
      <Group justify="space-between" mb="sm" gap="xs">
        {may && sendable.length > 0 ? (
          <Checkbox
            size="xs"
            label={`Choose all ${number(sendable.length)}`}
            checked={chosen.size > 0 && chosen.size === sendable.length}
            indeterminate={chosen.size > 0 && chosen.size < sendable.length}
            onChange={event =>
              setChosen(new Set(event.currentTarget.checked ? sendable.map(({ deliveryId }) => deliveryId) : []))
            }
          />
        ) : null}
        {may ? (
          <Group gap="xs" ml="auto">
            <Button variant="default" leftSection={<CalendarClock size={15} />} onClick={() => setRange(true)}>
              Resend a time range
            </Button>
            <SendAgain mode={mode} ids={[...chosen]} done={() => setChosen(new Set())} />
          </Group>
        ) : null}
      </Group>
      <Modal
        opened={shown !== null}
        onClose={() => setShown(null)}
        title={shown === null ? '' : nameOf(shown)}
        size="lg"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {shown === null ? null : (
          <Attempts mode={mode} delivery={rows.find(one => one.deliveryId === shown.deliveryId) ?? shown} />
        )}
      </Modal>
      {isRange ? <RedeliverRange mode={mode} kinds={webhooks} now={new Date()} close={() => setRange(false)} /> : null}
      <List
        label="Deliveries"
        rows={rows}
        columns={columns}
        keyOf={({ deliveryId }) => deliveryId}
        open={setShown}
        below={
          <Group justify="center" p="sm">
            {deliveries.hasNextPage ? (
              <Button
                variant="subtle"
                size="xs"
                onClick={() => deliveries.fetchNextPage()}
                loading={deliveries.isFetchingNextPage}
              >
                Show more
              </Button>
            ) : (
              <Text size="xs" c="dimmed">
                End of list
              </Text>
            )}
          </Group>
        }
      />
    </>
  )
}

const isSendable = (delivery: Delivery): boolean =>
  delivery.url !== null && delivery.status !== 'pending' && !isTest(delivery)

function nameOf(delivery: Delivery): string {
  if (isTest(delivery)) return 'A test'
  return `${delivery.type} of ${delivery.customerOrderId ?? 'files'}`
}

/** One after another, so that a receiver that has just come back is not flooded. */
function SendAgain({ mode, ids, done }: { mode: Mode; ids: string[]; done: () => void }) {
  const queries = useQueryClient()
  const [sent, setSent] = useState<number | null>(null)
  const send = async () => {
    try {
      for (const [i, deliveryId] of ids.entries()) {
        setSent(i)
        await ask(
          api.POST('/dashboard/api/{mode}/deliveries/{deliveryId}/redeliver', {
            params: { path: { mode, deliveryId } },
          }),
        )
      }
      said(`${plural(ids.length, 'webhook')} resent`)
      done()
    } catch (error) {
      failed('Not all were resent')(error)
    }
    setSent(null)
    void queries.invalidateQueries({ queryKey: [mode, 'deliveries'] })
  }
  return (
    <Group gap="sm">
      {sent === null ? null : <Progress value={(100 * sent) / ids.length} w={120} aria-label="Resent" />}
      <Button
        leftSection={<RotateCw size={15} />}
        variant="default"
        disabled={ids.length === 0}
        onClick={send}
        loading={sent !== null}
      >
        {ids.length === 0 ? 'Resend' : `Resend ${number(ids.length)}`}
      </Button>
    </Group>
  )
}
