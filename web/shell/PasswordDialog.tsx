// Asks for the password again.

import { Button, Group, Modal, PasswordInput, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { api, ask } from '../api.ts'
import { adviceOf } from '../components/Failure.tsx'

export type PasswordDialogProps = { isOpen: boolean; end: (confirmed: boolean) => void }

export function PasswordDialog({ isOpen, end: tell }: PasswordDialogProps) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const end = (confirmed: boolean) => {
    setPassword('')
    setProblem(null)
    tell(confirmed)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await ask(api.POST('/auth/confirm-password', { body: { password } }))
      end(true)
    } catch (error) {
      setProblem(adviceOf(error))
    }
  }
  return (
    <Modal
      opened={isOpen}
      onClose={() => end(false)}
      returnFocus={false}
      title="Confirm that it is you"
      closeButtonProps={{ 'aria-label': 'Close' }}
      zIndex={400}
    >
      <form onSubmit={submit}>
        <Text mb="md">You signed in a while ago, and this is a sensitive action. Enter your password again.</Text>
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          data-autofocus
          error={problem}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={() => end(false)}>
            Cancel
          </Button>
          <Button type="submit">Confirm</Button>
        </Group>
      </form>
    </Modal>
  )
}
