// The acts of a customer on the selected orders.

import { Ban, RotateCw } from 'lucide-react'
import { orderTitle } from '../../../src/base/text/orderTitle.ts'
import { api, type Mode } from '../../api.ts'
import { t } from '../../language.ts'
import { type BulkAct, BulkActs, type Portion } from '../../shell/lists/BulkActs.tsx'
import type { Selection } from '../../shell/lists/selection.ts'
import { useMay } from '../../shell/session/session.ts'
import { filterQuery, type OrderFilters } from './query.ts'

type Props = {
  mode: Mode
  filters: OrderFilters
  /** When the first listed order was placed: later orders were not selected. */
  newest: string
  selection: Selection
  refetch: () => Promise<unknown>
}

export function OrderActs({ mode, filters, newest, selection, refetch }: Props) {
  const mayCancel = useMay('orders')
  const mayResend = useMay('webhooks')
  const send =
    (path: `/dashboard/api/{mode}/orders/bulk/${'cancel' | 'resend-webhooks'}`): BulkAct['send'] =>
    async portion => {
      const body = bodyOf(portion, filters, newest)
      const { results, nextCursor } = await api.POST(path, { params: { path: { mode } }, body })
      return {
        results: results.map(result => ({
          ...result,
          key: result.customerOrderId,
          name: orderTitle(result),
        })),
        next: nextCursor,
      }
    }
  const resend: BulkAct = {
    label: t('Resend webhooks'),
    title: what => t('Resend the webhooks of {what}', { what }),
    done: what => t('Undelivered webhooks of {what} resent', { what }),
    icon: <RotateCw size={15} />,
    text: t('Webhooks of these orders that were not delivered are sent again now. They keep their webhook-id.'),
    send: send('/dashboard/api/{mode}/orders/bulk/resend-webhooks'),
  }
  const cancel: BulkAct = {
    label: t('Cancel orders'),
    title: what => t('Cancel {what}', { what }),
    done: what => t('{what} canceled, or the printer was asked to cancel', { what }),
    icon: <Ban size={15} />,
    text: t(
      'Orders that no printer has yet are canceled at once, and paid orders are refunded. For orders that are being printed, the printer is asked. This can’t be undone.',
    ),
    danger: true,
    cancelLabel: t('Keep orders'),
    variant: 'light',
    send: send('/dashboard/api/{mode}/orders/bulk/cancel'),
  }
  const acts = [...(mayResend ? [resend] : []), ...(mayCancel ? [cancel] : [])]
  return <BulkActs selection={selection} total={null} acts={acts} refetch={refetch} />
}

function bodyOf(portion: Portion, filters: OrderFilters, newest: string) {
  if ('keys' in portion) return { customerOrderIds: portion.keys }
  const { status, sku, country, problem, search, createdAfter, createdBefore, endedAfter, endedBefore } =
    filterQuery(filters)
  // Of a list in another sequence, the newest order may not be loaded.
  const bound = filters.sort !== undefined ? new Date() : new Date(new Date(newest).getTime() + 1)
  const filter = {
    ...{ status, sku, country, problem, search, createdAfter, endedAfter, endedBefore },
    createdBefore: createdBefore ?? bound.toISOString(),
  }
  return {
    filter: JSON.parse(JSON.stringify(filter)) as typeof filter,
    ...(portion.cursor === null ? {} : { cursor: portion.cursor }),
  }
}
