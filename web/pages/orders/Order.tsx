// One order: its status and how it got there, its content, its price, and its events.

import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Archive, Ban, Copy, FastForward, Pencil } from 'lucide-react'
import { useState } from 'react'
import { hasGeneratedName, orderTitle } from '../../../src/base/text/orderTitle.ts'
import { api, isGone, type Mode, type Order, type ResponseBody } from '../../api.ts'
import { Errors, Warnings } from '../../components/feedback/Problems.tsx'
import { useConfirm } from '../../components/forms/Confirm.tsx'
import { AppLink, LinkButton } from '../../components/layout/AppLink.tsx'
import { BackLink } from '../../components/layout/BackLink.tsx'
import { type DetailRow, Details } from '../../components/layout/Details.tsx'
import { FailedPage } from '../../components/layout/LoadState.tsx'
import { ManyEntries } from '../../components/layout/ManyEntries.tsx'
import { PageFrame, PageSkeleton } from '../../components/layout/Page.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { CopyIcon, capitalize, dayAndTimeText, money, Time, Url } from '../../components/layout/Values.tsx'
import { ChangeNotice } from '../../components/orders/ChangeNotice.tsx'
import { uncheckedTextFor } from '../../components/orders/ItemFiles.tsx'
import { itemNames } from '../../components/orders/itemNames.ts'
import classes from '../../components/orders/Order.module.css'
import { Books } from '../../components/orders/OrderItems.tsx'
import { orderHeading } from '../../components/orders/orderHeading.ts'
import { Packages, Tracking } from '../../components/orders/Packages.tsx'
import { PackingSlip } from '../../components/orders/PackingSlip.tsx'
import { payloadOf } from '../../components/orders/Payload.tsx'
import { noPriceText, priceDetails } from '../../components/orders/priceDetails.tsx'
import { Shipping } from '../../components/orders/Shipping.tsx'
import { endedUnprinted } from '../../components/orders/unprinted.ts'
import { rich, t } from '../../language.ts'
import { useAction } from '../../shell/frame/action.ts'
import { useMode, useParam } from '../../shell/frame/mode.ts'
import { useNextCharge } from '../../shell/money/nextCharge.ts'
import { useIsDue } from '../../shell/money/PayNow.tsx'
import { EditOrder } from '../../shell/orders/EditOrder.tsx'
import { MissingFiles } from '../../shell/orders/MissingFiles.tsx'
import { OrderSteps } from '../../shell/orders/OrderSteps.tsx'
import { buttonState, FastForwardMenu, useSimulation } from '../../shell/orders/sandbox.tsx'
import { OrderStatus, paymentLabelIn, statusMeaning, useStatusTexts } from '../../shell/orders/statusTexts.tsx'
import { useMay } from '../../shell/session/session.ts'
import { cancelQuestion, requestCancellation, showCanceled, showNotCanceled } from './cancelOrder.ts'
import { OrderFiles } from './OrderFiles.tsx'
import { OrderNotice, refundText } from './OrderNotice.tsx'
import { OrderWebhooks } from './OrderWebhooks.tsx'
import { ProofSharing } from './ProofSharing.tsx'

type Detail = ResponseBody<'/dashboard/api/{mode}/orders/{customerOrderId}'>

export function Page() {
  const mode = useMode()
  const customerOrderId = useParam('customerOrderId')
  const detail = useQuery({
    queryKey: [mode, 'order', customerOrderId],
    queryFn: () =>
      api.GET('/dashboard/api/{mode}/orders/{customerOrderId}', { params: { path: { mode, customerOrderId } } }),
  })
  if (detail.isPending) return <PageSkeleton />
  const back = <BackLink to={`/${mode}/orders`}>{t('Orders')}</BackLink>
  if (detail.data === undefined || isGone(detail.error)) {
    return (
      <FailedPage title={customerOrderId} inTab={t('Order {id}', { id: customerOrderId })} above={back} of={detail} />
    )
  }
  return <OrderDetails mode={mode} detail={detail.data} back={back} />
}

