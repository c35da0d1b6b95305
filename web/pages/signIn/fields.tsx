// Fields that several sign-in forms share.

import { TextInput, type TextInputProps } from '@mantine/core'
import { t } from '../../language.ts'

export const NameField = (props: TextInputProps) => (
  <TextInput label={t('Your name')} autoComplete="name" required withAsterisk={false} {...props} />
)

export const EmailField = (props: TextInputProps) => (
  <TextInput label={t('Email address')} type="email" autoComplete="username" required withAsterisk={false} {...props} />
)
