// For an order that waits or has ended: its last event and its next step, before everything else.

import { Alert, Group, Text } from '@mantine/core'
import { Ban, CircleAlert, CreditCard, Hourglass, Timer } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Mode, Order } from '../../api.ts'
import { AppLink, linkTo } from '../../components/layout/AppLink.tsx'
import { money, Time, WithTimes } from '../../components/layout/Values.tsx'
import { QueuePosition, type QueueTurn } from '../../components/orders/QueuePosition.tsx'
import { rich, t } from '../../language.ts'
import { AddCard } from '../../shell/money/AddCard.tsx'
import { useCards } from '../../shell/money/cards.ts'
import { NoCard } from '../../shell/money/NoCard.tsx'
import { PayNow, useIsDue } from '../../shell/money/PayNow.tsx'
import type { Step } from '../../shell/orders/OrderSteps.tsx'
import { isDeclined, useStatusTexts } from '../../shell/orders/statusTexts.tsx'
import { useMay } from '../../shell/session/session.ts'
import { ProofDecision } from './ProofDecision.tsx'

type Props = {
  mode: Mode
  order: Order
  steps: Step[]
  heldUntil: string | null
  triedAgainAt: string | null
  turn: QueueTurn
}

export function OrderNotice({ mode, order, steps, heldUntil, triedAgainAt, turn }: Props) {
  const words = useStatusTexts()
  const mayOrder = useMay('orders')
  const { status, paymentInfo } = order
  // The step that led to this status; later steps, such as refunds, do not change it.
  const cause = steps.find((step, i) => step.status === status && steps.slice(i).every(step => step.status === status))
  const isPaid = paymentInfo.status === 'SUCCEEDED'
  switch (status) {
    case 'QUEUED':
      return (
        <Notice icon={<Hourglass size={18} />} title={t('Waiting in the queue')}>
          <QueuePosition turn={turn} order={order} />{' '}
          {rich('You won’t be charged until then. The <link>overview</link> shows how much of your limit is used.', {
            link: linkTo(`/${mode}/overview`),
          })}
        </Notice>
      )
    case 'AWAITING_PROOF':
      return order.proof === undefined ? null : <ProofDecision mode={mode} order={order} proof={order.proof} />
    case 'VALID_AWAITING_PAYMENT':
      return <AwaitingPayment mode={mode} order={order} steps={steps} triedAgainAt={triedAgainAt} />
    case 'VALID_HOLDING_BIN':
      return heldUntil === null ? null : (
        <Notice
          icon={<Timer size={18} />}
          title={mayOrder ? t('You can still cancel this order') : t('This order can still be canceled')}
        >
          {rich(
            isPaid
              ? 'It goes to the printer on {time}. Until then, you can cancel it right away and the payment is refunded.'
              : 'It goes to the printer on {time}. Until then, you can cancel it right away.',
            { time: <Time at={heldUntil} /> },
          )}{' '}
          {t('After that, the printer may refuse to cancel.')}
          {mayOrder ? null : ` ${t('Your role doesn’t allow you to cancel orders.')}`}
        </Notice>
      )
    case 'CANCELLATION_REQUESTED':
      return (
        <Notice icon={<Hourglass size={18} />} title={t('Waiting for the printer’s response')}>
          {t(
            isPaid
              ? 'If the printer can still stop this order, we’ll cancel and refund it.'
              : 'If the printer can still stop this order, we’ll cancel it.',
          )}{' '}
          {t('Otherwise, it is printed and shipped as usual.')}
        </Notice>
      )
    case 'EXCEPTION':
      return (
        <Notice
          color="orange"
          icon={<CircleAlert size={18} />}
          title={t('There is a problem with this order')}
          note={cause?.note}
        >
          {t(
            isPaid
              ? 'Support will resume the order, recheck its files, or cancel and refund it.'
              : 'Support will resume the order, recheck its files, or cancel it.',
          )}{' '}
          {mode === 'sandbox' ? t('In the sandbox, you simulate support.') : t('You don’t need to do anything.')}
        </Notice>
      )
    case 'CANCELLED':
      return (
        <Notice
          color="gray"
          icon={<Ban size={18} />}
          title={cause === undefined ? t('Canceled') : words.event(cause)}
          note={cause?.note}
        >
          {refundText(order)}
          {mayOrder ? ` ${t('To order it again, duplicate it.')}` : null}
        </Notice>
      )
    default:
      return null
  }
}