function OrderDetails({ mode, detail, back }: { mode: Mode; detail: Detail; back: React.ReactNode }) {
  const { order, steps, archivedAt } = detail
  const names = itemNames(order, detail.bookTitles)
  const words = useStatusTexts()
  const inTab = t('Order {id}', { id: orderTitle(order, detail.bookTitles[0]) })
  const mayOrder = useMay('orders')
  const isSimulated = mode === 'sandbox' && mayOrder
  const hasShipped = order.shipmentTracking.length > 0
  const paid = { status: order.status, payment: order.paymentInfo.status }
  return (
    <PageFrame
      title={orderHeading(order, detail.bookTitles[0])}
      inTab={inTab}
      above={back}
      beside={<CopyIcon value={order.customerOrderId} label={t('Copy order ID')} />}
      about={
        <Group gap="0.125rem 1rem" align="baseline" className="dotSeparated">
          <OrderStatus mode={mode} {...paid} />
          {order.practice ? <Badge color="orange">{t('Practice')}</Badge> : null}
          <span>
            {mode === 'production' && paid.status === 'VALID_AWAITING_PAYMENT' && paid.payment === 'PENDING' ? (
              <NextCharge customerOrderId={order.customerOrderId} />
            ) : (
              capitalize(statusMeaning(mode, words.of(order.status), paid))
            )}
          </span>
          {order.shipmentTracking.length > 0 ? <Tracking order={order} /> : null}
        </Group>
      }
      actions={mayOrder ? <Actions mode={mode} order={order} /> : undefined}
    >
      {archivedAt === null ? null : (
        <Alert mb="md" icon={<Archive size={18} />} title={t('Archived')}>
          {rich('This order has been in the archive since {time}. Its files and webhooks are not shown.', {
            time: <Time at={archivedAt} />,
          })}
        </Alert>
      )}
      <OrderNotice
        mode={mode}
        order={order}
        steps={steps}
        heldUntil={detail.heldUntil}
        triedAgainAt={detail.triedAgainAt}
        turn={detail.turn}
      />
      <ChangeNotice order={order} />
      <Errors order={order} next={<ReorderLink mode={mode} order={order} mayOrder={mayOrder} />} />
      <Warnings order={order} />
      <Messages messages={detail.messages} />
      {mayOrder && order.actions.includes('replace_file') ? (
        <MissingFiles
          order={order}
          names={names}
          uploadTo={`/dashboard/api/${mode}/files`}
          send={(file, fileUrl) =>
            api.PUT('/dashboard/api/{mode}/orders/{customerOrderId}/files/{item}/{part}', {
              params: { path: { mode, customerOrderId: order.customerOrderId, ...file } },
              body: { fileUrl },
            })
          }
          refetch={[mode]}
        />
      ) : null}
      {isSimulated && !hasShipped ? <Simulator order={order} /> : null}
      <div className={classes.columns}>
        <div>
          {hasShipped ? <Packages order={order} /> : null}
          {isSimulated && hasShipped ? <Simulator order={order} /> : null}
          <Books order={order} known={detail} below={<Descriptions order={order} names={names} />} />
          <Section title={t('History')}>
            <OrderSteps steps={steps} />
          </Section>
          {order.proof === undefined || order.proof.status === 'REQUIRED' || archivedAt !== null ? null : (
            <ProofSharing mode={mode} order={order} names={names} />
          )}
          {archivedAt !== null ? null : (
            <>
              <OrderFiles
                mode={mode}
                customerOrderId={order.customerOrderId}
                names={names}
                unread={uncheckedTextFor(order.status)}
              />
              <OrderWebhooks mode={mode} customerOrderId={order.customerOrderId} url={order.webhookUrl ?? null} />
            </>
          )}
        </div>
        <div>
          <Price mode={mode} order={order} />
          <Shipping order={order} />
          <PackingSlip order={order} />
          <Section title={t('Details')}>
            <Details
              rows={[
                [t('Order number'), order.orderNumber],
                [t('Order ID'), hasGeneratedName(order) ? order.customerOrderId : undefined],
                [t('Placed'), <Time key="t" at={order.createdAt} />],
                ...proofDetails(order),
                [t('Last updated'), <Time key="t" at={order.updatedAt} />],
                [
                  t('Reprint of'),
                  order.reprintOf === null ? undefined : (
                    <AppLink key="r" to={`/${mode}/orders/${encodeURIComponent(order.reprintOf)}`}>
                      {order.reprintOf}
                    </AppLink>
                  ),
                ],
                [
                  t('Quote'),
                  order.quoteId === undefined ? undefined : (
                    <AppLink key="q" to={`/${mode}/quotes/${order.quoteId}`}>
                      {t('View quote')}
                    </AppLink>
                  ),
                ],
                [t('Purchase order'), order.purchaseOrderNumber],
                [t('Webhook URL'), order.webhookUrl ? <Url key="w">{order.webhookUrl}</Url> : undefined],
                [t('Payload'), payloadOf(order)],
              ]}
            />
          </Section>
        </div>
      </div>
    </PageFrame>
  )
}

/** The messages of support about the order. */
const Messages = ({ messages }: Pick<Detail, 'messages'>) =>
  messages.length === 0 ? null : (
    <Section title={t('Messages from support')}>
      <ManyEntries label={t('Messages from support')}>
        {messages.map(({ messageId, text, at }) => (
          <div key={messageId}>
            <Text size="sm" c="dimmed">
              <Time at={at} />
            </Text>
            <Text className="wrap" style={{ whiteSpace: 'pre-line' }}>
              {text}
            </Text>
          </div>
        ))}
      </ManyEntries>
    </Section>
  )

const proofResults: Record<NonNullable<Order['proof']>['status'], string> = {
  REQUIRED: t('Must be approved before printing'),
  WAITING: t('Waiting for approval'),
  APPROVED: t('Approved'),
  REJECTED: t('Changes requested'),
  EXPIRED: t('Not approved in time'),
  CANCELLED: t('Not approved before the order was canceled'),
}

const proofDetails = ({ proof }: Order): DetailRow[] =>
  proof === undefined ? [] : [[t('Proof'), proofResults[proof.status]]]

