// Why an order is in the queue, and when it continues.

import type { Order, ResponseBody } from '../../api.ts'
import { rich, t } from '../../language.ts'
import { number, Time } from '../layout/Values.tsx'

export type QueueTurn = ResponseBody<'/dashboard/api/{mode}/orders/{customerOrderId}'>['turn']

type Props = { turn: QueueTurn; order: Pick<Order, 'warnings'> }

export const QueuePosition = ({ turn, order }: Props) =>
  order.warnings.some(({ code }) => code === 'credit_limit_reached') ? (
    t('The account has reached its credit limit. Queued orders are released, oldest first, as soon as there is room.')
  ) : (
    <>
      {t('The account has reached its 24-hour order limit.')} <Release turn={turn} />
    </>
  )

function Release({ turn }: { turn: QueueTurn }) {
  if (turn === null) return t('Queued orders are released automatically, oldest first, as slots open.')
  const { at } = turn
  const place = number(turn.place)
  const isNext = turn.place === 1
  if (at === null) {
    return isNext
      ? t('This order is next. It cannot be released until the limit is raised.')
      : t('This order is number {place} in the queue. It cannot be released until the limit is raised.', { place })
  }
  const time = <Time at={at} />
  return isNext
    ? rich('This order is next and will be released by {time}, or earlier if the limit is raised.', { time })
    : rich(
        'This order is number {place} in the queue and will be released by {time}, or earlier if an earlier order is canceled or the limit is raised.',
        { place, time },
      )
}
