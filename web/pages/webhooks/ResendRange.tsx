// Resends the webhooks of a time range; their number is shown before any webhook is sent.

import { Button, Group, Modal, SegmentedControl, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { api, type Mode, type ResponseBody } from '../../api.ts'
import type { paths } from '../../apiTypes.ts'
import { FormError } from '../../components/feedback/FormError.tsx'
import { showToast } from '../../components/feedback/toast.ts'
import { Form } from '../../components/forms/Form.tsx'
import { number } from '../../components/layout/Values.tsx'
import { t } from '../../language.ts'
import { useAction } from '../../shell/frame/action.ts'
import { resendText } from '../../shell/orders/deliveries.tsx'

const path = '/dashboard/api/{mode}/deliveries/redeliver'
type Query = NonNullable<paths[typeof path]['get']['parameters']['query']>
type Kind = NonNullable<Query['type']>
type RangeFields = { from: string; to: string; state: 'failed' | 'all'; kind: Kind | null }
type Props = { mode: Mode; kinds: Kind[]; now: Date; close: () => void }

const minuteMs = 60_000
const dayMs = 86_400_000

export function ResendRange({ mode, kinds, now, close }: Props) {
  const [fields, setFields] = useState<RangeFields>(() => ({
    from: fieldOf(new Date(now.getTime() - dayMs)),
    to: fieldOf(new Date(now.getTime() + minuteMs)),
    state: 'failed',
    kind: null,
  }))
  const change = (changes: Partial<RangeFields>) => setFields(before => ({ ...before, ...changes }))
  const range = rangeOf(fields)
  const queries = useQueryClient()
  const preview = useQuery({
    queryKey: [mode, 'deliveries', 'redeliver', range],
    queryFn: () => api.GET(path, { params: { path: { mode }, query: range! } }),
    enabled: range !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const send = useAction({
    mutationFn: ({ asOf }: Preview) => api.POST(path, { params: { path: { mode } }, body: { ...range!, asOf } }),
    onSuccess({ count, more }) {
      showToast(resendText(count))
      void queries.invalidateQueries({ queryKey: [mode, 'deliveries'] })
      if (!more) close()
    },
  })
  const error = send.error ?? preview.error
  const isReady = range !== null && !preview.isPlaceholderData && !preview.error && (preview.data?.count ?? 0) > 0
  return (
    <Modal opened onClose={close} title={t('Resend webhooks by time')}>
      <Form
        submit={() => {
          if (isReady) send.mutate(preview.data!)
        }}
      >
        <Stack gap="md">
          <FormError error={error} />
          <Text size="sm">
            {t(
              'Use this if your endpoint was down or missed webhooks. Resent webhooks keep their webhook-id, so you can detect duplicates.',
            )}
          </Text>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              type="datetime-local"
              label={t('From [[date]]')}
              required
              withAsterisk={false}
              value={fields.from}
              onChange={event => change({ from: event.currentTarget.value })}
            />
            <TextInput
              type="datetime-local"
              label={t('To [[date]]')}
              required
              withAsterisk={false}
              value={fields.to}
              onChange={event => change({ to: event.currentTarget.value })}
            />
          </SimpleGrid>
          <SegmentedControl
            fullWidth
            aria-label={t('Webhooks to resend')}
            data={[
              { value: 'failed', label: t('Not delivered') },
              { value: 'all', label: t('All') },
            ]}
            value={fields.state}
            onChange={state => change({ state: state as RangeFields['state'] })}
          />
          <Select
            label={t('Event')}
            placeholder={t('All events')}
            data={kinds}
            value={fields.kind}
            onChange={kind => change({ kind: kind as Kind | null })}
            clearable
            clearButtonProps={{ 'aria-label': t('Clear event') }}
            comboboxProps={{ withinPortal: true }}
          />
          <Text size="sm" fw={500} role="status" mih="1.4em">
            {range === null ? t('The end must be later than the start.') : previewText(preview.data)}
          </Text>
        </Stack>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={close}>
            {t(send.isSuccess ? 'Close' : 'Cancel')}
          </Button>
          <Button type="submit" leftSection={<RotateCw size={15} />} disabled={!isReady} loading={send.isPending}>
            {isReady ? t('Resend {count}', { count: number(preview.data!.count) }) : t('Resend')}
          </Button>
        </Group>
      </Form>
    </Modal>
  )
}

type Preview = ResponseBody<typeof path>

function previewText(preview: Preview | undefined): string {
  if (preview === undefined) return ''
  const { count, more } = preview
  return more
    ? t('More than {count} webhooks. We resend the oldest {count} first.', { count: number(count) })
    : t('{count, plural, =0 {No webhooks} one {# webhook} other {# webhooks}} to resend.', { count })
}

/** Null while the fields do not describe a time range. */
function rangeOf({ from, to, state, kind }: RangeFields): Query | null {
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
