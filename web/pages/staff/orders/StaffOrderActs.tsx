// The acts of the staff on the selected orders.

import { useQueryClient } from '@tanstack/react-query'
import { Ban, Copy, Play, RotateCw, ScanSearch } from 'lucide-react'
import { orderTitle } from '../../../../src/base/text/orderTitle.ts'
import { api } from '../../../api.ts'
import type { paths } from '../../../apiTypes.ts'
import { t } from '../../../language.ts'
import { type BulkAct, BulkActs, type Portion } from '../../../shell/lists/BulkActs.tsx'
import type { Selection } from '../../../shell/lists/selection.ts'
import { useStaffNotes } from '../../../shell/orders/staffNotes.ts'
import { useMay } from '../../../shell/session/session.ts'

type Query = NonNullable<paths['/staff/orders/all']['get']['parameters']['query']>

type Props = {
  query: Query
  /** When the newest order was placed, if it is listed first: later orders were not selected. */
  newest: string | null
  total: number | null
  selection: Selection
  /** The keys of the orders that a search found, of which others might be found for each portion; null without one. */
  found: readonly string[] | null
}

const reasonHint = t('Shown to the customers in each order’s history and recorded in the audit log.')

export function StaffOrderActs({ query, newest, total, selection, found }: Props) {
  const queries = useQueryClient()
  const cancelNotes = useStaffNotes('cancel_order')
  const may = { orders: useMay('orders'), refunds: useMay('refunds') }
  const send =
    (
      path: `/staff/orders/bulk/${'resume' | 'revalidate' | 'abandon' | 'reprint' | 'resend-webhooks'}`,
    ): BulkAct['send'] =>
    async (portion, { reason, key }) => {
      const body = { ...bodyOf(portion, query, newest), ...(reason === '' ? {} : { reason }) }
      const headers = { 'Idempotency-Key': key }
      const { results, nextCursor } = await api.POST(path, { body, headers })
      return {
        results: results.map(result => ({
          ...result,
          key: `${result.accountId} ${result.customerOrderId}`,
          name: orderTitle(result),
        })),
        next: nextCursor,
      }
    }
  const acts: (BulkAct & { needs: 'orders' | 'refunds' })[] = [
    {
      label: t('Resend webhooks'),
      title: what => t('Resend the webhooks of {what}', { what }),
      done: what => t('Undelivered webhooks of {what} resent', { what }),
      icon: <RotateCw size={15} />,
      text: t('Webhooks of these orders that were not delivered are sent again now.'),
      send: send('/staff/orders/bulk/resend-webhooks'),
      needs: 'orders',
    },
    {
      label: t('Resume'),
      title: what => t('Resume {what}', { what }),
      done: what => t('{what} resumed', { what }),
      icon: <Play size={15} />,
      text: t('Orders on hold that were at a printer are sent to a printer again. Other orders are refused.'),
      reasonHint,
      send: send('/staff/orders/bulk/resume'),
      needs: 'orders',
    },
    {
      label: t('Recheck files'),
      title: what => t('Recheck the files of {what}', { what }),
      done: what => t('Files of {what} being checked', { what }),
      icon: <ScanSearch size={15} />,
      text: t('The files of orders on hold are checked again. Other orders are refused.'),
      reasonHint,
      send: send('/staff/orders/bulk/revalidate'),
      needs: 'orders',
    },
    {
      label: t('Reprint'),
      title: what => t('Reprint {what}', { what }),
      done: what => t('{what} reprinted', { what }),
      icon: <Copy size={15} />,
      text: t('Shipped orders are printed again, free of charge. Other orders are refused.'),
      reasonHint,
      send: send('/staff/orders/bulk/reprint'),
      needs: 'orders',
    },
    {
      label: t('Cancel orders'),
      title: what => t('Cancel {what}', { what }),
      done: what => t('{what} canceled', { what }),
      icon: <Ban size={15} />,
      text: t(
        'Orders on hold are canceled and refunded. Large refunds wait for a second person. Other orders are refused. This can’t be undone.',
      ),
      danger: true,
      cancelLabel: t('Keep orders'),
      variant: 'light',
      reasonHint,
      notes: cancelNotes,
      send: send('/staff/orders/bulk/abandon'),
      needs: 'refunds',
    },
  ]
  const refetch = () => queries.invalidateQueries({ queryKey: ['staff'] })
  return (
    <BulkActs
      selection={selection}
      all={found === null ? undefined : { keys: found, matching: t('found orders') }}
      total={total}
      acts={acts.filter(({ needs }) => may[needs])}
      refetch={refetch}
    />
  )
}

function bodyOf(portion: Portion, query: Query, newest: string | null) {
  if ('keys' in portion) {
    const orders = portion.keys.map(key => {
      const at = key.indexOf(' ')
      return { accountId: key.slice(0, at), customerOrderId: key.slice(at + 1) }
    })
    return { orders }
  }
  const bound = newest === null ? new Date() : new Date(new Date(newest).getTime() + 1)
  const filter = { createdBefore: bound.toISOString(), ...query, sort: 'newest' as const }
  return { filter, ...(portion.cursor === null ? {} : { cursor: portion.cursor }) }
}
