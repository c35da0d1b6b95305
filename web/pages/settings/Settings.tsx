// The signed-in person and the emails, the account, its people, and its audit log.

import { Tabs } from '@mantine/core'
import { PageFrame } from '../../components/layout/Page.tsx'
import { TabList } from '../../components/layout/TabList.tsx'
import { t } from '../../language.ts'
import { useTab } from '../../shell/frame/mode.ts'
import { AuditLog } from './AuditLog.tsx'
import { ContactPhone } from './ContactPhone.tsx'
import { EmailSettings } from './EmailSettings.tsx'
import { PackingSlip } from './PackingSlip.tsx'
import { Profile } from './Profile.tsx'
import { ProofSetting } from './ProofSetting.tsx'
import { SandboxPayments } from './SandboxPayments.tsx'
import { Team } from './Team.tsx'

export function Page() {
  const [tab, setTab] = useTab(['you', 'emails', 'account', 'team', 'audit'])
  return (
    <PageFrame title={t('Settings')}>
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <TabList chosen={tab}>
          <Tabs.Tab value="you">{t('Profile')}</Tabs.Tab>
          <Tabs.Tab value="emails">{t('Emails')}</Tabs.Tab>
          <Tabs.Tab value="account">{t('Account')}</Tabs.Tab>
          <Tabs.Tab value="team">{t('Team')}</Tabs.Tab>
          <Tabs.Tab value="audit">{t('Audit log')}</Tabs.Tab>
        </TabList>
        <Tabs.Panel value="you">
          <Profile />
        </Tabs.Panel>
        <Tabs.Panel value="emails">
          <EmailSettings />
        </Tabs.Panel>
        <Tabs.Panel value="account">
          <ContactPhone />
          <PackingSlip />
          <ProofSetting />
          <SandboxPayments />
        </Tabs.Panel>
        <Tabs.Panel value="team">
          <Team />
        </Tabs.Panel>
        <Tabs.Panel value="audit">
          <AuditLog />
        </Tabs.Panel>
      </Tabs>
    </PageFrame>
  )
}
