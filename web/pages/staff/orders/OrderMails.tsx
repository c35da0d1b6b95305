// The emails about one order: to whom, when, and whether they went out.

import { Accordion, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { LoadState } from '../../../components/layout/LoadState.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { Time } from '../../../components/layout/Values.tsx'
import { MailState } from '../../../components/staff/MailState.tsx'
import { rich, t } from '../../../language.ts'
import classes from './OrderMails.module.css'

export function OrderMails({ accountId, customerOrderId }: { accountId: string; customerOrderId: string }) {
  const mails = useQuery({
    queryKey: ['staff', 'order', accountId, customerOrderId, 'mails'],
    queryFn: () =>
      api.GET('/staff/orders/{accountId}/{customerOrderId}/mails', {
        params: { path: { accountId, customerOrderId } },
      }),
  })
  return (
    <Section title={t('Emails')} flush>
      <LoadState of={mails} rows={1} />
      {mails.data?.mails.length === 0 ? (
        <Text size="sm" c="dimmed" px="md" pb="md">
          {t('No emails about this order. Payment emails are listed with the account’s emails.')}
        </Text>
      ) : null}
      <Accordion variant="default" chevronPosition="left">
        {mails.data?.mails.map(mail => (
          <Accordion.Item key={mail.emailId} value={mail.emailId}>
            <Accordion.Control>
              <Group gap="xs">
                <Text span fw={500}>
                  {mail.subject}
                </Text>
                <MailState state={mail.state} />
                <Text span size="xs" c="dimmed" className="wrap">
                  {mail.recipient} · <Time at={mail.sentAt ?? mail.createdAt} /> ·{' '}
                  {t('{count, plural, one {# attempt} other {# attempts}}', { count: mail.attempts })}
                </Text>
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              {mail.nextAttemptAt === null ? null : (
                <Text size="sm" mb="sm">
                  {rich('Next attempt: {time}', { time: <Time at={mail.nextAttemptAt} /> })}
                </Text>
              )}
              <pre className={classes.body}>{mail.body}</pre>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Section>
  )
}
