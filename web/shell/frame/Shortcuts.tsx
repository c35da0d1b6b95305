// The keyboard shortcuts, opened with `?`.

import { Group, Kbd, Modal, Stack, Text } from '@mantine/core'
import { t } from '../../language.ts'

type Shortcut = { keys: string[]; description: string }

export const Shortcuts = ({ shortcuts, close }: { shortcuts: Shortcut[]; close: () => void }) => (
  <Modal opened onClose={close} title={t('Keyboard shortcuts')}>
    <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {shortcuts.map(({ keys, description }) => (
        <Group key={description} justify="space-between" component="li">
          <Text>{description}</Text>
          <Group gap={4}>
            {keys.map(key => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </Group>
        </Group>
      ))}
    </Stack>
  </Modal>
)
