// A book of an order with all its pages.

import { useQuery } from '@tanstack/react-query'
import { orderTitle } from '../../../src/base/text/orderTitle.ts'
import { api } from '../../api.ts'
import { BookScreen } from '../../components/books/viewer/BookScreen.tsx'
import { BackLink } from '../../components/layout/BackLink.tsx'
import { useMode, useParam } from '../../shell/frame/mode.ts'
import { useBookPosition } from '../../shell/orders/bookPosition.ts'

export function Page() {
  const mode = useMode()
  const customerOrderId = useParam('customerOrderId')
  const item = Number(useParam('item'))
  const [position, turnTo] = useBookPosition()
  const book = useQuery({
    queryKey: [mode, 'order', customerOrderId, 'book', item],
    queryFn: () =>
      api.GET('/dashboard/api/{mode}/orders/{customerOrderId}/books/{item}', {
        params: { path: { mode, customerOrderId, item } },
      }),
  })
  const back = (
    <BackLink to={`/${mode}/orders/${encodeURIComponent(customerOrderId)}`}>
      {orderTitle({ ...book.data, customerOrderId })}
    </BackLink>
  )
  return <BookScreen book={book} position={position} turnTo={turnTo} back={back} />
}
