// Above a form: why the request was refused.

import { Alert } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { errorText } from './Failure.tsx'

export const FormError = ({ error, mb }: { error: unknown; mb?: 'md' }) =>
  error ? (
    <Alert color="red" icon={<CircleAlert size={18} />} role="alert" mb={mb}>
      {errorText(error)}
    </Alert>
  ) : null
