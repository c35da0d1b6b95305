// A statement as CSV (RFC 4180) for spreadsheets, with a row for each line. Amounts are in dollars.

import { byteOrderMark, csvText } from '../../base/files/csv.ts'
import { signedDollarsText } from '../../base/money.ts'
import type { StatementLine } from './statementStore.ts'

const columns = [
  'statement',
  'kind',
  'at',
  'customerOrderId',
  'reprintOf',
  'purchaseOrderNumber',
  'items',
  'itemsTotal',
  'shippingTotal',
  'taxesTotal',
  'amount',
  'currency',
  'reason',
  'bookTitles',
] as const

export async function* statementCsv(
  statement: number,
  portions: AsyncIterable<StatementLine[]>,
): AsyncGenerator<string> {
  yield `${byteOrderMark}${columns.join(',')}\r\n`
  for await (const lines of portions) yield lines.map(line => rowOf(statement, line)).join('')
}

const rowOf = (statement: number, line: StatementLine): string =>
  `${[
    statement,
    line.kind,
    line.at.toISOString(),
    csvText(line.customerOrderId ?? ''),
    csvText(line.reprintOf ?? ''),
    csvText(line.purchaseOrder ?? ''),
    csvText(line.items.map(({ sku, quantity }) => `${quantity} x ${sku}`).join('; ')),
    signedDollarsText(line.itemsCents),
    signedDollarsText(line.shippingCents),
    signedDollarsText(line.taxCents),
    signedDollarsText(line.amountCents),
    'USD',
    csvText(
      [...(line.lateStatement === null ? [] : [`statement ${line.lateStatement}`]), line.reason ?? []]
        .flat()
        .join(': '),
    ),
    csvText(line.items.map(({ sku, quantity, title = sku }) => `${quantity} x ${title}`).join('; ')),
  ].join(',')}\r\n`
