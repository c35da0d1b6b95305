// The print files of an order: findings and previews.

import { useQuery } from '@tanstack/react-query'
import { api, type Mode, unwrap } from '../../api.ts'
import { AppLink } from '../../components/layout/AppLink.tsx'
import { ItemFiles } from '../../components/orders/ItemFiles.tsx'

export function OrderFiles({ mode, customerOrderId, unread }: { mode: Mode; customerOrderId: string; unread: string }) {
  const files = useQuery({
    queryKey: [mode, 'order', customerOrderId, 'files'],
    queryFn: () =>
      unwrap(
        api.GET('/dashboard/api/{mode}/orders/{customerOrderId}/files', {
          params: { path: { mode, customerOrderId } },
        }),
      ),
  })
  const templatesOf = (sku: string) => (
    <>
      Use the{' '}
      <AppLink to={`/${mode}/products/${encodeURIComponent(sku)}`} underline="always">
        templates for {sku}
      </AppLink>{' '}
      for the exact size.
    </>
  )
  const bookOf = (item: number) => `/${mode}/orders/${encodeURIComponent(customerOrderId)}/books/${item}`
  return <ItemFiles files={files} unread={unread} helpOf={templatesOf} bookOf={bookOf} />
}
