// A test event: sent while the user waits, showing the request and the response.

import { Autocomplete, Badge, Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { api, type Mode, type ResponseBody } from '../../api.ts'
import type { paths } from '../../apiTypes.ts'
import { FormError } from '../../components/feedback/FormError.tsx'
import { Form } from '../../components/forms/Form.tsx'
import { CodeBlock } from '../../components/layout/CodeBlock.tsx'
import { number } from '../../components/layout/Values.tsx'
import { rich, t } from '../../language.ts'
import { useAction } from '../../shell/frame/action.ts'
import { failureTexts, RequestBlock } from '../../shell/orders/deliveries.tsx'
import { useStatusTexts } from '../../shell/orders/statusTexts.tsx'

const path = '/dashboard/api/{mode}/webhook-test'
type Sent = ResponseBody<typeof path, 'post'>
type TestRequest = NonNullable<paths[typeof path]['post']['requestBody']>['content']['application/json']
type EventType = NonNullable<NonNullable<TestRequest>['type']>

const testType = 'WebhookTest' satisfies EventType

type Props = { mode: Mode; endpoint?: { endpointId: string; url: string }; close: () => void }

export function TestEvent({ mode, endpoint, close }: Props) {
  const queries = useQueryClient()
  const { data: known } = useQuery({
    queryKey: [mode, 'webhook-test'],
    queryFn: () => api.GET(path, { params: { path: { mode } } }),
    enabled: endpoint === undefined,
  })
  const { webhooks } = useStatusTexts()
  const [type, setType] = useState<EventType>(testType)
  const [typed, setTyped] = useState<string | null>(null)
  const url = endpoint?.url ?? typed ?? known?.addresses[0] ?? ''
  const target = endpoint === undefined ? { url: url.trim() } : { endpointId: endpoint.endpointId }
  const send = useAction({
    mutationFn: () => api.POST(path, { params: { path: { mode } }, body: { ...target, type } }),
    onSettled: () => void queries.invalidateQueries({ queryKey: [mode, 'deliveries'] }),
  })
  return (
    <Modal opened onClose={close} title={t('Send test event')} size="lg">
      <Form submit={() => send.mutate()}>
        <Stack gap="md">
          <Text size="sm">
            {rich(
              'We’ll send one event, signed with {key, select, endpoint {the endpoint’s secret} sandbox {your sandbox secret} other {your production secret}}. Order events are samples: their order, <code>webhook-test</code>, does not exist. Test events are not retried.',
              { key: endpoint === undefined ? mode : 'endpoint', code: text => <code>{text}</code> },
            )}
          </Text>
          <FormError error={send.error} />
          {endpoint === undefined ? (
            <Autocomplete
              label={t('Webhook URL')}
              description={t('Choose a URL from recent orders or enter a new one.')}
              placeholder="https://"
              required
              withAsterisk={false}
              maxLength={2048}
              data={known?.addresses ?? []}
              value={url}
              onChange={setTyped}
            />
          ) : (
            <TextInput label={t('Endpoint')} value={url} readOnly />
          )}
          <Select
            label={t('Event')}
            data={[testType, ...webhooks]}
            allowDeselect={false}
            value={type}
            onChange={chosen => setType(chosen as EventType)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {t(send.isSuccess ? 'Close' : 'Cancel')}
            </Button>
            <Button
              type="submit"
              leftSection={<Send size={15} />}
              loading={send.isPending}
              data-autofocus
              disabled={!/^https?:\/\/./i.test(url.trim())}
            >
              {t(send.isSuccess ? 'Send again' : 'Send')}
            </Button>
          </Group>
        </Stack>
      </Form>
      {send.isPending ? (
        <Text size="sm" c="dimmed" mt="md" role="status">
          {t('Waiting for a response (up to 20 seconds)…')}
        </Text>
      ) : null}
      {send.isSuccess ? <Exchange sent={send.data} /> : null}
    </Modal>
  )
}

function Exchange({ sent: { request, answer } }: { sent: Sent }) {
  const { responseStatus, responseBody, failure, durationMs } = answer
  return (
    <Stack gap="sm" mt="md">
      <Group gap="xs" role="status">
        <Badge color={failure === null ? 'teal' : 'red'}>{responseStatus ?? t('No response')}</Badge>
        <Text size="sm">
          {failure === null
            ? t('Delivered')
            : (failureTexts[failure] ?? t('Failed: the endpoint must respond with a 2xx status'))}{' '}
          · {number(durationMs)} ms
        </Text>
      </Group>
      <Text size="sm" fw={500}>
        {t('Request')}
      </Text>
      <RequestBlock request={request} />
      {responseStatus === null ? null : (
        <>
          <Text size="sm" fw={500}>
            {t('Response')}
          </Text>
          {responseBody === null || responseBody === '' ? (
            <Text size="sm" c="dimmed">
              {t('Empty response body.')}
            </Text>
          ) : (
            <CodeBlock label={t('Response')} maxHeight={180}>
              {responseBody}
            </CodeBlock>
          )}
        </>
      )}
    </Stack>
  )
}
