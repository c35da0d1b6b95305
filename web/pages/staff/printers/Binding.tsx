import { Text } from '@mantine/core'
import { BookCheck } from 'lucide-react'
import { api } from '../../../api.ts'
import type { BindingMismatch } from '../../../apiTypes.ts'
import type { Column } from '../../../components/layout/List.tsx'
import { RelativeTime } from '../../../components/layout/Values.tsx'
import { Status } from '../../../components/orders/Status.tsx'
import { OrderLink } from '../../../components/staff/StaffLinks.tsx'
import { rich, t } from '../../../language.ts'
import { ListScreen, pagesOf } from '../../../shell/lists/ListScreen.tsx'

const columns: Column<BindingMismatch>[] = [
  {
    title: t('Orders'),
    cell: ({ jobs }) =>
      jobs.map(job => (
        <div key={job.jobId}>
          <OrderLink order={job} fw={500} />
        </div>
      )),
  },
  {
    title: t('Status'),
    cell: ({ resolvedAt }) => (
      <Status label={resolvedAt === null ? t('Stopped') : t('Resolved')} tone={resolvedAt === null ? 'bad' : 'ended'} />
    ),
  },
  { title: t('Printer'), cell: ({ jobs }) => [...new Set(jobs.map(({ printer }) => printer))].join(', ') },
  { title: t('Scanned by'), cell: ({ foundBy }) => <span className="wrap">{foundBy}</span>, wideOnly: true },
  { title: t('Scanned'), cell: ({ foundAt }) => <RelativeTime at={foundAt} /> },
  {
    title: t('Resolved'),
    cell: ({ resolvedAt, resolvedBy }) =>
      resolvedAt === null
        ? '–'
        : rich('{time} <person>by {name}</person>', {
            time: <RelativeTime at={resolvedAt} />,
            person: text => <span className="wrap">{text}</span>,
            name: resolvedBy ?? '',
          }),
    wideOnly: true,
  },
]

export function Binding() {
  return (
    <ListScreen
      of={pagesOf(['staff', 'binding'], {}, query => api.GET('/staff/binding-mismatches', { params: { query } }))}
      rowsOf={page => page.mismatches}
      label={t('Mismatches at binding')}
      columns={columns}
      keyOf={mismatch => mismatch.mismatchId}
      empty={{
        icon: BookCheck,
        title: t('No mismatches'),
        text: t(
          'A cover and pages of different books that a press scans at binding appear here. Their jobs stop until the press has decided.',
        ),
      }}
      above={
        <Text size="sm" c="dimmed" mb="sm">
          {t(
            'Newest first. If many follow each other, stacks may have been swapped: ask the printer whether books were already bound.',
          )}
        </Text>
      }
    />
  )
}
