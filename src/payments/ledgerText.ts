// The ledger as a file: CSV (RFC 4180) for spreadsheets, and JSON for programs. Amounts are in dollars, debits
// positive.

import { dollars, dollarsText } from '../base/money.ts'
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
] as const

/** Without this mark at the beginning, Excel takes the letters of UTF-8 for others. */
const byteOrderMark = '\uFEFF'

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
    signedDollars(line.amountCents),
    'USD',
    csvText(line.customerOrderId),
    csvText(line.chargeId ?? ''),
    csvText(line.refundId ?? ''),
  ].join(',')}\r\n`

const signedDollars = (cents: number): string => (cents < 0 ? `-${dollarsText(-cents)}` : dollarsText(cents))

/**
 * A text as a CSV field. Customers choose identifiers, and spreadsheets execute text that looks like a formula; such
 * text gets a leading apostrophe, which marks it as text.
 */
export function csvText(text: string): string {
  const plain = /^[=+\-@\t\r\n|%＝＋－＠]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

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
