// Payments that need attention: charges without an outcome, failed refunds, disputes, unpaid orders and
// statements, and days with differences; and the ledger.

import { Tabs } from '@mantine/core'
import { PageFrame } from '../../../components/layout/Page.tsx'
import { TabList } from '../../../components/layout/TabList.tsx'
import { t } from '../../../language.ts'
import { useTab } from '../../../shell/frame/mode.ts'
import { Accounting } from './Accounting.tsx'
import { Disputes } from './Disputes.tsx'
import { FailedRefunds } from './FailedRefunds.tsx'
import { OpenCharges } from './OpenCharges.tsx'
import { Overdue } from './Overdue.tsx'
import { Reconciliations } from './Reconciliations.tsx'
import { StaffLedger } from './StaffLedger.tsx'
import { UnpaidStatements } from './UnpaidStatements.tsx'

export function Page() {
  const [tab, setTab] = useTab([
    'unknown',
    'unconfirmed',
    'refunds',
    'disputes',
    'overdue',
    'statements',
    'books',
    'ledger',
    'accounting',
  ])
  return (
    <PageFrame title={t('Payments')}>
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <TabList chosen={tab}>
          <Tabs.Tab value="unknown">{t('Unknown status')}</Tabs.Tab>
          <Tabs.Tab value="unconfirmed">{t('Awaiting confirmation')}</Tabs.Tab>
          <Tabs.Tab value="refunds">{t('Failed refunds [[tab]]')}</Tabs.Tab>
          <Tabs.Tab value="disputes">{t('Disputes')}</Tabs.Tab>
          <Tabs.Tab value="overdue">{t('Unpaid orders')}</Tabs.Tab>
          <Tabs.Tab value="statements">{t('Statements')}</Tabs.Tab>
          <Tabs.Tab value="books">{t('Reconciliation')}</Tabs.Tab>
          <Tabs.Tab value="ledger">{t('Ledger')}</Tabs.Tab>
          <Tabs.Tab value="accounting">{t('Accounting')}</Tabs.Tab>
        </TabList>
        <Tabs.Panel value="unknown">
          <OpenCharges
            status="unknown"
            emptyText={t(
              'Payments with unknown status appear here. We check them with the provider again automatically; nobody is charged twice.',
            )}
          />
        </Tabs.Panel>
        <Tabs.Panel value="unconfirmed">
          <OpenCharges
            status="requires_action"
            emptyText={t(
              'Charges that the cardholder must confirm appear here. The account holder is notified by email.',
            )}
          />
        </Tabs.Panel>
        <Tabs.Panel value="refunds">
          <FailedRefunds />
        </Tabs.Panel>
        <Tabs.Panel value="disputes">
          <Disputes />
        </Tabs.Panel>
        <Tabs.Panel value="overdue">
          <Overdue />
        </Tabs.Panel>
        <Tabs.Panel value="statements">
          <UnpaidStatements />
        </Tabs.Panel>
        <Tabs.Panel value="books">
          <Reconciliations />
        </Tabs.Panel>
        <Tabs.Panel value="ledger">
          <StaffLedger />
        </Tabs.Panel>
        <Tabs.Panel value="accounting">
          <Accounting />
        </Tabs.Panel>
      </Tabs>
    </PageFrame>
  )
}
