// Pays all due orders at once, with the default card.

import { Button } from '@mantine/core'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Wallet } from 'lucide-react'
import { useRef } from 'react'
import { api, type Mode, newRequestKey } from '../../api.ts'
import { cardText } from '../../components/billing/ChargeStatus.tsx'
import { hideToast, showRefusal, showToast } from '../../components/feedback/toast.ts'
import { useConfirm } from '../../components/forms/Confirm.tsx'
import { money } from '../../components/layout/Values.tsx'
import { t } from '../../language.ts'
import { useAction } from '../frame/action.ts'
import { useMay } from '../session/session.ts'
import { useCards } from './cards.ts'

const ordersShown = 50

export const dueOrders = queryOptions({
  queryKey: ['billing', 'due'],
  queryFn: () => api.GET('/dashboard/api/billing/due', { params: { query: { limit: ordersShown } } }),
})

/**
 * Whether an order waits for payment and is in no charge yet; undefined until that is known, and in the sandbox. With
 * more due orders than are listed, nearly every order is due.
 */
export function useIsDue(customerOrderId: string, mode: Mode): boolean | undefined {
  const isCharged = mode === 'production'
  const due = useQuery({ ...dueOrders, enabled: isCharged }).data
  if (!isCharged || due === undefined) return undefined
  return due.orderCount > due.orders.length || due.orders.some(order => order.customerOrderId === customerOrderId)
}

/** Nothing while no order is due, and for people who may not pay. */
export function PayNow() {
  const queries = useQueryClient()
  const confirm = useConfirm()
  const mayPay = useMay('billing')
  const due = useQuery(dueOrders).data
  const card = useCards().data?.cards.find(({ isDefault }) => isDefault)
  const declineToast = useRef('')
  const pay = useAction({
    // A new attempt replaces the message about the earlier decline.
    onMutate: () => hideToast(declineToast.current),
    mutationFn: ({ amount, requestKey }: { amount: number; requestKey: string }) =>
      api.POST('/dashboard/api/billing/pay', { headers: { 'idempotency-key': requestKey }, body: { amount } }),
    onSuccess(charge) {
      const words = {
        succeeded: t('{amount} paid', { amount: money(charge.amount) }),
        requires_action: t('Your bank needs you to confirm this payment. Go to Charges to confirm it.'),
        unknown: t('We’re waiting for your bank’s response. You won’t be charged twice.'),
        claimed: t('Payment in progress'),
      }
      if (charge.status === 'declined')
        declineToast.current = showRefusal(
          t('{amount} payment declined', { amount: money(charge.amount) }),
          charge.declineMessage ?? t('Your card was declined: {code}', { code: charge.declineCode ?? '' }),
        )
      else showToast(words[charge.status])
      void queries.invalidateQueries({ queryKey: ['production'] })
      return queries.invalidateQueries({ queryKey: ['billing'] })
    },
    failed: t('The card was not charged'),
  })
  if (due === undefined || due.orderCount === 0 || !mayPay) return null
  const { amount, orderCount } = due
  const confirmAndPay = async () => {
    const requestKey = newRequestKey()
    const yes = await confirm({
      title: t('Pay {amount} now?', { amount: money(amount) }),
      text: t(
        'We’ll charge {card} for {count, plural, one {# order} other {# orders}}. Paid orders go to the printer after two hours.',
        { card: card === undefined ? t('your card') : cardText(card), count: orderCount },
      ),
      confirmLabel: t('Pay {amount}', { amount: money(amount) }),
    })
    if (yes) pay.mutate({ amount, requestKey })
  }
  return (
    <Button leftSection={<Wallet size={15} />} onClick={confirmAndPay} loading={pay.isPending}>
      {t('Pay now')}
    </Button>
  )
}
