// The ledger and its balances.

import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import { day, instant, later } from '../../base/clock.ts'
import { dollars } from '../../base/money.ts'
import { malformedField } from '../../base/refusal.ts'
import { isCost, ledgerAccounts } from '../../payments/ledger.ts'
import { type LedgerLine, type Period, readAllLedgerLines, readLedgerLines } from '../../payments/ledgerRead.ts'
import { type Balance, readBalances } from '../../payments/ledgerSums.ts'
import { ledgerCsv, ledgerJson } from '../../payments/ledgerText.ts'
import { Closed, Dollars, nullable, oneOf, Text } from '../objects/common.ts'
import { resource } from '../server/resource.ts'
import { type Route, tagged } from '../server/route.ts'
import { sendFile } from '../server/sendFile.ts'
import type { Services } from '../server/services.ts'

/** A year plus the day on which it began. */
const maxDays = 367

const Day = (description: string) =>
  Type.String({ format: 'date', 'x-expected': 'a day such as 2026-03-01', description })
const period = { from: Day('The first day, in UTC.'), to: Day('The last day, in UTC; at most a year later.') }
const format = Type.Unsafe<'csv' | 'json'>({ type: 'string', enum: ['csv', 'json'], default: 'json' })
const Ledger = Type.Unsafe<Buffer>({
  description: 'Debits are positive. CSV has a line per entry; JSON is an object with `entries`.',
  content: {
    'text/csv': { schema: { type: 'string' } },
    'application/json': { schema: { type: 'object', additionalProperties: true } },
  },
})
const Balances = Type.Object({
  from: Type.String(),
  to: Type.String(),
  currency: Type.String(),
  balances: Type.Array(
    Type.Object({
      ledgerAccount: oneOf(ledgerAccounts),
      part: nullable(
        Type.String({
          description:
            'For revenue and refunds: items, fulfillment or shipping; for refunds also adjustment and discount, for revenue adjustment and late_fee.',
        }),
      ),
      jurisdiction: nullable(Type.String({ description: 'For tax.' })),
      opening: Dollars,
      debit: Dollars,
      credit: Dollars,
      closing: Dollars,
    }),
  ),
})
export const ledgerRoutes = tagged('Billing', ({ db, archive: { readPostings } }: Services): Route[] => {
  const source = { db, readPostings }
  return [
    ...resource({
      method: 'GET',
      at: { member: '/dashboard/api/billing/ledger', staff: '/staff/ledger' },
      operationId: 'exportLedger',
      summary: 'Export your part of the ledger',
      query: Closed({ ...period, format }),
      answer: Ledger,
      staff: {
        tag: 'Staff',
        summary: 'Export the ledger of one account, or of all accounts one after the other',
        query: Closed({ ...period, format, accountId: Type.Optional(Text(64)) }),
      },
      handle({ owner, query, reply }) {
        const accountId = owner.accountId ?? query.accountId
        return sendLedger(reply, query, of => {
          if (accountId === undefined) return readAllLedgerLines(source, of)
          const lines = readLedgerLines(source, accountId, of)
          return owner.accountId === null ? lines : withoutCosts(lines)
        })
      },
    }),
    ...resource({
      method: 'GET',
      at: { member: '/dashboard/api/billing/ledger/balances', staff: '/staff/ledger/balances' },
      operationId: 'getLedgerBalances',
      summary: 'Read the balances of your ledger accounts before and after a period',
      query: Closed(period),
      answer: Balances,
      staff: {
        tag: 'Staff',
        summary: "Read the balances of the ledger's accounts before and after a period",
        query: Closed({ ...period, accountId: Type.Optional(Text(64)) }),
      },
      async handle({ owner, query }) {
        const found = await readBalances(db, owner.accountId ?? query.accountId ?? null, readPeriod(query))
        const isOwn = owner.accountId !== null
        return presentBalances(query, isOwn ? found.filter(({ ledgerAccount }) => !isCost(ledgerAccount)) : found)
      },
    }),
  ]
})

async function* withoutCosts(portions: AsyncIterable<LedgerLine[]>): AsyncGenerator<LedgerLine[]> {
  for await (const lines of portions) yield lines.filter(({ ledgerAccount }) => !isCost(ledgerAccount))
}

function readPeriod({ from, to }: { from: string; to: string }): Period {
  const first = instant(`${from}T00:00:00Z`)
  const before = later(instant(`${to}T00:00:00Z`), day)
  const days = (before.getTime() - first.getTime()) / day
  if (days >= 1 && days <= maxDays) return { from: first, before }
  const detail = `got ${from} to ${to}; expected \`to\` to be the same day as \`from\` or later, by at most a year`
  throw malformedField('?to', 'invalid_period', detail)
}

function sendLedger(
  reply: FastifyReply,
  query: { from: string; to: string; format: 'csv' | 'json' },
  read: (period: Period) => AsyncIterable<LedgerLine[]>,
): FastifyReply {
  const { from, to, format } = query
  const lines = read(readPeriod(query))
  const content = format === 'csv' ? ledgerCsv(lines) : ledgerJson(lines, { from, to })
  return sendFile(reply, `ledger-${from}-${to}.${format}`, content)
}

const presentBalances = ({ from, to }: { from: string; to: string }, found: Balance[]): Static<typeof Balances> => ({
  from,
  to,
  currency: 'USD',
  balances: found.map(({ openingCents, debitCents, creditCents, closingCents, ledgerAccount, ...name }) => ({
    ledgerAccount: ledgerAccount as 'cash',
    ...name,
    opening: dollars(openingCents),
    debit: dollars(debitCents),
    credit: dollars(creditCents),
    closing: dollars(closingCents),
  })),
})
