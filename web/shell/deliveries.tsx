// A webhook as both lists show it: its status, and every attempt with its response.

import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { api, type Mode, type ResponseBody, unwrap } from '../api.ts'
import { brand } from '../brand.ts'
import { Failure } from '../components/feedback/Failure.tsx'
import { showFailure, showToast } from '../components/feedback/toast.ts'
import { CodeBlock } from '../components/layout/CodeBlock.tsx'
import { RowsSkeleton } from '../components/layout/Page.tsx'
import { number, Time } from '../components/layout/Values.tsx'
import { rich, t } from '../language.ts'
import { useAction } from './action.ts'
import { useMay } from './session.ts'

export type Delivery = ResponseBody<'/dashboard/api/{mode}/deliveries'>['deliveries'][number]

const statusLooks = {
  delivered: { label: t('Delivered'), color: 'teal' },
  pending: { label: t('Retrying'), color: 'blue' },
  exhausted: { label: t('Failed'), color: 'red' },
  gone: { label: t('Endpoint removed'), color: 'red' },
} as const

/** Tests are sent once, and only while somebody waits. */
export const isTest = ({ type }: Pick<Delivery, 'type'>): boolean => type === 'WebhookTest'

export function DeliveryStatus({ delivery }: { delivery: Delivery }) {
  const { label, color } = statusLooks[delivery.status]
  return (
    <Badge variant="light" color={color} radius="sm">
      {delivery.status === 'pending' && delivery.attempts === 0 ? t('Sending') : label}
    </Badge>
  )
}

/** "500 · 31 ms" of the last attempt. */
export const responseOf = ({ lastAttempt }: Delivery): string =>
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

export function Attempts({ mode, delivery }: { mode: Mode; delivery: Delivery }) {
  const { deliveryId, webhookId, nextAttemptAt } = delivery
  const mayRedeliver = useMay('webhooks') && !isTest(delivery)
  const queries = useQueryClient()
  const path = { mode, deliveryId }
  const attempts = useQuery({
    queryKey: [mode, 'deliveries', 'attempts', deliveryId],
    queryFn: () => unwrap(api.GET('/dashboard/api/{mode}/deliveries/{deliveryId}/attempts', { params: { path } })),
  })
  const resend = useAction({
    mutationFn: () => unwrap(api.POST('/dashboard/api/{mode}/deliveries/{deliveryId}/redeliver', { params: { path } })),
    onSuccess() {
      showToast(resendText(1))
      return queries.invalidateQueries({ queryKey: [mode, 'deliveries'] })
    },
    onError: showFailure(t('Not resent')),
  })
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="xs" c="dimmed" className="mono wrap">
          {t('Webhook ID: {id}', { id: webhookId })}
        </Text>
        {mayRedeliver ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<RotateCw size={13} />}
            onClick={() => resend.mutate()}
            loading={resend.isPending}
          >
            {t('Resend')}
          </Button>
        ) : null}
      </Group>
      {nextAttemptAt === null ? null : (
        <Text size="sm">{rich('Next attempt: {time}', { time: <Time at={nextAttemptAt} /> })}</Text>
      )}
      {attempts.isPending ? <RowsSkeleton rows={1} /> : null}
      {attempts.error ? <Failure error={attempts.error} retry={() => attempts.refetch()} /> : null}
      {attempts.data?.attempts.map(attempt => (
        <AttemptRow key={attempt.attempt} attempt={attempt} />
      ))}
      <DeliveryRequest mode={mode} deliveryId={deliveryId} />
    </Stack>
  )
}

function DeliveryRequest({ mode, deliveryId }: { mode: Mode; deliveryId: string }) {
  const path = { mode, deliveryId }
  const request = useQuery({
    queryKey: [mode, 'deliveries', 'request', deliveryId],
    queryFn: () => unwrap(api.GET('/dashboard/api/{mode}/deliveries/{deliveryId}/request', { params: { path } })),
  })
  if (request.isPending) return <RowsSkeleton rows={1} />
  if (request.error) return <Failure error={request.error} retry={() => request.refetch()} />
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

type Attempt = ResponseBody<'/dashboard/api/{mode}/deliveries/{deliveryId}/attempts'>['attempts'][number]

export const AttemptRow = ({ attempt }: { attempt: Attempt }) => (
  <div>
    <Group gap="xs" mb={4}>
      <Badge variant="light" radius="sm" color={attempt.failure === null ? 'teal' : 'red'}>
        {attempt.responseStatus ?? t('No response')}
      </Badge>
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
