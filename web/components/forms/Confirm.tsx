// Asks before an act that cannot be undone. `await confirm({...})` resolves to whether to do it.

import { Button, Group, Modal, Text } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { t } from '../../language.ts'
import { type ShowDialog, useDialog } from './Dialogs.tsx'
import { openerOf } from './opener.ts'

export type Confirmation = {
  title: string
  text: ReactNode
  confirmLabel: string
  /** For questions in which “Cancel” would be ambiguous. */
  cancelLabel?: string
  danger?: true
}

type Confirm = (question: Confirmation) => Promise<boolean>

export function useConfirm(): Confirm {
  const show = useDialog()
  return useMemo(() => confirmWith(show), [show])
}

/** For parts that are loaded on demand: `show` is the function of `useDialog`. */
export const confirmWith =
  (show: ShowDialog): Confirm =>
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
  }

type Props = { question: Confirmation; isOpen: boolean; end: (yes: boolean) => void }

const ConfirmDialog = ({
  question: { title, text, confirmLabel, cancelLabel = t('Cancel'), danger },
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
