// Setting up a second factor: confirm the password, scan the code with an app, enter the first code, store the recovery
// codes.

import { Alert, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { renderSVG } from 'uqr'
import { api, ask } from '../api.ts'
import { CodeBlock } from '../components/CodeBlock.tsx'
import { adviceOf } from '../components/Failure.tsx'

/** `shown` is called when the recovery codes are displayed, which happens only once. */
export function SecondFactor({ shown, done }: { shown?: () => void; done: () => void }) {
  const queries = useQueryClient()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const enrol = useMutation({
    mutationFn: () => ask(api.POST('/auth/second-factor/enrol', { body: { password } })),
  })
  const confirm = useMutation({
    mutationFn: () => ask(api.POST('/auth/second-factor/confirm', { body: { code: code.replaceAll(' ', '') } })),
    onSuccess: shown,
  })
  const error = confirm.error ?? enrol.error
  const submit = (run: () => void) => (event: FormEvent) => {
    event.preventDefault()
    run()
  }
  return (
    <Stack gap="md" maw={460}>
      {error ? (
        <Alert color="red" variant="light" icon={<CircleAlert size={18} />} role="alert">
          {adviceOf(error)}
        </Alert>
      ) : null}
      {enrol.data === undefined ? (
        <form onSubmit={submit(() => enrol.mutate())}>
          <PasswordInput
            label="Your password"
            description="To confirm that it is you"
            autoComplete="current-password"
            required
            visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
            value={password}
            onChange={event => setPassword(event.currentTarget.value)}
          />
          <Group justify="flex-end" mt="lg">
            <Button type="submit" loading={enrol.isPending}>
              Continue
            </Button>
          </Group>
        </form>
      ) : confirm.data === undefined ? (
        <form onSubmit={submit(() => confirm.mutate())}>
          <Text>Scan this with an authenticator app, and enter the six digits that it shows.</Text>
          <Group my="md" align="flex-start" wrap="nowrap">
            <img
              src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(renderSVG(enrol.data.totpUri))}`}
              width={168}
              height={168}
              alt="QR code for the authenticator app"
            />
            <Stack gap={4}>
              <Text size="sm" c="dimmed">
                Or enter this key in the app:
              </Text>
              <Text className="mono wrap" size="sm">
                {new URL(enrol.data.totpUri).searchParams.get('secret')}
              </Text>
            </Stack>
          </Group>
          <TextInput
            label="Six digits"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            required
            value={code}
            onChange={event => setCode(event.currentTarget.value)}
          />
          <Group justify="flex-end" mt="lg">
            <Button type="submit" loading={confirm.isPending}>
              Confirm
            </Button>
          </Group>
        </form>
      ) : (
        <>
          <Text>
            The second factor is set up. Store these recovery codes with your passwords: each signs you in once if the
            phone is lost.
          </Text>
          <CodeBlock label="Recovery codes">{enrol.data.recoveryCodes.join('\n')}</CodeBlock>
          <Group justify="flex-end">
            <Button
              onClick={() => {
                void queries.invalidateQueries({ queryKey: ['session'] })
                done()
              }}
            >
              I have stored them
            </Button>
          </Group>
        </>
      )}
    </Stack>
  )
}
