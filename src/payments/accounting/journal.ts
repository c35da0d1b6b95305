// The journal of an export, as the files that accounting programs import. An entry is about one day, sums its postings
// by account, and balances, because each posting does. docs/money.md names the sources of the formats.

import { strToU8, zipSync } from 'fflate'
import { byteOrderMark, csvText } from '../../base/files/csv.ts'
import { dollarsText } from '../../base/money.ts'

/** `detail` is the part of revenue and refunds, the jurisdiction of tax, and '' otherwise. */
export type JournalLine = { ledgerAccount: string; detail: string; debitCents: number; creditCents: number }
/** ISO date, in UTC. */
export type JournalEntry = { day: string; lines: JournalLine[] }

/** An account of the operator's accounting. `detail` is '' where it stands for all that have no own account. */
export type MappedAccount = { ledgerAccount: string; detail: string; code: string; name: string }

export type Journal = { number: number; entries: JournalEntry[]; accounts: MappedAccount[] }

export const journalFormats = ['csv', 'iif', 'quickbooks_online', 'xero'] as const
type JournalFormat = (typeof journalFormats)[number]

type JournalFile = { extension: string; write(of: Journal): string | Buffer }
export const journalFile: Record<JournalFormat, JournalFile> = {
  csv: { extension: 'csv', write: generalJournal },
  iif: { extension: 'iif', write: quickBooksJournal },
  quickbooks_online: { extension: 'quickbooks.zip', write: quickBooksOnlineJournals },
  xero: { extension: 'xero.zip', write: xeroJournals },
}

/** Debits and credits stay apart, so that the ledger has the same sums. Debits are positive. */
type Row = JournalLine & { day: string; amountCents: number; code: string; name: string }

const rowsOf = ({ entries, accounts }: Journal): Row[][] =>
  entries.map(({ day, lines }) =>
    lines.flatMap(line =>
      [line.debitCents, -line.creditCents]
        .filter(amountCents => amountCents !== 0)
        .map(amountCents => ({ ...line, day, amountCents, ...accountOf(accounts, line) })),
    ),
  )

/** Without an account of the operator, the name of ours stands for both. */
function accountOf(accounts: MappedAccount[], line: JournalLine): Pick<MappedAccount, 'code' | 'name'> {
  const of = accounts.filter(({ ledgerAccount }) => ledgerAccount === line.ledgerAccount)
  const found = of.find(({ detail }) => detail === line.detail) ?? of.find(({ detail }) => detail === '')
  return found === undefined ? { code: ourName(line), name: ourName(line) } : { code: found.code, name: found.name }
}

const ourName = ({ ledgerAccount, detail }: Pick<JournalLine, 'ledgerAccount' | 'detail'>): string =>
  detail === '' ? ledgerAccount : `${ledgerAccount} ${detail}`

const signed = (cents: number): string => (cents < 0 ? `-${dollarsText(-cents)}` : dollarsText(cents))
const csvLine = (fields: (string | number)[]): string => `${fields.map(field => csvField(field)).join(',')}\r\n`
/** A negative amount is no formula. */
const csvField = (field: string | number): string =>
  /^-?\d+\.\d\d$/.test(`${field}`) ? `${field}` : csvText(`${field}`)

const generalColumns = [
  ...['export', 'entry', 'date', 'accountCode', 'accountName', 'ledgerAccount', 'detail'],
  ...['debit', 'credit', 'currency'],
]

function generalJournal(journal: Journal): string {
  const lines = rowsOf(journal).flatMap(rows =>
    rows.map(({ day, code, name, ledgerAccount, detail, amountCents }) =>
      csvLine([
        ...[journal.number, `${journal.number}-${day}`, day, code, name, ledgerAccount, detail],
        ...[dollarsText(Math.max(amountCents, 0)), dollarsText(Math.max(-amountCents, 0)), 'USD'],
      ]),
    ),
  )
  return `${byteOrderMark}${generalColumns.join(',')}\r\n${lines.join('')}`
}

const iifColumns = ['TRNSTYPE', 'DATE', 'ACCNT', 'AMOUNT', 'DOCNUM', 'MEMO']

