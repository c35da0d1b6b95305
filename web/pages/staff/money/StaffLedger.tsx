// The ledger of all accounts or of one account, with the invoices and credit notes of the account.

import { FileText } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../api.ts'
import {
  type DocumentKind,
  DocumentKinds,
  documentColumns,
  documentLabels,
} from '../../../components/billing/Documents.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { t } from '../../../language.ts'
import { useFilters } from '../../../shell/frame/mode.ts'
import { AccountSelect } from '../../../shell/lists/AccountSelect.tsx'
import { ListScreen, pagesOf } from '../../../shell/lists/ListScreen.tsx'
import { Ledger } from '../../../shell/money/Ledger.tsx'

export function StaffLedger() {
  const [{ account }, setFilters] = useFilters()
  const of: { accountId?: string } = account ? { accountId: account } : {}
  return (
    <>
      <Ledger
        of={['staff', account ?? '']}
        read={period => api.GET('/staff/ledger/balances', { params: { query: { ...period, ...of } } })}
        hrefOf={period => `/staff/ledger?${new URLSearchParams({ ...period, ...of } as Record<string, string>)}`}
      >
        <AccountSelect
          label={t('Account')}
          value={account || null}
          change={accountId => setFilters({ account: accountId ?? '' })}
        />
      </Ledger>
      {account ? <AccountDocuments key={account} accountId={account} /> : null}
    </>
  )
}

function AccountDocuments({ accountId }: { accountId: string }) {
  const [kind, setKind] = useState<DocumentKind>('invoice')
  return (
    <Section title={t('Invoices and credit notes')}>
      <DocumentKinds kind={kind} choose={setKind} />
      <ListScreen
        of={pagesOf(['staff', 'documents', accountId], { kind, limit: 12 }, query =>
          api.GET('/staff/accounts/{accountId}/billing/documents', {
            params: { path: { accountId }, query },
          }),
        )}
        rowsOf={page => page.documents}
        label={documentLabels[kind]}
        columns={documentColumns(`/staff/accounts/${encodeURIComponent(accountId)}/billing`)}
        keyOf={document => `${document.kind} ${document.number}`}
        empty={{
          icon: FileText,
          title: kind === 'invoice' ? t('No invoices yet') : t('No credit notes yet'),
          text: t('An invoice is issued with each successful charge, and a credit note with each refund.'),
        }}
      />
    </Section>
  )
}
