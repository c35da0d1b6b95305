// Invoices and credit notes to download.

import { Anchor, Badge, Group } from '@mantine/core'
import { Download, FileText } from 'lucide-react'
import { type Answer, api, ask } from '../../api.ts'
import { Empty } from '../../components/Empty.tsx'
import type { Column } from '../../components/List.tsx'
import { PagedList } from '../../components/PagedList.tsx'
import { Day, money } from '../../components/Values.tsx'
import { usePages } from '../../shell/pages.ts'

type Document = Answer<'/dashboard/api/billing/documents'>['documents'][number]

const hrefOf = ({ kind, chargeId, refundId }: Document) =>
  kind === 'invoice'
    ? `/dashboard/api/billing/charges/${chargeId}/invoice.pdf`
    : `/dashboard/api/billing/refunds/${refundId}/credit-note.pdf`

const columns: Column<Document>[] = [
  {
    title: 'Document',
    cell: one => (
      <Anchor href={hrefOf(one)} download>
        <Group gap={6} component="span" display="inline-flex">
          <Download size={14} aria-hidden />
          {one.kind === 'invoice' ? 'Invoice' : 'Credit note'} {one.number}
        </Group>
      </Anchor>
    ),
  },
  {
    title: 'Kind',
    cell: ({ kind }) => (
      <Badge variant="light" color={kind === 'invoice' ? 'blue' : 'gray'} radius="sm">
        {kind === 'invoice' ? 'charged' : 'given back'}
      </Badge>
    ),
    wideOnly: true,
  },
  { title: 'Issued', cell: ({ issuedAt }) => <Day day={issuedAt} /> },
  { title: 'Amount', cell: ({ amount }) => money(amount), right: true },
]

export function Documents() {
  const pages = usePages(['billing', 'documents'], cursor =>
    ask(api.GET('/dashboard/api/billing/documents', { params: { query: cursor } })),
  )
  return (
    <PagedList
      of={pages}
      rowsOf={page => page.documents}
      label="Invoices and credit notes"
      columns={columns}
      keyOf={({ kind, number }) => `${kind} ${number}`}
      empty={
        <Empty icon={FileText} title="No invoices yet">
          Each charge that succeeds has an invoice, and each refund a credit note. They stay here.
        </Empty>
      }
    />
  )
}
