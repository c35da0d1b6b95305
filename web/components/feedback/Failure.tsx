// A failed request to the service: the failure, the remedy, and the request ID to quote to support.

import { Alert, Button, Group, List, Text } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { ApiProblem } from '../../api.ts'
import { t } from '../../language.ts'
import { capitalize, WithTimes } from '../layout/Values.tsx'
import { fieldLabelOf } from '../orders/fieldLabels.ts'

const maxShown = 8

export const Failure = ({ error, retry }: { error: unknown; retry?: () => void }) => (
  <Alert color="red" icon={<CircleAlert size={18} />} title={titleFor(error)} my="md">
    <Text size="sm">
      <WithTimes text={errorText(error)} />
    </Text>
    {error instanceof ApiProblem && !isSaid(error) ? (
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
          {t('Retry')}
        </Button>
      ) : null}
      {error instanceof ApiProblem && error.requestId !== null ? (
        <Text size="xs" c="dimmed" className="mono">
          {t('Request ID: {id}', { id: error.requestId })}{' '}
        </Text>
      ) : null}
    </Group>
  </Alert>
)

/** Nothing is wrong with a field, or all that is has been said by the message. */
const isSaid = ({ message, errors }: ApiProblem): boolean => errors.every(({ detail }) => detail === message)

function titleFor(error: unknown): string {
  if (!(error instanceof ApiProblem)) return t('Something went wrong')
  if (error.code === 'unreachable') return t('We can’t reach the service')
  if (error.status === 404) return t('Not found')
  if (error.status === 403) return t('You don’t have permission to do that')
  if (error.status === 429) return t('Too many requests')
  return error.status >= 500 ? t('Something went wrong on our side') : t('The request could not be completed')
}

/** The service's message, with advice on the next step. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiProblem)) return t('Reload the page. If the problem continues, contact support.')
  const message = capitalize(error.message)
  if (error.code === 'too_many_requests')
    return t('{message} Try again in {count, plural, one {# second} other {# seconds}}.', {
      message,
      count: error.retryAfterSeconds ?? 60,
    })
  if (error.code === 'request_key_reused')
    return t('An earlier attempt already succeeded. Close this and check the result before you try again.')
  if (error.status >= 500)
    return t(
      '{message} Try again in a moment. If the problem continues, contact support and quote the request ID below.',
      { message },
    )
  return message
}
