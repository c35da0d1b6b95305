// The money that customers owe; payments that need attention, while there are any; and the books.

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../../api.ts'
import { PageFrame } from '../../../components/layout/Page.tsx'
import { t } from '../../../language.ts'
import { useFilters } from '../../../shell/frame/mode.ts'
import { ScreenTabs, TabCount } from '../../../shell/frame/ScreenTabs.tsx'
import { Accounting } from './Accounting.tsx'
import { Disputes } from './Disputes.tsx'
import { FailedRefunds } from './FailedRefunds.tsx'
import { OpenCharges } from './OpenCharges.tsx'
import { Overdue } from './Overdue.tsx'
import { Reconciliations } from './Reconciliations.tsx'
import { RefusedTransfers } from './RefusedTransfers.tsx'
import { StaffLedger } from './StaffLedger.tsx'
import { TaxReturns } from './TaxReturns.tsx'
import { UnpaidStatements } from './UnpaidStatements.tsx'

export function Page() {
  const [{ tab: chosen }] = useFilters()
  const overview = useQuery({ queryKey: ['staff', 'overview'], queryFn: () => api.GET('/staff/overview') })
  const { counts } = overview.data ?? {}
  const troubles: Trouble[] = [
    { tab: 'unknown', name: t('Unknown status'), count: counts?.unknownCharges, content: unknown },
    { tab: 'unconfirmed', name: t('Awaiting confirmation'), count: counts?.unconfirmedCharges, content: unconfirmed },
    { tab: 'refunds', name: t('Failed refunds [[tab]]'), count: counts?.unmadeRefunds, content: <FailedRefunds /> },
    { tab: 'transfers', name: t('Refused transfers'), count: counts?.refusedPayments, content: <RefusedTransfers /> },
  ]
  const withCount = ({ count, ...tab }: Trouble) => ({ ...tab, beside: <TabCount count={count} /> })
  return (
    <PageFrame title={t('Payments')}>
      <ScreenTabs
        tabs={[
          { tab: 'statements', name: t('Statements'), content: <UnpaidStatements /> },
          withCount({ tab: 'overdue', name: t('Unpaid orders'), count: counts?.overdue, content: <Overdue /> }),
          // Nothing is in most of them on most days. Where the counts cannot be read, all are there.
          ...troubles
            .filter(({ tab, count }) => (count === undefined ? overview.isError : count > 0) || tab === chosen)
            .map(withCount),
          withCount({ tab: 'disputes', name: t('Disputes'), count: counts?.openDisputes, content: <Disputes /> }),
          withCount({
            tab: 'books',
            name: t('Reconciliation'),
            count: counts?.unevenDays,
            content: <Reconciliations />,
          }),
          { tab: 'taxes', name: t('Tax returns'), content: <TaxReturns /> },
          { tab: 'ledger', name: t('Ledger'), content: <StaffLedger /> },
          { tab: 'accounting', name: t('Accounting'), content: <Accounting /> },
        ]}
      />
    </PageFrame>
  )
}

type Trouble = { tab: string; name: string; count: number | undefined; content: ReactNode }

const unknown = (
  <OpenCharges
    status="unknown"
    emptyText={t(
      'Payments with unknown status appear here. We check them with the provider again automatically; nobody is charged twice.',
    )}
  />
)
const unconfirmed = (
  <OpenCharges
    status="requires_action"
    emptyText={t('Charges that the cardholder must confirm appear here. The account holder is notified by email.')}
  />
)
