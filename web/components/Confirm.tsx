// Asks before an act that cannot be undone. `await confirm({...})` resolves to whether to do it.

import { Button, Group, Modal, Text } from '@mantine/core'
import { type ReactNode, useCallback } from 'react'
import { useDialog } from './Dialogs.tsx'
import { openerOf } from './opener.ts'

type Question = {
  title: string
  text: ReactNode
  yes: string
  /** Where “Cancel” would be what is asked about. */
  no?: string
  danger?: true
}

export function useConfirm(): (question: Question) => Promise<boolean> {
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

type Props = { question: Question; isOpen: boolean; end: (yes: boolean) => void }

const ConfirmDialog = ({ question: { title, text, yes, no = 'Cancel', danger }, isOpen, end }: Props) => (
  <Modal
    opened={isOpen}
    onClose={() => end(false)}
    returnFocus={false}
    title={title}
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    <Text>{text}</Text>
    <Group justify="flex-end" mt="lg" gap="xs">
      <Button variant="default" onClick={() => end(false)} data-autofocus={danger}>
        {no}
      </Button>
      <Button color={danger ? 'red' : undefined} onClick={() => end(true)} data-autofocus={!danger || undefined}>
        {yes}
      </Button>
    </Group>
  </Modal>
)
