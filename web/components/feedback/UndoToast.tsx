// A message about an act that can be taken back while the message is shown, also by Ctrl or Cmd Z.

import { Button, Group, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { newRequestKey } from '../../api.ts'
import { t } from '../../language.ts'

/** Time to read the message, and to see on the screen that the act was wrong. */
const undoMs = 10_000

export function showUndo(message: string, undo: () => void): void {
  const id = newRequestKey()
  const takeBack = () => {
    notifications.hide(id)
    undo()
  }
  notifications.show({
    id,
    message: <UndoMessage message={message} undo={takeBack} />,
    autoClose: undoMs,
  })
}

function UndoMessage({ message, undo }: { message: string; undo: () => void }) {
  // Not in fields, where the keys take back what was typed.
  useHotkeys([['mod+Z', undo]])
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <Text size="sm" className="wrap">
        {message}
      </Text>
      <Button size="compact-sm" variant="light" onClick={undo} style={{ flex: 'none' }}>
        {t('Undo')}
      </Button>
    </Group>
  )
}
