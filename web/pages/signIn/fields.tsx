// Fields that several sign-in forms share.

import { TextInput, type TextInputProps } from '@mantine/core'

export const NameField = (props: TextInputProps) => (
  <TextInput label="Your name" autoComplete="name" required withAsterisk={false} {...props} />
)

export const EmailField = (props: TextInputProps) => (
  <TextInput label="Email address" type="email" autoComplete="username" required withAsterisk={false} {...props} />
)
