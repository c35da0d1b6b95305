// The lines of a statement of an enterprise account, or of its next one, in a dialog.

import { Modal, Stack } from '@mantine/core'
import { FileText } from 'lucide-react'
import { orderTitle } from '../../../src/base/text/orderTitle.ts'
import type { StatementLine } from '../../apiTypes.ts'
import { monthText } from '../../components/billing/Statements.tsx'
import { useReturnFocus } from '../../components/forms/opener.ts'
import { AppLink } from '../../components/layout/AppLink.tsx'
import type { Column } from '../../components/layout/List.tsx'
import { Muted, money, Time } from '../../components/layout/Values.tsx'
import { t } from '../../language.ts'
import { ListScreen, pagesOf } from '../lists/ListScreen.tsx'

export type LinesQuery = { statement?: number; cursor?: string; limit: number }
/** A statement, or the next one, which has no number yet. */
export type ShownLines = { number: number; month: string } | 'next'
type Props = {
  of: ShownLines
  /** Of its account: the key of its queries. */
  list: readonly string[]
  read: (query: LinesQuery) => Promise<{ lines: StatementLine[]; nextCursor: string | null }>
  /** The address of an order of the account. */
  orderAt: (customerOrderId: string) => string
  acts?: Column<StatementLine> | undefined
  close: () => void
}

const linesAtOnce = 50

/** The kind of a line, unless it is an order. */
function noteOf({ kind, reprintOf, reason, lateStatement }: Omit<StatementLine, 'customerOrderId'>): string | null {
  if (kind === 'charge') return t('Charge: {reason}', { reason: reason ?? '' })
  if (kind === 'removed_charge') return t('Charge taken back: {reason}', { reason: reason ?? '' })
  if (kind === 'waived_fee') return t('Late fee for statement {number}, taken back', { number: lateStatement! })
  if (lateStatement !== null) return t('Late fee for statement {number}', { number: lateStatement })
  if (kind === 'order') return null
  if (kind === 'reprint') return t('Free reprint of {order}', { order: reprintOf ?? '' })
  return reason === null ? t('Credit [[on a statement]]') : t('Credit: {reason}', { reason })
}

const columnsOf = (orderAt: Props['orderAt']): Column<StatementLine>[] => [
  {
    title: t('Order'),
    cell: ({ customerOrderId, ...line }) => (
      <Stack gap={0}>
        {customerOrderId === null ? null : (
          <AppLink to={orderAt(customerOrderId)} className="wrap">
            {orderTitle({ ...line, customerOrderId })}
          </AppLink>
        )}
        <Muted>{noteOf(line) ?? ''}</Muted>
      </Stack>
    ),
  },
  { title: t('Date'), cell: ({ at }) => <Time at={at} /> },
  {
    title: t('Purchase order'),
    cell: ({ purchaseOrderNumber }) => <span className="wrap">{purchaseOrderNumber ?? '–'}</span>,
  },
  {
    title: t('Books'),
    cell: ({ items }) => (
      <span className="wrap">{items.map(({ sku, quantity }) => `${quantity}\u00a0×\u00a0${sku}`).join(', ')}</span>
    ),
  },
  { title: t('Amount'), cell: ({ amount }) => money(amount), right: true },
]

export function StatementLines({ of, list, read, orderAt, acts, close }: Props) {
  useReturnFocus()
  const query = { limit: linesAtOnce, ...(of === 'next' ? {} : { statement: of.number }) }
  return (
    <Modal
      opened
      onClose={close}
      title={
        of === 'next'
          ? t('Next statement')
          : t('Statement {number}, {month}', { number: of.number, month: monthText(of.month) })
      }
      size="64rem"
    >
      <ListScreen
        of={pagesOf([...list, 'lines'], query, read)}
        rowsOf={page => page.lines}
        label={t('Lines [[of a statement]]')}
        columns={acts === undefined ? columnsOf(orderAt) : [...columnsOf(orderAt), acts]}
        keyOf={line =>
          `${line.customerOrderId ?? line.lateStatement ?? line.reason} ${line.kind} ${line.at} ${line.amount}`
        }
        skeletonRows={2}
        empty={{ icon: FileText, title: t('No lines yet'), text: t('Orders appear here when they ship.') }}
      />
    </Modal>
  )
}
