// Jobs that are no longer open, the most recently ended first, with a list for each way in which a job can end, and the
// manifests of shipped parcels.

import { Group, SegmentedControl, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Archive } from 'lucide-react'
import { api } from '../../../api.ts'
import type { PrintJob } from '../../../apiTypes.ts'
import { Cover } from '../../../components/books/Cover.tsx'
import { AppLink } from '../../../components/layout/AppLink.tsx'
import type { Column } from '../../../components/layout/List.tsx'
import { PageFrame } from '../../../components/layout/Page.tsx'
import { RelativeTime } from '../../../components/layout/Values.tsx'
import { TrackingNumber } from '../../../components/orders/Packages.tsx'
import { t } from '../../../language.ts'
import { useFilters } from '../../../shell/frame/mode.ts'
import { ListScreen, pagesOf } from '../../../shell/lists/ListScreen.tsx'
import { orderName } from '../../../shell/offline/orderName.ts'
import classes from './Done.module.css'
import { JobSearch } from './JobSearch.tsx'
import { bookAndOthers, coverOf } from './jobTexts.ts'
import { Manifests } from './Manifests.tsx'

type Kind = { value: string; label: string; columns: Column<PrintJob>[]; empty: { title: string; text: string } }

const order: Column<PrintJob> = {
  title: t('Order'),
  cell: job => (
    <AppLink to={`/jobs/${job.jobId}`} fw={500} className={classes.orderLink}>
      {orderName(job)}
    </AppLink>
  ),
}

const books: Column<PrintJob> = {
  title: t('Books'),
  cell: job => (
    <Group gap="sm" wrap="nowrap">
      <Cover cover={coverOf(job, 0)} name={job.items[0]?.book.name ?? ''} />
      <span className="wrap">{bookAndOthers(job)}</span>
    </Group>
  ),
}

const when = (title: string): Column<PrintJob> => ({ title, cell: job => <RelativeTime at={job.updatedAt} /> })

const kinds: [Kind, ...Kind[]] = [
  {
    value: 'SHIPPED',
    label: t('Shipped'),
    columns: [order, { title: t('Parcels'), cell: job => <Parcels job={job} /> }, books, when(t('Shipped'))],
    empty: {
      title: t('No shipped jobs yet'),
      text: t('Jobs that you ship appear here with their tracking numbers.'),
    },
  },
  {
    value: 'PROBLEM',
    label: t('Problems'),
    columns: [order, { title: t('Problem'), cell: job => <Remark>{job.problem}</Remark> }, books, when(t('Reported'))],
    empty: { title: t('No problems'), text: t('Jobs for which you report a problem appear here.') },
  },
  {
    value: 'CANCELLED',
    label: t('Canceled'),
    columns: [order, books, when(t('Canceled'))],
    empty: {
      title: t('No canceled jobs'),
      text: t('Canceled jobs appear here. Do not print them.'),
    },
  },
  {
    value: 'REFUSED,WITHDRAWN',
    label: t('Reassigned'),
    columns: [
      order,
      { title: t('Reason'), cell: job => <Remark>{reassignmentReason(job)}</Remark> },
      books,
      when(t('Reassigned')),
    ],
    empty: {
      title: t('No reassigned jobs'),
      text: t('Jobs that you refuse or that move to another printer appear here.'),
    },
  },
]

function reassignmentReason({ status, problem }: PrintJob): string {
  if (status !== 'REFUSED') return t('Moved to another printer')
  return problem === null ? t('Refused without a reason') : t('Refused: {reason}', { reason: problem })
}

const Remark = ({ children }: { children: string | null }) => (
  <Text span inherit lineClamp={3} className={classes.remark} title={children ?? undefined}>
    {children}
  </Text>
)

const manifests = 'manifests'
const maxParcels = 3

function Parcels({ job }: { job: PrintJob }) {
  const parcels = job.packages.flatMap(({ carrier, packages }) => packages.map(parcel => ({ carrier, parcel })))
  return (
    <span className={classes.parcels}>
      {parcels.slice(0, maxParcels).map(({ carrier, parcel }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parcels may have no number, and never move
        <span key={i} className="wrap">
          {carrier} <TrackingNumber parcel={parcel} />
        </span>
      ))}
      {parcels.length > maxParcels ? (
        <Text span inherit c="dimmed">
          {t('and {count, plural, one {# more parcel} other {# more parcels}}', { count: parcels.length - maxParcels })}
        </Text>
      ) : null}
    </span>
  )
}

export function Page() {
  const navigate = useNavigate()
  const [filters, setFilters] = useFilters()
  const kind = kinds.find(({ value }) => value === filters.kind) ?? kinds[0]
  return (
    <PageFrame title={t('Done')}>
      <JobSearch />
      <SegmentedControl
        mb="md"
        size="md"
        className={classes.kinds}
        aria-label={t('Job status')}
        data={[...kinds, { value: manifests, label: t('Manifests') }]}
        value={filters.kind === manifests ? manifests : kind.value}
        onChange={value => setFilters({ kind: value })}
      />
      {filters.kind === manifests ? (
        <Manifests />
      ) : (
        <ListScreen
          of={pagesOf(['press', 'done'], { status: kind.value, sort: 'ended' }, query =>
            api.GET('/press/jobs', { params: { query } }),
          )}
          rowsOf={page => page.jobs}
          label={kind.label}
          columns={kind.columns}
          keyOf={job => job.jobId}
          open={({ jobId }) => void navigate({ to: `/jobs/${jobId}` })}
          empty={{ icon: Archive, title: kind.empty.title, text: kind.empty.text }}
        />
      )}
    </PageFrame>
  )
}
