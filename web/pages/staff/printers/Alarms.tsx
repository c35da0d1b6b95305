import { Text } from '@mantine/core'
import { BellOff } from 'lucide-react'
import { api } from '../../../api.ts'
import type { SilentJob } from '../../../apiTypes.ts'
import type { Column } from '../../../components/layout/List.tsx'
import { Day, RelativeTime } from '../../../components/layout/Values.tsx'
import { jobStatusLabels } from '../../../components/orders/jobStatusLabels.ts'
import { orderColumn } from '../../../components/staff/StaffLinks.tsx'
import { t } from '../../../language.ts'
import { ListScreen, pagesOf } from '../../../shell/lists/ListScreen.tsx'

const alarmLabels: Record<SilentJob['alarm'], string> = {
  submission: t('Job not delivered'),
  acceptance: t('Job not accepted'),
  change: t('Change not answered'),
  shipping: t('Job not shipped'),
  cancellation: t('Cancellation request not answered'),
}

const columns: Column<SilentJob>[] = [
  orderColumn,
  { title: t('Overdue update'), cell: job => alarmLabels[job.alarm] },
  { title: t('Printer'), cell: job => job.printer },
  { title: t('Status'), cell: job => jobStatusLabels[job.status], wideOnly: true },
  {
    title: t('Due'),
    cell: job => {
      const due = job.expectedShipDate ?? job.dueDate
      return due === null ? '–' : <Day day={due} />
    },
  },
  { title: t('Overdue since'), cell: job => <RelativeTime at={job.alarmedAt} /> },
]

export function Alarms() {
  return (
    <ListScreen
      of={pagesOf(['staff', 'alarms'], {}, query => api.GET('/staff/printer-alarms', { params: { query } }))}
      rowsOf={page => page.jobs}
      label={t('Overdue printer updates')}
      columns={columns}
      keyOf={job => job.jobId}
      empty={{
        icon: BellOff,
        title: t('No overdue printer updates'),
        text: t('Print jobs appear here when the printer misses a deadline for an update.'),
      }}
      above={
        <Text size="sm" c="dimmed" mb="sm">
          {t(
            'Oldest first. Contact the printer, then open the order to record the response or move the job to another printer.',
          )}
        </Text>
      }
    />
  )
}
