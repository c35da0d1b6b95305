// The sign-in settings of the operator's and printers' people, who have no account to manage.

import { PageFrame } from '../../components/layout/Page.tsx'
import { t } from '../../language.ts'
import { useSession } from '../../shell/session/session.ts'
import { MorningEmail, TimeZone } from './EmailSettings.tsx'
import { Profile } from './Profile.tsx'

export const Page = () => (
  <PageFrame title={t('Profile')}>
    <Profile />
    <TimeZone />
    {useSession().data?.kind === 'staff' ? <MorningEmail /> : null}
  </PageFrame>
)
