import { Text } from '@mantine/core'
import { BellOff } from 'lucide-react'
import { api, unwrap } from '../../../api.ts'
import type { SilentJob } from '../../../apiTypes.ts'
import { EmptyState } from '../../../components/layout/EmptyState.tsx'
import type { Column } from '../../../components/layout/List.tsx'
import { PagedList } from '../../../components/layout/PagedList.tsx'
import { capitalize, Day, RelativeTime } from '../../../components/layout/Values.tsx'
import { OrderLink } from '../../../components/staff/StaffLinks.tsx'
import { usePages } from '../../../shell/pages.ts'

const alarmLabels: Record<SilentJob['alarm'], string> = {
  submission: 'Job not delivered',
  acceptance: 'Job not accepted',
  shipping: 'Job not shipped',
  cancellation: 'Cancellation request not answered',
}

const columns: Column<SilentJob>[] = [
  {
    title: 'Order',
    cell: job => <OrderLink order={job} fw={500} />,
  },
  { title: 'Overdue update', cell: job => alarmLabels[job.alarm] },
  { title: 'Printer', cell: job => job.printer },
  { title: 'Status', cell: job => capitalize(job.status.toLowerCase()), wideOnly: true },
  {
    title: 'Due',
    cell: job => {
      const due = job.expectedShipDate ?? job.dueDate
      return due === null ? '–' : <Day day={due} />
    },
  },
  { title: 'Overdue since', cell: job => <RelativeTime at={job.alarmedAt} /> },
]

export function Alarms() {
  const pages = usePages(['staff', 'alarms'], undefined, cursor =>
    unwrap(api.GET('/staff/printer-alarms', { params: { query: cursor } })),
  )
  return (
    <PagedList
      of={pages}
      rowsOf={page => page.jobs}
      label="Overdue printer updates"
      columns={columns}
      keyOf={job => job.jobId}
      empty={
        <EmptyState icon={BellOff} title="No overdue printer updates">
          Print jobs appear here when the printer misses a deadline for an update.
        </EmptyState>
      }
      above={
        <Text size="sm" c="dimmed" mb="sm">
          Oldest first. Contact the printer, then open the order to record the response or move the job to another
          printer.
        </Text>
      }
    />
  )
}
