// The unpaid statements of enterprise accounts, and the import of their payments.

import { Button, Group } from '@mantine/core'
import { FileText, Upload } from 'lucide-react'
import { useState } from 'react'
import { api, type ResponseBody } from '../../../api.ts'
import type { paths } from '../../../apiTypes.ts'
import { statementColumns } from '../../../components/billing/Statements.tsx'
import type { Column } from '../../../components/layout/List.tsx'
import { AccountLink, orderPath } from '../../../components/staff/StaffLinks.tsx'
import { t } from '../../../language.ts'
import { namedFilters, useFilters } from '../../../shell/frame/mode.ts'
import { FilterSelect } from '../../../shell/lists/FilterSelect.tsx'
import { ListScreen, pagesOf } from '../../../shell/lists/ListScreen.tsx'
import { StatementLines } from '../../../shell/money/StatementLines.tsx'
import { useMay } from '../../../shell/session/session.ts'
import { ImportPayments } from './ImportPayments.tsx'

type Query = NonNullable<paths['/staff/statements']['get']['parameters']['query']>
type Statement = ResponseBody<'/staff/statements'>['statements'][number]

const columnsOf = (open: (statement: Statement) => void): Column<Statement>[] => [
  {
    title: t('Account'),
    cell: ({ accountId, accountName }) => <AccountLink accountId={accountId} name={accountName} fw={500} />,
  },
  ...statementColumns(({ accountId }: Statement) => `/staff/accounts/${accountId}/billing`, open),
]

export function UnpaidStatements() {
  const [isImporting, setImporting] = useState(false)
  const [shown, setShown] = useState<Statement | null>(null)
  const mayImport = useMay('money')
  const [filters] = useFilters()
  return (
    <>
      <Group justify="space-between" mb="md">
        <FilterSelect
          name="state"
          label={t('Status')}
          all={t('All unpaid statements')}
          clear={t('Clear status')}
          data={[
            { value: 'overdue', label: t('Overdue') },
            { value: 'due', label: t('Not yet due') },
          ]}
          style={{ flex: '0 1 16rem' }}
        />
        {mayImport ? (
          <Button variant="default" leftSection={<Upload size={15} />} onClick={() => setImporting(true)}>
            {t('Import payments')}
          </Button>
        ) : null}
      </Group>
      <ListScreen
        of={pagesOf(['staff', 'unpaid-statements'], namedFilters<Query>(filters, ['state']), query =>
          api.GET('/staff/statements', { params: { query } }),
        )}
        rowsOf={page => page.statements}
        label={t('Unpaid statements')}
        columns={columnsOf(setShown)}
        keyOf={({ accountId, number }) => `${accountId} ${number}`}
        noMatch={{
          of: ['state'],
          title: t('No matching statements'),
          text: t('No unpaid statements match the filter.'),
        }}
        empty={{
          icon: FileText,
          title: t('No unpaid statements'),
          text: t(
            'Statements of enterprise accounts appear here until they are paid. Record a payment on the page of the account, or import payments from a file of your bank.',
          ),
        }}
      />
      {shown === null ? null : (
        <StatementLines
          of={shown}
          list={['staff', 'billing', shown.accountId]}
          read={query => {
            const path = { accountId: shown.accountId }
            return api.GET('/staff/accounts/{accountId}/billing/statement-lines', { params: { path, query } })
          }}
          orderAt={customerOrderId => orderPath({ accountId: shown.accountId, customerOrderId })}
          close={() => setShown(null)}
        />
      )}
      {isImporting ? <ImportPayments close={() => setImporting(false)} /> : null}
    </>
  )
}
