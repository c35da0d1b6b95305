// What an enterprise account owes: its terms, its statements and its payments.

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, unwrap } from '../../api.ts'
import {
  BillingDetails,
  noPayments,
  noStatements,
  paymentColumns,
  statementColumns,
} from '../../components/billing/Statements.tsx'
import { Failure } from '../../components/feedback/Failure.tsx'
import { RowsSkeleton } from '../../components/layout/Page.tsx'
import { PagedList } from '../../components/layout/PagedList.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { money } from '../../components/layout/Values.tsx'
import { t } from '../../language.ts'
import { usePages } from '../../shell/frame/pages.ts'
import { billingTerms } from '../../shell/money/billingTerms.ts'
import { type ShownLines, StatementLines } from '../../shell/money/StatementLines.tsx'

export function Statements() {
  const [shown, setShown] = useState<ShownLines | null>(null)
  const billing = useQuery(billingTerms)
  const statements = usePages(['billing', 'statements'], undefined, cursor =>
    unwrap(api.GET('/dashboard/api/billing/statements', { params: { query: cursor } })),
  )
  const payments = usePages(['billing', 'payments'], undefined, cursor =>
    unwrap(api.GET('/dashboard/api/billing/payments', { params: { query: cursor } })),
  )
  if (billing.isPending) return <RowsSkeleton rows={3} />
  if (billing.error) return <Failure error={billing.error} retry={() => billing.refetch()} />
  return (
    <>
      <Section
        title={balanceText(billing.data.balance)}
        about={t(
          'Orders are billed at the printer’s prices, by statement at the end of the month in which they ship. Sandbox orders are never billed.',
        )}
      >
        <BillingDetails billing={billing.data} showNext={() => setShown('next')} />
      </Section>
      <Section title={t('Statements')} flush>
        <PagedList
          of={statements}
          rowsOf={page => page.statements}
          label={t('Statements')}
          bare
          columns={statementColumns(() => '/dashboard/api/billing', setShown)}
          keyOf={({ number }) => String(number)}
          skeletonRows={2}
          empty={noStatements}
        />
      </Section>
      <Section title={t('Payments')} flush>
        <PagedList
          of={payments}
          rowsOf={page => page.payments}
          label={t('Payments')}
          bare
          columns={paymentColumns}
          keyOf={({ paymentId }) => paymentId}
          skeletonRows={2}
          empty={noPayments}
        />
      </Section>
      {shown === null ? null : (
        <StatementLines
          of={shown}
          list={['billing']}
          read={query => unwrap(api.GET('/dashboard/api/billing/statement-lines', { params: { query } }))}
          orderAt={id => `/production/orders/${encodeURIComponent(id)}`}
          close={() => setShown(null)}
        />
      )}
    </>
  )
}

function balanceText(balance: number): string {
  if (balance > 0) return t('{amount} owed', { amount: money(balance) })
  return balance < 0 ? t('{amount} in your favor', { amount: money(-balance) }) : t('Nothing owed')
}
