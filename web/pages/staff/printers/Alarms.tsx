import { Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { api, ask } from '../../../api.ts'
import type { SilentJob } from '../../../apiTypes.ts'
import { Empty } from '../../../components/Empty.tsx'
import { Failure } from '../../../components/Failure.tsx'
import { GoTo } from '../../../components/GoTo.tsx'
import { type Column, List } from '../../../components/List.tsx'
import { More } from '../../../components/More.tsx'
import { RowsSkeleton } from '../../../components/Page.tsx'
import { Ago, Day } from '../../../components/Values.tsx'

const silence: Record<SilentJob['alarm'], string> = {
  submission: 'It could not be handed over',
  acceptance: 'The printer has not accepted it',
  shipping: 'It should have been shipped',
  cancellation: 'The request to cancel has no answer',
}

const columns: Column<SilentJob>[] = [
  {
    title: 'Order',
    cell: job => (
      <GoTo
        to={`/orders/${encodeURIComponent(job.accountId)}/${encodeURIComponent(job.customerOrderId)}`}
        fw={500}
        className="wrap"
      >
        {job.customerOrderId}
      </GoTo>
    ),
  },
  { title: 'Silence', cell: job => silence[job.alarm] },
  { title: 'Printer', cell: job => job.printer },
  { title: 'Job', cell: job => job.status.toLowerCase(), wideOnly: true },
  {
    title: 'Due',
    cell: job => {
      const due = job.expectedShipDate ?? job.dueDate
      return due === null ? '–' : <Day day={due} />
    },
  },
  { title: 'Alarmed', cell: job => <Ago at={job.alarmedAt} /> },
]

export function Alarms() {
  const alarms = useInfiniteQuery({
    queryKey: ['staff', 'alarms'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      ask(
        api.GET('/staff/printer-alarms', { params: { query: pageParam === undefined ? {} : { cursor: pageParam } } }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
  if (alarms.isPending) return <RowsSkeleton />
  if (alarms.error) return <Failure error={alarms.error} retry={() => alarms.refetch()} />
  const rows = alarms.data.pages.flatMap(page => page.jobs)
  if (rows.length === 0) {
    return (
      <Empty icon={BellOff} title="No printer is silent">
        A job is listed here when its printer says nothing for longer than it may: call the printer, or open the order
        and give the job to another.
      </Empty>
    )
  }
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        The oldest first. Call the printer, or open the order and give the job to another.
      </Text>
      <List label="Silent jobs" rows={rows} columns={columns} keyOf={job => job.jobId} below={<More of={alarms} />} />
    </>
  )
}
