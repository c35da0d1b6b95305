// Invoices and credit notes to download.

import { Anchor, Badge, Button, Group } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Download, FileText } from 'lucide-react'
import { type Answer, api, ask } from '../../api.ts'
import { Empty } from '../../components/Empty.tsx'
import { Failure } from '../../components/Failure.tsx'
import { type Column, List } from '../../components/List.tsx'
import { RowsSkeleton } from '../../components/Page.tsx'
import { money, Time } from '../../components/Values.tsx'

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
  { title: 'Issued', cell: ({ issuedAt }) => <Time at={issuedAt} /> },
  { title: 'Amount', cell: ({ amount }) => money(amount), right: true },
]

export function Documents() {
  const documents = useInfiniteQuery({
    queryKey: ['billing', 'documents'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      ask(
        api.GET('/dashboard/api/billing/documents', {
          params: { query: pageParam === undefined ? {} : { cursor: pageParam } },
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
  if (documents.isPending) return <RowsSkeleton />
  if (documents.error) return <Failure error={documents.error} retry={() => documents.refetch()} />
  const rows = documents.data.pages.flatMap(page => page.documents)
  if (rows.length === 0) {
    return (
      <Empty icon={FileText} title="No invoices yet">
        Each charge that succeeds has an invoice, and each refund a credit note. They stay here.
      </Empty>
    )
  }
  return (
    <List
      label="Invoices and credit notes"
      rows={rows}
      columns={columns}
      keyOf={({ kind, number }) => `${kind} ${number}`}
      below={
        documents.hasNextPage ? (
          <Group justify="center" p="sm">
            <Button
              variant="subtle"
              size="xs"
              onClick={() => documents.fetchNextPage()}
              loading={documents.isFetchingNextPage}
            >
              Show more
            </Button>
          </Group>
        ) : null
      }
    />
  )
}
