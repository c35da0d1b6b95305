// Fields that several of these forms have.

import { PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core'

export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput
    required
    withAsterisk={false}
    visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
    {...props}
  />
)

export const NewPasswordField = (props: PasswordInputProps) => <PasswordField autoComplete="new-password" {...props} />

export const NameField = (props: TextInputProps) => (
  <TextInput label="Your name" autoComplete="name" required withAsterisk={false} {...props} />
)

export const EmailField = (props: TextInputProps) => (
  <TextInput label="E-mail address" type="email" autoComplete="username" required withAsterisk={false} {...props} />
)
