import { TextInput, type TextInputProps } from '@mantine/core'

export const FileUrlInput = (props: TextInputProps) => <TextInput type="url" placeholder="https://" {...props} />
