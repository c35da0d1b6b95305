// A webhook as both lists show it: its state, and every attempt with its answer.

import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { type Answer, api, ask, type Mode } from '../api.ts'
import { CodeBlock } from '../components/CodeBlock.tsx'
import { Failure } from '../components/Failure.tsx'
import { RowsSkeleton } from '../components/Page.tsx'
import { failed, said } from '../components/toast.ts'
import { number, Time } from '../components/Values.tsx'
import { useAct } from './act.ts'
import { useMay } from './session.ts'

export type Delivery = Answer<'/dashboard/api/{mode}/deliveries'>['deliveries'][number]

const looks = {
  delivered: { label: 'Delivered', color: 'teal' },
  pending: { label: 'Retrying', color: 'blue' },
  exhausted: { label: 'Failed', color: 'red' },
  gone: { label: 'Receiver is gone', color: 'red' },
} as const

/** Tests are sent once, and only while somebody waits. */
export const isTest = ({ type }: Pick<Delivery, 'type'>): boolean => type === 'WebhookTest'

export function DeliveryStatus({ delivery }: { delivery: Delivery }) {
  const { label, color } = looks[delivery.status]
  return (
    <Badge variant="light" color={color} radius="sm">
      {delivery.status === 'pending' && delivery.attempts === 0 ? 'Sending' : label}
    </Badge>
  )
}

/** "500 · 31 ms" of the last attempt. */
export const responseOf = ({ lastAttempt }: Delivery): string =>
  lastAttempt === null ? '–' : `${lastAttempt.responseStatus ?? 'No answer'} · ${number(lastAttempt.durationMs)} ms`

/** Why an attempt was no success. Of most answers the status says enough. */
export const failureWords: Record<string, string> = {
  timeout: 'No answer in time',
  connect_failed: 'Nothing listens there',
  dns_failed: 'The host name is unknown',
  tls_failed: 'The certificate is not valid',
  url_blocked: 'The service must not call that address',
  bad_answer: 'The answer is not HTTP',
  not_made: 'The service failed to send it',
  no_secret: 'The signing secret cannot be read',
  http_3xx: 'Redirects are not followed',
}

export function Attempts({ mode, delivery }: { mode: Mode; delivery: Delivery }) {
  const { deliveryId, webhookId, nextAttemptAt } = delivery
  const mayRedeliver = useMay('webhooks') && !isTest(delivery)
  const queries = useQueryClient()
  const path = { mode, deliveryId }
  const attempts = useQuery({
    queryKey: [mode, 'deliveries', 'attempts', deliveryId],
    queryFn: () => ask(api.GET('/dashboard/api/{mode}/deliveries/{deliveryId}/attempts', { params: { path } })),
  })
  const again = useAct({
    mutationFn: () => ask(api.POST('/dashboard/api/{mode}/deliveries/{deliveryId}/redeliver', { params: { path } })),
    onSuccess() {
      said('Resending')
      return queries.invalidateQueries({ queryKey: [mode, 'deliveries'] })
    },
    onError: failed('Not resent'),
  })
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="xs" c="dimmed" className="mono wrap">
          webhook-id {webhookId}
        </Text>
        {mayRedeliver ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<RotateCw size={13} />}
            onClick={() => again.mutate()}
            loading={again.isPending}
          >
            Resend
          </Button>
        ) : null}
      </Group>
      {nextAttemptAt === null ? null : (
        <Text size="sm">
          The next attempt is <Time at={nextAttemptAt} />.
        </Text>
      )}
      {attempts.isPending ? <RowsSkeleton rows={1} /> : null}
      {attempts.error ? <Failure error={attempts.error} retry={() => attempts.refetch()} /> : null}
      {attempts.data?.attempts.map(attempt => (
        <AttemptRow key={attempt.attempt} attempt={attempt} />
      ))}
    </Stack>
  )
}

type Attempt = Answer<'/dashboard/api/{mode}/deliveries/{deliveryId}/attempts'>['attempts'][number]

export const AttemptRow = ({ attempt }: { attempt: Attempt }) => (
  <div>
    <Group gap="xs" mb={4}>
      <Badge variant="light" radius="sm" color={attempt.failure === null ? 'teal' : 'red'}>
        {attempt.responseStatus ?? 'no answer'}
      </Badge>
      <Text size="sm">
        <Time at={attempt.at} />, {attempt.durationMs} ms
        {attempt.trigger === 'redelivery' ? ', resent by hand' : ''}
      </Text>
    </Group>
    {attempt.failure !== null && Object.hasOwn(failureWords, attempt.failure) ? (
      <Text size="sm" c="dimmed" className="wrap">
        {failureWords[attempt.failure]}
      </Text>
    ) : null}
    {attempt.responseBody ? (
      <CodeBlock label="Answer of the receiver" most={180}>
        {attempt.responseBody}
      </CodeBlock>
    ) : null}
  </div>
)
