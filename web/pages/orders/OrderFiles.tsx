// The print files of an order: findings and previews.

import { useQuery } from '@tanstack/react-query'
import { api, ask, type Mode } from '../../api.ts'
import { GoTo } from '../../components/GoTo.tsx'
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
  const templatesOf = (sku: string) => (
    <>
      The{' '}
      <GoTo to={`/${mode}/products/${encodeURIComponent(sku)}`} underline="always">
        templates of {sku}
      </GoTo>{' '}
      have the exact size.
    </>
  )
  return <ItemFiles files={files} unread={unread} helpOf={templatesOf} />
}
