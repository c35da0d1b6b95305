// One order: its status and how it got there, its content, its price, and its events.

import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Ban, Copy, FastForward } from 'lucide-react'
import { type Answer, api, ask, isGone, type Mode, type Order } from '../../api.ts'
import { BackTo } from '../../components/BackTo.tsx'
import { useConfirm } from '../../components/Confirm.tsx'
import { Destination } from '../../components/Destination.tsx'
import { Facts } from '../../components/Facts.tsx'
import { Failure } from '../../components/Failure.tsx'
import { GoButton, GoTo } from '../../components/GoTo.tsx'
import { unreadIn } from '../../components/ItemFiles.tsx'
import { itemColumns, itemRows } from '../../components/items.tsx'
import { List } from '../../components/List.tsx'
import { neverMade } from '../../components/neverMade.ts'
import classes from '../../components/Order.module.css'
import { Packages, Tracking } from '../../components/Packages.tsx'
import { PageFrame, PageSkeleton } from '../../components/Page.tsx'
import { Errors, Warnings } from '../../components/Problems.tsx'
import { priceFacts, unpriced } from '../../components/priceFacts.tsx'
import { Section } from '../../components/Section.tsx'
import { shippingFacts } from '../../components/shippingFacts.tsx'
import { failed, said } from '../../components/toast.ts'
import { Code, CopyIcon, capital, money, None, Time, Url } from '../../components/Values.tsx'
import { useAct } from '../../shell/act.ts'
import { useMode, useParam } from '../../shell/mode.ts'
import { OrderSteps } from '../../shell/OrderSteps.tsx'
import { busyWith, FastForwardMenu, useSimulation } from '../../shell/sandbox.tsx'
import { useMay } from '../../shell/session.ts'
import { meaningIn, OrderStatus, paymentWordsIn, useWords } from '../../shell/words.tsx'
import { OrderFiles } from './OrderFiles.tsx'
import { OrderWebhooks } from './OrderWebhooks.tsx'
import { moneyBack, Standing } from './Standing.tsx'

type Detail = Answer<'/dashboard/api/{mode}/orders/{customerOrderId}'>

export function Page() {
  const mode = useMode()
  const customerOrderId = useParam('customerOrderId')
  const detail = useQuery({
    queryKey: [mode, 'order', customerOrderId],
    queryFn: () =>
      ask(api.GET('/dashboard/api/{mode}/orders/{customerOrderId}', { params: { path: { mode, customerOrderId } } })),
  })
  if (detail.isPending) return <PageSkeleton />
  const back = <BackTo to={`/${mode}/orders`}>Orders</BackTo>
  if (detail.data === undefined || isGone(detail.error)) {
    return (
      <PageFrame title={customerOrderId} inTab={`Order ${customerOrderId}`} above={back}>
        <Failure error={detail.error} retry={() => detail.refetch()} />
      </PageFrame>
    )
  }
  return <Shown mode={mode} detail={detail.data} back={back} />
}

function Shown({ mode, detail, back }: { mode: Mode; detail: Detail; back: React.ReactNode }) {
  const { order, pageCounts, steps } = detail
  const words = useWords()
  const mayOrder = useMay('orders')
  const paid = { status: order.status, payment: order.paymentInfo.status }
  return (
    <PageFrame
      title={order.customerOrderId}
      inTab={`Order ${order.customerOrderId}`}
      above={back}
      beside={<CopyIcon value={order.customerOrderId} label="Copy the identifier" />}
      about={
        <Group gap="0.125rem 1rem" align="baseline" className="dots">
          <OrderStatus mode={mode} {...paid} />
          <span>{capital(meaningIn(mode, words.of(order.status), paid))}</span>
          {order.shipmentTracking.length > 0 ? <Tracking order={order} /> : null}
        </Group>
      }
      actions={mayOrder ? <Actions mode={mode} order={order} /> : undefined}
    >
      <Standing
        mode={mode}
        order={order}
        steps={steps}
        heldUntil={detail.heldUntil}
        triedAgainAt={detail.triedAgainAt}
        turn={detail.turn}
      />
      <Errors order={order} next={<OnceMore mode={mode} order={order} mayOrder={mayOrder} />} />
      <Warnings order={order} />
      {mode === 'sandbox' && mayOrder ? <Simulator order={order} /> : null}
      <div className={classes.columns}>
        <div>
          {order.shipmentTracking.length > 0 ? <Packages order={order} /> : null}
          <Items order={order} pageCounts={pageCounts} />
          <Section title="History">
            <OrderSteps steps={steps} />
          </Section>
          <OrderFiles mode={mode} customerOrderId={order.customerOrderId} unread={unreadIn(order.status)} />
          <OrderWebhooks mode={mode} customerOrderId={order.customerOrderId} url={order.webhookUrl ?? null} />
        </div>
        <div>
          <Price mode={mode} order={order} />
          <Shipping order={order} />
          <Section title="Details">
            <Facts
              facts={[
                ['Placed', <Time key="t" at={order.createdAt} />],
                ['Changed', <Time key="t" at={order.updatedAt} />],
                ...(order.reprintOf === null
                  ? []
                  : [
                      [
                        'Reprint of',
                        <GoTo key="r" to={`/${mode}/orders/${encodeURIComponent(order.reprintOf)}`}>
                          {order.reprintOf}
                        </GoTo>,
                      ] as [string, React.ReactNode],
                    ]),
                [
                  'Webhook address',
                  order.webhookUrl ? <Url key="w">{order.webhookUrl}</Url> : <None key="w">None</None>,
                ],
                [
                  'Payload',
                  order.payload === undefined ? (
                    <None key="n">None</None>
                  ) : (
                    <Code key="p" label="Copy the payload">
                      {order.payload}
                    </Code>
                  ),
                ],
              ]}
            />
          </Section>
        </div>
      </div>
    </PageFrame>
  )
}

