// What the operator's people and customers did, by whom and why. It cannot be changed.

import { Paper, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { type Answer, api, ask } from '../../../api.ts'
import { DetailText, factsOf, Id, SubjectText, What } from '../../../components/audit.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { Failure } from '../../../components/Failure.tsx'
import { GoTo } from '../../../components/GoTo.tsx'
import { type Column, List } from '../../../components/List.tsx'
import { More } from '../../../components/More.tsx'
import { PageFrame, RowsSkeleton } from '../../../components/Page.tsx'
import { AccountLink, OrderLink } from '../../../components/StaffLinks.tsx'
import { Email, Time } from '../../../components/Values.tsx'
import { useFilters } from '../../../shell/mode.ts'
import classes from './Audit.module.css'

type Entry = Answer<'/staff/audit'>['entries'][number]

const columns: Column<Entry>[] = [
  { title: 'What', cell: What },
  { title: 'On', cell: one => <Subject entry={one} /> },
  { title: 'Reason and details', cell: Details },
  { title: 'By', cell: one => <By {...one} /> },
  { title: 'When', cell: one => <Time at={one.at} /> },
]

/** Acts on orders name the order's identifier, acts on accounts the account's id. */
function Subject({ entry }: { entry: Entry }) {
  const { action, accountId, subject, details } = entry
  if (accountId === null || subject === null) return <SubjectText {...entry} />
  if (subject === accountId || action === 'account_created') {
    return (
      <div>
        <AccountOf entry={entry} />
        <Id>{accountId}</Id>
      </div>
    )
  }
  const order = /^(order|approval)_/.test(action) ? subject : details.customerOrderId
  return (
    <div>
      {typeof order === 'string' ? (
        <OrderLink order={{ accountId, customerOrderId: order }} />
      ) : (
        <SubjectText {...entry} />
      )}
      <Text size="xs" component="div">
        <AccountOf entry={entry} />
      </Text>
    </div>
  )
}

const AccountOf = ({ entry: { accountId, accountName } }: { entry: Entry }) => (
  <span title={accountId ?? undefined}>
    <AccountLink accountId={accountId ?? ''} name={accountName ?? accountId ?? ''} />
  </span>
)

function Details({ details }: Entry) {
  const { reason } = details
  return (
    <div>
      {typeof reason === 'string' ? <div className="wrap">{reason}</div> : null}
      <DetailText details={details} />
    </div>
  )
}

/** A key has a label and a person an e-mail address, if they still exist; the id is there for look-ups. */
const By = ({ by, byEmail, actor }: Entry) => (
  <div title={actor}>
    <span className="wrap">{by}</span>
    {byEmail === null ? null : (
      <Text size="xs" c="dimmed">
        <Email>{byEmail}</Email>
      </Text>
    )}
  </div>
)

/** On tablets and phones, where five columns of texts are too narrow to read. */
const Card = ({ entry }: { entry: Entry }) => (
  <Paper component="li" withBorder p="md" radius="md">
    <div className={classes.head}>
      <What action={entry.action} />
      <Text span size="sm" c="dimmed" className={classes.when}>
        <Time at={entry.at} />
      </Text>
    </div>
    <Subject entry={entry} />
    {hasDetails(entry) ? <Details {...entry} /> : null}
    <div className={classes.by}>
      <Text span size="sm" c="dimmed">
        by
      </Text>
      <By {...entry} />
    </div>
  </Paper>
)

const hasDetails = ({ details }: Entry) => typeof details.reason === 'string' || factsOf(details).length > 0

export function Page() {
  const [{ accountId }] = useFilters()
  const isNarrow = useMediaQuery('(max-width: 75em)', false, { getInitialValueInEffect: false })
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
            <AccountLink
              accountId={accountId}
              name={rows.find(one => one.accountId === accountId)?.accountName ?? accountId}
            />{' '}
            · <GoTo to="/audit">Show all</GoTo>
          </>
        )
      }
    >
      {log.isPending ? <RowsSkeleton /> : null}
      {log.error ? <Failure error={log.error} retry={() => log.refetch()} /> : null}
      {log.data && rows.length === 0 ? (
        <Empty icon={ScrollText} title="No entries yet">
          Every change of an account, an order, a paper or a printer is recorded here with its author and reason.
        </Empty>
      ) : null}
      {rows.length === 0 ? null : isNarrow ? (
        <>
          <ul className={classes.cards} aria-label="Audit log">
            {rows.map(one => (
              <Card key={one.auditId} entry={one} />
            ))}
          </ul>
          <More of={log} />
        </>
      ) : (
        <List label="Audit log" rows={rows} columns={columns} keyOf={one => one.auditId} below={<More of={log} />} />
      )}
    </PageFrame>
  )
}
