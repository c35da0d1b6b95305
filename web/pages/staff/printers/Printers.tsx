// Printers and their health, jobs whose printer is silent, contradictory messages, and the daily comparisons.

import { Tabs } from '@mantine/core'
import { PageFrame } from '../../../components/Page.tsx'
import { TabList } from '../../../components/TabList.tsx'
import { useFilters } from '../../../shell/mode.ts'
import { Alarms } from './Alarms.tsx'
import { Comparisons } from './Comparisons.tsx'
import { Health } from './Health.tsx'
import { Messages } from './Messages.tsx'

export function Page() {
  const [{ tab = 'health' }, setFilters] = useFilters()
  return (
    <PageFrame title="Printers">
      <Tabs
        value={['alarms', 'messages', 'comparisons'].includes(tab) ? tab : 'health'}
        onChange={value => setFilters({ tab: value ?? undefined })}
        keepMounted={false}
      >
        <TabList chosen={['alarms', 'messages', 'comparisons'].includes(tab) ? tab : 'health'}>
          <Tabs.Tab value="health">Status</Tabs.Tab>
          <Tabs.Tab value="alarms">Silent jobs</Tabs.Tab>
          <Tabs.Tab value="messages">Messages</Tabs.Tab>
          <Tabs.Tab value="comparisons">Reconciliation</Tabs.Tab>
        </TabList>
        <Tabs.Panel value="health">
          <Health />
        </Tabs.Panel>
        <Tabs.Panel value="alarms">
          <Alarms />
        </Tabs.Panel>
        <Tabs.Panel value="messages">
          <Messages />
        </Tabs.Panel>
        <Tabs.Panel value="comparisons">
          <Comparisons />
        </Tabs.Panel>
      </Tabs>
    </PageFrame>
  )
}
