// A book of an order of any account with all its pages.

import { useQuery } from '@tanstack/react-query'
import { orderTitle } from '../../../../src/base/text/orderTitle.ts'
import { api } from '../../../api.ts'
import { BookScreen } from '../../../components/books/viewer/BookScreen.tsx'
import { BackLink } from '../../../components/layout/BackLink.tsx'
import { useParam } from '../../../shell/frame/mode.ts'
import { useBookPosition } from '../../../shell/orders/bookPosition.ts'

export function Page() {
  const accountId = useParam('accountId')
  const customerOrderId = useParam('customerOrderId')
  const item = Number(useParam('item'))
  const [position, turnTo] = useBookPosition()
  const book = useQuery({
    queryKey: ['staff', 'order', accountId, customerOrderId, 'book', item],
    queryFn: () =>
      api.GET('/staff/orders/{accountId}/{customerOrderId}/books/{item}', {
        params: { path: { accountId, customerOrderId, item } },
      }),
  })
  const back = (
    <BackLink to={`/orders/${accountId}/${encodeURIComponent(customerOrderId)}`}>
      {orderTitle({ ...book.data, customerOrderId })}
    </BackLink>
  )
  return <BookScreen book={book} position={position} turnTo={turnTo} back={back} />
}
