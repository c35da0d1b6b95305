// Billing: cards and due orders, or the statements of an enterprise account; charges, documents, billing details, the
// ledger, and tax exemption certificates.

import { api } from '../../api.ts'
import { PageFrame } from '../../components/layout/Page.tsx'
import { DailyChargeTime } from '../../components/layout/Values.tsx'
import { rich, t } from '../../language.ts'
import { ScreenTabs } from '../../shell/frame/ScreenTabs.tsx'
import { Ledger } from '../../shell/money/Ledger.tsx'
import { useNextCharge } from '../../shell/money/nextCharge.ts'
import { BillingDetails } from './BillingDetails.tsx'
import { Cards } from './Cards.tsx'
import { Charges } from './Charges.tsx'
import { Documents } from './Documents.tsx'
import { Due } from './Due.tsx'
import { Exemptions } from './Exemptions.tsx'
import { Statements } from './Statements.tsx'

export function Page() {
  const { charge } = useNextCharge()
  const isEnterprise = charge === null
  return (
    <PageFrame
      title={t('Billing')}
      about={
        isEnterprise
          ? t('The printer sets your prices, and you pay by monthly statement.')
          : rich('Production orders are charged once a day at {time}. Sandbox orders are never charged.', {
              time: <DailyChargeTime />,
            })
      }
    >
      <ScreenTabs
        tabs={[
          isEnterprise
            ? { tab: 'statements', name: t('Statements'), content: <Statements /> }
            : { tab: 'due', name: t('Due'), content: <DueAndCards /> },
          { tab: 'charges', name: t('Charges'), content: <Charges isEnterprise={isEnterprise} /> },
          {
            tab: 'documents',
            name: t('Invoices & credit notes'),
            content: <Documents isEnterprise={isEnterprise} />,
          },
          { tab: 'details', name: t('Billing details'), content: <BillingDetails /> },
          { tab: 'ledger', name: t('Ledger'), content: <OwnLedger /> },
          { tab: 'exemptions', name: t('Tax exemption'), content: <Exemptions /> },
        ]}
      />
    </PageFrame>
  )
}

const DueAndCards = () => (
  <Due>
    <Cards />
  </Due>
)

const OwnLedger = () => (
  <Ledger
    of={['own']}
    read={period => api.GET('/dashboard/api/billing/ledger/balances', { params: { query: period } })}
    hrefOf={period => `/dashboard/api/billing/ledger?${new URLSearchParams(period)}`}
  />
)
