// Each day, the jobs that are open here are compared with those that a printer lists as open.

import { Badge, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { api, ask } from '../../../api.ts'
import type { JobComparison } from '../../../apiTypes.ts'
import { Empty } from '../../../components/Empty.tsx'
import { Failure } from '../../../components/Failure.tsx'
import { type Column, List } from '../../../components/List.tsx'
import { More } from '../../../components/More.tsx'
import { RowsSkeleton } from '../../../components/Page.tsx'
import { Section } from '../../../components/Section.tsx'
import { OrderLink } from '../../../components/StaffLinks.tsx'
import { Ago, Code, capital, Day, dayText, number, plural } from '../../../components/Values.tsx'

type Difference = JobComparison['differences'][number]

const kinds: Record<Difference['kind'], (one: Difference) => string> = {
  over: () => 'It still lists this job, which has ended here',
  never_given: () => 'It lists a job that it was never given',
  over_there: ({ listedAs }) => `It lists this job as ${listedAs}, and never said so`,
}

const differenceColumns: Column<Difference>[] = [
  { title: 'Difference', cell: one => kinds[one.kind](one) },
  { title: 'Job', cell: one => <Code label="Copy the job">{one.jobId}</Code> },
  {
    title: 'Order',
    cell: one =>
      one.accountId === null || one.customerOrderId === null ? (
        '–'
      ) : (
        <OrderLink order={{ accountId: one.accountId, customerOrderId: one.customerOrderId }} />
      ),
  },
  { title: 'Here', cell: one => capital(one.status?.toLowerCase() ?? 'unknown') },
]

const columns: Column<JobComparison>[] = [
  { title: 'Printer', cell: one => one.printer },
  { title: 'Day', cell: one => <Day day={one.day} /> },
  { title: 'Open there', cell: one => number(one.listed), right: true },
  { title: 'Open here', cell: one => number(one.ours), right: true },
  {
    title: 'Result',
    cell: one => (
      <Badge variant="light" color={toneOf(one)} radius="sm">
        {resultOf(one)}
      </Badge>
    ),
  },
  { title: 'Reconciled', cell: one => <Ago at={one.comparedAt} />, wideOnly: true },
]

const toneOf = ({ asked, strange }: JobComparison) => (strange > 0 ? 'red' : asked > 0 ? 'orange' : 'teal')

function resultOf({ asked, strange }: JobComparison): string {
  const parts = [
    ...(strange > 0 ? [plural(strange, 'difference')] : []),
    ...(asked > 0 ? [`asked about ${number(asked)}`] : []),
  ]
  return parts.length === 0 ? 'reconciled' : parts.join(', ')
}

const keyOf = ({ printer, day }: JobComparison) => `${printer} ${day}`
const daysInAPage = 31

export function Comparisons() {
  const pages = useInfiniteQuery({
    queryKey: ['staff', 'comparisons'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      ask(
        api.GET('/staff/printer-comparisons', {
          params: { query: { limit: daysInAPage, ...(pageParam === undefined ? {} : { before: pageParam }) } },
        }),
      ),
    getNextPageParam: ({ comparisons }) =>
      new Set(comparisons.map(({ day }) => day)).size < daysInAPage ? undefined : comparisons.at(-1)?.day,
  })
  if (pages.isPending) return <RowsSkeleton />
  if (pages.error) return <Failure error={pages.error} retry={() => pages.refetch()} />
  const all = pages.data.pages.flatMap(page => page.comparisons)
  if (all.length === 0) {
    return (
      <Empty icon={Scale} title="No day has been reconciled yet">
        Once a day each printer that can say so is asked which jobs it has open. Jobs that it does not list are asked
        about one by one; those that it should not have, or has ended without a word, are shown here.
      </Empty>
    )
  }
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        Octavo asks the printer about jobs that it does not list. Call the printer about the differences. If it has
        ended a job without saying so, record that on the page of the order.
      </Text>
      {all
        .filter(({ differences }) => differences.length > 0)
        .map(one => (
          <Section
            key={keyOf(one)}
            title={`${one.printer}, ${dayText(one.day)}`}
            about={
              one.strange > one.differences.length
                ? `The first ${number(one.differences.length)} of ${plural(one.strange, 'difference')}`
                : plural(one.strange, 'difference')
            }
            flush
          >
            <List
              label={`Differences of ${one.printer} on ${one.day}`}
              bare
              rows={one.differences}
              columns={differenceColumns}
              keyOf={({ kind, jobId }) => `${kind} ${jobId}`}
            />
          </Section>
        ))}
      <List label="Reconciled days" rows={all} columns={columns} keyOf={keyOf} below={<More of={pages} />} />
    </>
  )
}
