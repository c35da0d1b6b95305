// A webhook as both lists show it: its status, and every attempt with its response.

import { Accordion, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { api, type Mode, type ResponseBody } from '../../api.ts'
import { brand } from '../../brand.ts'
import { CodeBlock } from '../../components/layout/CodeBlock.tsx'
import { LoadState } from '../../components/layout/LoadState.tsx'
import { number, Time } from '../../components/layout/Values.tsx'
import { rich, t } from '../../language.ts'
import { useAction } from '../frame/action.ts'
import { useMay } from '../session/session.ts'

export type Delivery = ResponseBody<'/dashboard/api/{mode}/deliveries'>['deliveries'][number]

type ShownRow = Pick<Delivery, 'deliveryId' | 'type' | 'status' | 'at' | 'attempts' | 'lastAttempt'>

const statusLooks = {
  delivered: { label: t('Delivered'), color: 'teal' },
  pending: { label: t('Retrying'), color: 'blue' },
  exhausted: { label: t('Failed'), color: 'red' },
  gone: { label: t('Endpoint removed'), color: 'red' },
} as const

/** Tests are sent once, and only while somebody waits. */
export const isTest = ({ type }: Pick<Delivery, 'type'>): boolean => type === 'WebhookTest'

export function DeliveryStatus({ delivery }: { delivery: Pick<Delivery, 'status' | 'attempts'> }) {
  const { label, color } = statusLooks[delivery.status]
  return <Badge color={color}>{delivery.status === 'pending' && delivery.attempts === 0 ? t('Sending') : label}</Badge>
}

/** For a filter by status. */
export const deliveryStatusOptions = Object.entries(statusLooks).map(([value, { label }]) => ({ value, label }))

/** The name of a webhook: its event, and the subject of the event. */
export function deliveryName(delivery: Pick<Delivery, 'type' | 'customerOrderId' | 'endpointId' | 'url'>): string {
  const { type, customerOrderId, endpointId, url } = delivery
  if (isTest(delivery)) return t('Test event')
  const subject = customerOrderId ?? t('file check')
  return endpointId === null || url === null
    ? t('{type} for {subject}', { type, subject })
    : t('{type} for {subject} to {host}', { type, subject, host: hostOf(url) })
}

export const hostOf = (url: string): string => URL.parse(url)?.host ?? url

/** "500 · 31 ms" of the last attempt. */
export const responseOf = ({ lastAttempt }: Pick<Delivery, 'lastAttempt'>): string =>
  lastAttempt === null
    ? '–'
    : `${lastAttempt.responseStatus ?? t('No response')} · ${number(lastAttempt.durationMs)} ms`

/** Why an attempt failed. For other failures the response status says enough. */
export const failureTexts: Record<string, string> = {
  timeout: t('The endpoint did not respond in time'),
  connect_failed: t('The connection was refused'),
  dns_failed: t('The host name does not exist'),
  tls_failed: t('The TLS certificate is invalid'),
  url_blocked: t('This address is not allowed'),
  bad_answer: t('The response is not valid HTTP'),
  not_made: t('{name} could not send the request', { name: brand.name }),
  no_secret: t('The signing secret could not be read'),
  endpoint_off: t('The endpoint was disabled or deleted'),
  http_3xx: t('Redirects are not followed'),
}

/** The service has queued the webhooks; only the receiver's responses show whether they are delivered. */
export const resendText = (count: number): string =>
  t('{count, plural, one {# webhook} other {# webhooks}} will be resent. Responses appear in the list.', { count })

type SentProps<Sent> = { sent: Sent[]; contentOf: (webhook: Sent) => ReactNode }

/** The webhooks of an order, which open to show what was sent and answered. */
export const SentWebhooks = <Sent extends ShownRow>({ sent, contentOf }: SentProps<Sent>) => (
  <Accordion variant="default" chevronPosition="left">
    {sent.map(webhook => (
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
        <Accordion.Panel>{contentOf(webhook)}</Accordion.Panel>
      </Accordion.Item>
    ))}
  </Accordion>
)

type Attempt = ResponseBody<'/dashboard/api/{mode}/deliveries/{deliveryId}/attempts'>['attempts'][number]

/** Where a webhook is read: as its customers see it, or as the staff do. */
export type DeliverySource = {
  /** Of the queries of the list and of this webhook. */
  key: readonly string[]
  attempts: () => Promise<{ attempts: Attempt[] }>
  request: () => Promise<ShownRequest>
  /** Absent for people who may not resend it. */
  resend?: () => Promise<unknown>
}

function useOwnSource(mode: Mode, delivery: Delivery): DeliverySource {
  const mayRedeliver = useMay('webhooks') && !isTest(delivery)
  const path = { mode, deliveryId: delivery.deliveryId }
  const one = '/dashboard/api/{mode}/deliveries/{deliveryId}'
  return {
    key: [mode, 'deliveries'],
    attempts: () => api.GET(`${one}/attempts`, { params: { path } }),
    request: () => api.GET(`${one}/request`, { params: { path } }),
    ...(mayRedeliver && { resend: () => api.POST(`${one}/redeliver`, { params: { path } }) }),
  }
}

/** A webhook of the account that is signed in. */
export const Attempts = ({ mode, delivery }: { mode: Mode; delivery: Delivery }) => (
  <DeliveryDetails delivery={delivery} source={useOwnSource(mode, delivery)} />
)

type ShownDelivery = Pick<Delivery, 'deliveryId' | 'webhookId' | 'nextAttemptAt'>
type DetailsProps = { delivery: ShownDelivery; source: DeliverySource }

export function DeliveryDetails({ delivery: { deliveryId, webhookId, nextAttemptAt }, source }: DetailsProps) {
  const attempts = useQuery({ queryKey: [...source.key, 'attempts', deliveryId], queryFn: source.attempts })
  const resend = useAction({
    mutationFn: async () => source.resend?.(),
    refetch: source.key,
    done: () => resendText(1),
    failed: t('Not resent'),
  })
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="xs" c="dimmed" className="mono wrap">
          {t('Webhook ID: {id}', { id: webhookId })}
        </Text>
        {source.resend === undefined ? null : (
          <Button
            size="xs"
            variant="default"
            leftSection={<RotateCw size={13} />}
            onClick={() => resend.mutate()}
            loading={resend.isPending}
          >
            {t('Resend')}
          </Button>
        )}
      </Group>
      {nextAttemptAt === null ? null : (
        <Text size="sm">{rich('Next attempt: {time}', { time: <Time at={nextAttemptAt} /> })}</Text>
      )}
      <LoadState of={attempts} rows={1} />
      {attempts.data?.attempts.map(attempt => (
        <AttemptRow key={attempt.attempt} attempt={attempt} />
      ))}
      <DeliveryRequest deliveryId={deliveryId} source={source} />
    </Stack>
  )
}

