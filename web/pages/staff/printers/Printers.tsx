// Printers and their health, overdue updates, mismatches at binding, conflicting messages, and the daily
// reconciliation.

import { Tabs } from '@mantine/core'
import { PageFrame } from '../../../components/layout/Page.tsx'
import { TabList } from '../../../components/layout/TabList.tsx'
import { t } from '../../../language.ts'
import { useTab } from '../../../shell/frame/mode.ts'
import { Alarms } from './Alarms.tsx'
import { Binding } from './Binding.tsx'
import { Comparisons } from './Comparisons.tsx'
import { Health } from './Health.tsx'
import { Messages } from './Messages.tsx'

export function Page() {
  const [tab, setTab] = useTab(['health', 'alarms', 'binding', 'messages', 'comparisons'])
  return (
    <PageFrame title={t('Printers')}>
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <TabList chosen={tab}>
          <Tabs.Tab value="health">{t('Status')}</Tabs.Tab>
          <Tabs.Tab value="alarms">{t('Overdue updates')}</Tabs.Tab>
          <Tabs.Tab value="binding">{t('Binding')}</Tabs.Tab>
          <Tabs.Tab value="messages">{t('Messages')}</Tabs.Tab>
          <Tabs.Tab value="comparisons">{t('Reconciliation')}</Tabs.Tab>
        </TabList>
        <Tabs.Panel value="health">
          <Health />
        </Tabs.Panel>
        <Tabs.Panel value="alarms">
          <Alarms />
        </Tabs.Panel>
        <Tabs.Panel value="binding">
          <Binding />
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
