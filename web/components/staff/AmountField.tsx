// A filter by an amount of money, in a form of filters.

import { TextInput } from '@mantine/core'
import { t } from '../../language.ts'

type AmountProps = { name: string; label: string; value: string | undefined }

/** Dollars and cents, with a comma or a point. */
export const AmountField = ({ name, label, value }: AmountProps) => (
  <TextInput
    name={name}
    label={label}
    inputMode="decimal"
    pattern="[0-9]{1,7}([.,][0-9]{2})?"
    title={t('Dollars, such as 25 or 24.95')}
    defaultValue={value ?? ''}
  />
)

/** The value of an amount field, as the service takes it. */
export const amountIn = (entered: string): string => entered.replace(',', '.')
