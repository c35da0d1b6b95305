// Invoices and credit notes to download, for the members of an account and for the staff.

import { Anchor, Group, SegmentedControl } from '@mantine/core'
import { Download } from 'lucide-react'
import type { ResponseBody } from '../../api.ts'
import { t } from '../../language.ts'
import type { Column } from '../layout/List.tsx'
import { Day, dayText, money } from '../layout/Values.tsx'

type Document = ResponseBody<'/dashboard/api/billing/documents'>['documents'][number]
export type DocumentKind = Document['kind']

export const documentLabels: Record<DocumentKind, string> = { invoice: t('Invoices'), credit_note: t('Credit notes') }

/** `base` is the address of the billing of the account. */
export const documentColumns = (base: string): Column<Document>[] => [
  {
    title: t('Document'),
    cell: document => (
      <Anchor href={documentPath(base, document)} download>
        <Group gap={6} component="span" display="inline-flex">
          <Download size={14} aria-hidden />
          {document.kind === 'invoice' ? t('Invoice') : t('Credit note')} {document.number}
        </Group>
      </Anchor>
    ),
  },
  // The day on the document itself.
  { title: t('Issued'), cell: ({ issuedAt }) => <Day day={issuedAt} /> },
  { title: t('Due'), cell: ({ dueOn }) => (dueOn === null ? '–' : dayText(dueOn)), wideOnly: true },
  { title: t('Amount'), cell: ({ kind, amount }) => money(kind === 'invoice' ? amount : -amount), right: true },
]

type About = Pick<Document, 'chargeId' | 'refundId' | 'statement' | 'paymentId'>

export function documentPath(base: string, { chargeId, refundId, statement, paymentId }: About): string {
  if (paymentId !== null) return `${base}/payments/${paymentId}/credit-note.pdf`
  if (statement !== null) return `${base}/statements/${statement}/statement.pdf`
  return refundId === null ? `${base}/charges/${chargeId}/invoice.pdf` : `${base}/refunds/${refundId}/credit-note.pdf`
}

export const DocumentKinds = ({ kind, choose }: { kind: DocumentKind; choose: (kind: DocumentKind) => void }) => (
  <SegmentedControl
    size="xs"
    mb="md"
    aria-label={t('Document type')}
    value={kind}
    onChange={value => choose(value as DocumentKind)}
    data={Object.entries(documentLabels).map(([value, label]) => ({ value, label }))}
  />
)
