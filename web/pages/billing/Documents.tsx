// Invoices and credit notes to download.

import { FileText } from 'lucide-react'
import { api, unwrap } from '../../api.ts'
import {
  type DocumentKind,
  DocumentKinds,
  documentColumns,
  documentLabels,
} from '../../components/billing/Documents.tsx'
import { EmptyState } from '../../components/layout/EmptyState.tsx'
import { PagedList } from '../../components/layout/PagedList.tsx'
import { t } from '../../language.ts'
import { useFilters } from '../../shell/frame/mode.ts'
import { usePages } from '../../shell/frame/pages.ts'

const emptyTexts = {
  invoice: { none: t('No invoices yet'), about: t('An invoice appears here after each successful charge.') },
  credit_note: { none: t('No credit notes yet'), about: t('A credit note appears here after each refund.') },
} as const satisfies Record<DocumentKind, unknown>

const columns = documentColumns('/dashboard/api/billing')

export function Documents({ isEnterprise }: { isEnterprise: boolean }) {
  const [{ kind: asked }, setFilters] = useFilters()
  const kind: DocumentKind = asked === 'credit_note' ? asked : 'invoice'
  const { none, about } = emptyTexts[kind]
  const pages = usePages(['billing', 'documents'], kind, cursor =>
    unwrap(api.GET('/dashboard/api/billing/documents', { params: { query: { kind, ...cursor } } })),
  )
  return (
    <>
      <DocumentKinds kind={kind} choose={chosen => setFilters({ kind: chosen === 'invoice' ? '' : chosen })} />
      <PagedList
        of={pages}
        rowsOf={page => page.documents}
        label={documentLabels[kind]}
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
