// Each day, the jobs that are open here are compared with the jobs that a printer lists as open.

import { Badge, Text } from '@mantine/core'
import { Scale } from 'lucide-react'
import { api } from '../../../api.ts'
import type { JobComparison } from '../../../apiTypes.ts'
import { brand } from '../../../brand.ts'
import { EmptyState } from '../../../components/layout/EmptyState.tsx'
import { type Column, List } from '../../../components/layout/List.tsx'
import { LoadMore } from '../../../components/layout/LoadMore.tsx'
import { LoadState } from '../../../components/layout/LoadState.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { Code, Day, dayText, number, RelativeTime } from '../../../components/layout/Values.tsx'
import { jobStatusLabels } from '../../../components/orders/jobStatusLabels.ts'
import { OrderLink } from '../../../components/staff/StaffLinks.tsx'
import { t } from '../../../language.ts'
import { usePages } from '../../../shell/frame/pages.ts'

type Difference = JobComparison['differences'][number]

const kinds: Record<Difference['kind'], (difference: Difference) => string> = {
  over: () => t('Open at the printer, closed in {product}', { product: brand.name }),
  never_given: () => t('Open at the printer, unknown to {product}', { product: brand.name }),
  over_there: ({ listedAs }) => t('Listed as {status} at the printer, but not reported', { status: listedAs ?? '–' }),
}

const differenceColumns: Column<Difference>[] = [
  { title: t('Difference [[to a printer]]'), cell: difference => kinds[difference.kind](difference) },
  { title: t('Job'), cell: difference => <Code label={t('Copy job ID')}>{difference.jobId}</Code> },
  {
    title: t('Order'),
    cell: difference =>
      difference.accountId === null || difference.customerOrderId === null ? (
        '–'
      ) : (
        <OrderLink
          order={{ ...difference, accountId: difference.accountId, customerOrderId: difference.customerOrderId }}
        />
      ),
  },
  {
    title: t('Status in {product}', { product: brand.name }),
    cell: ({ status }) => (status === null ? t('Unknown [[status]]') : jobStatusLabels[status]),
  },
]

const columns: Column<JobComparison>[] = [
  { title: t('Printer'), cell: jobComparison => jobComparison.printer },
  { title: t('Day'), cell: jobComparison => <Day day={jobComparison.day} /> },
  { title: t('Open at printer'), cell: jobComparison => number(jobComparison.listed), right: true },
  {
    title: t('Open in {product}', { product: brand.name }),
    cell: jobComparison => number(jobComparison.ours),
    right: true,
  },
  {
    title: t('Result'),
    cell: jobComparison => <Badge color={colorOf(jobComparison)}>{resultOf(jobComparison)}</Badge>,
  },
  { title: t('Checked'), cell: jobComparison => <RelativeTime at={jobComparison.comparedAt} />, wideOnly: true },
]

const colorOf = ({ asked, strange }: JobComparison) => (strange > 0 ? 'red' : asked > 0 ? 'orange' : 'teal')

function resultOf({ asked, strange }: JobComparison): string {
  const parts = [
    ...(strange > 0 ? [differences(strange)] : []),
    ...(asked > 0 ? [t('{count, plural, one {# job} other {# jobs}} queried', { count: asked })] : []),
  ]
  return parts.length === 0 ? t('Reconciled') : parts.join(', ')
}

const differences = (count: number) => t('{count, plural, one {# difference} other {# differences}}', { count })

const keyOf = ({ printer, day }: JobComparison) => `${printer} ${day}`
const daysInAPage = 31

export function Comparisons() {
  const pages = usePages(['staff', 'comparisons'], undefined, async ({ cursor }) => {
    const query = { limit: daysInAPage, ...(cursor === undefined ? {} : { before: cursor }) }
    const { comparisons } = await api.GET('/staff/printer-comparisons', { params: { query } })
    const hasMore = new Set(comparisons.map(({ day }) => day)).size >= daysInAPage
    return { comparisons, nextCursor: hasMore ? comparisons.at(-1)!.day : null }
  })
  if (pages.isPending || pages.error) return <LoadState of={pages} />
  const all = pages.data.pages.flatMap(page => page.comparisons)
  if (all.length === 0) {
    return (
      <EmptyState icon={Scale} title={t('No reconciliations yet')}>
        {t(
          'Each day, {product} compares its open jobs with those of each printer that supports it. Differences appear here.',
          { product: brand.name },
        )}
      </EmptyState>
    )
  }
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {t(
          '{product} automatically queries the printer about jobs missing from its list. Contact the printer about other differences, then record its response on the order’s page.',
          { product: brand.name },
        )}
      </Text>
      {all
        .filter(({ differences }) => differences.length > 0)
        .map(comparison => (
          <Section
            key={keyOf(comparison)}
            title={`${comparison.printer}, ${dayText(comparison.day)}`}
            about={
              comparison.strange > comparison.differences.length
                ? t('The first {shown} of {count, plural, one {# difference} other {# differences}}', {
                    shown: number(comparison.differences.length),
                    count: comparison.strange,
                  })
                : differences(comparison.strange)
            }
            flush
          >
            <List
              label={t('Differences of {printer} on {day}', {
                printer: comparison.printer,
                day: dayText(comparison.day),
              })}
              bare
              rows={comparison.differences}
              columns={differenceColumns}
              keyOf={({ kind, jobId }) => `${kind} ${jobId}`}
            />
          </Section>
        ))}
      <List label={t('Reconciled days')} rows={all} columns={columns} keyOf={keyOf} below={<LoadMore of={pages} />} />
    </>
  )
}
