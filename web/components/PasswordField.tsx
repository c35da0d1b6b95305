// A password that somebody has, and one that somebody chooses.

import { PasswordInput, type PasswordInputProps } from '@mantine/core'

export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput
    required
    withAsterisk={false}
    visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
    {...props}
  />
)

/** As the service has it. */
const leastCharacters = 10

export const NewPasswordField = (props: PasswordInputProps) => (
  <PasswordField
    description={`At least ${leastCharacters} characters. Long beats clever: a sentence that only you know.`}
    minLength={leastCharacters}
    autoComplete="new-password"
    {...props}
  />
)
