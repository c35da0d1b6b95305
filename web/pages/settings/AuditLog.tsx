// What was done in the account, by whom, the newest first.

import { Button, Group } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { type Answer, api, ask } from '../../api.ts'
import { DetailText, SubjectText, What } from '../../components/audit.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Failure } from '../../components/Failure.tsx'
import { type Column, List } from '../../components/List.tsx'
import { RowsSkeleton } from '../../components/Page.tsx'
import { Time } from '../../components/Values.tsx'

type Entry = Answer<'/dashboard/api/audit'>['entries'][number]

const columns: Column<Entry>[] = [
  { title: 'What', cell: What },
  { title: 'Of', cell: SubjectText },
  { title: 'Details', cell: DetailText, wideOnly: true },
  { title: 'By', cell: entry => <span className="wrap">{entry.by}</span> },
  { title: 'When', cell: entry => <Time at={entry.at} /> },
]

export function AuditLog() {
  const log = useInfiniteQuery({
    queryKey: ['audit'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      ask(api.GET('/dashboard/api/audit', { params: { query: pageParam === undefined ? {} : { cursor: pageParam } } })),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
  if (log.isPending) return <RowsSkeleton />
  if (log.error) return <Failure error={log.error} retry={() => log.refetch()} />
  const rows = log.data.pages.flatMap(page => page.entries)
  if (rows.length === 0) {
    return (
      <Empty icon={ScrollText} title="Nothing was written down yet">
        Keys, products, cards, secrets and roles: whoever changes one is named here, and nobody can take it out.
      </Empty>
    )
  }
  return (
    <List
      label="Audit log"
      rows={rows}
      columns={columns}
      keyOf={({ auditId }) => auditId}
      below={
        log.hasNextPage ? (
          <Group justify="center" p="sm">
            <Button variant="subtle" size="xs" onClick={() => log.fetchNextPage()} loading={log.isFetchingNextPage}>
              Show more
            </Button>
          </Group>
        ) : null
      }
    />
  )
}
