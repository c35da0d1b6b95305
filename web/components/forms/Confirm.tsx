// Asks before an act that cannot be undone. `await confirm({...})` resolves to whether to do it.

import { Button, Group, Modal, Text } from '@mantine/core'
import { type ReactNode, useCallback } from 'react'
import { useDialog } from './Dialogs.tsx'
import { openerOf } from './opener.ts'

type Confirmation = {
  title: string
  text: ReactNode
  confirmLabel: string
  /** For questions in which “Cancel” would be ambiguous. */
  cancelLabel?: string
  danger?: true
}

export function useConfirm(): (question: Confirmation) => Promise<boolean> {
  const show = useDialog()
  return useCallback(
    question => {
      const opener = openerOf(document.activeElement)
      return new Promise(resolve => {
        const end = (yes: boolean) => {
          show(<ConfirmDialog question={question} isOpen={false} end={end} />)
          resolve(yes)
          opener?.focus()
        }
        show(<ConfirmDialog question={question} isOpen end={end} />)
      })
    },
    [show],
  )
}

type Props = { question: Confirmation; isOpen: boolean; end: (yes: boolean) => void }

const ConfirmDialog = ({
  question: { title, text, confirmLabel, cancelLabel = 'Cancel', danger },
  isOpen,
  end,
}: Props) => (
  <Modal
    opened={isOpen}
    onClose={() => end(false)}
    returnFocus={false}
    // Above the dialog that opened this confirmation.
    zIndex="calc(var(--mantine-z-index-modal) + 1)"
    title={title}
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    <Text>{text}</Text>
    <Group justify="flex-end" mt="lg" gap="xs">
      <Button variant="default" onClick={() => end(false)} data-autofocus={danger}>
        {cancelLabel}
      </Button>
      <Button color={danger ? 'red' : undefined} onClick={() => end(true)} data-autofocus={!danger || undefined}>
        {confirmLabel}
      </Button>
    </Group>
  </Modal>
)