function NextCharge({ customerOrderId }: { customerOrderId: string }) {
  const { charge, now } = useNextCharge()
  if (useIsDue(customerOrderId, 'production') === false) return t('Payment in progress')
  return charge
    ? t('Will be charged {when}', { when: dayAndTimeText(charge.at, now) })
    : t('Will be charged with the next daily charge')
}

function Actions({ mode, order }: { mode: Mode; order: Order }) {
  const queries = useQueryClient()
  const confirm = useConfirm()
  const { customerOrderId } = order
  const [isEditing, setEditing] = useState(false)
  const cancel = useAction({
    mutationFn: () => requestCancellation(mode, order),
    onSuccess: after => showCanceled(queries, mode, after),
    onError: showNotCanceled,
  })
  const askFirst = async () => {
    if (await confirm(cancelQuestion(order))) cancel.mutate()
  }
  return (
    <>
      <LinkButton
        to={`/${mode}/place`}
        search={{ from: customerOrderId }}
        variant="default"
        leftSection={<Copy size={15} />}
      >
        {t('Duplicate')}
      </LinkButton>
      {order.actions.includes('edit') ? (
        <Button variant="default" leftSection={<Pencil size={15} />} onClick={() => setEditing(true)}>
          {t('Edit')}
        </Button>
      ) : null}
      {order.actions.includes('cancel') ? (
        <Button variant="default" leftSection={<Ban size={15} />} onClick={askFirst} loading={cancel.isPending}>
          {t('Cancel order')}
        </Button>
      ) : null}
      {isEditing ? (
        <EditOrder
          order={order}
          send={(change, _, preview) =>
            api.PATCH('/dashboard/api/{mode}/orders/{customerOrderId}', {
              params: { path: { mode, customerOrderId }, query: { preview } },
              body: change,
            })
          }
          refetch={[mode]}
          close={() => setEditing(false)}
        />
      ) : null}
    </>
  )
}

function ReorderLink({ mode, order, mayOrder }: { mode: Mode; order: Order; mayOrder: boolean }) {
  const { quoteId, status } = order
  const quote = useQuery({
    queryKey: [mode, 'quotes', quoteId],
    queryFn: () => api.GET('/dashboard/api/{mode}/quotes/{quoteId}', { params: { path: { mode, quoteId: quoteId! } } }),
    enabled: quoteId !== undefined && mayOrder && endedUnprinted(status),
  })
  return (
    <Group gap="sm">
      {quoteId === undefined ? null : (
        <LinkButton to={`/${mode}/quotes/${quoteId}`} size="xs" variant="default">
          {quote.data?.status === 'offered' ? t('Accept the quote again') : t('View quote')}
        </LinkButton>
      )}
      {mayOrder ? (
        <LinkButton to={`/${mode}/place`} search={{ from: order.customerOrderId }} size="xs" variant="default">
          {status === 'REJECTED' ? t('Order again') : t('Fix and reorder')}
        </LinkButton>
      ) : null}
      <span>{refundText(order)}</span>
    </Group>
  )
}

function Simulator({ order }: { order: Order }) {
  const simulation = useSimulation(order.customerOrderId)
  const isAsked = order.changeRequest?.status === 'REQUESTED'
  const simulations = (useStatusTexts().of(order.status)?.simulations ?? []).filter(
    ({ outcome }) => isAsked || (outcome !== 'change_accepted' && outcome !== 'change_refused'),
  )
  if (endedUnprinted(order.status)) return null
  return (
    <Section
      title={t('Simulate')}
      about={
        simulations.length > 0
          ? order.status === 'SHIPPED'
            ? t('Choose what the carrier does with the parcels.')
            : t('Choose what the bank, the printer or support does next.')
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
              {...buttonState(simulation, outcome)}
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
    ? t('Fast-forward two hours to send it to the printer.')
    : status === 'AWAITING_PROOF'
      ? t('Approve the proof to go on.')
      : t('There is nothing to simulate right now.')
}

/** The customer's descriptions of the books. */
const Descriptions = ({ order: { orderItems }, names }: { order: Order; names: string[] }) =>
  orderItems.some(item => item.itemDescription) ? (
    <Stack gap={2} px="md" py="sm">
      {orderItems.map((item, i) =>
        item.itemDescription ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no other name and never move
          <Text key={i} size="sm" c="dimmed" className="wrap">
            {names[i]}: {item.itemDescription}
          </Text>
        ) : null,
      )}
    </Stack>
  ) : null

function Price({ mode, order }: { mode: Mode; order: Order }) {
  const { pricing, paymentInfo } = order
  if (pricing === undefined) {
    return (
      <Section title={t('Price')}>
        <Text size="sm" c="dimmed">
          {noPriceText(order)}
        </Text>
      </Section>
    )
  }
  return (
    <Section title={t('Price')} about={pricing.final ? undefined : t('Estimate until the files are checked')}>
      <Details
        amounts
        rows={[
          ...priceDetails(pricing),
          [t('Payment'), paymentLabelIn(mode, paymentInfo.status)],
          [t('Refunded'), paymentInfo.refundedTotal === undefined ? undefined : money(paymentInfo.refundedTotal)],
        ]}
      />
    </Section>
  )
}
