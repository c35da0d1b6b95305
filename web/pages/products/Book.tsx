// The book of a product's own files with all its pages.

import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { BookScreen } from '../../components/books/viewer/BookScreen.tsx'
import { BackLink } from '../../components/layout/BackLink.tsx'
import { useMode, useParam } from '../../shell/frame/mode.ts'
import { useBookPosition } from '../../shell/orders/bookPosition.ts'

export function Page() {
  const mode = useMode()
  const sku = useParam('sku')
  const [position, turnTo] = useBookPosition()
  const book = useQuery({
    queryKey: ['products', sku, 'book'],
    queryFn: () => api.GET('/products/{sku}/book', { params: { path: { sku } } }),
  })
  const back = <BackLink to={`/${mode}/products/${encodeURIComponent(sku)}`}>{sku}</BackLink>
  return <BookScreen book={book} position={position} turnTo={turnTo} back={back} />
}
