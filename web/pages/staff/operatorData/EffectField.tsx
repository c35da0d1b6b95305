// When a version takes effect: at once, or at a time in the reader's zone.

import { Radio, Stack, TextInput } from '@mantine/core'

/** Null: at once. */
type Props = { at: string | null; change: (at: string | null) => void }

export const EffectField = ({ at, change }: Props) => (
  <Stack gap="xs">
    <Radio.Group
      label="Takes effect"
      value={at === null ? 'now' : 'later'}
      onChange={chosen => change(chosen === 'now' ? null : '')}
    >
      <Stack gap={6} mt={6}>
        <Radio value="now" label="Now" description="Within seconds, for new orders" />
        <Radio value="later" label="At a time" />
      </Stack>
    </Radio.Group>
    {at === null ? null : (
      <TextInput
        type="datetime-local"
        label="Date and time, in your time zone"
        required
        value={at}
        onChange={event => change(event.currentTarget.value)}
      />
    )}
  </Stack>
)

export const effectiveAtOf = (at: string | null) => (at === null ? {} : { effectiveAt: new Date(at).toISOString() })
