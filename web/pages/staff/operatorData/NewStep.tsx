// Adds a column to a grid whose columns are steps, such as discounts by copies.

import { Button, Group, NumberInput } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { separators } from '../../../components/forms/separators.ts'
import { t } from '../../../language.ts'
import { useEditing } from './Fields.tsx'

type Props = { label: string; min: number; max: number; decimals?: number; add: (step: number) => void }

export function NewStep({ label, min, max, decimals = 0, add }: Props) {
  const { isReadOnly } = useEditing()
  const [step, setStep] = useState<number | string>('')
  const isGiven = step !== '' && Number(step) >= min && Number(step) <= max
  if (isReadOnly) return null
  return (
    <Group gap={4} wrap="nowrap">
      <NumberInput
        aria-label={label}
        placeholder={label}
        size="xs"
        w="11rem"
        hideControls
        allowNegative={false}
        decimalScale={decimals}
        {...separators}
        value={step}
        onChange={setStep}
      />
      <Button
        size="xs"
        variant="default"
        leftSection={<Plus size={14} />}
        disabled={!isGiven}
        onClick={() => {
          add(Number(step))
          setStep('')
        }}
      >
        {t('Add column')}
      </Button>
    </Group>
  )
}