function Actions({ mode, order }: { mode: Mode; order: Order }) {
  const queries = useQueryClient()
  const confirm = useConfirm()
  const { customerOrderId } = order
  const cancel = useAct({
    mutationFn: () =>
      ask(
        api.DELETE('/dashboard/api/{mode}/orders/{customerOrderId}', { params: { path: { mode, customerOrderId } } }),
      ),
    onSuccess(after) {
      said(
        after.status === 'CANCELLED'
          ? `${customerOrderId} has been cancelled`
          : 'The printer has been asked to stop it',
      )
      const shown = queries.invalidateQueries({ queryKey: [mode, 'order', customerOrderId], exact: true })
      void queries.invalidateQueries({ queryKey: [mode] }, { cancelRefetch: false })
      return shown
    },
    onError: failed('The order was not cancelled'),
  })
  const ask4 = async () => {
    const yes = await confirm({
      title: 'Cancel this order?',
      text:
        order.status === 'PRINTING'
          ? 'The printer already has it. It will be asked to stop, and may refuse.'
          : `The order is cancelled at once. ${order.paymentInfo.status === 'SUCCEEDED' ? 'Your payment is refunded.' : 'Nothing was charged for it.'}`,
      yes: 'Cancel the order',
      no: 'Keep order',
      danger: true,
    })
    if (yes) cancel.mutate()
  }
  return (
    <>
      <GoButton
        to={`/${mode}/place`}
        search={{ from: customerOrderId }}
        variant="default"
        leftSection={<Copy size={15} />}
      >
        Duplicate
      </GoButton>
      {order.actions.includes('cancel') ? (
        <Button variant="default" leftSection={<Ban size={15} />} onClick={ask4} loading={cancel.isPending}>
          Cancel order
        </Button>
      ) : null}
    </>
  )
}

const OnceMore = ({ mode, order, mayOrder }: { mode: Mode; order: Order; mayOrder: boolean }) => (
  <Group gap="sm">
    {mayOrder ? (
      <GoButton to={`/${mode}/place`} search={{ from: order.customerOrderId }} size="xs" variant="default">
        {order.status === 'REJECTED' ? 'Order again' : 'Fix and reorder'}
      </GoButton>
    ) : null}
    <span>{moneyBack(order)}</span>
  </Group>
)

function Simulator({ order }: { order: Order }) {
  const simulation = useSimulation(order.customerOrderId)
  const simulations = useWords().of(order.status)?.simulations ?? []
  if (order.status === 'SHIPPED' || neverMade(order.status)) return null
  return (
    <Section
      title="Simulator"
      about={
        simulations.length > 0
          ? 'Decide what the bank, the printer or support does with this order.'
          : nothingToSimulate(order.status)
      }
      actions={<FastForwardMenu icon={<FastForward size={15} />} />}
    >
      {simulations.length === 0 ? null : (
        <Group gap="xs">
          {simulations.map(({ outcome, label }) => (
            <Button
              key={outcome}
              variant="light"
              onClick={() => simulation.mutate(outcome)}
              {...busyWith(simulation, outcome)}
            >
              {label}
            </Button>
          ))}
        </Group>
      )}
    </Section>
  )
}

function nothingToSimulate(status: Order['status']): string {
  return status === 'VALID_HOLDING_BIN'
    ? 'Fast-forward two hours, and it goes to the printer.'
    : 'Nothing can be simulated at this moment.'
}

const Items = ({ order, pageCounts }: { order: Order; pageCounts: number[] }) => (
  <Section title="Books" flush>
    <List
      label="Books"
      bare
      rows={itemRows(order, pageCounts)}
      columns={itemColumns}
      keyOf={({ index }) => `${index}`}
    />
    {order.orderItems.some(item => item.itemDescription) ? (
      <Stack gap={2} px="md" py="sm">
        {order.orderItems.map((item, i) =>
          item.itemDescription ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: items have no other name and never move
            <Text key={i} size="sm" c="dimmed" className="wrap">
              {item.sku}: {item.itemDescription}
            </Text>
          ) : null,
        )}
      </Stack>
    ) : null}
  </Section>
)

function Price({ mode, order }: { mode: Mode; order: Order }) {
  const { pricing, paymentInfo } = order
  if (pricing === undefined) {
    return (
      <Section title="Price">
        <Text size="sm" c="dimmed">
          {unpriced(order)}
        </Text>
      </Section>
    )
  }
  return (
    <Section title="Price" about={pricing.final ? undefined : 'An estimate until the files have been read'}>
      <Facts
        amounts
        facts={[
          ...priceFacts(pricing),
          ['Payment', paymentWordsIn(mode, paymentInfo.status)],
          ...(paymentInfo.refundedTotal === undefined
            ? []
            : ([['Refunded', money(paymentInfo.refundedTotal)]] as [string, React.ReactNode][])),
        ]}
      />
    </Section>
  )
}

function Shipping({ order }: { order: Order }) {
  return (
    <Section title="Shipping">
      <Destination order={order} />
      <Facts facts={shippingFacts(order)} />
    </Section>
  )
}
