// The webhooks of an order: each event, and the responses to every attempt.

import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, type Mode } from '../../api.ts'
import { LoadState } from '../../components/layout/LoadState.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { Url } from '../../components/layout/Values.tsx'
import { t } from '../../language.ts'
import { Attempts, SentWebhooks } from '../../shell/orders/deliveries.tsx'

type Props = { mode: Mode; customerOrderId: string; url: string | null }

export function OrderWebhooks({ mode, customerOrderId, url }: Props) {
  const deliveries = useQuery({
    queryKey: [mode, 'deliveries', { customerOrderId }],
    queryFn: () =>
      api.GET('/dashboard/api/{mode}/deliveries', {
        params: { path: { mode }, query: { customerOrderId, limit: 99 } },
      }),
  })
  // Most accounts without a program have no webhooks.
  if (url === null && !deliveries.data?.deliveries.length && !deliveries.isError) return null
  return (
    <Section title={t('Webhooks')} about={url === null ? undefined : <Url>{url}</Url>} flush>
      {deliveries.data?.deliveries.length === 0 ? (
        <Text size="sm" c="dimmed" px="md" pb="md">
          {t('No webhooks have been sent yet.')}
        </Text>
      ) : null}
      <LoadState of={deliveries} rows={2} />
      {deliveries.data && deliveries.data.deliveries.length > 0 ? (
        <SentWebhooks
          sent={deliveries.data.deliveries}
          contentOf={delivery => <Attempts mode={mode} delivery={delivery} />}
        />
      ) : null}
    </Section>
  )
}
