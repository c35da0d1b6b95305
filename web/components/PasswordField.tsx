// Fields for an existing password, and for a new one.

import { PasswordInput, type PasswordInputProps } from '@mantine/core'

export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput
    required
    withAsterisk={false}
    visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
    {...props}
  />
)

/** The same as in the service. */
const leastCharacters = 10

export const NewPasswordField = (props: PasswordInputProps) => (
  <PasswordField
    description={`At least ${leastCharacters} characters. Longer is better: use a sentence that only you know.`}
    minLength={leastCharacters}
    autoComplete="new-password"
    {...props}
  />
)
