// The ledger as a file: CSV (RFC 4180) for spreadsheets, and JSON for programs. Amounts are in dollars, debits
// positive.

import { byteOrderMark, csvText } from '../base/files/csv.ts'
import { dollars, signedDollarsText } from '../base/money.ts'
import type { LedgerLine } from './ledgerRead.ts'

const columns = [
  'at',
  'accountId',
  'postingId',
  'line',
  'ledgerAccount',
  'part',
  'jurisdiction',
  'amount',
  'currency',
  'customerOrderId',
  'chargeId',
  'refundId',
  'disputeId',
  'paymentId',
] as const

export async function* ledgerCsv(portions: AsyncIterable<LedgerLine[]>): AsyncGenerator<string> {
  yield `${byteOrderMark}${columns.join(',')}\r\n`
  for await (const lines of portions) yield lines.map(csvLine).join('')
}

const csvLine = (line: LedgerLine): string =>
  `${[
    line.at.toISOString(),
    csvText(line.accountId),
    csvText(line.postingId),
    line.line,
    line.ledgerAccount,
    line.part ?? '',
    csvText(line.jurisdiction ?? ''),
    signedDollarsText(line.amountCents),
    'USD',
    csvText(line.customerOrderId ?? ''),
    csvText(line.chargeId ?? ''),
    csvText(line.refundId ?? ''),
    csvText(line.disputeId ?? ''),
    csvText(line.paymentId ?? ''),
  ].join(',')}\r\n`

export async function* ledgerJson(
  portions: AsyncIterable<LedgerLine[]>,
  period: { from: string; to: string },
): AsyncGenerator<string> {
  yield `{"from":"${period.from}","to":"${period.to}","currency":"USD","entries":[`
  let first = true
  for await (const lines of portions) {
    yield (first ? '' : ',') + lines.map(jsonLine).join(',')
    first = false
  }
  yield ']}'
}

const jsonLine = ({ amountCents, at, ...line }: LedgerLine): string =>
  JSON.stringify({ at: at.toISOString(), ...line, amount: dollars(amountCents) })
