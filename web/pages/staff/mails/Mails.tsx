// Mails to customers and to the operator's people, as they were written, without the tokens of their links.

import { Drawer, Group, SegmentedControl, Text, UnstyledButton } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Mail as MailIcon } from 'lucide-react'
import { useState } from 'react'
import { type Answer, api, ask } from '../../../api.ts'
import { Empty } from '../../../components/Empty.tsx'
import { Facts } from '../../../components/Facts.tsx'
import { Failure } from '../../../components/Failure.tsx'
import { GoTo } from '../../../components/GoTo.tsx'
import { type Column, List } from '../../../components/List.tsx'
import { isMailState, MailState } from '../../../components/MailState.tsx'
import { More } from '../../../components/More.tsx'
import { PageFrame, RowsSkeleton } from '../../../components/Page.tsx'
import { AccountLink } from '../../../components/StaffLinks.tsx'
import { Ago, number, Time } from '../../../components/Values.tsx'
import { useFilters } from '../../../shell/mode.ts'
import classes from './Mails.module.css'

type Mail = Answer<'/staff/mails'>['mails'][number]

const columnsWith = (open: (mail: Mail) => void): Column<Mail>[] => [
  {
    title: 'Subject',
    cell: one => (
      <UnstyledButton className={classes.subject} onClick={() => open(one)}>
        {one.subject}
      </UnstyledButton>
    ),
  },
  { title: 'To', cell: one => <span className="wrap">{one.recipient}</span> },
  { title: 'Status', cell: one => <MailState state={one.state} /> },
  { title: 'Attempts', cell: one => number(one.attempts), right: true, wideOnly: true },
  { title: 'Written', cell: one => <Ago at={one.createdAt} /> },
]

export function Page() {
  const [{ state, accountId }, setFilters] = useFilters()
  const [shown, setShown] = useState<Mail | null>(null)
  const chosen = state !== undefined && isMailState(state) ? state : undefined
  const mails = useInfiniteQuery({
    queryKey: ['staff', 'mails', accountId, chosen],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      ask(
        api.GET('/staff/mails', {
          params: {
            query: {
              ...(accountId === undefined ? {} : { accountId }),
              ...(chosen === undefined ? {} : { state: chosen }),
              ...(pageParam === undefined ? {} : { cursor: pageParam }),
            },
          },
        }),
      ),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
  const rows = mails.data?.pages.flatMap(page => page.mails) ?? []
  return (
    <PageFrame title="E-mails">
      <Group mb="md" gap="sm">
        <SegmentedControl
          aria-label="State"
          data={[
            { value: '', label: 'All' },
            { value: 'sent', label: 'Sent' },
            { value: 'waiting', label: 'Waiting' },
            { value: 'kept', label: 'Kept' },
            { value: 'given_up', label: 'Given up' },
          ]}
          value={chosen ?? ''}
          onChange={value => setFilters({ state: value })}
        />
        {accountId === undefined ? null : (
          <Text size="sm" c="dimmed">
            To <AccountName accountId={accountId} /> ·{' '}
            <GoTo to="/mails" search={chosen === undefined ? {} : { state: chosen }}>
              Show all
            </GoTo>
          </Text>
        )}
      </Group>
      {mails.isPending ? <RowsSkeleton /> : null}
      {mails.error ? <Failure error={mails.error} retry={() => mails.refetch()} /> : null}
      {mails.data && rows.length === 0 ? (
        <Empty icon={MailIcon} title="No e-mails">
          E-mails are sent about queued orders, declined cards, decided papers, invitations and new passwords. Each is
          listed here with its state.
        </Empty>
      ) : null}
      {rows.length > 0 ? (
        <List
          label="E-mails"
          rows={rows}
          columns={columnsWith(setShown)}
          keyOf={one => one.emailId}
          below={<More of={mails} />}
        />
      ) : null}
      <Drawer
        opened={shown !== null}
        onClose={() => setShown(null)}
        position="right"
        size="lg"
        title={shown?.subject}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {shown === null ? null : (
          <>
            <Facts
              facts={[
                ['To', shown.recipient],
                ['Status', <MailState key="s" state={shown.state} />],
                ['Written', <Time key="w" at={shown.createdAt} />],
                ['Sent', shown.sentAt === null ? '–' : <Time key="t" at={shown.sentAt} />],
                ['Next attempt', shown.nextAttemptAt === null ? '–' : <Time key="n" at={shown.nextAttemptAt} />],
              ]}
            />
            {shown.state === 'kept' ? (
              <Text size="sm" c="dimmed" mt="md">
                There was no mail server when this e-mail was written, so it was not sent and is only stored here.
              </Text>
            ) : null}
            <pre className={classes.body}>{shown.body}</pre>
          </>
        )}
      </Drawer>
    </PageFrame>
  )
}

/** Its id until the name is known, and where there is no such account: `operator` stands for the operator's people. */
function AccountName({ accountId }: { accountId: string }) {
  const account = useQuery({
    queryKey: ['staff', 'account', accountId],
    queryFn: () => ask(api.GET('/staff/accounts/{accountId}', { params: { path: { accountId } } })),
  })
  return <AccountLink accountId={accountId} name={account.data?.name ?? accountId} />
}
