// Payments that need attention: charges without an outcome, failed refunds, disputes, unpaid orders and
// statements, and days with differences; and the ledger.

import { PageFrame } from '../../../components/layout/Page.tsx'
import { t } from '../../../language.ts'
import { ScreenTabs } from '../../../shell/frame/ScreenTabs.tsx'
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

export const Page = () => (
  <PageFrame title={t('Payments')}>
    <ScreenTabs
      tabs={[
        { tab: 'unknown', name: t('Unknown status'), content: unknown },
        { tab: 'unconfirmed', name: t('Awaiting confirmation'), content: unconfirmed },
        { tab: 'refunds', name: t('Failed refunds [[tab]]'), content: <FailedRefunds /> },
        { tab: 'transfers', name: t('Refused transfers'), content: <RefusedTransfers /> },
        { tab: 'disputes', name: t('Disputes'), content: <Disputes /> },
        { tab: 'overdue', name: t('Unpaid orders'), content: <Overdue /> },
        { tab: 'statements', name: t('Statements'), content: <UnpaidStatements /> },
        { tab: 'books', name: t('Reconciliation'), content: <Reconciliations /> },
        { tab: 'taxes', name: t('Tax returns'), content: <TaxReturns /> },
        { tab: 'ledger', name: t('Ledger'), content: <StaffLedger /> },
        { tab: 'accounting', name: t('Accounting'), content: <Accounting /> },
      ]}
    />
  </PageFrame>
)

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
