// The sales taxes to file: what is due for each place of registration, the orders behind it, and the filed returns.

import { Button, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { useState } from 'react'
import { api, type ResponseBody } from '../../../api.ts'
import { FormError } from '../../../components/feedback/FormError.tsx'
import { DialogButtons } from '../../../components/forms/DialogButtons.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { useReturnFocus } from '../../../components/forms/opener.ts'
import { EmptyState } from '../../../components/layout/EmptyState.tsx'
import { type Column, List } from '../../../components/layout/List.tsx'
import { LoadState } from '../../../components/layout/LoadState.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { DayRange, dayText, money, Time } from '../../../components/layout/Values.tsx'
import { jurisdictionName } from '../../../components/orders/states.ts'
import { instantsOf } from '../../../components/orders/utcDays.ts'
import { OrderLink } from '../../../components/staff/StaffLinks.tsx'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { ListScreen, pagesOf } from '../../../shell/lists/ListScreen.tsx'
import { useMay } from '../../../shell/session/session.ts'

type OpenReturn = ResponseBody<'/staff/tax-returns/open'>['returns'][number]
type FiledReturn = ResponseBody<'/staff/tax-returns'>['returns'][number]
type Entry = ResponseBody<'/staff/tax-returns/entries'>['taxEntries'][number]
type Figures = Pick<OpenReturn, 'gross' | 'exempt' | 'taxable' | 'tax' | 'credits' | 'creditedTax' | 'due'>

const figureColumns: Column<Figures>[] = [
  { title: t('Sales before tax'), cell: ({ gross }) => money(gross), right: true, wideOnly: true },
  { title: t('Exempt sales'), cell: ({ exempt }) => money(exempt), right: true, wideOnly: true },
  { title: t('Taxable sales'), cell: ({ taxable }) => money(taxable), right: true },
  { title: t('Tax'), cell: ({ tax }) => money(tax), right: true },
  { title: t('Refunded tax'), cell: ({ creditedTax }) => money(creditedTax), right: true },
  { title: t('Tax due'), cell: ({ due }) => money(due), right: true },
]

/** The last day of the last month that is over. */
const lastMonthEnd = (): string => new Date(new Date().setUTCDate(0)).toISOString().slice(0, 10)

export function TaxReturns() {
  const [lastDay, setLastDay] = useState(lastMonthEnd)
  const [shown, setShown] = useState<OpenReturn | FiledReturn | null>(null)
  return (
    <>
      <Section
        title={t('Not filed yet')}
        about={t('The tax of your orders by place of registration, from the end of the last filed return on')}
      >
        <TextInput
          type="date"
          label={t('Last day of the returns')}
          maw={220}
          mb="md"
          value={lastDay}
          onChange={event => setLastDay(event.currentTarget.value)}
        />
        {lastDay === '' ? null : <OpenReturns lastDay={lastDay} show={setShown} />}
      </Section>
      <Section title={t('Filed returns')} about={t('The figures of a filed return never change.')}>
        <ListScreen
          of={pagesOf(['staff', 'tax-returns', 'filed'], {}, query =>
            api.GET('/staff/tax-returns', { params: { query } }),
          )}
          rowsOf={page => page.returns}
          label={t('Filed returns')}
          columns={filedColumns(setShown)}
          keyOf={({ returnId }) => returnId}
          empty={{ icon: Landmark, title: t('No filed returns'), text: t('Returns that you file appear here.') }}
        />
      </Section>
      {shown === null ? null : <Entries of={shown} close={() => setShown(null)} />}
    </>
  )
}

const filedColumns = (show: (filed: FiledReturn) => void): Column<FiledReturn>[] => [
  {
    title: t('Place'),
    cell: filed => (
      <Button variant="subtle" size="compact-sm" px={0} onClick={() => show(filed)}>
        {jurisdictionName(filed.registration)}
      </Button>
    ),
  },
  { title: t('Period'), cell: ({ firstDay, lastDay }) => <DayRange from={firstDay} to={lastDay} /> },
  ...figureColumns,
  { title: t('Reference of the authority'), cell: ({ reference }) => reference ?? '–' },
  { title: t('Filed'), cell: ({ filedAt }) => <Time at={filedAt} /> },
]

function OpenReturns({ lastDay, show }: { lastDay: string; show: (open: OpenReturn) => void }) {
  const [filed, file] = useState<OpenReturn | null>(null)
  const mayFile = useMay('money')
  const open = useQuery({
    queryKey: ['staff', 'tax-returns', 'open', lastDay],
    queryFn: () => api.GET('/staff/tax-returns/open', { params: { query: { lastDay } } }),
  })
  if (open.isPending || open.error) return <LoadState of={open} rows={2} />
  const { returns } = open.data
  if (returns.length === 0)
    return (
      <EmptyState icon={Landmark} title={t('Nothing to file')}>
        {t('No orders until this day are without a filed return.')}
      </EmptyState>
    )
  const columns: Column<OpenReturn>[] = [
    {
      title: t('Place'),
      cell: one => (
        <Button variant="subtle" size="compact-sm" px={0} onClick={() => show(one)}>
          {jurisdictionName(one.registration)}
        </Button>
      ),
    },
    {
      title: t('Period'),
      cell: ({ firstDay, lastDay: last }) => <DayRange from={firstDay} to={last} />,
      wideOnly: true,
    },
    ...figureColumns,
    ...(mayFile ? [fileColumn(file)] : []),
  ]
  return (
    <>
      <List label={t('Not filed yet')} rows={returns} columns={columns} keyOf={({ registration }) => registration} />
      {filed === null ? null : <FileReturn of={filed} close={() => file(null)} />}
    </>
  )
}

const fileColumn = (file: (open: OpenReturn) => void): Column<OpenReturn> => ({
  title: t('Actions'),
  isActions: true,
  cell: open => (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={t('File the return of {place}', { place: jurisdictionName(open.registration) })}
      onClick={() => file(open)}
    >
      {t('File [[a tax return]]')}
    </Button>
  ),
})

function FileReturn({ of, close }: { of: OpenReturn; close: () => void }) {
  const [reference, setReference] = useState('')
  const place = jurisdictionName(of.registration)
  useReturnFocus()
  const add = useAction({
    mutationFn: () => {
      const { registration, lastDay } = of
      const entered = reference.trim()
      return api.POST('/staff/tax-returns', {
        body: { registration, lastDay, ...(entered === '' ? {} : { reference: entered }) },
      })
    },
    refetch: ['staff', 'tax-returns'],
    done: t('Return of {place} filed', { place }),
    close,
  })
  return (
    <Modal opened onClose={close} title={t('File the return of {place}?', { place })}>
      <Form submit={() => add.mutate()}>
        <Stack gap="md">
          <FormError error={add.error} />
          <Text>
            {t(
              'The return until {day} is kept with {amount} due and never changes. It is sent nowhere: file it with the authority yourself.',
              { day: dayText(of.lastDay), amount: money(of.due) },
            )}
          </Text>
          <TextInput
            label={t('Reference of the authority')}
            maxLength={100}
            data-autofocus
            value={reference}
            onChange={event => setReference(event.currentTarget.value)}
          />
        </Stack>
        <DialogButtons close={close} label={t('File [[a tax return]]')} isPending={add.isPending} />
      </Form>
    </Modal>
  )
}

const entryColumns: Column<Entry>[] = [
  {
    title: t('Order'),
    cell: ({ customerOrderId, ...entry }) =>
      customerOrderId === null ? '–' : <OrderLink order={{ ...entry, customerOrderId }} />,
  },
  { title: t('Date'), cell: ({ at }) => <Time at={at} /> },
  { title: t('Jurisdiction'), cell: ({ jurisdiction }) => jurisdictionName(jurisdiction) },
  ...figureColumns,
]

function Entries({ of, close }: { of: OpenReturn | FiledReturn; close: () => void }) {
  useReturnFocus()
  const { registration, firstDay, lastDay } = of
  const those = 'returnId' in of ? { returnId: of.returnId } : instantsOf({ from: firstDay, to: lastDay })
  const query = { registration, ...those }
  return (
    <Modal opened onClose={close} title={jurisdictionName(registration)} size="72rem">
      <ListScreen
        of={pagesOf(['staff', 'tax-returns', 'entries'], query, filters =>
          api.GET('/staff/tax-returns/entries', { params: { query: filters } }),
        )}
        rowsOf={page => page.taxEntries}
        label={t('Orders of the return')}
        columns={entryColumns}
        keyOf={({ entryId }) => entryId}
        skeletonRows={2}
        exportOf="/staff/tax-returns/entries"
        empty={{ icon: Landmark, title: t('No orders'), text: t('The return has no orders.') }}
      />
    </Modal>
  )
}
