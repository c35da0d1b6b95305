// Labels and meanings of order statuses and events: fetched once from the service, used on every screen.

import { useQuery } from '@tanstack/react-query'
import { api, type Mode, type Order, type ResponseBody } from '../../api.ts'
import { Status, type Tone } from '../../components/orders/Status.tsx'
import { t } from '../../language.ts'

type StatusTexts = ResponseBody<'/dashboard/api/words'>
export type StatusText = StatusTexts['statuses'][number]

const noTexts: StatusTexts = { statuses: [], events: [], webhooks: [] }

export function useStatusTexts() {
  const { data = noTexts } = useQuery({
    queryKey: ['words'],
    queryFn: () => api.GET('/dashboard/api/words'),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return {
    statuses: data.statuses,
    webhooks: data.webhooks,
    of: (status: Order['status']) => data.statuses.find(text => text.status === status),
    event: ({ on, status }: { on: string; status: Order['status'] }) =>
      data.events.find(event => event.on === on && (event.status === null || event.status === status))?.words ?? on,
  }
}

const codes = /(?<![\w-])[A-Z]+(?:_[A-Z]+)*(?![\w-])/g

/** A refusal of the service, which names a status by its code, with the word of screens instead. */
export const useInWords = (): ((text: string) => string) => {
  const words = useStatusTexts()
  return text =>
    text.replace(codes, code => {
      const label = words.of(code as Order['status'])?.label
      return label === undefined ? code : t('“{label}”', { label })
    })
}

type OrderState = { status: Order['status']; payment?: Order['paymentInfo']['status'] }

/** A declined order waits for payment like a new order, but needs attention. */
export const isDeclined = ({ status, payment }: OrderState): boolean =>
  status === 'VALID_AWAITING_PAYMENT' && payment === 'FAILED'

/** The label and color of an order's status, which sometimes depend on its payment. */
export function statusLabel(words: StatusText | undefined, paid: OrderState): { label: string; tone: Tone } {
  if (isDeclined(paid)) return { label: t('Payment declined'), tone: 'bad' }
  const { label, tone } = words ?? { label: paid.status, tone: 'waiting' as const }
  const isUnpaid = paid.status === 'VALID_HOLDING_BIN' && paid.payment === 'NOT_CHARGED'
  return { label: isUnpaid ? t('Approved, can still be canceled') : label, tone }
}

export function OrderStatus({ mode = 'production', status, payment }: OrderState & { mode?: Mode }) {
  const words = useStatusTexts().of(status)
  const paid = { status, payment }
  return <Status {...statusLabel(words, paid)} title={statusMeaning(mode, words, paid)} />
}

export const paymentLabels: Record<Order['paymentInfo']['status'], string> = {
  NOT_DUE: t('Not due yet'),
  PENDING: t('Due with the next daily charge'),
  SUCCEEDED: t('Paid'),
  FAILED: t('Declined'),
  REFUNDED: t('Refunded'),
  NOT_CHARGED: t('Not charged by card'),
}

/** The sandbox has no daily charge: its payments are simulated by hand. */
const sandboxPaymentLabels: Partial<typeof paymentLabels> = {
  PENDING: t('Waiting for a simulated payment'),
}

export const paymentLabelIn = (mode: Mode, status: Order['paymentInfo']['status']): string =>
  (mode === 'sandbox' ? sandboxPaymentLabels[status] : undefined) ?? paymentLabels[status]

/** The meaning of the status for this order. */
export function statusMeaning(mode: Mode, words: StatusText | undefined, paid: OrderState): string {
  if (mode === 'sandbox' && paid.status === 'VALID_AWAITING_PAYMENT') return t('waiting for a simulated payment')
  return isDeclined(paid) ? t('waiting for payment') : (words?.meaning ?? '')
}
