// Billing: cards and due orders, or the statements of an enterprise account; charges, documents, the ledger, and tax
// exemption certificates.

import { Tabs } from '@mantine/core'
import { api, unwrap } from '../../api.ts'
import { PageFrame } from '../../components/layout/Page.tsx'
import { TabList } from '../../components/layout/TabList.tsx'
import { DailyChargeTime } from '../../components/layout/Values.tsx'
import { rich, t } from '../../language.ts'
import { useTab } from '../../shell/frame/mode.ts'
import { Ledger } from '../../shell/money/Ledger.tsx'
import { useNextCharge } from '../../shell/money/nextCharge.ts'
import { Cards } from './Cards.tsx'
import { Charges } from './Charges.tsx'
import { Documents } from './Documents.tsx'
import { Due } from './Due.tsx'
import { Exemptions } from './Exemptions.tsx'
import { Statements } from './Statements.tsx'

const shared = ['charges', 'documents', 'ledger', 'exemptions'] as const

export function Page() {
  const { charge } = useNextCharge()
  const isEnterprise = charge === null
  const [tab, setTab] = useTab(isEnterprise ? ['statements', ...shared] : ['due', ...shared])
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
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <TabList chosen={tab}>
          {isEnterprise ? <Tabs.Tab value="statements">{t('Statements')}</Tabs.Tab> : null}
          {isEnterprise ? null : <Tabs.Tab value="due">{t('Due')}</Tabs.Tab>}
          <Tabs.Tab value="charges">{t('Charges')}</Tabs.Tab>
          <Tabs.Tab value="documents">{t('Invoices & credit notes')}</Tabs.Tab>
          <Tabs.Tab value="ledger">{t('Ledger')}</Tabs.Tab>
          <Tabs.Tab value="exemptions">{t('Tax exemption')}</Tabs.Tab>
        </TabList>
        <Tabs.Panel value="statements">
          <Statements />
        </Tabs.Panel>
        <Tabs.Panel value="due">
          <Due>
            <Cards />
          </Due>
        </Tabs.Panel>
        <Tabs.Panel value="charges">
          <Charges isEnterprise={isEnterprise} />
        </Tabs.Panel>
        <Tabs.Panel value="documents">
          <Documents isEnterprise={isEnterprise} />
        </Tabs.Panel>
        <Tabs.Panel value="ledger">
          <Ledger
            of={['own']}
            read={period => unwrap(api.GET('/dashboard/api/billing/ledger/balances', { params: { query: period } }))}
            hrefOf={period => `/dashboard/api/billing/ledger?${new URLSearchParams(period)}`}
          />
        </Tabs.Panel>
        <Tabs.Panel value="exemptions">
          <Exemptions />
        </Tabs.Panel>
      </Tabs>
    </PageFrame>
  )
}
