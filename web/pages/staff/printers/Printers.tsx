// Printers and their health, overdue updates, mismatches at binding, conflicting messages, and the daily
// reconciliation.

import { PageFrame } from '../../../components/layout/Page.tsx'
import { t } from '../../../language.ts'
import { ScreenTabs } from '../../../shell/frame/ScreenTabs.tsx'
import { Alarms } from './Alarms.tsx'
import { Binding } from './Binding.tsx'
import { Comparisons } from './Comparisons.tsx'
import { Health } from './Health.tsx'
import { Messages } from './Messages.tsx'
import { ReturnedParcels } from './ReturnedParcels.tsx'

export const Page = () => (
  <PageFrame title={t('Printers')}>
    <ScreenTabs
      tabs={[
        { tab: 'health', name: t('Status'), content: <Health /> },
        { tab: 'alarms', name: t('Overdue updates'), content: <Alarms /> },
        { tab: 'returned', name: t('Returned parcels'), content: <ReturnedParcels /> },
        { tab: 'binding', name: t('Binding'), content: <Binding /> },
        { tab: 'messages', name: t('Messages'), content: <Messages /> },
        { tab: 'comparisons', name: t('Reconciliation'), content: <Comparisons /> },
      ]}
    />
  </PageFrame>
)
