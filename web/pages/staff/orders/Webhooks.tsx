// The webhooks of an order of any account: each event, and the responses to every attempt.

import { Accordion, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, type Order, unwrap } from '../../../api.ts'
import { LoadState } from '../../../components/layout/LoadState.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { Time } from '../../../components/layout/Values.tsx'
import { rich, t } from '../../../language.ts'
import { AttemptRow, DeliveryStatus, responseOf } from '../../../shell/orders/deliveries.tsx'

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
      unwrap(
        api.GET('/staff/orders/{accountId}/{customerOrderId}/webhooks', {
          params: { path: { accountId, customerOrderId } },
        }),
      ),
  })
  return (
    <Section
      title={t('Webhooks')}
      about={webhookUrl === undefined ? t('This order has no webhook URL.') : withoutQuery(webhookUrl)}
      flush
    >
      <LoadState of={sent} rows={2} />
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
                  <Time at={webhook.at} /> ·{' '}
                  {t('{count, plural, one {# attempt} other {# attempts}}', { count: webhook.attempts })}
                  {webhook.lastAttempt === null ? '' : ` · ${responseOf(webhook)}`}
                </Text>
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              <Stack gap="sm">
                {webhook.nextAttemptAt === null ? null : (
                  <Text size="sm">{rich('Next attempt: {time}', { time: <Time at={webhook.nextAttemptAt} /> })}</Text>
                )}
                {webhook.tries.map(attempt => (
                  <AttemptRow key={attempt.attempt} attempt={attempt} />
                ))}
                {webhook.tries.length === 0 ? (
                  <Text size="sm" c="dimmed">
                    {t(webhook.attempts === 0 ? 'No attempts yet.' : 'Attempt details are no longer available.')}
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
