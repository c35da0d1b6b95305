// The common part of the lists of webhooks of customers and of the staff: columns, and resending what is selected.

import { RotateCw } from 'lucide-react'
import type { Column } from '../../components/layout/List.tsx'
import { number, ShortTime } from '../../components/layout/Values.tsx'
import { t } from '../../language.ts'
import type { BulkAct } from '../lists/BulkActs.tsx'
import { type Delivery, DeliveryStatus, responseOf } from './deliveries.tsx'

type Row = Pick<Delivery, 'status' | 'attempts' | 'lastAttempt' | 'at' | 'nextAttemptAt'>

export const deliveryColumns: Column<Row>[] = [
  { name: 'status', title: t('Status'), cell: delivery => <DeliveryStatus delivery={delivery} /> },
  {
    name: 'response',
    title: t('Response'),
    cell: delivery => <span className="nowrap">{responseOf(delivery)}</span>,
  },
  { name: 'attempts', title: t('Attempts'), cell: ({ attempts }) => number(attempts), right: true, wideOnly: true },
  {
    name: 'date',
    title: t('Date'),
    sort: { ascending: 'oldest', descending: 'newest', first: 'descending' },
    cell: ({ at }) => <ShortTime at={at} />,
  },
]

export const nextAttemptColumn: Column<Row> = {
  name: 'next',
  title: t('Next attempt'),
  cell: ({ nextAttemptAt }) => (nextAttemptAt === null ? '–' : <ShortTime at={nextAttemptAt} />),
}

/** `text` says which are refused. */
export const resendAct = (text: string, send: BulkAct['send']): BulkAct => ({
  label: t('Resend'),
  title: what => t('Resend {what}', { what }),
  done: what => t('{what} will be resent', { what }),
  icon: <RotateCw size={15} />,
  text,
  send,
})
