// What the operator's people and the customers' did, by whom and why. Nobody can change it.

import { useInfiniteQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { type Answer, api, ask } from '../../../api.ts'
import { DetailText, SubjectText, What } from '../../../components/audit.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { Failure } from '../../../components/Failure.tsx'
import { GoTo } from '../../../components/GoTo.tsx'
import { type Column, List } from '../../../components/List.tsx'
import { More } from '../../../components/More.tsx'
import { PageFrame, RowsSkeleton } from '../../../components/Page.tsx'
import { Time } from '../../../components/Values.tsx'
import { useFilters } from '../../../shell/mode.ts'

type Entry = Answer<'/staff/audit'>['entries'][number]

const columns: Column<Entry>[] = [
  { title: 'What', cell: What },
  { title: 'Of', cell: one => <Subject entry={one} /> },
  {
    title: 'Reason',
    cell: ({ details }) => (typeof details.reason === 'string' ? <span className="wrap">{details.reason}</span> : null),
  },
  {
    title: 'Details',
    cell: DetailText,
    wideOnly: true,
  },
  {
    title: 'By',
    cell: one => (
      <span className="wrap" title={one.actor}>
        {one.by}
      </span>
    ),
  },
  { title: 'When', cell: one => <Time at={one.at} /> },
]

/** Acts on orders name them by their identifier, acts on accounts by the id. */
function Subject({ entry }: { entry: Entry }) {
  const { action, accountId, accountName, subject } = entry
  if (accountId !== null && subject === accountId) {
    return (
      <GoTo to={`/accounts/${encodeURIComponent(accountId)}`} className="wrap">
        {accountName ?? subject}
      </GoTo>
    )
  }
  if (accountId !== null && subject !== null && action.startsWith('order_')) {
    return (
      <GoTo to={`/orders/${encodeURIComponent(accountId)}/${encodeURIComponent(subject)}`} className="wrap">
        {subject}
      </GoTo>
    )
  }
  return <SubjectText {...entry} />
}

export function Page() {
  const [{ accountId }] = useFilters()
  const log = useInfiniteQuery({
    queryKey: ['staff', 'audit', accountId],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      ask(
        api.GET('/staff/audit', {
          params: {
            query: {
              ...(accountId === undefined ? {} : { accountId }),
              ...(pageParam === undefined ? {} : { cursor: pageParam }),
            },
          },
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
  const rows = log.data?.pages.flatMap(page => page.entries) ?? []
  return (
    <PageFrame
      title="Audit log"
      about={
        accountId === undefined ? undefined : (
          <>
            Of{' '}
            <GoTo to={`/accounts/${encodeURIComponent(accountId)}`}>
              {rows.find(one => one.accountId === accountId)?.accountName ?? accountId}
            </GoTo>{' '}
            · <GoTo to="/audit">Show all</GoTo>
          </>
        )
      }
    >
      {log.isPending ? <RowsSkeleton /> : null}
      {log.error ? <Failure error={log.error} retry={() => log.refetch()} /> : null}
      {log.data && rows.length === 0 ? (
        <Empty icon={ScrollText} title="Nothing was written down yet">
          Whoever changes an account, an order, a paper or a printer is named here with the reason.
        </Empty>
      ) : null}
      {rows.length > 0 ? (
        <List label="Audit log" rows={rows} columns={columns} keyOf={one => one.auditId} below={<More of={log} />} />
      ) : null}
    </PageFrame>
  )
}
