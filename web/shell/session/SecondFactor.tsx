// Setting up a second factor: confirm the password, scan the code with an app, enter the first code, store the recovery
// codes.

import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { renderSVG } from 'uqr'
import { api, type ResponseBody } from '../../api.ts'
import { FormError } from '../../components/feedback/FormError.tsx'
import { Form } from '../../components/forms/Form.tsx'
import { CodeBlock } from '../../components/layout/CodeBlock.tsx'
import { t } from '../../language.ts'

/** `shown` is called when the recovery codes are displayed, which happens only once. */
export function SecondFactor({ shown, done }: { shown?: () => void; done: () => void }) {
  const enrol = useMutation({ mutationFn: startSecondFactor })
  if (enrol.data === undefined) {
    return <PasswordFirst act={t('Continue')} run={enrol.mutate} isRunning={enrol.isPending} error={enrol.error} />
  }
  return <ScanCode started={enrol.data} {...(shown && { shown })} done={done} />
}

export const startSecondFactor = (password: string) => api.POST('/auth/second-factor/enrol', { body: { password } })

type Started = ResponseBody<'/auth/second-factor/enrol', 'post'>

/** The steps after the password. */
export function ScanCode({ started, shown, done }: { started: Started; shown?: () => void; done: () => void }) {
  const queries = useQueryClient()
  const [code, setCode] = useState('')
  const confirm = useMutation({
    mutationFn: () => api.POST('/auth/second-factor/confirm', { body: { code: code.replaceAll(' ', '') } }),
    onSuccess: shown,
  })
  if (confirm.data !== undefined) {
    return (
      <RecoveryCodes
        codes={started.recoveryCodes}
        about={t('Two-factor authentication is on.')}
        done={() => {
          void queries.invalidateQueries({ queryKey: ['session'] })
          done()
        }}
      />
    )
  }
  return (
    <Stack gap="md" maw={460}>
      <FormError error={confirm.error} />
      <Form submit={() => confirm.mutate()}>
        <Text>{t('Scan this code with your authenticator app, then enter the six-digit code it shows.')}</Text>
        <Group my="md" align="flex-start" wrap="nowrap">
          <img
            src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(renderSVG(started.totpUri))}`}
            width={168}
            height={168}
            alt={t('QR code for your authenticator app')}
          />
          <Stack gap={4}>
            <Text size="sm" c="dimmed">
              {t('Or enter this key manually:')}
            </Text>
            <Text className="mono wrap" size="sm">
              {new URL(started.totpUri).searchParams.get('secret')}
            </Text>
          </Stack>
        </Group>
        <TextInput
          label={t('Six-digit code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          required
          autoFocus
          data-autofocus
          value={code}
          onChange={event => setCode(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="lg">
          <Button type="submit" loading={confirm.isPending}>
            {t('Confirm')}
          </Button>
        </Group>
      </Form>
    </Stack>
  )
}

type PasswordProps = {
  about?: string
  act: string
  danger?: true
  run: (password: string) => void
  isRunning: boolean
  error: unknown
}

/** Every change of the second factor requires the password, even after a recent sign-in. */
export function PasswordFirst({ about, act, danger, run, isRunning, error }: PasswordProps) {
  const [password, setPassword] = useState('')
  return (
    <Stack gap="md" maw={460}>
      {about === undefined ? null : <Text>{about}</Text>}
      <FormError error={error} />
      <Form submit={() => run(password)}>
        <PasswordInput
          label={t('Your password')}
          description={t('To confirm it’s you')}
          autoComplete="current-password"
          required
          autoFocus
          data-autofocus
          visibilityToggleButtonProps={{ 'aria-label': t('Show password') }}
          value={password}
          onChange={event => setPassword(event.currentTarget.value)}
        />
        <Group justify="flex-end" mt="lg">
          <Button type="submit" color={danger ? 'red' : undefined} loading={isRunning}>
            {act}
          </Button>
        </Group>
      </Form>
    </Stack>
  )
}

/** The codes are shown once. */
export function RecoveryCodes({ codes, about, done }: { codes: string[]; about: string; done: () => void }) {
  const text = useRef<HTMLParagraphElement>(null)
  // The focus is not on the button, so that another press of Enter does not close the codes before they are saved.
  useEffect(() => text.current?.focus(), [])
  return (
    <Stack gap="md" maw={460}>
      <Text ref={text} tabIndex={-1} style={{ outline: 'none' }}>
        {about}{' '}
        {t('Save these recovery codes in a safe place. If you lose your phone, each code lets you sign in once.')}
      </Text>
      <CodeBlock label={t('Recovery codes')}>{codes.join('\n')}</CodeBlock>
      <Group justify="flex-end">
        <Button onClick={done}>{t('I’ve saved them')}</Button>
      </Group>
    </Stack>
  )
}
