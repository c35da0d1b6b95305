// The mapping of the ledger's accounts to the accounts of the operator's accounting, for exports.

import { Button, Group, Table, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type ResponseBody } from '../../../api.ts'
import { Failure } from '../../../components/feedback/Failure.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { ledgerDetail, ledgerNames } from '../../../shell/money/Ledger.tsx'
import { useMay } from '../../../shell/session/session.ts'

type Accounts = ResponseBody<'/staff/accounting/mapping'>
type Row = Accounts['accounts'][number]

export function AccountMapping() {
  const accounts = useQuery({
    queryKey: ['staff', 'accounting', 'mapping'],
    queryFn: () => api.GET('/staff/accounting/mapping'),
    // Typed text stays until it is saved.
    refetchOnWindowFocus: false,
  })
  const rows = accounts.data && rowsOf(accounts.data)
  return (
    <Section
      title={t('Accounts of your accounting')}
      about={t('Files of exports name these in place of the accounts of the ledger. Earlier exports stay as they are.')}
    >
      <Text size="sm" mb="sm">
        {t(
          'Xero takes no journals on bank accounts or its Accounts Receivable, and QuickBooks wants a customer for those. Give “Payments received” and “Amount due” current asset accounts of their own.',
        )}
      </Text>
      {accounts.error ? <Failure error={accounts.error} retry={() => accounts.refetch()} /> : null}
      {rows === undefined ? null : <AccountTable key={JSON.stringify(rows)} rows={rows} />}
    </Section>
  )
}

/** Accounts of the ledger, each with its account of the operator; nothing for unmapped accounts. */
function rowsOf({ accounts, unmapped }: Accounts): Row[] {
  const names = Object.keys(ledgerNames)
  const missing = unmapped.map(row => ({ ...row, code: '', name: '' }))
  const known = new Set([...accounts, ...missing].map(keyOf))
  const general = names.map(name => ({ ledgerAccount: name as Row['ledgerAccount'], detail: null, code: '', name: '' }))
  return [...accounts, ...missing, ...general.filter(row => !known.has(keyOf(row)))].toSorted(
    (a, b) =>
      names.indexOf(a.ledgerAccount) - names.indexOf(b.ledgerAccount) || (a.detail ?? '').localeCompare(b.detail ?? ''),
  )
}

const keyOf = ({ ledgerAccount, detail }: Pick<Row, 'ledgerAccount' | 'detail'>) => `${ledgerAccount} ${detail ?? ''}`

const labelOf = ({ ledgerAccount, detail }: Row) =>
  detail === null ? ledgerNames[ledgerAccount] : `${ledgerNames[ledgerAccount]}, ${ledgerDetail(detail)}`

function AccountTable({ rows }: { rows: Row[] }) {
  const mayChange = useMay('money')
  const [edited, setEdited] = useState(rows)
  const isHalf = (row: Row) => (row.code.trim() === '') !== (row.name.trim() === '')
  const save = useAction({
    mutationFn: () =>
      api.PUT('/staff/accounting/mapping', {
        body: {
          accounts: edited
            .map(row => ({ ...row, code: row.code.trim(), name: row.name.trim() }))
            .filter(({ code }) => code !== ''),
        },
      }),
    refetch: ['staff', 'accounting', 'mapping'],
    done: t('Accounts saved'),
    failed: t('The accounts were not saved'),
  })
  const change = (changed: Row, fields: Partial<Row>) =>
    setEdited(edited.map(row => (row === changed ? { ...row, ...fields } : row)))
  return (
    <>
      <Table.ScrollContainer minWidth={320}>
        <Table aria-label={t('Accounts of your accounting')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('Account of the ledger')}</Table.Th>
              <Table.Th>{t('Account code')}</Table.Th>
              <Table.Th>{t('Account name')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {edited.map(row => (
              <Table.Tr key={keyOf(row)}>
                <Table.Td>{labelOf(row)}</Table.Td>
                <Table.Td>
                  <TextInput
                    aria-label={t('Account code of {account}', { account: labelOf(row) })}
                    value={row.code}
                    maxLength={50}
                    readOnly={!mayChange}
                    error={isHalf(row) && row.code.trim() === '' ? t('Enter a code') : null}
                    onChange={event => change(row, { code: event.currentTarget.value })}
                  />
                </Table.Td>
                <Table.Td>
                  <TextInput
                    aria-label={t('Account name of {account}', { account: labelOf(row) })}
                    value={row.name}
                    maxLength={100}
                    readOnly={!mayChange}
                    error={isHalf(row) && row.name.trim() === '' ? t('Enter a name') : null}
                    onChange={event => change(row, { name: event.currentTarget.value })}
                  />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {mayChange ? (
        <Group justify="space-between" mt="md">
          <Text size="sm" c="dimmed">
            {t('Without an account, files have the name of the ledger.')}
          </Text>
          <Button disabled={edited.some(isHalf)} loading={save.isPending} onClick={() => save.mutate()}>
            {t('Save accounts')}
          </Button>
        </Group>
      ) : null}
    </>
  )
}
