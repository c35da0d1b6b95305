// Why an order is in the queue, and when it continues.

import type { ResponseBody } from '../../api.ts'
import { number, Time } from '../layout/Values.tsx'

export type QueueTurn = ResponseBody<'/dashboard/api/{mode}/orders/{customerOrderId}'>['turn']

export const QueuePosition = ({ turn }: { turn: QueueTurn }) => (
  <>
    The account has reached its 24-hour order limit. <Release turn={turn} />
  </>
)

function Release({ turn }: { turn: QueueTurn }) {
  if (turn === null) return 'Queued orders are released automatically, oldest first, as slots open.'
  const { place, at } = turn
  const position = place === 1 ? 'This order is next' : `This order is number ${number(place)} in the queue`
  if (at === null) return `${position}. It cannot be released until the limit is raised.`
  return (
    <>
      {position} and will be released by <Time at={at} />, or sooner if
      {place === 1 ? '' : ' an earlier order is canceled or'} the limit is raised.
    </>
  )
}
