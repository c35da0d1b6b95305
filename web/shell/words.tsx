// Orders in words: asked of the service once, used on every screen.

import { useQuery } from '@tanstack/react-query'
import { type Answer, api, ask, type Order } from '../api.ts'
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
    event: (on: string) => data.events.find(one => one.on === on)?.words ?? on,
  }
}

export function OrderStatus({ status }: { status: Order['status'] }) {
  const words = useWords().of(status)
  return <Status label={words?.label ?? status} tone={words?.tone ?? 'waiting'} title={words?.meaning} />
}

/** Who moved an order, after "…": by Octavo, by a person. */
export function wordsOfActor(actor: string): string {
  if (actor.startsWith('key ')) return 'by API key'
  if (actor.startsWith('user ')) return 'by a person'
  return actor === 'system' ? 'by Octavo' : `by the ${actor}`
}

export const paymentWords: Record<Order['paymentInfo']['status'], string> = {
  NOT_DUE: 'Not due yet',
  PENDING: 'Due with the next charge',
  SUCCEEDED: 'Paid',
  FAILED: 'Declined; tried again daily',
  REFUNDED: 'Refunded',
  NOT_CHARGED: 'Not charged here',
}