function DeliveryRequest({ deliveryId, source }: { deliveryId: string; source: DeliverySource }) {
  const request = useQuery({ queryKey: [...source.key, 'request', deliveryId], queryFn: source.request })
  if (request.isPending || request.error) return <LoadState of={request} rows={1} />
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {t('Request')}
      </Text>
      <RequestBlock request={request.data} />
      <Text size="xs" c="dimmed" mt={4}>
        {t('Each attempt adds its own webhook-timestamp and webhook-signature.')}
      </Text>
    </div>
  )
}

type ShownRequest = { url: string; headers: Record<string, string>; body: string }

export const RequestBlock = ({ request: { url, headers, body } }: { request: ShownRequest }) => (
  <CodeBlock label={t('Request')} maxHeight={220}>
    {[`POST ${url}`, ...Object.entries(headers).map(pair => pair.join(': ')), '', body].join('\n')}
  </CodeBlock>
)

export const AttemptRow = ({ attempt }: { attempt: Attempt }) => (
  <div>
    <Group gap="xs" mb={4}>
      <Badge color={attempt.failure === null ? 'teal' : 'red'}>{attempt.responseStatus ?? t('No response')}</Badge>
      <Text size="sm">
        <Time at={attempt.at} /> · {number(attempt.durationMs)} ms
        {attempt.trigger === 'redelivery' ? ` · ${t('Resent manually')}` : ''}
      </Text>
    </Group>
    {attempt.failure !== null && Object.hasOwn(failureTexts, attempt.failure) ? (
      <Text size="sm" c="dimmed" className="wrap">
        {failureTexts[attempt.failure]}
      </Text>
    ) : null}
    {attempt.responseBody ? (
      <CodeBlock label={t('Response')} maxHeight={180}>
        {attempt.responseBody}
      </CodeBlock>
    ) : null}
  </div>
)
