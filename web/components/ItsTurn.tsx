// Why an order waits in the queue, and when it goes on.

import type { Answer } from '../api.ts'
import { number, Time } from './Values.tsx'

export type Turn = Answer<'/dashboard/api/{mode}/orders/{customerOrderId}'>['turn']

export const ItsTurn = ({ turn }: { turn: Turn }) => (
  <>
    The account’s limit of orders in 24 hours is reached. <Coming turn={turn} />
  </>
)

function Coming({ turn }: { turn: Turn }) {
  if (turn === null) return 'It goes on by itself as soon as there is room, first come, first served.'
  const { place, at } = turn
  const standing = place === 1 ? 'It is the next one' : `It is number ${number(place)} in the queue`
  if (at === null) return `${standing}, but there is no room until the limit is raised.`
  return (
    <>
      {standing} and goes on by itself at <Time at={at} /> at the latest; sooner if
      {place === 1 ? '' : ' one ahead of it is cancelled or'} the limit is raised.
    </>
  )
}
