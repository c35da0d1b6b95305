// Printers and how they are, jobs whose printer is silent, and what printers said that cannot be.

import { Tabs } from '@mantine/core'
import { PageFrame } from '../../../components/Page.tsx'
import { useFilters } from '../../../shell/mode.ts'
import { Alarms } from './Alarms.tsx'
import { Health } from './Health.tsx'
import { Messages } from './Messages.tsx'

export function Page() {
  const [{ tab = 'health' }, setFilters] = useFilters()
  return (
    <PageFrame title="Printers">
      <Tabs
        value={['alarms', 'messages'].includes(tab) ? tab : 'health'}
        onChange={value => setFilters({ tab: value ?? undefined })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="health">Health</Tabs.Tab>
          <Tabs.Tab value="alarms">Silent jobs</Tabs.Tab>
          <Tabs.Tab value="messages">Messages</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="health">
          <Health />
        </Tabs.Panel>
        <Tabs.Panel value="alarms">
          <Alarms />
        </Tabs.Panel>
        <Tabs.Panel value="messages">
          <Messages />
        </Tabs.Panel>
      </Tabs>
    </PageFrame>
  )
}
