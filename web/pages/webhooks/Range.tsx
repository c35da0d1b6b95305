// Sending the webhooks of a time range again: their number is shown before anything is sent.

import { Button, Group, Modal, SegmentedControl, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { type Answer, api, ask, type Mode } from '../../api.ts'
import type { paths } from '../../apiTypes.ts'
import { Refused } from '../../components/Refused.tsx'
import { said } from '../../components/toast.ts'
import { number, plural } from '../../components/Values.tsx'
import { useAct } from '../../shell/act.ts'

const path = '/dashboard/api/{mode}/deliveries/redeliver'
type Query = NonNullable<paths[typeof path]['get']['parameters']['query']>
type Kind = NonNullable<Query['type']>
type Asked = { from: string; to: string; state: 'failed' | 'all'; kind: Kind | null }
type Props = { mode: Mode; kinds: Kind[]; now: Date; close: () => void }

const minuteMs = 60_000
const dayMs = 86_400_000

export function RedeliverRange({ mode, kinds, now, close }: Props) {
  const [asked, setAsked] = useState<Asked>(() => ({
    from: fieldOf(new Date(now.getTime() - dayMs)),
    to: fieldOf(new Date(now.getTime() + minuteMs)),
    state: 'failed',
    kind: null,
  }))
  const change = (changes: Partial<Asked>) => setAsked(before => ({ ...before, ...changes }))
  const range = rangeOf(asked)
  const queries = useQueryClient()
  const preview = useQuery({
    queryKey: [mode, 'deliveries', 'redeliver', range],
    queryFn: () => ask(api.GET(path, { params: { path: { mode }, query: range! } })),
    enabled: range !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const send = useAct({
    mutationFn: ({ asOf }: Preview) => ask(api.POST(path, { params: { path: { mode } }, body: { ...range!, asOf } })),
    onSuccess({ count, more }) {
      said(`${plural(count, 'webhook')} resent`)
      void queries.invalidateQueries({ queryKey: [mode, 'deliveries'] })
      if (!more) close()
    },
  })
  const error = send.error ?? preview.error
  const isReady = range !== null && !preview.isPlaceholderData && !preview.error && (preview.data?.count ?? 0) > 0
  return (
    <Modal opened onClose={close} title="Resend a time range" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        onSubmit={event => {
          event.preventDefault()
          if (isReady) send.mutate(preview.data!)
        }}
      >
        <Stack gap="md">
          <Refused error={error} />
          <Text size="sm">
            Use this when your receiver was down or lost webhooks. Each webhook keeps its webhook-id, so that a receiver
            recognises repetitions.
          </Text>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              type="datetime-local"
              label="From"
              required
              withAsterisk={false}
              value={asked.from}
              onChange={event => change({ from: event.currentTarget.value })}
            />
            <TextInput
              type="datetime-local"
              label="To"
              required
              withAsterisk={false}
              value={asked.to}
              onChange={event => change({ to: event.currentTarget.value })}
            />
          </SimpleGrid>
          <SegmentedControl
            fullWidth
            aria-label="Which webhooks"
            data={[
              { value: 'failed', label: 'Not delivered' },
              { value: 'all', label: 'Everything' },
            ]}
            value={asked.state}
            onChange={state => change({ state: state as Asked['state'] })}
          />
          <Select
            label="Event"
            placeholder="Every event"
            data={kinds}
            value={asked.kind}
            onChange={kind => change({ kind: kind as Kind | null })}
            clearable
            clearButtonProps={{ 'aria-label': 'Every event' }}
            comboboxProps={{ withinPortal: true }}
          />
          <Text size="sm" fw={500} role="status" mih="1.4em">
            {range === null ? 'Choose an end after the beginning.' : wordsFor(preview.data)}
          </Text>
        </Stack>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={close}>
            Close
          </Button>
          <Button type="submit" leftSection={<RotateCw size={15} />} disabled={!isReady} loading={send.isPending}>
            {isReady ? `Resend ${number(preview.data!.count)}` : 'Resend'}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}

type Preview = Answer<typeof path>

function wordsFor(preview: Preview | undefined): string {
  if (preview === undefined) return ''
  const { count, more } = preview
  if (more) return `More than ${number(count)} webhooks. ${number(count)} are sent at a time, the oldest first.`
  return count === 0 ? 'No webhook to resend.' : `${plural(count, 'webhook')} to resend.`
}

/** Null while the fields do not describe a time range. */
function rangeOf({ from, to, state, kind }: Asked): Query | null {
  const [first, last] = [new Date(from), new Date(to)]
  if (!(first < last)) return null
  const range = { from: first.toISOString(), to: last.toISOString(), state }
  return kind === null ? range : { ...range, type: kind }
}

/** The value of the field: the reader's own time, to the minute. */
function fieldOf(at: Date): string {
  const local = new Date(at.getTime() - at.getTimezoneOffset() * minuteMs)
  return local.toISOString().slice(0, 16)
}
