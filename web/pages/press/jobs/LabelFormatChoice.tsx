// The form in which this device downloads the labels that it buys.

import { Group, SegmentedControl, Text } from '@mantine/core'
import { t } from '../../../language.ts'
import { type LabelFormat, useLabelFormat } from './labelFiles.ts'

export function LabelFormatChoice({ chosen = () => {} }: { chosen?: () => void }) {
  const [format, setFormat] = useLabelFormat()
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed" aria-hidden>
        {t('Print labels as')}
      </Text>
      <SegmentedControl
        aria-label={t('Print labels as')}
        value={format}
        onChange={value => {
          setFormat(value as LabelFormat)
          chosen()
        }}
        data={[
          { value: 'PDF', label: t('PDF, 4 × 6 in') },
          { value: 'ZPL', label: 'ZPL' },
        ]}
      />
    </Group>
  )
}