type AwaitingProps = Pick<Props, 'mode' | 'order' | 'steps' | 'triedAgainAt'>

/** The heading of the order says when it is charged. */
function AwaitingPayment({ mode, order, steps, triedAgainAt }: AwaitingProps) {
  const { status, paymentInfo, customerOrderId } = order
  const hasCard = Boolean(useCards().data?.cards.length)
  const mayPay = useMay('billing')
  const isDue = useIsDue(customerOrderId, mode)
  const wasDeclined = isDeclined({ status, payment: paymentInfo.status })
  if (isDue === false && (wasDeclined || (hasCard && mayPay))) return <InCharge />
  if (wasDeclined) return <Declined mode={mode} steps={steps} triedAgainAt={triedAgainAt} />
  if (mode === 'sandbox' || !hasCard || !mayPay) return <NoCard mode={mode} />
  if (isDue === undefined) return null
  return (
    <Notice icon={<CreditCard size={18} />} title={t('Awaiting payment')} acts={<PayNow />}>
      {t('You can pay now. Paid orders go to the printer after two hours.')}
    </Notice>
  )
}

/** No button: it would pay for other orders. */
const InCharge = () => (
  <Notice icon={<CreditCard size={18} />} title={t('Payment in progress')}>
    {rich('Your bank may need you to confirm it. <link>Charges</link> shows its status.', {
      link: text => (
        <AppLink to="/production/billing" search={{ tab: 'charges' }} underline="always">
          {text}
        </AppLink>
      ),
    })}
  </Notice>
)

function Declined({ mode, steps, triedAgainAt }: Pick<Props, 'mode' | 'steps' | 'triedAgainAt'>) {
  const mayPay = useMay('billing')
  return (
    <Notice
      color="red"
      icon={<CreditCard size={18} />}
      title={t('Payment declined')}
      note={steps.findLast(({ on }) => on === 'payment_failed')?.note}
      acts={
        mode === 'sandbox' ? null : (
          <>
            <PayNow />
            <AddCard />
          </>
        )
      }
    >
      {mode === 'sandbox' ? (
        t('You simulated a declined payment. Choose “Payment Success” to pay for the order.')
      ) : (
        <>
          {triedAgainAt === null
            ? t('We no longer retry this payment automatically.')
            : rich('We will retry the payment on {time}.', { time: <Time at={triedAgainAt} /> })}{' '}
          {t('The order will be printed once it is paid.')}{' '}
          {mayPay
            ? null
            : rich('A billing manager can pay now in <link>Billing</link>.', {
                link: linkTo('/production/billing'),
              })}
        </>
      )}
    </Notice>
  )
}

/** The state of the payment of an order that will not be printed. */
export function refundText({ paymentInfo: { status, refundedTotal } }: Order): string {
  if (refundedTotal) return t('{amount} was refunded.', { amount: money(refundedTotal) })
  if (status === 'REFUNDED') return t('Your payment was refunded.')
  return status === 'SUCCEEDED' ? t('Your payment is being refunded.') : t('You were not charged.')
}

type NoticeProps = {
  color?: string
  icon: ReactNode
  title: string
  note?: string | null
  acts?: ReactNode
  children: ReactNode
}

const Notice = ({ color = 'blue', icon, title, note, acts = null, children }: NoticeProps) => (
  <Alert color={color} mb="md" icon={icon} title={title}>
    {note ? (
      <Text size="sm" mb={4} className="wrap">
        <WithTimes text={note} />
      </Text>
    ) : null}
    <Text size="sm">{children}</Text>
    {acts === null ? null : (
      <Group gap="xs" mt="xs">
        {acts}
      </Group>
    )}
  </Alert>
)
