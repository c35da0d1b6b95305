// Fields for an existing password, and for a new one.

import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { t } from '../../language.ts'

export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput
    required
    withAsterisk={false}
    visibilityToggleButtonProps={{ 'aria-label': t('Show password') }}
    {...props}
  />
)

/** The same as in the service. */
const minCharacters = 10

export const NewPasswordField = (props: PasswordInputProps) => (
  <PasswordField
    description={t('At least {count} characters. A longer phrase that only you know is stronger.', {
      count: minCharacters,
    })}
    minLength={minCharacters}
    autoComplete="new-password"
    {...props}
  />
)
