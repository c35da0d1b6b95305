// Above a form: why the request was refused.

import { Alert } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { adviceOf } from './Failure.tsx'

export const Refused = ({ error, mb }: { error: unknown; mb?: 'md' }) =>
  error ? (
    <Alert color="red" variant="light" icon={<CircleAlert size={18} />} role="alert" mb={mb}>
      {adviceOf(error)}
    </Alert>
  ) : null
