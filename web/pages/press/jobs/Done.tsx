// Jobs that have left the desk, in any way.

import { SegmentedControl, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Archive } from 'lucide-react'
import { api, ask } from '../../../api.ts'
import type { PrintJob } from '../../../apiTypes.ts'
import { Empty } from '../../../components/Empty.tsx'
import { Failure } from '../../../components/Failure.tsx'
import { GoTo } from '../../../components/GoTo.tsx'
import { type Column, List } from '../../../components/List.tsx'
import { More } from '../../../components/More.tsx'
import { PageFrame, RowsSkeleton } from '../../../components/Page.tsx'
import { Status } from '../../../components/Status.tsx'
import { Ago, number } from '../../../components/Values.tsx'
import { useFilters } from '../../../shell/mode.ts'
import { copiesOf, statusWords } from './words.ts'

const kinds = [
  { value: 'SHIPPED', label: 'Shipped' },
  { value: 'PROBLEM', label: 'Problems' },
  { value: 'CANCELLED', label: 'Cancelled' },
  { value: 'REFUSED,WITHDRAWN', label: 'Passed on' },
]

const columns: Column<PrintJob>[] = [
  {
    title: 'Order',
    cell: job => (
      <GoTo to={`/jobs/${job.jobId}`} fw={500} className="wrap">
        {job.customerOrderId}
      </GoTo>
    ),
  },
  { title: 'State', cell: job => <Status {...statusWords[job.status]} /> },
  {
    title: 'Reason',
    cell: job => (
      <Text span size="sm" className="wrap">
        {job.problem ?? '–'}
      </Text>
    ),
    wideOnly: true,
  },
  { title: 'Copies', cell: job => number(copiesOf(job)), right: true },
  { title: 'Changed', cell: job => <Ago at={job.updatedAt} /> },
]

export function Page() {
  const [{ kind }, setFilters] = useFilters()
  const shown = kinds.find(one => one.value === kind)?.value ?? 'SHIPPED'
  const jobs = useInfiniteQuery({
    queryKey: ['press', 'done', shown],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      ask(
        api.GET('/press/jobs', {
          params: { query: { status: shown, ...(pageParam === undefined ? {} : { cursor: pageParam }) } },
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
  const rows = jobs.data?.pages.flatMap(page => page.jobs) ?? []
  return (
    <PageFrame title="Done">
      <SegmentedControl
        mb="md"
        aria-label="Which jobs"
        data={kinds}
        value={shown}
        onChange={value => setFilters({ kind: value })}
      />
      {jobs.isPending ? <RowsSkeleton /> : null}
      {jobs.error ? <Failure error={jobs.error} retry={() => jobs.refetch()} /> : null}
      {jobs.data && rows.length === 0 ? (
        <Empty icon={Archive} title="None yet">
          Jobs appear here when they have left the desk.
        </Empty>
      ) : null}
      {rows.length > 0 ? (
        <List label="Jobs" rows={rows} columns={columns} keyOf={job => job.jobId} below={<More of={jobs} />} />
      ) : null}
    </PageFrame>
  )
}
