// Orders in words: fetched once from the service, used on every screen.

import { useQuery } from '@tanstack/react-query'
import { type Answer, api, ask, type Mode, type Order } from '../api.ts'
import { Status } from '../components/Status.tsx'

type Words = Answer<'/dashboard/api/words'>
export type StatusWords = Words['statuses'][number]

const none: Words = { statuses: [], events: [], webhooks: [] }

export function useWords() {
  const { data = none } = useQuery({
    queryKey: ['words'],
    queryFn: () => ask(api.GET('/dashboard/api/words')),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return {
    statuses: data.statuses,
    webhooks: data.webhooks,
    of: (status: Order['status']) => data.statuses.find(one => one.status === status),
    event: ({ on, status }: { on: string; status: Order['status'] }) =>
      data.events.find(one => one.on === on && (one.status === null || one.status === status))?.words ?? on,
  }
}

type Paid = { status: Order['status']; payment?: Order['paymentInfo']['status'] }

/** A declined order waits for payment like a new one, but needs attention. */
export const isDeclined = ({ status, payment }: Paid): boolean =>
  status === 'VALID_AWAITING_PAYMENT' && payment === 'FAILED'

export const declined = { label: 'Payment declined', tone: 'bad' } as const

export function OrderStatus({ mode = 'production', status, payment }: Paid & { mode?: Mode }) {
  const words = useWords().of(status)
  const title = meaningIn(mode, words, { status, payment })
  if (isDeclined({ status, payment })) return <Status {...declined} title={title} />
  return <Status label={words?.label ?? status} tone={words?.tone ?? 'waiting'} title={title} />
}

export const paymentWords: Record<Order['paymentInfo']['status'], string> = {
  NOT_DUE: 'Not due yet',
  PENDING: 'Due with the next charge',
  SUCCEEDED: 'Paid',
  FAILED: 'Declined',
  REFUNDED: 'Refunded',
  NOT_CHARGED: 'Not charged here',
}

/** The sandbox has no daily charge: its payments are simulated by hand. */
const sandboxPaymentWords: Partial<typeof paymentWords> = {
  PENDING: 'Waits for the simulated payment',
}

export const paymentWordsIn = (mode: Mode, status: Order['paymentInfo']['status']): string =>
  (mode === 'sandbox' ? sandboxPaymentWords[status] : undefined) ?? paymentWords[status]

/** What the status means for this order. The daily charge gives a declined one up in the end. */
export function meaningIn(mode: Mode, words: StatusWords | undefined, paid: Paid): string {
  if (mode === 'sandbox' && paid.status === 'VALID_AWAITING_PAYMENT') return 'waits for its payment to be simulated'
  return isDeclined(paid) ? 'waits for payment' : (words?.meaning ?? '')
}
