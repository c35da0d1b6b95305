// Invoices and credit notes to download.

import { FileText } from 'lucide-react'
import { api } from '../../api.ts'
import {
  type DocumentKind,
  DocumentKinds,
  documentColumns,
  documentLabels,
} from '../../components/billing/Documents.tsx'
import { t } from '../../language.ts'
import { useFilters } from '../../shell/frame/mode.ts'
import { ListScreen, pagesOf } from '../../shell/lists/ListScreen.tsx'

const emptyTexts = {
  invoice: { none: t('No invoices yet'), about: t('An invoice appears here after each successful charge.') },
  credit_note: { none: t('No credit notes yet'), about: t('A credit note appears here after each refund.') },
} as const satisfies Record<DocumentKind, unknown>

const columns = documentColumns('/dashboard/api/billing')

export function Documents({ isEnterprise }: { isEnterprise: boolean }) {
  const [{ kind: asked }, setFilters] = useFilters()
  const kind: DocumentKind = asked === 'credit_note' ? asked : 'invoice'
  const { none, about } = emptyTexts[kind]
  return (
    <>
      <DocumentKinds kind={kind} choose={chosen => setFilters({ kind: chosen === 'invoice' ? '' : chosen })} />
      <ListScreen
        of={pagesOf(['billing', 'documents'], { kind }, query =>
          api.GET('/dashboard/api/billing/documents', { params: { query } }),
        )}
        rowsOf={page => page.documents}
        label={documentLabels[kind]}
        columns={columns}
        keyOf={({ kind, number }) => `${kind} ${number}`}
        empty={{
          icon: FileText,
          title: none,
          text: isEnterprise ? t('An invoice appears here with each monthly statement.') : about,
        }}
      />
    </>
  )
}
