// Everything that is queued on this device, job by job in the order of the acts.

import { Button, Group, Modal, Text } from '@mantine/core'
import { useReturnFocus } from '../../components/forms/opener.ts'
import { AppLink } from '../../components/layout/AppLink.tsx'
import { t } from '../../language.ts'
import { orderName } from './orderName.ts'
import classes from './QueueBar.module.css'
import { QueuedActLine } from './QueuedActLine.tsx'
import { useQueue } from './useQueue.ts'

export function QueueDialog({ close }: { close: () => void }) {
  const { own, others } = useQueue()
  useReturnFocus()
  const names = [...new Set(others.map(({ by }) => by.name))].join(', ')
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={t('Queued on this device')}
      closeButtonProps={{ 'aria-label': t('Close'), size: 'lg' }}
    >
      <Text c="dimmed" mb="sm">
        {t('Each action is sent once, in this order. Reloading or closing the page loses nothing.')}
      </Text>
      <ul className={classes.acts}>
        {own.map(act => (
          <li key={act.key}>
            <AppLink to={`/jobs/${act.jobId}`} onClick={close}>
              {orderName(act)}
            </AppLink>
            <QueuedActLine act={act} />
          </li>
        ))}
      </ul>
      {others.length > 0 ? (
        <Text mt="sm">
          {t(
            '{count, plural, one {# action} other {# actions}} by {names} will be sent when they sign in again on this device.',
            { count: others.length, names },
          )}
        </Text>
      ) : null}
      <Group justify="flex-end" mt="lg">
        <Button size="md" variant="default" onClick={close}>
          {t('Close')}
        </Button>
      </Group>
    </Modal>
  )
}
