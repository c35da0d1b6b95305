// The webhooks of an order of any account: each event, and the responses to every attempt.

import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, type Order } from '../../../api.ts'
import { LoadState } from '../../../components/layout/LoadState.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { Time } from '../../../components/layout/Values.tsx'
import { rich, t } from '../../../language.ts'
import { AttemptRow, SentWebhooks } from '../../../shell/orders/deliveries.tsx'

type Props = { accountId: string; order: Pick<Order, 'customerOrderId' | 'webhookUrl'> }

export function Webhooks({ accountId, order: { customerOrderId, webhookUrl } }: Props) {
  const sent = useQuery({
    queryKey: ['staff', 'order', accountId, customerOrderId, 'webhooks'],
    queryFn: () =>
      api.GET('/staff/orders/{accountId}/{customerOrderId}/webhooks', {
        params: { path: { accountId, customerOrderId } },
      }),
  })
  // Most accounts without a program have no webhooks.
  if (webhookUrl === undefined && !sent.data?.webhooks.length && !sent.isError) return null
  return (
    <Section title={t('Webhooks')} about={webhookUrl === undefined ? undefined : withoutQuery(webhookUrl)} flush>
      <LoadState of={sent} rows={2} />
      <SentWebhooks
        sent={sent.data?.webhooks ?? []}
        contentOf={({ nextAttemptAt, tries, attempts }) => (
          <Stack gap="sm">
            {nextAttemptAt === null ? null : (
              <Text size="sm">{rich('Next attempt: {time}', { time: <Time at={nextAttemptAt} /> })}</Text>
            )}
            {tries.map(attempt => (
              <AttemptRow key={attempt.attempt} attempt={attempt} />
            ))}
            {tries.length === 0 ? (
              <Text size="sm" c="dimmed">
                {t(attempts === 0 ? 'No attempts yet.' : 'Attempt details are no longer available.')}
              </Text>
            ) : null}
          </Stack>
        )}
      />
    </Section>
  )
}

/** Queries may contain customers' secrets. */
const withoutQuery = (url: string) => url.replace(/[?#].*$/s, '')
