// The webhooks of an order: each event, and the responses to every attempt.

import { Accordion, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, type Mode, unwrap } from '../../api.ts'
import { LoadState } from '../../components/layout/LoadState.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { Time, Url } from '../../components/layout/Values.tsx'
import { t } from '../../language.ts'
import { Attempts, DeliveryStatus, responseOf } from '../../shell/orders/deliveries.tsx'

export function OrderWebhooks({
  mode,
  customerOrderId,
  url,
}: {
  mode: Mode
  customerOrderId: string
  url: string | null
}) {
  const deliveries = useQuery({
    queryKey: [mode, 'deliveries', { customerOrderId }],
    queryFn: () =>
      unwrap(
        api.GET('/dashboard/api/{mode}/deliveries', {
          params: { path: { mode }, query: { customerOrderId, limit: 99 } },
        }),
      ),
  })
  return (
    <Section title={t('Webhooks')} about={url === null ? undefined : <Url>{url}</Url>} flush>
      {deliveries.data?.deliveries.length === 0 ? (
        <Text size="sm" c="dimmed" px="md" pb="md">
          {url === null
            ? t(
                'No webhooks were sent: this order has no webhook URL, and no endpoint of the account received its events.',
              )
            : t('No webhooks have been sent yet.')}
        </Text>
      ) : null}
      <LoadState of={deliveries} rows={2} />
      {deliveries.data && deliveries.data.deliveries.length > 0 ? (
        <Accordion variant="default" chevronPosition="left">
          {deliveries.data.deliveries.map(delivery => (
            <Accordion.Item key={delivery.deliveryId} value={delivery.deliveryId}>
              <Accordion.Control>
                <Group gap="xs">
                  <Text span fw={500}>
                    {delivery.type}
                  </Text>
                  <DeliveryStatus delivery={delivery} />
                  <Text span size="xs" c="dimmed">
                    <Time at={delivery.at} /> ·{' '}
                    {t('{count, plural, one {# attempt} other {# attempts}}', { count: delivery.attempts })}
                    {delivery.lastAttempt === null ? '' : ` · ${responseOf(delivery)}`}
                  </Text>
                </Group>
              </Accordion.Control>
              <Accordion.Panel>
                <Attempts mode={mode} delivery={delivery} />
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      ) : null}
    </Section>
  )
}
