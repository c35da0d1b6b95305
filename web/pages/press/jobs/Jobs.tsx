import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { type Answer, api, ask } from '../../../api.ts'
import { Empty } from '../../../components/Empty.tsx'
import { Failure } from '../../../components/Failure.tsx'
import { type Column, List } from '../../../components/List.tsx'
import { PageFrame, RowsSkeleton } from '../../../components/Page.tsx'
import { Day, number, Time } from '../../../components/Values.tsx'

type Job = Answer<'/press/jobs'>['jobs'][number]

const columns: Column<Job>[] = [
  { title: 'Order', cell: job => job.customerOrderId },
  { title: 'Status', cell: job => job.status },
  { title: 'Copies', cell: job => number(job.items.reduce((sum, item) => sum + item.quantity, 0)), right: true },
  { title: 'Due', cell: job => (job.dueDate === null ? '' : <Day day={job.dueDate} />) },
  { title: 'Since', cell: job => <Time at={job.createdAt} />, wideOnly: true },
]

export function Page() {
  const jobs = useQuery({ queryKey: ['press', 'jobs'], queryFn: () => ask(api.GET('/press/jobs', {})) })
  return (
    <PageFrame title="Jobs">
      {jobs.isPending ? <RowsSkeleton /> : null}
      {jobs.error ? <Failure error={jobs.error} retry={() => jobs.refetch()} /> : null}
      {jobs.data?.jobs.length === 0 ? (
        <Empty icon={Printer} title="Nothing to print">
          Orders appear here two hours after they are paid.
        </Empty>
      ) : null}
      {jobs.data && jobs.data.jobs.length > 0 ? (
        <List label="Jobs" rows={jobs.data.jobs} columns={columns} keyOf={job => job.jobId} />
      ) : null}
    </PageFrame>
  )
}