/** Intuit Interchange Format: a transaction is a TRNS line and SPL lines. Accounts are found by their names. */
function quickBooksJournal(journal: Journal): string {
  const line = (fields: string[]) => `${fields.join('\t')}\r\n`
  const entries = rowsOf(journal).map(rows => {
    const lines = rows.map(({ day, name, ledgerAccount, detail, amountCents }, i) => {
      const [year, month, date] = day.split('-')
      return line([
        ...[i === 0 ? 'TRNS' : 'SPL', 'GENERAL JOURNAL', `${month}/${date}/${year}`, name, signed(amountCents)],
        ...[`${journal.number}-${day}`, ourName({ ledgerAccount, detail })],
      ])
    })
    return [...lines, line(['ENDTRNS'])].join('')
  })
  return [line(['!TRNS', ...iifColumns]), line(['!SPL', ...iifColumns]), line(['!ENDTRNS']), ...entries].join('')
}

const quickBooksOnlineColumns = [
  ...['Journal No.', 'Journal Date', 'Account Name', 'Debits', 'Credits', 'Description', 'Name', 'Currency'],
]
/** Of a file that QuickBooks Online imports, with the line of its columns. */
const maxRowsForQuickBooksOnline = 1000

/** Lines with the same number are one entry; accounts are found by names. */
function quickBooksOnlineJournals(journal: Journal): Buffer {
  const files = filesOf(rowsOf(journal), maxRowsForQuickBooksOnline)
  return zipped(journal.number, quickBooksOnlineColumns, files, row => quickBooksOnlineLine(journal.number, row))
}

/** Files of at most so many rows, with the line of their columns. No entry is in two, so one with more has its own. */
function filesOf(entries: Row[][], maxRows: number): Row[][] {
  const files: Row[][] = []
  for (const rows of entries) {
    const last = files.at(-1)
    if (last === undefined || 1 + last.length + rows.length > maxRows) files.push([])
    for (const row of rows) files.at(-1)!.push(row)
  }
  return files
}

/** Files have a date in a ZIP. The same export must give the same bytes. */
const mtime = '1980-01-01T00:00:00'

function zipped(number: number, columns: string[], files: Row[][], lineOf: (row: Row) => string): Buffer {
  const texts = files.map(rows => `${csvLine(columns)}${rows.map(lineOf).join('')}`)
  const named = texts.map((text, i) => [`accounting-${number}-${i + 1}.csv`, strToU8(text)])
  return Buffer.from(zipSync(Object.fromEntries(named), { mtime }))
}

function quickBooksOnlineLine(number: number, { day, name, amountCents, ledgerAccount, detail }: Row): string {
  const [year, month, date] = day.split('-')
  return csvLine([
    ...[`${number}-${day}`, `${month}/${date}/${year}`, name],
    ...(amountCents > 0 ? [dollarsText(amountCents), ''] : ['', dollarsText(-amountCents)]),
    ...[ourName({ ledgerAccount, detail }), '', 'USD'],
  ])
}

const xeroColumns = [
  ...['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount'],
  ...['TrackingName1', 'TrackingOption1', 'TrackingName2', 'TrackingOption2'],
]
/** The taxes are lines of their own. */
const xeroTaxRate = 'Tax Exempt'

/** Of a file that Xero imports, with the line of its columns. */
const maxRowsForXero = 300

/** Lines with the same narration and date are one journal. Accounts are found by their codes. */
function xeroJournals(journal: Journal): Buffer {
  const files = filesOf(rowsOf(journal), maxRowsForXero)
  return zipped(journal.number, xeroColumns, files, row => xeroLine(journal.number, row))
}

function xeroLine(number: number, { day, code, amountCents, ledgerAccount, detail }: Row): string {
  const [year, month, date] = day.split('-')
  return csvLine([
    ...[`Export ${number}, ${day}`, `${date}/${month}/${year}`, ourName({ ledgerAccount, detail }), code],
    ...[xeroTaxRate, signed(amountCents), '', '', '', ''],
  ])
}
