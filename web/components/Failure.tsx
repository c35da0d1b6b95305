// A failed request to the service: what happened, what to do, and the number to quote to support.

import { Alert, Button, Group, List, Text } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { ApiProblem } from '../api.ts'
import { placeOf } from './placeOf.ts'
import { capital, WithTimes } from './Values.tsx'

const mostShown = 8

export const Failure = ({ error, retry }: { error: unknown; retry?: () => void }) => (
  <Alert color="red" variant="light" icon={<CircleAlert size={18} />} title={titleOf(error)} my="md">
    <Text size="sm">
      <WithTimes text={adviceOf(error)} />
    </Text>
    {error instanceof ApiProblem && error.errors.length > 0 ? (
      <List size="sm" spacing={2} mt={4}>
        {error.errors.slice(0, mostShown).map(({ pointer, detail }) => (
          <List.Item key={`${pointer} ${detail}`}>
            <span className="wrap">
              <WithTimes text={capital(detail)} />{' '}
              {pointer === '' ? null : <span title={pointer}>({placeOf(pointer)})</span>}
            </span>
          </List.Item>
        ))}
      </List>
    ) : null}
    <Group mt="sm" gap="md">
      {retry ? (
        <Button size="xs" variant="default" onClick={retry}>
          Try again
        </Button>
      ) : null}
      {error instanceof ApiProblem && error.requestId !== null ? (
        <Text size="xs" c="dimmed" className="mono">
          {error.requestId}
        </Text>
      ) : null}
    </Group>
  </Alert>
)

function titleOf(error: unknown): string {
  if (!(error instanceof ApiProblem)) return 'This page failed'
  if (error.code === 'unreachable') return 'The service cannot be reached'
  if (error.status === 404) return 'Not found'
  if (error.status === 403) return 'You are not allowed to do that'
  if (error.status === 429) return 'Too many requests'
  return error.status >= 500 ? 'The service failed' : 'The request was refused'
}

/** The sentence of the service, and what a person can do about it. */
export function adviceOf(error: unknown): string {
  if (!(error instanceof ApiProblem)) return 'Reload the page. If it fails again, tell support what you did.'
  const said = capital(error.message)
  if (error.code === 'too_many_requests') return `${said} Wait ${error.retryAfterSeconds ?? 60} seconds and try again.`
  if (error.code === 'request_key_reused')
    return 'An earlier attempt from here succeeded after all. Close this and check what it did before you try again.'
  if (error.status >= 500)
    return `${said} Try again in a moment. If it keeps failing, quote the number below to support.`
  return said
}
