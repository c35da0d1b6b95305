// Printers, their set-up and their health, overdue updates, mismatches at binding, conflicting messages, and the daily
// reconciliation.

import { PageFrame } from '../../../components/layout/Page.tsx'
import { t } from '../../../language.ts'
import { ScreenTabs } from '../../../shell/frame/ScreenTabs.tsx'
import { useMay } from '../../../shell/session/session.ts'
import { Alarms } from './Alarms.tsx'
import { Binding } from './Binding.tsx'
import { Comparisons } from './Comparisons.tsx'
import { Health } from './Health.tsx'
import { Messages } from './Messages.tsx'
import { PrinterSetUp } from './PrinterSetUp.tsx'
import { ReturnedParcels } from './ReturnedParcels.tsx'

export function Page() {
  const maySetUp = useMay('installation')
  const tabs = [
    { tab: 'health', name: t('Status'), content: <Health /> },
    { tab: 'alarms', name: t('Overdue updates'), content: <Alarms /> },
    { tab: 'returned', name: t('Returned parcels'), content: <ReturnedParcels /> },
    { tab: 'binding', name: t('Binding'), content: <Binding /> },
    { tab: 'messages', name: t('Messages'), content: <Messages /> },
    { tab: 'comparisons', name: t('Reconciliation'), content: <Comparisons /> },
    ...(maySetUp ? [{ tab: 'set-up', name: t('Set-up'), content: <PrinterSetUp /> }] : []),
  ]
  return (
    <PageFrame title={t('Printers')}>
      <ScreenTabs tabs={tabs} />
    </PageFrame>
  )
}
