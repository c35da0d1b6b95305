// Why an order is in the queue, and when it continues.

import type { Answer } from '../api.ts'
import { number, Time } from './Values.tsx'

export type Turn = Answer<'/dashboard/api/{mode}/orders/{customerOrderId}'>['turn']

export const ItsTurn = ({ turn }: { turn: Turn }) => (
  <>
    The account’s 24-hour limit of orders is reached. <Coming turn={turn} />
  </>
)

function Coming({ turn }: { turn: Turn }) {
  if (turn === null) return 'Orders leave the queue automatically, in order of arrival, as soon as there is room.'
  const { place, at } = turn
  const standing = place === 1 ? 'This order is next' : `This order is number ${number(place)} in the queue`
  if (at === null) return `${standing}, but there is no room until the limit is raised.`
  return (
    <>
      {standing} and goes on by itself at <Time at={at} /> at the latest; sooner if
      {place === 1 ? '' : ' an order ahead of it is cancelled or'} the limit is raised.
    </>
  )
}
