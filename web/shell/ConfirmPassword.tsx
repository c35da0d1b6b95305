// The most sensitive acts (keys, cards, secrets) ask for the password again when the sign-in is not recent. The request
// waits, and is repeated when the password was right.

import { Button, Group, Modal, PasswordInput, Text } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { api, ask, whenPasswordIsAsked } from '../api.ts'
import { adviceOf } from '../components/Failure.tsx'

export function ConfirmPassword() {
  const [isOpen, setOpen] = useState(false)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const answer = useRef<(confirmed: boolean) => void>(() => {})
  useEffect(
    () =>
      whenPasswordIsAsked(() => {
        setPassword('')
        setProblem(null)
        setOpen(true)
        return new Promise(resolve => {
          answer.current = resolve
        })
      }),
    [],
  )
  const end = (confirmed: boolean) => {
    setOpen(false)
    setPassword('')
    answer.current(confirmed)
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
