import { Badge, Text } from '@mantine/core'
import { BookCheck } from 'lucide-react'
import { api, type ResponseBody, unwrap } from '../../../api.ts'
import { brand } from '../../../brand.ts'
import { Failure } from '../../../components/feedback/Failure.tsx'
import { EmptyState } from '../../../components/layout/EmptyState.tsx'
import { type Column, List } from '../../../components/layout/List.tsx'
import { LoadMore } from '../../../components/layout/LoadMore.tsx'
import { RowsSkeleton } from '../../../components/layout/Page.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { Day, dayText, money, number, plural, RelativeTime } from '../../../components/layout/Values.tsx'
import { AccountLink } from '../../../components/staff/StaffLinks.tsx'
import { usePages } from '../../../shell/pages.ts'

type Reconciliation = ResponseBody<'/staff/reconciliations'>['days'][number]
type Difference = Reconciliation['differences'][number]

const kinds: Record<Difference['kind'], string> = {
  unknown_to_us: `Missing in ${brand.name}`,
  not_recorded: `Not recorded in ${brand.name}`,
  unknown_to_provider: 'Missing at the provider',
  amount: 'Amounts differ',
  ledger: 'Ledger differs',
}

const dollarsOr = (amount: number | null) => (amount === null ? '–' : money(amount))

const columns: Column<Difference>[] = [
  {
    title: 'Difference',
    cell: difference => (
      <>
        <Text span fw={500}>
          {kinds[difference.kind]}
        </Text>
        <Text size="xs" c="dimmed" className="wrap">
          {difference.detail}
        </Text>
      </>
    ),
  },
  { title: 'Reference', cell: difference => <span className="mono wrap">{difference.ref}</span> },
  {
    title: 'Account',
    cell: difference =>
      difference.accountId === null ? (
        '–'
      ) : (
        <AccountLink accountId={difference.accountId} name={difference.accountId} />
      ),
  },
  { title: 'Provider', cell: difference => dollarsOr(difference.providerAmount), right: true },
  { title: brand.name, cell: difference => dollarsOr(difference.ourAmount), right: true },
]

const matchingColumns: Column<Reconciliation>[] = [
  { title: 'Day', cell: day => <Day day={day.day} /> },
  { title: 'Provider', cell: day => day.provider },
  { title: 'Entries', cell: day => number(day.entries), right: true },
  {
    title: 'Result',
    cell: () => (
      <Badge variant="light" color="teal" radius="sm">
        Reconciled
      </Badge>
    ),
  },
  { title: 'Checked', cell: day => <RelativeTime at={day.comparedAt} /> },
]

const keyOf = ({ provider, day }: Reconciliation) => `${provider} ${day}`

const daysInAPage = 31

export function Reconciliations() {
  const days = usePages(['staff', 'reconciliations'], undefined, async ({ cursor }) => {
    const query = cursor === undefined ? {} : { before: cursor }
    const { days } = await unwrap(api.GET('/staff/reconciliations', { params: { query } }))
    return { days, nextCursor: days.length < daysInAPage ? null : days.at(-1)!.day }
  })
  if (days.isPending) return <RowsSkeleton />
  if (days.error) return <Failure error={days.error} retry={() => days.refetch()} />
  const all = days.data.pages.flatMap(page => page.days)
  const differing = all.filter(day => day.differences.length > 0)
  const matching = all.filter(day => day.differences.length === 0)
  if (all.length === 0) {
    return (
      <EmptyState icon={BookCheck} title="No reconciliations yet">
        Each day, {brand.name} compares its ledger with the payment provider’s records. Differences appear here.
      </EmptyState>
    )
  }
  return (
    <>
      {differing.map(day => (
        <Section
          key={keyOf(day)}
          title={`${dayText(day.day)}, ${day.provider}`}
          about={`${plural(day.differences.length, 'difference')} in ${plural(day.entries, 'entry', 'entries')}`}
          flush
        >
          <List
            label={`Differences on ${day.day}`}
            bare
            rows={day.differences}
            columns={columns}
            keyOf={difference => `${difference.kind} ${difference.ref}`}
          />
        </Section>
      ))}
      {matching.length > 0 ? (
        <List label="Days without differences" rows={matching} columns={matchingColumns} keyOf={keyOf} />
      ) : null}
      <LoadMore of={days} />
    </>
  )
}
