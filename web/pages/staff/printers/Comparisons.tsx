// Each day, the jobs that are open here are compared with those that a printer lists as open.

import { Badge, Text } from '@mantine/core'
import { Scale } from 'lucide-react'
import { api, unwrap } from '../../../api.ts'
import type { JobComparison } from '../../../apiTypes.ts'
import { brand } from '../../../brand.ts'
import { Failure } from '../../../components/feedback/Failure.tsx'
import { EmptyState } from '../../../components/layout/EmptyState.tsx'
import { type Column, List } from '../../../components/layout/List.tsx'
import { LoadMore } from '../../../components/layout/LoadMore.tsx'
import { RowsSkeleton } from '../../../components/layout/Page.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { Code, capitalize, Day, dayText, number, plural, RelativeTime } from '../../../components/layout/Values.tsx'
import { OrderLink } from '../../../components/staff/StaffLinks.tsx'
import { usePages } from '../../../shell/pages.ts'

type Difference = JobComparison['differences'][number]

const kinds: Record<Difference['kind'], (difference: Difference) => string> = {
  over: () => `Open at the printer, closed in ${brand.name}`,
  never_given: () => `Open at the printer, unknown to ${brand.name}`,
  over_there: ({ listedAs }) => `Listed as ${listedAs} at the printer, but not reported`,
}

const differenceColumns: Column<Difference>[] = [
  { title: 'Difference', cell: difference => kinds[difference.kind](difference) },
  { title: 'Job', cell: difference => <Code label="Copy job ID">{difference.jobId}</Code> },
  {
    title: 'Order',
    cell: difference =>
      difference.accountId === null || difference.customerOrderId === null ? (
        '–'
      ) : (
        <OrderLink order={{ accountId: difference.accountId, customerOrderId: difference.customerOrderId }} />
      ),
  },
  { title: `Status in ${brand.name}`, cell: difference => capitalize(difference.status?.toLowerCase() ?? 'unknown') },
]

const columns: Column<JobComparison>[] = [
  { title: 'Printer', cell: jobComparison => jobComparison.printer },
  { title: 'Day', cell: jobComparison => <Day day={jobComparison.day} /> },
  { title: 'Open at printer', cell: jobComparison => number(jobComparison.listed), right: true },
  { title: `Open in ${brand.name}`, cell: jobComparison => number(jobComparison.ours), right: true },
  {
    title: 'Result',
    cell: jobComparison => (
      <Badge variant="light" color={colorOf(jobComparison)} radius="sm">
        {resultOf(jobComparison)}
      </Badge>
    ),
  },
  { title: 'Checked', cell: jobComparison => <RelativeTime at={jobComparison.comparedAt} />, wideOnly: true },
]

const colorOf = ({ asked, strange }: JobComparison) => (strange > 0 ? 'red' : asked > 0 ? 'orange' : 'teal')

function resultOf({ asked, strange }: JobComparison): string {
  const parts = [
    ...(strange > 0 ? [plural(strange, 'difference')] : []),
    ...(asked > 0 ? [`${plural(asked, 'job')} queried`] : []),
  ]
  return parts.length === 0 ? 'Reconciled' : parts.join(', ')
}

const keyOf = ({ printer, day }: JobComparison) => `${printer} ${day}`
const daysInAPage = 31

export function Comparisons() {
  const pages = usePages(['staff', 'comparisons'], undefined, async ({ cursor }) => {
    const query = { limit: daysInAPage, ...(cursor === undefined ? {} : { before: cursor }) }
    const { comparisons } = await unwrap(api.GET('/staff/printer-comparisons', { params: { query } }))
    const hasMore = new Set(comparisons.map(({ day }) => day)).size >= daysInAPage
    return { comparisons, nextCursor: hasMore ? comparisons.at(-1)!.day : null }
  })
  if (pages.isPending) return <RowsSkeleton />
  if (pages.error) return <Failure error={pages.error} retry={() => pages.refetch()} />
  const all = pages.data.pages.flatMap(page => page.comparisons)
  if (all.length === 0) {
    return (
      <EmptyState icon={Scale} title="No reconciliations yet">
        Each day, {brand.name} compares its open jobs with those of each printer that supports it. Differences appear
        here.
      </EmptyState>
    )
  }
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {brand.name} automatically queries the printer about jobs missing from its list. Contact the printer about other
        differences, then record its response on the order’s page.
      </Text>
      {all
        .filter(({ differences }) => differences.length > 0)
        .map(comparison => (
          <Section
            key={keyOf(comparison)}
            title={`${comparison.printer}, ${dayText(comparison.day)}`}
            about={
              comparison.strange > comparison.differences.length
                ? `The first ${number(comparison.differences.length)} of ${plural(comparison.strange, 'difference')}`
                : plural(comparison.strange, 'difference')
            }
            flush
          >
            <List
              label={`Differences of ${comparison.printer} on ${comparison.day}`}
              bare
              rows={comparison.differences}
              columns={differenceColumns}
              keyOf={({ kind, jobId }) => `${kind} ${jobId}`}
            />
          </Section>
        ))}
      <List label="Reconciled days" rows={all} columns={columns} keyOf={keyOf} below={<LoadMore of={pages} />} />
    </>
  )
}
