// Fields for an existing password, and for a new one.

import { PasswordInput, type PasswordInputProps } from '@mantine/core'

export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput
    required
    withAsterisk={false}
    visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
    {...props}
  />
)

/** The same as in the service. */
const minCharacters = 10

export const NewPasswordField = (props: PasswordInputProps) => (
  <PasswordField
    description={`At least ${minCharacters} characters. A longer phrase that only you know is stronger.`}
    minLength={minCharacters}
    autoComplete="new-password"
    {...props}
  />
)
