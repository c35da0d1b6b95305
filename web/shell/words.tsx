// Orders in words: asked of the service once, used on every screen.

import { useQuery } from '@tanstack/react-query'
import { type Answer, api, ask, type Order } from '../api.ts'
import { Status } from '../components/Status.tsx'

type Words = Answer<'/dashboard/api/words'>
export type StatusWords = Words['statuses'][number]

const none: Words = { statuses: [], events: [] }

export function useWords() {
  const { data = none } = useQuery({
    queryKey: ['words'],
    queryFn: () => ask(api.GET('/dashboard/api/words')),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return {
    statuses: data.statuses,
    of: (status: Order['status']) => data.statuses.find(one => one.status === status),
    event: (on: string) => data.events.find(one => one.on === on)?.words ?? on,
  }
}

export function OrderStatus({ status }: { status: Order['status'] }) {
  const words = useWords().of(status)
  return <Status label={words?.label ?? status} tone={words?.tone ?? 'waiting'} title={words?.meaning} />
}
