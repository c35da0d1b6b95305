// An act of the operator's people: what it does, the reason for it, and other input.

import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useReturnFocus } from './opener.ts'
import { Refused } from './Refused.tsx'
import { useTyped } from './useTyped.ts'

type Props = {
  title: string
  /** What will happen. */
  text: ReactNode
  yes: string
  /** Who will read the reason. */
  readBy: string
  danger?: true
  error: unknown
  isPending: boolean
  /** Fields besides the reason. */
  children?: ReactNode
  /** False while those fields are incomplete. */
  isReady?: boolean
  act: (reason: string) => void
  close: () => void
}

const mostCharacters = 1000

export function ReasonDialog(props: Props) {
  const { title, text, yes, readBy, danger, error, isPending, children, isReady = true, act, close } = props
  const [reason, setReason] = useState('')
  const typed = useTyped()
  useReturnFocus()
  return (
    <Modal opened onClose={close} {...typed.dialog} title={title} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        {...typed.form}
        onSubmit={event => {
          event.preventDefault()
          act(reason.trim())
        }}
      >
        <Stack gap="md">
          <Refused error={error} />
          <Text>{text}</Text>
          {children}
          <Textarea
            label="Reason"
            description={readBy}
            required
            autosize
            minRows={2}
            maxLength={mostCharacters}
            data-autofocus={children === undefined || undefined}
            value={reason}
            onChange={event => setReason(event.currentTarget.value)}
          />
        </Stack>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={close}>
            Do nothing
          </Button>
          <Button
            type="submit"
            color={danger ? 'red' : undefined}
            loading={isPending}
            disabled={reason.trim() === '' || !isReady}
          >
            {yes}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
