// Exports of the ledger to the operator's accounting, and the open items of a month.

import { Alert, Anchor, Button, Group, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { BookCheck, Download } from 'lucide-react'
import { useState } from 'react'
import { api, type ResponseBody } from '../../../api.ts'
import { Failure } from '../../../components/feedback/Failure.tsx'
import { Details } from '../../../components/layout/Details.tsx'
import type { Column } from '../../../components/layout/List.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { money, number, Time } from '../../../components/layout/Values.tsx'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { ListScreen, pagesOf } from '../../../shell/lists/ListScreen.tsx'
import { useMay } from '../../../shell/session/session.ts'
import { AccountMapping } from './AccountMapping.tsx'

type Export = ResponseBody<'/staff/accounting/exports'>['exports'][number]

const formats = [
  ['csv', t('Journal as CSV')],
  ['quickbooks_online', t('Journal for QuickBooks Online')],
  ['iif', t('Journal for QuickBooks Desktop')],
  ['xero', t('Journal for Xero')],
] as const

const columns: Column<Export>[] = [
  { title: t('Export number'), cell: made => number(made.number) },
  { title: t('Made'), cell: made => <Time at={made.madeAt} /> },
  { title: t('Postings'), cell: made => number(made.postings), right: true },
  { title: t('Total'), cell: made => money(made.total), right: true },
  {
    title: t('Files'),
    cell: made => (
      <Group gap="0.25rem 0.75rem">
        {formats.map(([format, label]) => (
          <Anchor
            key={format}
            href={`/staff/accounting/exports/${made.number}/journal?format=${format}`}
            size="sm"
            download
          >
            {label}
          </Anchor>
        ))}
      </Group>
    ),
  },
]

export function Accounting() {
  const mayExport = useMay('money')
  const add = useAction({
    mutationFn: () => api.POST('/staff/accounting/exports'),
    refetch: ['staff'],
    done: t('Export made'),
    failed: t('Nothing was exported'),
  })
  return (
    <>
      <MonthClose />
      <Section
        title={t('Exports to your accounting')}
        about={t('Each posting of the ledger is in one export. The files of an export never change.')}
        actions={
          mayExport ? (
            <Button leftSection={<Download size={15} />} loading={add.isPending} onClick={() => add.mutate()}>
              {t('Export new postings')}
            </Button>
          ) : undefined
        }
      >
        {add.data?.hasMore ? (
          <Alert color="blue" mb="md">
            {t('An export has at most {count} postings, and more are left. Export again.', {
              count: number(1_000_000),
            })}
          </Alert>
        ) : null}
        <ListScreen
          of={pagesOf(['staff', 'accounting', 'exports'], {}, query =>
            api.GET('/staff/accounting/exports', { params: { query } }),
          )}
          rowsOf={page => page.exports}
          label={t('Exports to your accounting')}
          columns={columns}
          keyOf={made => String(made.number)}
          empty={{ icon: BookCheck, title: t('No exports yet'), text: t('The first export has all postings so far.') }}
        />
      </Section>
      <AccountMapping />
    </>
  )
}

/** The last month that is over. */
const lastMonth = (): string => new Date(new Date().setUTCDate(0)).toISOString().slice(0, 7)

function MonthClose() {
  const [month, setMonth] = useState(lastMonth)
  const open = useQuery({
    queryKey: ['staff', 'accounting', 'month-close', month],
    queryFn: () => api.GET('/staff/accounting/month-close', { params: { query: { month } } }),
    // Where a browser has no field for months, each key is sent.
    enabled: /^20\d\d-(0[1-9]|1[0-2])$/.test(month),
  })
  return (
    <Section title={t('Close of the month')} about={t('What is still open of the month')}>
      <TextInput
        type="month"
        label={t('Month')}
        maw={220}
        value={month}
        onChange={event => setMonth(event.currentTarget.value)}
      />
      {open.error ? <Failure error={open.error} retry={() => open.refetch()} /> : null}
      {open.data === undefined ? null : <OpenAtClose of={open.data} />}
    </Section>
  )
}

/** More are not counted. */
const maxPostingsCounted = 10_000

const countOf = (postings: number): string =>
  postings > maxPostingsCounted ? `${number(maxPostingsCounted)}+` : number(postings)

function OpenAtClose({ of }: { of: ResponseBody<'/staff/accounting/month-close'> }) {
  const unpaid: [string, string] = [
    t('Unpaid statements'),
    `${number(of.statementsUnpaid)} · ${money(of.statementsDue)}`,
  ]
  if (of.isClear)
    return (
      <>
        <Text mt="sm">{t('The month is ready to close.')}</Text>
        {of.statementsUnpaid === 0 ? null : <Details rows={[unpaid]} />}
      </>
    )
  return (
    <>
      {of.isOver ? null : <Text mt="sm">{t('The month is not over yet.')}</Text>}
      <Details
        rows={[
          [t('Postings in no export'), countOf(of.postingsNotExported)],
          [t('Days not compared with the payment provider'), number(of.daysNotCompared)],
          [t('Days with differences'), number(of.daysWithDifferences)],
          [t('Charges with unknown status'), number(of.chargesUnknown)],
          [t('Refunds not made'), number(of.refundsNotMade)],
          [t('Open disputes'), number(of.disputesOpen)],
          [t('Statements not made'), number(of.statementsNotMade)],
          unpaid,
        ]}
      />
    </>
  )
}
