// The invoices and credit notes of all accounts with filters that combine. A row opens its PDF.

import { Anchor, Group } from '@mantine/core'
import { FileText } from 'lucide-react'
import { api, type ResponseBody } from '../../../api.ts'
import type { paths } from '../../../apiTypes.ts'
import { documentLabels, documentPath } from '../../../components/billing/Documents.tsx'
import type { Column } from '../../../components/layout/List.tsx'
import { PageFrame } from '../../../components/layout/Page.tsx'
import { dayText, money, ShortTime } from '../../../components/layout/Values.tsx'
import { accountColumn } from '../../../components/staff/StaffLinks.tsx'
import { t } from '../../../language.ts'
import { namedFilters, useFilters } from '../../../shell/frame/mode.ts'
import { AccountFilter } from '../../../shell/lists/AccountSelect.tsx'
import { FilterSelect } from '../../../shell/lists/FilterSelect.tsx'
import { ListScreen, pagesOf } from '../../../shell/lists/ListScreen.tsx'
import { SavedViews } from '../../../shell/lists/SavedViews.tsx'
import { TimeFilters, timeFilterNames, timeQueryOf, useTimeSort } from '../../../shell/lists/timeFilters.tsx'
import { AmountFilter } from './AmountFilter.tsx'
import { NumberFilter } from './NumberFilter.tsx'

type Query = NonNullable<paths['/staff/documents']['get']['parameters']['query']>
type Document = ResponseBody<'/staff/documents'>['documents'][number]

const plainFilters = ['accountId', 'kind', 'number', 'minAmount', 'maxAmount'] as const

const pdfOf = ({ accountId, ...document }: Document) =>
  documentPath(`/staff/accounts/${encodeURIComponent(accountId)}/billing`, document)

const columns: Column<Document>[] = [
  {
    title: t('Document'),
    cell: document => (
      <Anchor href={pdfOf(document)} download inherit fw={500} className="nowrap">
        {document.kind === 'invoice'
          ? t('Invoice {number}', { number: document.number })
          : t('Credit note {number}', { number: document.number })}
      </Anchor>
    ),
  },
  accountColumn,
  {
    title: t('Issued'),
    sort: { ascending: 'oldest', descending: 'newest', first: 'descending' },
    cell: document => <ShortTime at={document.issuedAt} />,
  },
  { title: t('Due'), cell: ({ dueOn }) => (dueOn === null ? '–' : dayText(dueOn)), wideOnly: true },
  { title: t('Amount'), cell: ({ kind, amount }) => money(kind === 'invoice' ? amount : -amount), right: true },
]

export function Page() {
  const [filters] = useFilters()
  const query = { ...timeQueryOf(filters), ...namedFilters<Query>(filters, plainFilters) }
  return (
    <PageFrame title={t('Invoices')} about={t('Invoices and credit notes of all accounts.')}>
      <Group gap="xs" mb="md" align="flex-start">
        <AccountFilter />
        <FilterSelect
          name="kind"
          label={t('Kind')}
          all={t('Both kinds')}
          clear={t('Clear kind')}
          data={Object.entries(documentLabels).map(([value, label]) => ({ value, label }))}
        />
        <TimeFilters />
        <AmountFilter />
        <NumberFilter />
        <SavedViews path="/staff/views" list="documents" />
      </Group>
      <ListScreen
        of={pagesOf(['staff', 'documents'], query, query => api.GET('/staff/documents', { params: { query } }))}
        rowsOf={page => page.documents}
        label={t('Invoices of all accounts')}
        columns={columns}
        keyOf={({ accountId, kind, number }) => `${accountId} ${kind} ${number}`}
        open={document => window.location.assign(pdfOf(document))}
        sort={useTimeSort()}
        sums={sumsText}
        exportOf="/staff/documents"
        noMatch={{
          of: [...plainFilters, ...timeFilterNames],
          title: t('No matching invoices'),
          text: t('No invoices or credit notes match these filters.'),
        }}
        empty={{
          icon: FileText,
          title: t('No invoices yet'),
          text: t('Invoices appear here when charges succeed, and credit notes when refunds are made.'),
        }}
      />
    </PageFrame>
  )
}

const sumsText = ({ count, total }: { count: number | null; total: number | null }): string =>
  count === null || total === null
    ? t('More than 10,000 documents')
    : t('{count, plural, one {# document} other {# documents}}, {total}', { count, total: money(total) })
