// An order's own settings of its packing slip. The account's settings cover empty fields.

import { Checkbox, Stack, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { FoldedSection } from '../../components/layout/Fold.tsx'
import { AddressFields } from '../../components/orders/AddressFields.tsx'
import { t } from '../../language.ts'
import { slipSettings } from '../../shell/orders/slipSettings.ts'
import type { Draft } from './draft.ts'

const maxLetters = 500

export function SlipFields({ form }: { form: UseFormReturnType<Draft> }) {
  const settings = useQuery(slipSettings).data
  const { slip } = form.values
  const isUsed =
    [slip.giftMessage, slip.message].some(text => text !== '') ||
    slip.hasReturnAddress ||
    slip.blind !== null ||
    Object.keys(form.errors).some(field => field.startsWith('slip.'))
  return (
    <FoldedSection title={t('Packing slip (optional)')} isUsed={isUsed}>
      <Stack gap="sm">
        <Textarea label={t('Gift message')} maxLength={maxLetters} {...form.getInputProps('slip.giftMessage')} />
        <Textarea
          label={t('Message')}
          description={t('Printed instead of the message in Settings')}
          placeholder={settings?.message ?? undefined}
          maxLength={maxLetters}
          {...form.getInputProps('slip.message')}
        />
        <Checkbox
          label={t('Use another return address')}
          {...form.getInputProps('slip.hasReturnAddress', { type: 'checkbox' })}
        />
        {slip.hasReturnAddress ? (
          <AddressFields form={form} at="slip.returnAddress." address={slip.returnAddress} />
        ) : null}
        <Checkbox
          label={t('Blind shipping')}
          description={t('The parcel shows only the return address, not who printed or sent it')}
          checked={slip.blind ?? settings?.blind ?? false}
          error={form.errors['slip.blind']}
          onChange={event => form.setFieldValue('slip.blind', event.currentTarget.checked)}
        />
      </Stack>
    </FoldedSection>
  )
}
