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
import { t } from '../../../language.ts'
import { useFilters, useTab } from '../../../shell/frame/mode.ts'
import { usePages } from '../../../shell/frame/pages.ts'
import { AccountSelect } from '../../../shell/lists/AccountSelect.tsx'
import { TimeFilters, timeQueryOf } from '../../../shell/lists/timeFilters.tsx'
import classes from './Mails.module.css'
import { SampleMails } from './SampleMails.tsx'

type Mail = ResponseBody<'/staff/mails'>['mails'][number]

const columnsWith = (open: (mail: Mail) => void): Column<Mail>[] => [
  {
    title: t('Subject [[of an email]]'),
    cell: mail => (
      <UnstyledButton className={classes.subject} onClick={() => open(mail)}>
        {mail.subject}
      </UnstyledButton>
    ),
  },
  { title: t('To [[recipient]]'), cell: mail => <Email>{mail.recipient}</Email> },
  { title: t('Status'), cell: mail => <MailState state={mail.state} /> },
  { title: t('Attempts'), cell: mail => number(mail.attempts), right: true, wideOnly: true },
  { title: t('Created'), cell: mail => <RelativeTime at={mail.createdAt} /> },
]

export function Page() {
  const [tab, setTab] = useTab(['sent', 'samples'])
  return (
    <PageFrame title={t('Emails')}>
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <TabList chosen={tab}>
          <Tabs.Tab value="sent">{t('All emails')}</Tabs.Tab>
          <Tabs.Tab value="samples">{t('Samples')}</Tabs.Tab>
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
          aria-label={t('Status')}
          data={[
            { value: '', label: t('All') },
            { value: 'sent', label: t('Sent') },
            { value: 'waiting', label: t('Waiting [[email]]') },
            { value: 'kept', label: t('Stored [[email]]') },
            { value: 'given_up', label: t('Failed [[email]]') },
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
        label={t('Emails')}
        columns={columnsWith(setShown)}
        keyOf={mail => mail.emailId}
        empty={
          Object.keys(query).length > 0 ? (
            <EmptyState icon={Search} title={t('No matching emails')}>
              {t('No emails match these filters.')}
            </EmptyState>
          ) : (
            <EmptyState icon={MailIcon} title={t('No emails')}>
              {t('Emails about orders, payments, tax exemptions, invitations and passwords appear here.')}
            </EmptyState>
          )
        }
      />
      <Drawer opened={shown !== null} onClose={() => setShown(null)} position="right" size="lg" title={shown?.subject}>
        {shown === null ? null : (
          <>
            <Details
              rows={[
                [t('To [[recipient]]'), shown.recipient],
                [t('Status'), <MailState key="s" state={shown.state} />],
                [t('Created'), <Time key="w" at={shown.createdAt} />],
                [t('Sent'), shown.sentAt === null ? '–' : <Time key="t" at={shown.sentAt} />],
                [t('Next attempt'), shown.nextAttemptAt === null ? '–' : <Time key="n" at={shown.nextAttemptAt} />],
              ]}
            />
            {shown.state === 'kept' ? (
              <Text size="sm" c="dimmed" mt="md">
                {t('No mail server was configured when this email was created, so it was stored but not sent.')}
              </Text>
            ) : null}
            <pre className={classes.body}>{shown.body}</pre>
          </>
        )}
      </Drawer>
    </>
  )
}
