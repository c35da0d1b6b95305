// The webhooks of an order of any account: each event, and the answers to every attempt.

import { Accordion, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, ask, type Order } from '../../../api.ts'
import { Failure } from '../../../components/Failure.tsx'
import { RowsSkeleton } from '../../../components/Page.tsx'
import { Section } from '../../../components/Section.tsx'
import { plural, Time } from '../../../components/Values.tsx'
import { AttemptRow, DeliveryStatus, responseOf } from '../../../shell/deliveries.tsx'

export function Webhooks({
  accountId,
  order: { customerOrderId, webhookUrl },
}: {
  accountId: string
  order: Pick<Order, 'customerOrderId' | 'webhookUrl'>
}) {
  const sent = useQuery({
    queryKey: ['staff', 'order', accountId, customerOrderId, 'webhooks'],
    queryFn: () =>
      ask(
        api.GET('/staff/orders/{accountId}/{customerOrderId}/webhooks', {
          params: { path: { accountId, customerOrderId } },
        }),
      ),
  })
  return (
    <Section
      title="Webhooks"
      about={webhookUrl === undefined ? 'The order has no webhook address.' : withoutQuery(webhookUrl)}
      flush
    >
      {sent.isPending ? <RowsSkeleton rows={2} /> : null}
      {sent.error ? <Failure error={sent.error} retry={() => sent.refetch()} /> : null}
      <Accordion variant="default" chevronPosition="left">
        {sent.data?.webhooks.map(webhook => (
          <Accordion.Item key={webhook.deliveryId} value={webhook.deliveryId}>
            <Accordion.Control>
              <Group gap="xs">
                <Text span fw={500}>
                  {webhook.type}
                </Text>
                <DeliveryStatus delivery={webhook} />
                <Text span size="xs" c="dimmed">
                  <Time at={webhook.at} /> · {plural(webhook.attempts, 'attempt')}
                  {webhook.lastAttempt === null ? '' : ` · ${responseOf(webhook)}`}
                </Text>
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              <Stack gap="sm">
                {webhook.nextAttemptAt === null ? null : (
                  <Text size="sm">
                    The next attempt is <Time at={webhook.nextAttemptAt} />.
                  </Text>
                )}
                {webhook.tries.map(attempt => (
                  <AttemptRow key={attempt.attempt} attempt={attempt} />
                ))}
                {webhook.tries.length === 0 ? (
                  <Text size="sm" c="dimmed">
                    {webhook.attempts === 0 ? 'Not tried yet.' : 'The attempts are no longer kept.'}
                  </Text>
                ) : null}
              </Stack>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Section>
  )
}

/** Queries may contain customers' secrets. */
const withoutQuery = (url: string) => url.replace(/[?#].*$/s, '')
