// What was told about an order: each event, and the answers to every attempt.

import { Accordion, Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { type Answer, api, ask, type Mode } from '../../api.ts'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { Failure } from '../../components/Failure.tsx'
import { RowsSkeleton } from '../../components/Page.tsx'
import { Section } from '../../components/Section.tsx'
import { failed, said } from '../../components/toast.ts'
import { plural, Time } from '../../components/Values.tsx'

type Delivery = Answer<'/dashboard/api/{mode}/deliveries'>['deliveries'][number]

const looks = {
  delivered: { label: 'Delivered', color: 'teal' },
  pending: { label: 'Trying', color: 'blue' },
  exhausted: { label: 'Given up', color: 'red' },
  gone: { label: 'Receiver is gone', color: 'red' },
} as const

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
      ask(
        api.GET('/dashboard/api/{mode}/deliveries', {
          params: { path: { mode }, query: { customerOrderId, limit: 99 } },
        }),
      ),
  })
  return (
    <Section title="Webhooks" about={url === null ? undefined : <span className="wrap">{url}</span>} flush>
      {url === null ? (
        <Text size="sm" c="dimmed" px="md" pb="md">
          This order names no webhookUrl, so its events were not sent anywhere.
        </Text>
      ) : null}
      {deliveries.isPending ? <RowsSkeleton rows={2} /> : null}
      {deliveries.error ? <Failure error={deliveries.error} retry={() => deliveries.refetch()} /> : null}
      {deliveries.data && deliveries.data.deliveries.length > 0 ? (
        <Accordion variant="default" chevronPosition="left">
          {deliveries.data.deliveries.map(delivery => (
            <Accordion.Item key={delivery.deliveryId} value={delivery.deliveryId}>
              <Accordion.Control>
                <Group gap="xs">
                  <Text span fw={500}>
                    {delivery.type}
                  </Text>
                  <Badge variant="light" color={looks[delivery.status].color} radius="sm">
                    {looks[delivery.status].label}
                  </Badge>
                  <Text span size="xs" c="dimmed">
                    <Time at={delivery.at} /> · {plural(delivery.attempts, 'attempt')}
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

function Attempts({ mode, delivery: { deliveryId, webhookId, nextAttemptAt } }: { mode: Mode; delivery: Delivery }) {
  const queries = useQueryClient()
  const path = { mode, deliveryId }
  const attempts = useQuery({
    queryKey: [mode, 'deliveries', 'attempts', deliveryId],
    queryFn: () => ask(api.GET('/dashboard/api/{mode}/deliveries/{deliveryId}/attempts', { params: { path } })),
  })
  const again = useMutation({
    mutationFn: () => ask(api.POST('/dashboard/api/{mode}/deliveries/{deliveryId}/redeliver', { params: { path } })),
    onSuccess() {
      said('It is being sent again')
      void queries.invalidateQueries({ queryKey: [mode, 'deliveries'] })
    },
    onError: failed('It was not sent again'),
  })
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="xs" c="dimmed" className="mono wrap">
          webhook-id {webhookId}
        </Text>
        <Button
          size="xs"
          variant="default"
          leftSection={<RotateCw size={13} />}
          onClick={() => again.mutate()}
          loading={again.isPending}
        >
          Send again
        </Button>
      </Group>
      {nextAttemptAt === null ? null : (
        <Text size="sm">
          The next attempt is made <Time at={nextAttemptAt} />.
        </Text>
      )}
      {attempts.isPending ? <RowsSkeleton rows={1} /> : null}
      {attempts.error ? <Failure error={attempts.error} retry={() => attempts.refetch()} /> : null}
      {attempts.data?.attempts.map(attempt => (
        <div key={attempt.attempt}>
          <Group gap="xs" mb={4}>
            <Badge variant="light" radius="sm" color={attempt.failure === null ? 'teal' : 'red'}>
              {attempt.responseStatus ?? 'no answer'}
            </Badge>
            <Text size="sm">
              <Time at={attempt.at} />, {attempt.durationMs} ms
              {attempt.trigger === 'redelivery' ? ', sent again by hand' : ''}
            </Text>
          </Group>
          {attempt.failure ? (
            <Text size="sm" c="dimmed" className="wrap">
              {attempt.failure}
            </Text>
          ) : null}
          {attempt.responseBody ? (
            <CodeBlock label="Answer of the receiver" most={180}>
              {attempt.responseBody}
            </CodeBlock>
          ) : null}
        </div>
      ))}
    </Stack>
  )
}
