// Invoices and credit notes to download.

import { Anchor, Group, SegmentedControl } from '@mantine/core'
import { Download, FileText } from 'lucide-react'
import { api, type ResponseBody, unwrap } from '../../api.ts'
import { EmptyState } from '../../components/layout/EmptyState.tsx'
import type { Column } from '../../components/layout/List.tsx'
import { PagedList } from '../../components/layout/PagedList.tsx'
import { Day, money } from '../../components/layout/Values.tsx'
import { t } from '../../language.ts'
import { useFilters } from '../../shell/mode.ts'
import { usePages } from '../../shell/pages.ts'

type Document = ResponseBody<'/dashboard/api/billing/documents'>['documents'][number]
type Kind = Document['kind']

const kinds = {
  invoice: {
    label: t('Invoices'),
    none: t('No invoices yet'),
    about: t('An invoice appears here after each successful charge.'),
  },
  credit_note: {
    label: t('Credit notes'),
    none: t('No credit notes yet'),
    about: t('A credit note appears here after each refund.'),
  },
} as const satisfies Record<Kind, unknown>

const hrefOf = ({ kind, chargeId, refundId }: Document) =>
  kind === 'invoice'
    ? `/dashboard/api/billing/charges/${chargeId}/invoice.pdf`
    : `/dashboard/api/billing/refunds/${refundId}/credit-note.pdf`

const columns: Column<Document>[] = [
  {
    title: t('Document'),
    cell: document => (
      <Anchor href={hrefOf(document)} download>
        <Group gap={6} component="span" display="inline-flex">
          <Download size={14} aria-hidden />
          {document.kind === 'invoice' ? t('Invoice') : t('Credit note')} {document.number}
        </Group>
      </Anchor>
    ),
  },
  { title: t('Issued (UTC)'), cell: ({ issuedAt }) => <Day day={issuedAt} /> },
  { title: t('Amount'), cell: ({ kind, amount }) => money(kind === 'invoice' ? amount : -amount), right: true },
]

export function Documents({ isEnterprise }: { isEnterprise: boolean }) {
  const [{ kind: asked }, setFilters] = useFilters()
  const kind: Kind = asked === 'credit_note' ? asked : 'invoice'
  const { label, none, about } = kinds[kind]
  const pages = usePages(['billing', 'documents'], kind, cursor =>
    unwrap(api.GET('/dashboard/api/billing/documents', { params: { query: { kind, ...cursor } } })),
  )
  return (
    <>
      <SegmentedControl
        size="xs"
        mb="md"
        aria-label={t('Document type')}
        value={kind}
        onChange={value => setFilters({ kind: value === 'invoice' ? '' : value })}
        data={Object.entries(kinds).map(([value, { label }]) => ({ value, label }))}
      />
      <PagedList
        of={pages}
        rowsOf={page => page.documents}
        label={label}
        columns={columns}
        keyOf={({ kind, number }) => `${kind} ${number}`}
        empty={
          <EmptyState icon={FileText} title={none}>
            {isEnterprise ? t('Your orders are billed by monthly statement.') : about}
          </EmptyState>
        }
      />
    </>
  )
}
