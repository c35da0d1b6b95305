// Money that somebody must look at: charges without an outcome, refunds that are not made, orders that nobody pays,
// days whose books differ; and the books.

import { Tabs } from '@mantine/core'
import { PageFrame } from '../../../components/Page.tsx'
import { TabList } from '../../../components/TabList.tsx'
import { useFilters } from '../../../shell/mode.ts'
import { AllBooks } from './AllBooks.tsx'
import { Books } from './Books.tsx'
import { OpenCharges } from './OpenCharges.tsx'
import { Overdue } from './Overdue.tsx'
import { UnmadeRefunds } from './UnmadeRefunds.tsx'

const tabs = [
  { tab: 'unknown', name: 'Unknown outcome' },
  { tab: 'unconfirmed', name: 'Awaiting confirmation' },
  { tab: 'refunds', name: 'Refunds not made' },
  { tab: 'overdue', name: 'Unpaid orders' },
  { tab: 'books', name: 'Reconciliation' },
  { tab: 'ledger', name: 'Ledger' },
]

export function Page() {
  const [{ tab }, setFilters] = useFilters()
  return (
    <PageFrame title="Payments">
      <Tabs
        value={tabs.find(one => one.tab === tab)?.tab ?? 'unknown'}
        onChange={value => setFilters({ tab: value ?? undefined })}
        keepMounted={false}
      >
        <TabList chosen={tabs.find(one => one.tab === tab)?.tab ?? 'unknown'}>
          {tabs.map(({ tab, name }) => (
            <Tabs.Tab key={tab} value={tab}>
              {name}
            </Tabs.Tab>
          ))}
        </TabList>
        <Tabs.Panel value="unknown">
          <OpenCharges
            status="unknown"
            none="The provider has answered every charge. A charge without an answer is asked for again automatically, with the same key, so that nobody is charged twice."
          />
        </Tabs.Panel>
        <Tabs.Panel value="unconfirmed">
          <OpenCharges
            status="requires_action"
            none="No charge waits for a cardholder’s confirmation. The holder sees such a charge in the dashboard and is notified by e-mail."
          />
        </Tabs.Panel>
        <Tabs.Panel value="refunds">
          <UnmadeRefunds />
        </Tabs.Panel>
        <Tabs.Panel value="overdue">
          <Overdue />
        </Tabs.Panel>
        <Tabs.Panel value="books">
          <Books />
        </Tabs.Panel>
        <Tabs.Panel value="ledger">
          <AllBooks />
        </Tabs.Panel>
      </Tabs>
    </PageFrame>
  )
}
