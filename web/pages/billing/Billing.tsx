// Billing: cards, due orders, charges, documents, the ledger, and tax exemption certificates.

import { Tabs } from '@mantine/core'
import { api, unwrap } from '../../api.ts'
import { PageFrame } from '../../components/layout/Page.tsx'
import { TabList } from '../../components/layout/TabList.tsx'
import { DailyChargeTime } from '../../components/layout/Values.tsx'

import { Ledger } from '../../shell/Ledger.tsx'
import { useTab } from '../../shell/mode.ts'
import { useNextCharge } from '../../shell/nextCharge.ts'
import { Cards } from './Cards.tsx'
import { Charges } from './Charges.tsx'
import { Documents } from './Documents.tsx'
import { Due } from './Due.tsx'
import { Exemptions } from './Exemptions.tsx'

export function Page() {
  const [tab, setTab] = useTab(['due', 'charges', 'documents', 'ledger', 'exemptions'])
  const { charge } = useNextCharge()
  return (
    <PageFrame
      title="Billing"
      about={
        charge === null ? (
          'The printer sets your prices and bills you directly.'
        ) : (
          <>
            Production orders are charged once a day at <DailyChargeTime />. Sandbox orders are never charged.
          </>
        )
      }
    >
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <TabList chosen={tab}>
          <Tabs.Tab value="due">Due</Tabs.Tab>
          <Tabs.Tab value="charges">Charges</Tabs.Tab>
          <Tabs.Tab value="documents">Invoices & credit notes</Tabs.Tab>
          <Tabs.Tab value="ledger">Ledger</Tabs.Tab>
          <Tabs.Tab value="exemptions">Tax exemption</Tabs.Tab>
        </TabList>
        <Tabs.Panel value="due">
          <Due>
            <Cards />
          </Due>
        </Tabs.Panel>
        <Tabs.Panel value="charges">
          <Charges />
        </Tabs.Panel>
        <Tabs.Panel value="documents">
          <Documents />
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
