// The print files of an order: findings and previews.

import { useQuery } from '@tanstack/react-query'
import { api, type Mode } from '../../api.ts'
import { linkTo } from '../../components/layout/AppLink.tsx'
import { ItemFiles } from '../../components/orders/ItemFiles.tsx'
import { rich } from '../../language.ts'

type Props = { mode: Mode; customerOrderId: string; names: string[]; unread: string }

export function OrderFiles({ mode, customerOrderId, names, unread }: Props) {
  const files = useQuery({
    queryKey: [mode, 'order', customerOrderId, 'files'],
    queryFn: () =>
      api.GET('/dashboard/api/{mode}/orders/{customerOrderId}/files', {
        params: { path: { mode, customerOrderId } },
      }),
  })
  const templatesOf = (sku: string) => (
    <>
      {rich('Use the <link>templates for {sku}</link> for the exact size.', {
        sku,
        link: linkTo(`/${mode}/products/${encodeURIComponent(sku)}`),
      })}
    </>
  )
  const bookOf = (item: number) => `/${mode}/orders/${encodeURIComponent(customerOrderId)}/books/${item}`
  return <ItemFiles files={files} names={names} unread={unread} helpOf={templatesOf} bookOf={bookOf} />
}
