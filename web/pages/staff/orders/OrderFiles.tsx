// The print files of an order of any account: pictures that the service draws, never the customer's PDF itself.

import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { ItemFiles } from '../../../components/orders/ItemFiles.tsx'

type Props = { accountId: string; customerOrderId: string; names: string[]; unread: string }

export function OrderFiles({ accountId, customerOrderId, names, unread }: Props) {
  const files = useQuery({
    queryKey: ['staff', 'order', accountId, customerOrderId, 'files'],
    queryFn: () =>
      api.GET('/staff/orders/{accountId}/{customerOrderId}/files', {
        params: { path: { accountId, customerOrderId } },
      }),
  })
  const bookOf = (item: number) => `/orders/${accountId}/${encodeURIComponent(customerOrderId)}/books/${item}`
  return <ItemFiles files={files} names={names} unread={unread} bookOf={bookOf} />
}
