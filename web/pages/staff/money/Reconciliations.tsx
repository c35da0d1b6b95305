import { Badge, Text } from '@mantine/core'
import { BookCheck } from 'lucide-react'
import { api, type ResponseBody } from '../../../api.ts'
import { brand } from '../../../brand.ts'
import { EmptyState } from '../../../components/layout/EmptyState.tsx'
import { type Column, List } from '../../../components/layout/List.tsx'
import { LoadMore } from '../../../components/layout/LoadMore.tsx'
import { LoadState } from '../../../components/layout/LoadState.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { Day, dayText, money, number, RelativeTime } from '../../../components/layout/Values.tsx'
import { AccountLink } from '../../../components/staff/StaffLinks.tsx'
import { t } from '../../../language.ts'
import { usePages } from '../../../shell/frame/pages.ts'

type Reconciliation = ResponseBody<'/staff/reconciliations'>['days'][number]
type Difference = Reconciliation['differences'][number]

const kinds: Record<Difference['kind'], string> = {
  unknown_to_us: t('Missing in {brand}', { brand: brand.name }),
  not_recorded: t('Not recorded in {brand}', { brand: brand.name }),
  unknown_to_provider: t('Missing at the provider'),
  amount: t('Amounts differ'),
  ledger: t('Ledger differs'),
}

const dollarsOr = (amount: number | null) => (amount === null ? '–' : money(amount))

const columns: Column<Difference>[] = [
  {
    title: t('Difference [[in the books]]'),
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
  {
    title: t('Reference [[of the provider]]'),
    cell: difference => <span className="mono wrap">{difference.ref}</span>,
  },
  {
    title: t('Account'),
    cell: difference =>
      difference.accountId === null ? (
        '–'
      ) : (
        <AccountLink accountId={difference.accountId} name={difference.accountId} />
      ),
  },
  { title: t('Provider'), cell: difference => dollarsOr(difference.providerAmount), right: true },
  { title: brand.name, cell: difference => dollarsOr(difference.ourAmount), right: true },
]

const matchingColumns: Column<Reconciliation>[] = [
  { title: t('Day'), cell: day => <Day day={day.day} /> },
  { title: t('Provider'), cell: day => day.provider },
  { title: t('Entries'), cell: day => number(day.entries), right: true },
  {
    title: t('Result'),
    cell: () => <Badge color="teal">{t('Reconciled')}</Badge>,
  },
  { title: t('Checked'), cell: day => <RelativeTime at={day.comparedAt} /> },
]

const keyOf = ({ provider, day }: Reconciliation) => `${provider} ${day}`

const daysInAPage = 31

export function Reconciliations() {
  const days = usePages(['staff', 'reconciliations'], undefined, async ({ cursor }) => {
    const query = cursor === undefined ? {} : { before: cursor }
    const { days } = await api.GET('/staff/reconciliations', { params: { query } })
    return { days, nextCursor: days.length < daysInAPage ? null : days.at(-1)!.day }
  })
  if (days.isPending || days.error) return <LoadState of={days} />
  const all = days.data.pages.flatMap(page => page.days)
  const differing = all.filter(day => day.differences.length > 0)
  const matching = all.filter(day => day.differences.length === 0)
  if (all.length === 0) {
    return (
      <EmptyState icon={BookCheck} title={t('No reconciliations yet')}>
        {t('Each day, {brand} compares its ledger with the payment provider’s records. Differences appear here.', {
          brand: brand.name,
        })}
      </EmptyState>
    )
  }
  return (
    <>
      {differing.map(day => (
        <Section
          key={keyOf(day)}
          title={`${dayText(day.day)}, ${day.provider}`}
          about={t(
            '{differences, plural, one {# difference} other {# differences}} in {entries, plural, one {# entry} other {# entries}}',
            { differences: day.differences.length, entries: day.entries },
          )}
          flush
        >
          <List
            label={t('Differences on {day}', { day: dayText(day.day) })}
            bare
            rows={day.differences}
            columns={columns}
            keyOf={difference => `${difference.kind} ${difference.ref}`}
          />
        </Section>
      ))}
      {matching.length > 0 ? (
        <List label={t('Days without differences')} rows={matching} columns={matchingColumns} keyOf={keyOf} />
      ) : null}
      <LoadMore of={days} />
    </>
  )
}
