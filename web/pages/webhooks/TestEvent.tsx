// A test event: sent while the user waits, showing the request and the response.

import { Autocomplete, Badge, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { type Answer, api, ask, type Mode } from '../../api.ts'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { Refused } from '../../components/Refused.tsx'
import { number } from '../../components/Values.tsx'
import { useAct } from '../../shell/act.ts'
import { failureWords } from '../../shell/deliveries.tsx'

const path = '/dashboard/api/{mode}/webhook-test'
type Sent = Answer<typeof path, 'post'>

export function TestEvent({ mode, close }: { mode: Mode; close: () => void }) {
  const queries = useQueryClient()
  const { data: known } = useQuery({
    queryKey: [mode, 'webhook-test'],
    queryFn: () => ask(api.GET(path, { params: { path: { mode } } })),
  })
  const [typed, setTyped] = useState<string | null>(null)
  const url = typed ?? known?.addresses[0] ?? ''
  const send = useAct({
    mutationFn: () => ask(api.POST(path, { params: { path: { mode } }, body: { url: url.trim() } })),
    onSettled: () => void queries.invalidateQueries({ queryKey: [mode, 'deliveries'] }),
  })
  return (
    <Modal opened onClose={close} title="Send a test event" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        onSubmit={event => {
          event.preventDefault()
          send.mutate()
        }}
      >
        <Stack gap="md">
          <Text size="sm">
            A webhook of the type <code>WebhookTest</code>, signed with your secret of {mode} mode. It is sent once, and
            does not belong to an order.
          </Text>
          <Refused error={send.error} />
          <Autocomplete
            label="Address"
            description="The addresses of your newest orders are suggested."
            placeholder="https://"
            required
            withAsterisk={false}
            maxLength={2048}
            data={known?.addresses ?? []}
            value={url}
            onChange={setTyped}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              Close
            </Button>
            <Button
              type="submit"
              leftSection={<Send size={15} />}
              loading={send.isPending}
              data-autofocus
              disabled={!/^https?:\/\/./i.test(url.trim())}
            >
              {send.isSuccess ? 'Send another' : 'Send'}
            </Button>
          </Group>
        </Stack>
      </form>
      {send.isPending ? (
        <Text size="sm" c="dimmed" mt="md" role="status">
          Waiting for the answer, at most 20 seconds.
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
        <Badge variant="light" radius="sm" color={failure === null ? 'teal' : 'red'}>
          {responseStatus ?? 'no answer'}
        </Badge>
        <Text size="sm">
          {failure === null ? 'Accepted' : (failureWords[failure] ?? 'Not accepted: any 2xx is success')}, after{' '}
          {number(durationMs)} ms
        </Text>
      </Group>
      <Text size="sm" fw={500}>
        Sent
      </Text>
      <CodeBlock label="Request" most={220}>
        {[
          `POST ${request.url}`,
          ...Object.entries(request.headers).map(pair => pair.join(': ')),
          '',
          request.body,
        ].join('\n')}
      </CodeBlock>
      {responseStatus === null ? null : (
        <>
          <Text size="sm" fw={500}>
            Received
          </Text>
          {responseBody === null || responseBody === '' ? (
            <Text size="sm" c="dimmed">
              Only the status, which is enough.
            </Text>
          ) : (
            <CodeBlock label="Answer of the receiver" most={180}>
              {responseBody}
            </CodeBlock>
          )}
        </>
      )}
    </Stack>
  )
}
