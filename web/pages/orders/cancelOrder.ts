// Canceling an order, from its screen and from the search: the question, the act, and the message about it.

import type { QueryClient } from '@tanstack/react-query'
import { api, type Mode, type Order } from '../../api.ts'
import { showFailure, showToast } from '../../components/feedback/toast.ts'
import { type Confirmation, confirmWith } from '../../components/forms/Confirm.tsx'
import type { ShowDialog } from '../../components/forms/Dialogs.tsx'
import { orderHeading } from '../../components/orders/orderHeading.ts'
import { t } from '../../language.ts'

export const cancelQuestion = ({ status, paymentInfo }: Order): Confirmation => ({
  title: t('Cancel this order?'),
  text:
    status === 'PRINTING'
      ? t('The printer already has this order. We’ll ask the printer to cancel it, but the printer may refuse.')
      : t(
          paymentInfo.status === 'SUCCEEDED'
            ? 'The order is canceled right away. Your payment will be refunded.'
            : 'The order is canceled right away. You have not been charged.',
        ),
  confirmLabel: t('Cancel order'),
  cancelLabel: t('Keep order'),
  danger: true,
})

export const requestCancellation = (mode: Mode, { customerOrderId }: Order) =>
  api.DELETE('/dashboard/api/{mode}/orders/{customerOrderId}', { params: { path: { mode, customerOrderId } } })

/** Shows the result, and refetches all data about the order. */
export function showCanceled(queries: QueryClient, mode: Mode, order: Order): Promise<void> {
  showToast(
    order.status === 'CANCELLED'
      ? t('{id} has been canceled', { id: orderHeading(order) })
      : t('The printer has been asked to cancel the order'),
  )
  const shown = queries.invalidateQueries({ queryKey: [mode, 'order', order.customerOrderId], exact: true })
  void queries.invalidateQueries({ queryKey: [mode] }, { cancelRefetch: false })
  return shown
}

export const showNotCanceled = showFailure(t('The order was not canceled'))

/** Asks first. */
export async function askAndCancel(
  mode: Mode,
  order: Order,
  { show, queries }: { show: ShowDialog; queries: QueryClient },
): Promise<void> {
  if (!(await confirmWith(show)(cancelQuestion(order)))) return
  try {
    await showCanceled(queries, mode, await requestCancellation(mode, order))
  } catch (error) {
    showNotCanceled(error)
  }
}
