// For an order that waits or has ended: what happened, and what comes next, before everything else.

import { Alert, Text } from '@mantine/core'
import { Ban, CircleAlert, CreditCard, Hourglass, Timer } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Mode, Order } from '../../api.ts'
import { GoTo } from '../../components/GoTo.tsx'
import { ItsTurn, type Turn } from '../../components/ItsTurn.tsx'
import { money, Time, WithTimes } from '../../components/Values.tsx'
import type { Step } from '../../shell/OrderSteps.tsx'
import { useMay } from '../../shell/session.ts'
import { isDeclined, useWords } from '../../shell/words.tsx'

type Props = {
  mode: Mode
  order: Order
  steps: Step[]
  heldUntil: string | null
  triedAgainAt: string | null
  turn: Turn
}

export function Standing({ mode, order, steps, heldUntil, triedAgainAt, turn }: Props) {
  const words = useWords()
  const mayOrder = useMay('orders')
  const mayPay = useMay('billing')
  const { status, paymentInfo } = order
  // The step that led to this status; later steps, such as refunds, do not change it.
  const came = steps.find((step, i) => step.status === status && steps.slice(i).every(one => one.status === status))
  const isPaid = paymentInfo.status === 'SUCCEEDED'
  switch (status) {
    case 'QUEUED':
      return (
        <Notice icon={<Hourglass size={18} />} title="Waiting in queue">
          <ItsTurn turn={turn} /> Nothing is charged until then. The{' '}
          <GoTo to={`/${mode}/overview`} underline="always">
            overview
          </GoTo>{' '}
          shows how much of the limit is used.
        </Notice>
      )
    case 'VALID_AWAITING_PAYMENT':
      return isDeclined({ status, payment: paymentInfo.status }) ? (
        <Notice
          color="red"
          icon={<CreditCard size={18} />}
          title="The payment was declined"
          note={steps.findLast(({ on }) => on === 'payment_failed')?.note}
        >
          {mode === 'sandbox' ? (
            'You simulated a decline. “Payment Success” pays for the order after all.'
          ) : (
            <>
              {triedAgainAt === null ? (
                'After many attempts it is no longer tried automatically.'
              ) : (
                <>
                  It is tried again at <Time at={triedAgainAt} />.
                </>
              )}{' '}
              The order is not printed until it is paid.{' '}
              {mayPay ? 'Add another card or pay at once in' : 'Who manages the cards can pay at once in'}{' '}
              <GoTo to="/production/billing" underline="always">
                Billing
              </GoTo>
              .
            </>
          )}
        </Notice>
      ) : null
    case 'VALID_HOLDING_BIN':
      return heldUntil === null ? null : (
        <Notice
          icon={<Timer size={18} />}
          title={mayOrder ? 'You can still cancel this order' : 'It can still be cancelled'}
        >
          It goes to the printer at <Time at={heldUntil} />. Until then a cancellation takes effect at once
          {isPaid ? ', and the payment is refunded' : ''}. After that the printer is asked to stop, and may refuse.
          {mayOrder ? null : ' Your role cannot cancel orders.'}
        </Notice>
      )
    case 'CANCELLATION_REQUESTED':
      return (
        <Notice icon={<Hourglass size={18} />} title="The printer has not answered yet">
          If it can still stop the order, the order is cancelled{isPaid ? ' and refunded' : ''}. Otherwise the order is
          printed and shipped as usual.
        </Notice>
      )
    case 'EXCEPTION':
      return (
        <Notice
          color="orange"
          icon={<CircleAlert size={18} />}
          title="There is a problem with this order"
          note={came?.note}
        >
          It stays on hold until support sends it to a printer again, has its files checked again, or cancels it
          {isPaid ? ' and refunds it' : ''}.{' '}
          {mode === 'sandbox' ? 'In the sandbox you play support, too.' : 'You do not need to do anything.'}
        </Notice>
      )
    case 'CANCELLED':
      return (
        <Notice
          color="gray"
          icon={<Ban size={18} />}
          title={came === undefined ? 'Cancelled' : words.event(came)}
          note={came?.note}
        >
          {moneyBack(order)}
          {mayOrder ? ' To order it after all, duplicate it.' : null}
        </Notice>
      )
    default:
      return null
  }
}

/** What happened to the money of an order that will not be made. */
export function moneyBack({ paymentInfo: { status, refundedTotal } }: Order): string {
  if (refundedTotal) return `${money(refundedTotal)} was refunded.`
  if (status === 'REFUNDED') return 'What was paid for it was refunded.'
  return status === 'SUCCEEDED' ? 'What was paid for it is being refunded.' : 'You were not charged.'
}

type NoticeProps = { color?: string; icon: ReactNode; title: string; note?: string | null; children: ReactNode }

const Notice = ({ color = 'blue', icon, title, note, children }: NoticeProps) => (
  <Alert color={color} variant="light" mb="md" icon={icon} title={title}>
    {note ? (
      <Text size="sm" mb={4} className="wrap">
        <WithTimes text={note} />
      </Text>
    ) : null}
    <Text size="sm">{children}</Text>
  </Alert>
)
