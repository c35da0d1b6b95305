// The print files of an order: findings and previews.

import { useQuery } from '@tanstack/react-query'
import { api, ask, type Mode } from '../../api.ts'
import { ItemFiles } from '../../components/ItemFiles.tsx'

export function OrderFiles({ mode, customerOrderId, unread }: { mode: Mode; customerOrderId: string; unread: string }) {
  const files = useQuery({
    queryKey: [mode, 'order', customerOrderId, 'files'],
    queryFn: () =>
      ask(
        api.GET('/dashboard/api/{mode}/orders/{customerOrderId}/files', {
          params: { path: { mode, customerOrderId } },
        }),
      ),
  })
  return <ItemFiles files={files} unread={unread} />
}
