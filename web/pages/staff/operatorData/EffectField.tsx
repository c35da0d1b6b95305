// When a version takes effect: at once, or at a time in the reader's zone.

import { Radio, Stack, TextInput } from '@mantine/core'
import { t } from '../../../language.ts'

/** Null: at once. */
type Props = { at: string | null; change: (at: string | null) => void }

export const EffectField = ({ at, change }: Props) => (
  <Stack gap="xs">
    <Radio.Group
      label={t('Takes effect')}
      value={at === null ? 'now' : 'later'}
      onChange={chosen => change(chosen === 'now' ? null : '')}
    >
      <Stack gap={6} mt={6}>
        <Radio value="now" label={t('Now')} description={t('Within seconds, for new orders')} />
        <Radio value="later" label={t('At a time')} />
      </Stack>
    </Radio.Group>
    {at === null ? null : (
      <TextInput
        type="datetime-local"
        label={t('Date and time, in your time zone')}
        required
        value={at}
        onChange={event => change(event.currentTarget.value)}
      />
    )}
  </Stack>
)

export const effectiveAtOf = (at: string | null) => (at === null ? {} : { effectiveAt: new Date(at).toISOString() })
