// Jobs that have left the desk, what left last first: for each way in which they can, what is worth knowing of it.

import { SegmentedControl, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Archive } from 'lucide-react'
import { api, ask } from '../../../api.ts'
import type { PrintJob } from '../../../apiTypes.ts'
import { Empty } from '../../../components/Empty.tsx'
import { Failure } from '../../../components/Failure.tsx'
import { GoTo } from '../../../components/GoTo.tsx'
import { type Column, List } from '../../../components/List.tsx'
import { More } from '../../../components/More.tsx'
import { TrackingNumber } from '../../../components/Packages.tsx'
import { PageFrame, RowsSkeleton } from '../../../components/Page.tsx'
import { Ago, plural } from '../../../components/Values.tsx'
import { useFilters } from '../../../shell/mode.ts'
import classes from './Done.module.css'
import { Find } from './Find.tsx'
import { booksOf } from './words.ts'

type Kind = { value: string; label: string; columns: Column<PrintJob>[]; none: { title: string; text: string } }

const order: Column<PrintJob> = {
  title: 'Order',
  cell: job => (
    <GoTo to={`/jobs/${job.jobId}`} fw={500} className={classes.order}>
      {job.customerOrderId}
    </GoTo>
  ),
}

const books: Column<PrintJob> = {
  title: 'Books',
  cell(job) {
    const [first, ...others] = booksOf(job)
    return (
      <span className="wrap">
        {first}
        {others.length === 0 ? '' : ` and ${plural(others.length, 'more book')}`}
      </span>
    )
  },
}

const when = (title: string): Column<PrintJob> => ({ title, cell: job => <Ago at={job.updatedAt} /> })

const kinds: [Kind, ...Kind[]] = [
  {
    value: 'SHIPPED',
    label: 'Shipped',
    columns: [order, { title: 'Parcels', cell: job => <Parcels job={job} /> }, books, when('Shipped')],
    none: {
      title: 'Nothing shipped yet',
      text: 'Jobs appear here with their tracking numbers when you have shipped them.',
    },
  },
  {
    value: 'PROBLEM',
    label: 'Problems',
    columns: [order, { title: 'What is wrong', cell: job => <Said>{job.problem}</Said> }, books, when('Reported')],
    none: { title: 'No problems', text: 'Jobs appear here when you have reported that they cannot be made.' },
  },
  {
    value: 'CANCELLED',
    label: 'Cancelled',
    columns: [order, books, when('Cancelled')],
    none: {
      title: 'Nothing cancelled',
      text: 'Jobs appear here when their customers have cancelled them. Do not make them.',
    },
  },
  {
    value: 'REFUSED,WITHDRAWN',
    label: 'Passed on',
    columns: [order, { title: 'Why', cell: job => <Said>{whyPassedOn(job)}</Said> }, books, when('Passed on')],
    none: {
      title: 'Nothing passed on',
      text: 'Jobs appear here when you have refused them, or another printer has them.',
    },
  },
]

const whyPassedOn = ({ status, problem }: PrintJob): string =>
  status === 'REFUSED' ? `You refused it: ${problem ?? 'no reason given'}` : 'Octavo gave it to another printer'

const Said = ({ children }: { children: string | null }) => (
  <Text span inherit lineClamp={3} className={classes.said} title={children ?? undefined}>
    {children}
  </Text>
)

const mostParcels = 3

function Parcels({ job }: { job: PrintJob }) {
  const parcels = job.packages.flatMap(({ carrier, packages }) => packages.map(parcel => ({ carrier, parcel })))
  return (
    <span className={classes.parcels}>
      {parcels.slice(0, mostParcels).map(({ carrier, parcel }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parcels may have no number, and never move
        <span key={i} className="wrap">
          {carrier} <TrackingNumber parcel={parcel} />
        </span>
      ))}
      {parcels.length > mostParcels ? (
        <Text span inherit c="dimmed">
          and {plural(parcels.length - mostParcels, 'more parcel')}
        </Text>
      ) : null}
    </span>
  )
}

export function Page() {
  const navigate = useNavigate()
  const [filters, setFilters] = useFilters()
  const kind = kinds.find(({ value }) => value === filters.kind) ?? kinds[0]
  const jobs = useInfiniteQuery({
    queryKey: ['press', 'done', kind.value],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      ask(
        api.GET('/press/jobs', {
          params: {
            query: { status: kind.value, sort: 'ended', ...(pageParam === undefined ? {} : { cursor: pageParam }) },
          },
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
  const rows = jobs.data?.pages.flatMap(page => page.jobs) ?? []
  return (
    <PageFrame title="Done">
      <Find />
      <SegmentedControl
        mb="md"
        size="md"
        className={classes.kinds}
        aria-label="Which jobs"
        data={kinds}
        value={kind.value}
        onChange={value => setFilters({ kind: value })}
      />
      {jobs.isPending ? <RowsSkeleton /> : null}
      {jobs.error ? <Failure error={jobs.error} retry={() => jobs.refetch()} /> : null}
      {jobs.data && rows.length === 0 ? (
        <Empty icon={Archive} title={kind.none.title}>
          {kind.none.text}
        </Empty>
      ) : null}
      {rows.length > 0 ? (
        <List
          label={kind.label}
          rows={rows}
          columns={kind.columns}
          keyOf={job => job.jobId}
          open={({ jobId }) => void navigate({ to: `/jobs/${jobId}` as never })}
          below={<More of={jobs} />}
        />
      ) : null}
    </PageFrame>
  )
}
