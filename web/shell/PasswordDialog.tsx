// Asks for the password again.

import { Button, Group, Modal, PasswordInput, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { api, unwrap } from '../api.ts'
import { errorText } from '../components/feedback/Failure.tsx'

export type PasswordDialogProps = { isOpen: boolean; end: (confirmed: boolean) => void }

export function PasswordDialog({ isOpen, end: tell }: PasswordDialogProps) {
  const [password, setPassword] = useState('')
  const [errorMessage, setProblem] = useState<string | null>(null)
  const end = (confirmed: boolean) => {
    setPassword('')
    setProblem(null)
    tell(confirmed)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await unwrap(api.POST('/auth/confirm-password', { body: { password } }))
      end(true)
    } catch (error) {
      setProblem(errorText(error))
    }
  }
  return (
    <Modal
      opened={isOpen}
      onClose={() => end(false)}
      returnFocus={false}
      title="Confirm your password"
      closeButtonProps={{ 'aria-label': 'Close' }}
      zIndex={400}
    >
      <form onSubmit={submit}>
        <Text mb="md">For your security, enter your password to continue.</Text>
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          data-autofocus
          error={errorMessage}
          visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
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
