// The billing by statement of an enterprise account, for its members and for the staff: its terms, statements and
// payments.

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { ReceivedPayment, Statement, StatementLine } from '../../apiTypes.ts'
import {
  type Billing,
  BillingDetails,
  noPayments,
  noStatements,
  paymentColumns,
  statementColumns,
} from '../../components/billing/Statements.tsx'
import type { DetailRow } from '../../components/layout/Details.tsx'
import type { Column } from '../../components/layout/List.tsx'
import { LoadState } from '../../components/layout/LoadState.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { money } from '../../components/layout/Values.tsx'
import { t } from '../../language.ts'
import { ListScreen, pagesOf } from '../lists/ListScreen.tsx'
import { type LinesQuery, type ShownLines, StatementLines } from './StatementLines.tsx'

type Cursor = { cursor?: string }
type Read<Page, Query = Cursor> = (query: Query) => Promise<Page & { nextCursor: string | null }>

/** Where the billing of an account is read: as its members see it, or as the staff do. */
export type BillingScope = {
  /** Of its queries. */
  key: readonly string[]
  /** The address of its documents. */
  base: string
  terms: () => Promise<Billing>
  statements: Read<{ statements: Statement[] }>
  payments: Read<{ payments: ReceivedPayment[] }>
  lines: Read<{ lines: StatementLine[] }, LinesQuery>
  orderAt: (customerOrderId: string) => string
}

type Props = {
  scope: BillingScope
  about: string
  /** Of a balance in favor of the customer. */
  inFavor: (amount: string) => string
  actions?: ReactNode
  more?: DetailRow[]
  /** The acts that are possible on a payment. */
  paymentActs?: Column<ReceivedPayment> | undefined
  /** The acts that are possible on a statement. */
  statementActs?: Column<Statement> | undefined
  /** The acts that are possible on a line of a statement; their dialogs take its place. */
  lineActs?: Column<StatementLine> | undefined
  /** The dialogs of `actions`. */
  children?: (billing: Billing, unpaid: Statement[]) => ReactNode
}

export function StatementBilling({
  scope,
  about,
  inFavor,
  actions,
  more,
  paymentActs,
  statementActs,
  lineActs,
  children,
}: Props) {
  const [shown, setShown] = useState<ShownLines | null>(null)
  const terms = useQuery({ queryKey: [...scope.key, 'terms'], queryFn: scope.terms })
  if (terms.isPending || terms.error) return <LoadState of={terms} rows={3} />
  const billing = terms.data
  return (
    <>
      <Section title={balanceText(billing.balance, inFavor)} about={about} actions={actions}>
        <BillingDetails billing={billing} showNext={() => setShown('next')} more={more} />
      </Section>
      <Section title={t('Statements')} flush>
        <ListScreen
          of={pagesOf([...scope.key, 'statements'], {}, scope.statements)}
          rowsOf={page => page.statements}
          label={t('Statements')}
          bare
          columns={[
            ...statementColumns<Statement>(() => scope.base, setShown),
            ...(statementActs ? [statementActs] : []),
          ]}
          keyOf={({ number }) => String(number)}
          skeletonRows={2}
          empty={noStatements}
          acts={rows =>
            children?.(
              billing,
              rows.filter(({ due }) => due > 0),
            )
          }
        />
      </Section>
      <Section title={t('Payments')} flush>
        <ListScreen
          of={pagesOf([...scope.key, 'payments'], {}, scope.payments)}
          rowsOf={page => page.payments}
          label={t('Payments')}
          bare
          columns={paymentActs === undefined ? paymentColumns : [...paymentColumns, paymentActs]}
          keyOf={({ paymentId }) => paymentId}
          skeletonRows={2}
          empty={noPayments}
        />
      </Section>
      {shown === null ? null : (
        <StatementLines
          of={shown}
          list={scope.key}
          read={scope.lines}
          orderAt={scope.orderAt}
          acts={lineActs}
          close={() => setShown(null)}
        />
      )}
    </>
  )
}

function balanceText(balance: number, inFavor: Props['inFavor']): string {
  if (balance > 0) return t('{amount} owed', { amount: money(balance) })
  return balance < 0 ? inFavor(money(-balance)) : t('Nothing owed')
}
