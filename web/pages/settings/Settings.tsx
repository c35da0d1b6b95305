// The signed-in person and the emails, the account, its people, and its audit log.

import { api } from '../../api.ts'
import { PageFrame } from '../../components/layout/Page.tsx'
import { t } from '../../language.ts'
import { ScreenTabs } from '../../shell/frame/ScreenTabs.tsx'
import { ReaderTracking } from '../../shell/orders/ReaderTracking.tsx'
import { useMay, useSession } from '../../shell/session/session.ts'
import { AuditLog } from './AuditLog.tsx'
import { ContactPhone } from './ContactPhone.tsx'
import { EmailSettings } from './EmailSettings.tsx'
import { PackingSlip } from './PackingSlip.tsx'
import { Profile } from './Profile.tsx'
import { ProofSetting } from './ProofSetting.tsx'
import { SandboxPayments } from './SandboxPayments.tsx'
import { Team } from './Team.tsx'

export function Page() {
  const isView = (useSession().data?.viewing ?? null) !== null
  // The session of a view is a person of the staff, who has a profile elsewhere.
  const own = [
    { tab: 'you', name: t('Profile'), content: <Profile /> },
    { tab: 'emails', name: t('Emails'), content: <EmailSettings /> },
  ]
  return (
    <PageFrame title={t('Settings')}>
      <ScreenTabs
        tabs={[
          ...(isView ? [] : own),
          { tab: 'account', name: t('Account'), content: <AccountSettings /> },
          { tab: 'team', name: t('Team'), content: <Team /> },
          { tab: 'audit', name: t('Audit log'), content: <AuditLog /> },
        ]}
      />
    </PageFrame>
  )
}

const readerTracking = '/dashboard/api/account/reader-tracking'
const Readers = () => (
  <ReaderTracking
    of={['readerTracking']}
    read={() => api.GET(readerTracking)}
    save={body => api.PATCH(readerTracking, { body })}
    mayChange={useMay('orders')}
  />
)

const AccountSettings = () => (
  <>
    <ContactPhone />
    <PackingSlip />
    <ProofSetting />
    <Readers />
    <SandboxPayments />
  </>
)
