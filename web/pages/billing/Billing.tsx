// Money: what the next charge takes.

import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, ask } from '../../api.ts'
import { Failure } from '../../components/Failure.tsx'
import { PageFrame, RowsSkeleton } from '../../components/Page.tsx'
import { Section } from '../../components/Section.tsx'
import { Countdown, money, plural } from '../../components/Values.tsx'

export function Page() {
  const overview = useQuery({
    queryKey: ['production', 'overview'],
    queryFn: () => ask(api.GET('/dashboard/api/{mode}/overview', { params: { path: { mode: 'production' } } })),
  })
  return (
    <PageFrame
      title="Billing"
      about="Orders of production are charged once a day, at 02:00 UTC. The sandbox never charges."
    >
      {overview.isPending ? <RowsSkeleton rows={3} /> : null}
      {overview.error ? <Failure error={overview.error} retry={() => overview.refetch()} /> : null}
      {overview.data ? (
        <Section title="Next charge">
          {overview.data.charge === null ? (
            <Text>The printer sets your prices and bills you; nothing is charged here.</Text>
          ) : (
            <Text>
              {money(overview.data.charge.amount)} for {plural(overview.data.charge.orders, 'order')}, in{' '}
              <Countdown to={overview.data.charge.at} now={overview.data.now} />.
            </Text>
          )}
        </Section>
      ) : null}
    </PageFrame>
  )
}
