import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { BookCheck } from 'lucide-react'
import { type Answer, api, ask } from '../../../api.ts'
import { Empty } from '../../../components/Empty.tsx'
import { Failure } from '../../../components/Failure.tsx'
import { type Column, List } from '../../../components/List.tsx'
import { RowsSkeleton } from '../../../components/Page.tsx'
import { Section } from '../../../components/Section.tsx'
import { AccountLink } from '../../../components/StaffLinks.tsx'
import { Ago, Day, dayText, money, number, plural } from '../../../components/Values.tsx'

type Compared = Answer<'/staff/reconciliations'>['days'][number]
type Difference = Compared['differences'][number]

const kinds: Record<Difference['kind'], string> = {
  unknown_to_us: 'The provider has it, but we do not',
  not_recorded: 'The provider has it, but we have not recorded it',
  unknown_to_provider: 'We recorded it, but the provider does not have it',
  amount: 'The amounts differ',
  ledger: 'The ledger differs',
}

const dollarsOr = (amount: number | null) => (amount === null ? '–' : money(amount))

const columns: Column<Difference>[] = [
  {
    title: 'Difference',
    cell: one => (
      <>
        <Text span fw={500}>
          {kinds[one.kind]}
        </Text>
        <Text size="xs" c="dimmed" className="wrap">
          {one.detail}
        </Text>
      </>
    ),
  },
  { title: 'Reference', cell: one => <span className="mono wrap">{one.ref}</span> },
  {
    title: 'Account',
    cell: one => (one.accountId === null ? '–' : <AccountLink accountId={one.accountId} name={one.accountId} />),
  },
  { title: 'Provider', cell: one => dollarsOr(one.providerAmount), right: true },
  { title: 'Ours', cell: one => dollarsOr(one.ourAmount), right: true },
]

const quietColumns: Column<Compared>[] = [
  { title: 'Day', cell: one => <Day day={one.day} /> },
  { title: 'Provider', cell: one => one.provider },
  { title: 'Entries', cell: one => number(one.entries), right: true },
  {
    title: 'Result',
    cell: () => (
      <Badge variant="light" color="teal" radius="sm">
        reconciled
      </Badge>
    ),
  },
  { title: 'Reconciled', cell: one => <Ago at={one.comparedAt} /> },
]

const keyOf = ({ provider, day }: Compared) => `${provider} ${day}`

export function Books() {
  const days = useInfiniteQuery({
    queryKey: ['staff', 'reconciliations'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      ask(
        api.GET('/staff/reconciliations', { params: { query: pageParam === undefined ? {} : { before: pageParam } } }),
      ),
    getNextPageParam: ({ days }) => (days.length < 31 ? undefined : days.at(-1)?.day),
  })
  if (days.isPending) return <RowsSkeleton />
  if (days.error) return <Failure error={days.error} retry={() => days.refetch()} />
  const all = days.data.pages.flatMap(page => page.days)
  const uneven = all.filter(one => one.differences.length > 0)
  const even = all.filter(one => one.differences.length === 0)
  if (all.length === 0) {
    return (
      <Empty icon={BookCheck} title="No day has been reconciled yet">
        When a day is over, our books are compared with the payment provider’s. Differences are listed here one by one.
      </Empty>
    )
  }
  return (
    <>
      {uneven.map(one => (
        <Section
          key={keyOf(one)}
          title={`${dayText(one.day)}, ${one.provider}`}
          about={`${plural(one.differences.length, 'difference')} in ${plural(one.entries, 'entry', 'entries')}`}
          flush
        >
          <List
            label={`Differences of ${one.day}`}
            bare
            rows={one.differences}
            columns={columns}
            keyOf={difference => `${difference.kind} ${difference.ref}`}
          />
        </Section>
      ))}
      {even.length > 0 ? (
        <List label="Days without differences" rows={even} columns={quietColumns} keyOf={keyOf} />
      ) : (
        <Stack />
      )}
      {days.hasNextPage ? (
        <Group justify="center">
          <Button variant="subtle" size="xs" onClick={() => days.fetchNextPage()} loading={days.isFetchingNextPage}>
            Show more
          </Button>
        </Group>
      ) : null}
    </>
  )
}
