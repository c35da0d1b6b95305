// The invoices and credit notes of all accounts with filters that combine. A row opens its PDF.

import { Anchor, Button, Group, Select, Text } from '@mantine/core'
import { FileText, Search } from 'lucide-react'
import { api, type ResponseBody, unwrap } from '../../../api.ts'
import type { paths } from '../../../apiTypes.ts'
import { documentPath } from '../../../components/billing/Documents.tsx'
import { EmptyState } from '../../../components/layout/EmptyState.tsx'
import { ExportButtons, exportUrl } from '../../../components/layout/ExportButtons.tsx'
import type { Column } from '../../../components/layout/List.tsx'
import { PageFrame } from '../../../components/layout/Page.tsx'
import { PagedList } from '../../../components/layout/PagedList.tsx'
import { money, ShortTime } from '../../../components/layout/Values.tsx'
import { AccountLink } from '../../../components/staff/StaffLinks.tsx'
import { t } from '../../../language.ts'
import { useFilters } from '../../../shell/frame/mode.ts'
import { usePages } from '../../../shell/frame/pages.ts'
import { AccountSelect } from '../../../shell/lists/AccountSelect.tsx'
import { SavedViews } from '../../../shell/lists/SavedViews.tsx'
import { TimeFilters, timeQueryOf, useTimeSort } from '../../../shell/lists/timeFilters.tsx'
import { AmountFilter } from './AmountFilter.tsx'

type Query = NonNullable<paths['/staff/documents']['get']['parameters']['query']>
type Document = ResponseBody<'/staff/documents'>['documents'][number]

const plainFilters = ['accountId', 'kind', 'minAmount', 'maxAmount'] as const
const filterNames = [...plainFilters, 'period', 'after', 'before'] as const

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
  {
    title: t('Account'),
    cell: document => <AccountLink accountId={document.accountId} name={document.accountName} c="inherit" />,
  },
  {
    title: t('Issued'),
    sort: { ascending: 'oldest', descending: 'newest', first: 'descending' },
    cell: document => <ShortTime at={document.issuedAt} />,
  },
  { title: t('Amount'), cell: ({ kind, amount }) => money(kind === 'invoice' ? amount : -amount), right: true },
]

export function Page() {
  const [filters, setFilters] = useFilters()
  const plain = plainFilters.flatMap(name => (filters[name] === undefined ? [] : [[name, filters[name]]]))
  const query: Query = { ...timeQueryOf(filters), ...Object.fromEntries(plain) }
  const pages = usePages(['staff', 'documents'], query, cursor =>
    unwrap(api.GET('/staff/documents', { params: { query: { ...query, ...cursor } } })),
  )
  const sort = useTimeSort()
  const first = pages.data?.pages[0]
  return (
    <PageFrame title={t('Invoices')} about={t('Invoices and credit notes of all accounts.')}>
      <Group gap="xs" mb="md" align="flex-start">
        <AccountSelect
          style={{ flex: '2 1 14rem', minWidth: 0 }}
          value={filters.accountId ?? null}
          change={accountId => setFilters({ accountId: accountId ?? '' })}
        />
        <Select
          style={{ flex: '1 1 10rem', minWidth: 0 }}
          aria-label={t('Kind')}
          placeholder={t('Both kinds')}
          data={[
            { value: 'invoice', label: t('Invoices') },
            { value: 'credit_note', label: t('Credit notes') },
          ]}
          value={filters.kind ?? null}
          onChange={kind => setFilters({ kind: kind ?? '' })}
          clearable
          clearButtonProps={{ 'aria-label': t('Clear kind') }}
        />
        <TimeFilters />
        <AmountFilter filters={filters} change={setFilters} />
        <SavedViews path="/staff/views" list="documents" />
      </Group>
      <PagedList
        of={pages}
        rowsOf={page => page.documents}
        label={t('Invoices of all accounts')}
        columns={columns}
        keyOf={({ accountId, kind, number }) => `${accountId} ${kind} ${number}`}
        open={document => window.location.assign(pdfOf(document))}
        sort={sort}
        above={
          <Group justify="space-between" gap="xs" mb="xs">
            <Text size="sm" c="dimmed">
              {first === undefined ? '' : sumsText(first)}
            </Text>
            <Group gap="xs">
              <ExportButtons urlOf={format => exportUrl('/staff/documents', query as Record<string, string>, format)} />
            </Group>
          </Group>
        }
        empty={
          filterNames.some(name => filters[name] !== undefined) ? (
            <EmptyState
              icon={Search}
              title={t('No matching invoices')}
              action={
                <Button
                  variant="default"
                  onClick={() => setFilters(Object.fromEntries(filterNames.map(name => [name, undefined])))}
                >
                  {t('Clear filters')}
                </Button>
              }
            >
              {t('No invoices or credit notes match these filters.')}
            </EmptyState>
          ) : (
            <EmptyState icon={FileText} title={t('No invoices yet')}>
              {t('Invoices appear here when charges succeed, and credit notes when refunds are made.')}
            </EmptyState>
          )
        }
      />
    </PageFrame>
  )
}

const sumsText = ({ count, total }: { count: number | null; total: number | null }): string =>
  count === null || total === null
    ? t('More than 10,000 documents')
    : t('{count, plural, one {# document} other {# documents}}, {total}', { count, total: money(total) })
