import { Text } from '@mantine/core'
import { BellOff } from 'lucide-react'
import { api, ask } from '../../../api.ts'
import type { SilentJob } from '../../../apiTypes.ts'
import { Empty } from '../../../components/Empty.tsx'
import type { Column } from '../../../components/List.tsx'
import { PagedList } from '../../../components/PagedList.tsx'
import { OrderLink } from '../../../components/StaffLinks.tsx'
import { Ago, capital, Day } from '../../../components/Values.tsx'
import { usePages } from '../../../shell/pages.ts'

const silence: Record<SilentJob['alarm'], string> = {
  submission: 'The job could not be handed over',
  acceptance: 'The printer has not accepted the job',
  shipping: 'The job should have been shipped',
  cancellation: 'The request to cancel has not been answered',
}

const columns: Column<SilentJob>[] = [
  {
    title: 'Order',
    cell: job => <OrderLink order={job} fw={500} />,
  },
  { title: 'Missing', cell: job => silence[job.alarm] },
  { title: 'Printer', cell: job => job.printer },
  { title: 'Status', cell: job => capital(job.status.toLowerCase()), wideOnly: true },
  {
    title: 'Due',
    cell: job => {
      const due = job.expectedShipDate ?? job.dueDate
      return due === null ? '–' : <Day day={due} />
    },
  },
  { title: 'Silent since', cell: job => <Ago at={job.alarmedAt} /> },
]

export function Alarms() {
  const pages = usePages(['staff', 'alarms'], cursor =>
    ask(api.GET('/staff/printer-alarms', { params: { query: cursor } })),
  )
  return (
    <PagedList
      of={pages}
      rowsOf={page => page.jobs}
      label="Silent jobs"
      columns={columns}
      keyOf={job => job.jobId}
      empty={
        <Empty icon={BellOff} title="No printer is silent">
          A job is listed here when its printer says nothing for longer than it may: call the printer, then open the
          order and record its answer, or move the job to another printer.
        </Empty>
      }
      above={
        <Text size="sm" c="dimmed" mb="sm">
          The oldest first. Call the printer, then open the order and record its answer, or move the job to another
          printer.
        </Text>
      }
    />
  )
}
