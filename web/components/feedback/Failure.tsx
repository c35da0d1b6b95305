// A failed request to the service: what happened, what to do, and the request ID to quote to support.

import { Alert, Button, Group, List, Text } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { ApiProblem } from '../../api.ts'
import { capitalize, plural, WithTimes } from '../layout/Values.tsx'
import { fieldLabelOf } from '../orders/fieldLabels.ts'

const maxShown = 8

export const Failure = ({ error, retry }: { error: unknown; retry?: () => void }) => (
  <Alert color="red" variant="light" icon={<CircleAlert size={18} />} title={titleFor(error)} my="md">
    <Text size="sm">
      <WithTimes text={errorText(error)} />
    </Text>
    {error instanceof ApiProblem && error.errors.length > 0 ? (
      <List size="sm" spacing={2} mt={4}>
        {error.errors.slice(0, maxShown).map(({ pointer, detail }) => (
          <List.Item key={`${pointer} ${detail}`}>
            <span className="wrap">
              <WithTimes text={capitalize(detail)} />{' '}
              {pointer === '' ? null : <span title={pointer}>({fieldLabelOf(pointer)})</span>}
            </span>
          </List.Item>
        ))}
      </List>
    ) : null}
    <Group mt="sm" gap="md">
      {retry ? (
        <Button size="xs" variant="default" onClick={retry}>
          Retry
        </Button>
      ) : null}
      {error instanceof ApiProblem && error.requestId !== null ? (
        <Text size="xs" c="dimmed" className="mono">
          Request ID: {error.requestId}{' '}
        </Text>
      ) : null}
    </Group>
  </Alert>
)

function titleFor(error: unknown): string {
  if (!(error instanceof ApiProblem)) return 'Something went wrong'
  if (error.code === 'unreachable') return 'We can’t reach the service'
  if (error.status === 404) return 'Not found'
  if (error.status === 403) return 'You don’t have permission to do that'
  if (error.status === 429) return 'Too many requests'
  return error.status >= 500 ? 'Something went wrong on our side' : 'The request could not be completed'
}

/** The service's message, with advice on what to do next. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiProblem)) return 'Reload the page. If the problem continues, contact support.'
  const said = capitalize(error.message)
  if (error.code === 'too_many_requests')
    return `${said} Try again in ${plural(error.retryAfterSeconds ?? 60, 'second')}.`
  if (error.code === 'request_key_reused')
    return 'An earlier attempt already succeeded. Close this and check the result before you try again.'
  if (error.status >= 500)
    return `${said} Try again in a moment. If the problem continues, contact support and quote the request ID below.`
  return said
}
