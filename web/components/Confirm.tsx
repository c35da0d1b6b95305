// Asks before an act that cannot be undone. `await confirm({...})` resolves to whether to do it.

import { Button, Group, Modal, Text } from '@mantine/core'
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'

type Question = {
  title: string
  text: ReactNode
  yes: string
  /** Where “Cancel” would be what is asked about. */
  no?: string
  danger?: true
}

const Ask = createContext<(question: Question) => Promise<boolean>>(() => Promise.resolve(false))

export const useConfirm = () => useContext(Ask)

export function Confirmations({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<Question | null>(null)
  const [isOpen, setOpen] = useState(false)
  const answer = useRef<(yes: boolean) => void>(() => {})
  const opener = useRef<HTMLElement>(null)
  const confirm = useCallback((asked: Question) => {
    opener.current = openerOf(document.activeElement)
    setQuestion(asked)
    setOpen(true)
    return new Promise<boolean>(resolve => {
      answer.current = resolve
    })
  }, [])
  const close = (yes: boolean) => {
    setOpen(false)
    answer.current(yes)
    opener.current?.focus()
  }
  return (
    <Ask value={confirm}>
      {children}
      <Modal
        opened={isOpen}
        onClose={() => close(false)}
        returnFocus={false}
        title={question?.title}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Text>{question?.text}</Text>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={() => close(false)} data-autofocus={question?.danger}>
            {question?.no ?? 'Cancel'}
          </Button>
          <Button
            color={question?.danger ? 'red' : undefined}
            onClick={() => close(true)}
            data-autofocus={!question?.danger || undefined}
          >
            {question?.yes}
          </Button>
        </Group>
      </Modal>
    </Ask>
  )
}

/** A menu item disappears with its menu; what opened the menu is still there. */
function openerOf(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role=menu]')
  const labelled = menu?.getAttribute('aria-labelledby')
  return (labelled ? document.getElementById(labelled) : element) as HTMLElement | null
}
