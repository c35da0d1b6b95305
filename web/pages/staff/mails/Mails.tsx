// Emails to customers and to the operator's staff, without the tokens of their links; and how each email looks.

import { Drawer, Group, SegmentedControl, Tabs, Text, UnstyledButton } from '@mantine/core'
import { Mail as MailIcon, Search } from 'lucide-react'
import { useState } from 'react'
import { api, type ResponseBody, unwrap } from '../../../api.ts'
import { Details } from '../../../components/layout/Details.tsx'
import { EmptyState } from '../../../components/layout/EmptyState.tsx'
import { ExportButtons, exportUrl } from '../../../components/layout/ExportButtons.tsx'
import type { Column } from '../../../components/layout/List.tsx'
import { PageFrame } from '../../../components/layout/Page.tsx'
import { PagedList } from '../../../components/layout/PagedList.tsx'
import { TabList } from '../../../components/layout/TabList.tsx'
import { Email, number, RelativeTime, Time } from '../../../components/layout/Values.tsx'
import { isMailState, MailState } from '../../../components/staff/MailState.tsx'
import { AccountSelect } from '../../../shell/AccountSelect.tsx'
import { useFilters, useTab } from '../../../shell/mode.ts'
import { usePages } from '../../../shell/pages.ts'
import { TimeFilters, timeQueryOf } from '../../../shell/timeFilters.tsx'
import classes from './Mails.module.css'
import { SampleMails } from './SampleMails.tsx'

type Mail = ResponseBody<'/staff/mails'>['mails'][number]

const columnsWith = (open: (mail: Mail) => void): Column<Mail>[] => [
  {
    title: 'Subject',
    cell: mail => (
      <UnstyledButton className={classes.subject} onClick={() => open(mail)}>
        {mail.subject}
      </UnstyledButton>
    ),
  },
  { title: 'To', cell: mail => <Email>{mail.recipient}</Email> },
  { title: 'Status', cell: mail => <MailState state={mail.state} /> },
  { title: 'Attempts', cell: mail => number(mail.attempts), right: true, wideOnly: true },
  { title: 'Created', cell: mail => <RelativeTime at={mail.createdAt} /> },
]

export function Page() {
  const [tab, setTab] = useTab(['sent', 'samples'])
  return (
    <PageFrame title="Emails">
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <TabList chosen={tab}>
          <Tabs.Tab value="sent">All emails</Tabs.Tab>
          <Tabs.Tab value="samples">Samples</Tabs.Tab>
        </TabList>
        <Tabs.Panel value="sent">
          <SentMails />
        </Tabs.Panel>
        <Tabs.Panel value="samples">
          <SampleMails />
        </Tabs.Panel>
      </Tabs>
    </PageFrame>
  )
}

function SentMails() {
  const [filters, setFilters] = useFilters()
  const { state, accountId } = filters
  const [shown, setShown] = useState<Mail | null>(null)
  const chosen = state !== undefined && isMailState(state) ? state : undefined
  const query = {
    ...(accountId === undefined ? {} : { accountId }),
    ...(chosen === undefined ? {} : { state: chosen }),
    ...timeQueryOf(filters),
  }
  const mails = usePages(['staff', 'mails'], query, cursor =>
    unwrap(api.GET('/staff/mails', { params: { query: { ...query, ...cursor } } })),
  )
  return (
    <>
      <Group mb="md" gap="sm">
        <SegmentedControl
          aria-label="Status"
          data={[
            { value: '', label: 'All' },
            { value: 'sent', label: 'Sent' },
            { value: 'waiting', label: 'Waiting' },
            { value: 'kept', label: 'Stored' },
            { value: 'given_up', label: 'Failed' },
          ]}
          value={chosen ?? ''}
          onChange={value => setFilters({ state: value })}
        />
        <AccountSelect
          style={{ flex: '1 1 14rem', maxWidth: '22rem', minWidth: 0 }}
          value={accountId ?? null}
          change={id => setFilters({ accountId: id ?? '' })}
        />
        <TimeFilters />
        <Group gap="xs" ml="auto">
          <ExportButtons urlOf={format => exportUrl('/staff/mails', query, format)} />
        </Group>
      </Group>
      <PagedList
        of={mails}
        rowsOf={page => page.mails}
        label="Emails"
        columns={columnsWith(setShown)}
        keyOf={mail => mail.emailId}
        empty={
          Object.keys(query).length > 0 ? (
            <EmptyState icon={Search} title="No matching emails">
              No emails match these filters.
            </EmptyState>
          ) : (
            <EmptyState icon={MailIcon} title="No emails">
              Emails about orders, payments, tax exemptions, invitations and passwords appear here.
            </EmptyState>
          )
        }
      />
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
            <Details
              rows={[
                ['To', shown.recipient],
                ['Status', <MailState key="s" state={shown.state} />],
                ['Created', <Time key="w" at={shown.createdAt} />],
                ['Sent', shown.sentAt === null ? '–' : <Time key="t" at={shown.sentAt} />],
                ['Next attempt', shown.nextAttemptAt === null ? '–' : <Time key="n" at={shown.nextAttemptAt} />],
              ]}
            />
            {shown.state === 'kept' ? (
              <Text size="sm" c="dimmed" mt="md">
                No mail server was configured when this email was created, so it was stored but not sent.
              </Text>
            ) : null}
            <pre className={classes.body}>{shown.body}</pre>
          </>
        )}
      </Drawer>
    </>
  )
}
