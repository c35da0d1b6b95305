// The e-mails about one order: to whom, when, and whether they went out.

import { Accordion, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, ask } from '../../../api.ts'
import { Failure } from '../../../components/Failure.tsx'
import { MailState } from '../../../components/MailState.tsx'
import { RowsSkeleton } from '../../../components/Page.tsx'
import { Section } from '../../../components/Section.tsx'
import { plural, Time } from '../../../components/Values.tsx'
import classes from './OrderMails.module.css'

export function OrderMails({ accountId, customerOrderId }: { accountId: string; customerOrderId: string }) {
  const mails = useQuery({
    queryKey: ['staff', 'order', accountId, customerOrderId, 'mails'],
    queryFn: () =>
      ask(
        api.GET('/staff/orders/{accountId}/{customerOrderId}/mails', {
          params: { path: { accountId, customerOrderId } },
        }),
      ),
  })
  return (
    <Section title="E-mails" flush>
      {mails.isPending ? <RowsSkeleton rows={1} /> : null}
      {mails.error ? <Failure error={mails.error} retry={() => mails.refetch()} /> : null}
      {mails.data?.mails.length === 0 ? (
        <Text size="sm" c="dimmed" px="md" pb="md">
          None is about this order alone. Those about payments are with the other e-mails to this account.
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
                  {mail.recipient} · <Time at={mail.sentAt ?? mail.createdAt} /> · {plural(mail.attempts, 'attempt')}
                </Text>
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              {mail.nextAttemptAt === null ? null : (
                <Text size="sm" mb="sm">
                  The next attempt is <Time at={mail.nextAttemptAt} />.
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
