// Emails to customers and to the operator's staff, without the tokens of their links; and how each email looks.

import { Group, SegmentedControl, Text, UnstyledButton } from '@mantine/core'
import { Mail as MailIcon } from 'lucide-react'
import { api, type ResponseBody } from '../../../api.ts'
import { Details } from '../../../components/layout/Details.tsx'
import type { Column } from '../../../components/layout/List.tsx'
import { PageFrame } from '../../../components/layout/Page.tsx'
import { Email, number, RelativeTime, Time } from '../../../components/layout/Values.tsx'
import { isMailState, MailState } from '../../../components/staff/MailState.tsx'
import { t } from '../../../language.ts'
import { namedFilters, useFilters } from '../../../shell/frame/mode.ts'
import { ScreenTabs } from '../../../shell/frame/ScreenTabs.tsx'
import { AccountFilter, narrowAccount } from '../../../shell/lists/AccountSelect.tsx'
import { ListScreen, pagesOf } from '../../../shell/lists/ListScreen.tsx'
import { TimeFilters, timeFilterNames, timeQueryOf } from '../../../shell/lists/timeFilters.tsx'
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

export const Page = () => (
  <PageFrame title={t('Emails')}>
    <ScreenTabs
      tabs={[
        { tab: 'sent', name: t('All emails'), content: <SentMails /> },
        { tab: 'samples', name: t('Samples'), content: <SampleMails /> },
      ]}
    />
  </PageFrame>
)

function SentMails() {
  const [filters, setFilters] = useFilters()
  const { state } = filters
  const chosen = state !== undefined && isMailState(state) ? state : undefined
  const query = {
    ...namedFilters<{ accountId?: string }>(filters, ['accountId']),
    ...(chosen === undefined ? {} : { state: chosen }),
    ...timeQueryOf(filters),
  }
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
        <AccountFilter style={narrowAccount} />
        <TimeFilters />
      </Group>
      <ListScreen
        of={pagesOf(['staff', 'mails'], query, query => api.GET('/staff/mails', { params: { query } }))}
        rowsOf={page => page.mails}
        label={t('Emails')}
        columns={columnsWith}
        keyOf={mail => mail.emailId}
        exportOf="/staff/mails"
        dialog={{ title: mail => mail.subject, size: 'lg', isDrawer: true, content: mail => <Opened mail={mail} /> }}
        noMatch={{
          of: ['state', 'accountId', ...timeFilterNames],
          title: t('No matching emails'),
          text: t('No emails match these filters.'),
        }}
        empty={{
          icon: MailIcon,
          title: t('No emails'),
          text: t('Emails about orders, payments, tax exemptions, invitations and passwords appear here.'),
        }}
      />
    </>
  )
}

const Opened = ({ mail }: { mail: Mail }) => (
  <>
    <Details
      rows={[
        [t('To [[recipient]]'), mail.recipient],
        [t('Status'), <MailState key="s" state={mail.state} />],
        [t('Created'), <Time key="w" at={mail.createdAt} />],
        [t('Sent'), mail.sentAt === null ? '–' : <Time key="t" at={mail.sentAt} />],
        [t('Next attempt'), mail.nextAttemptAt === null ? '–' : <Time key="n" at={mail.nextAttemptAt} />],
      ]}
    />
    {mail.state === 'kept' ? (
      <Text size="sm" c="dimmed" mt="md">
        {t('No mail server was configured when this email was created, so it was stored but not sent.')}
      </Text>
    ) : null}
    <pre className={classes.body}>{mail.body}</pre>
  </>
)
