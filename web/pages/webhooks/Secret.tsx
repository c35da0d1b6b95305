import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Eye, KeyRound, RefreshCw, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { api, type Mode } from '../../api.ts'
import { showFailure } from '../../components/feedback/toast.ts'
import { useConfirm } from '../../components/forms/Confirm.tsx'
import { CodeBlock } from '../../components/layout/CodeBlock.tsx'
import { EmptyState } from '../../components/layout/EmptyState.tsx'
import { LoadState } from '../../components/layout/LoadState.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { Time } from '../../components/layout/Values.tsx'
import { rich, t } from '../../language.ts'
import { useMay } from '../../shell/session/session.ts'
import { PreviousSecret, useRotateSecret } from './signingSecret.tsx'

export function Secret({ mode }: { mode: Mode }) {
  if (!useMay('webhooks')) {
    return (
      <EmptyState icon={KeyRound} title={t('Your role doesn’t include the signing secret')}>
        {t('Webhooks are signed with this secret. Ask an owner or developer of the account if you need it.')}
      </EmptyState>
    )
  }
  return (
    <>
      <SecretSection mode={mode} />
      <PublicKeySection mode={mode} />
    </>
  )
}

function PublicKeySection({ mode }: { mode: Mode }) {
  const queries = useQueryClient()
  const confirm = useConfirm()
  const queryKey = [mode, 'webhook-public-key']
  const params = { params: { path: { mode } } }
  const key = useQuery({
    queryKey,
    queryFn: () => api.GET('/dashboard/api/{mode}/webhook-public-key', params),
  })
  const rotate = useMutation({
    mutationFn: () => api.POST('/dashboard/api/{mode}/webhook-public-key/rotate', params),
    onSuccess: after => queries.setQueryData(queryKey, after),
    onError: showFailure(t('The key was not changed')),
  })
  const remove = useMutation({
    mutationFn: () => api.DELETE('/dashboard/api/{mode}/webhook-public-key', params),
    onSuccess: () => queries.invalidateQueries({ queryKey }),
    onError: showFailure(t('Asymmetric signatures were not turned off')),
  })
  const askFirst = async () => {
    const yes = await confirm({
      title: t('Turn off asymmetric signatures?'),
      text: t(
        'Webhooks will be signed with the secret only. Software that verifies with the public key will reject them.',
      ),
      confirmLabel: t('Turn off'),
      danger: true,
    })
    if (yes) remove.mutate()
  }
  const current = key.data?.createdAt == null ? null : { ...key.data, createdAt: key.data.createdAt }
  return (
    <Section
      title={t('Asymmetric signatures')}
      about={t(
        'We can also sign webhooks with a private key (v1a, Ed25519). Your software then verifies them with a public key and holds no secret.',
      )}
      actions={
        key.data === undefined ? undefined : (
          <Group gap="xs">
            {current !== null ? (
              <Button variant="default" onClick={askFirst} loading={remove.isPending}>
                {t('Turn off')}
              </Button>
            ) : null}
            <Button variant="default" onClick={() => rotate.mutate()} loading={rotate.isPending}>
              {t(current === null ? 'Turn on' : 'Rotate key')}
            </Button>
          </Group>
        )
      }
    >
      <LoadState of={key} rows={1} />
      {key.data === undefined || current !== null ? null : (
        <Text size="sm" c="dimmed">
          {t('Off')}
        </Text>
      )}
      {current !== null ? (
        <Stack gap="sm">
          {current.publicKey === null ? (
            <Alert color="red" icon={<ShieldAlert size={18} />} title={t('We can’t read this key')}>
              {t('Its encryption key is missing, so we can’t sign with it. Rotate the key and update your software.')}
            </Alert>
          ) : (
            <CodeBlock label={t('Public key')}>{current.publicKey}</CodeBlock>
          )}
          <Text size="sm" c="dimmed">
            {rich('Created {time}', { time: <Time at={current.createdAt} /> })}
          </Text>
          {current.previous === null ? null : (
            <>
              <Text size="sm">
                {rich('Previous key, valid until {time}:', { time: <Time at={current.previous.expiresAt} /> })}
              </Text>
              <CodeBlock label={t('Previous public key')}>{current.previous.publicKey}</CodeBlock>
            </>
          )}
        </Stack>
      ) : null}
    </Section>
  )
}

function SecretSection({ mode }: { mode: Mode }) {
  const [isShown, setShown] = useState(false)
  const queryKey = [mode, 'webhook-secret']
  const params = { params: { path: { mode } } }
  const secret = useQuery({
    queryKey,
    queryFn: () => api.GET('/dashboard/api/{mode}/webhook-secret', params),
    enabled: isShown,
  })
  const { askFirst, isRotating } = useRotateSecret(
    queryKey,
    () => api.POST('/dashboard/api/{mode}/webhook-secret/rotate', params),
    () => setShown(true),
  )
  return (
    <Section
      title={t(mode === 'sandbox' ? 'Sandbox signing secret' : 'Production signing secret')}
      about={t(
        'We sign webhooks to the webhook URLs of orders and file checks with this secret, following Standard Webhooks. Each endpoint has its own. Keep it safe.',
      )}
      actions={
        <Button variant="default" leftSection={<RefreshCw size={15} />} onClick={askFirst} loading={isRotating}>
          {t('Rotate secret')}
        </Button>
      }
    >
      {isShown ? (
        <>
          <LoadState of={secret} rows={1} />
          {secret.data ? (
            <Stack gap="sm">
              {secret.data.secret === null ? (
                <Alert color="red" icon={<ShieldAlert size={18} />} title={t('We can’t read this secret')}>
                  {t(
                    'Its encryption key is missing, so we can’t sign or send webhooks. Rotate the secret and update your software.',
                  )}
                </Alert>
              ) : (
                <CodeBlock label={t('Signing secret')}>{secret.data.secret}</CodeBlock>
              )}
              <Text size="sm" c="dimmed">
                {rich('Created {time}', { time: <Time at={secret.data.createdAt} /> })}
              </Text>
              <PreviousSecret of={secret.data.previous} />
            </Stack>
          ) : null}
        </>
      ) : (
        <Group>
          <Button variant="light" leftSection={<Eye size={15} />} onClick={() => setShown(true)}>
            {t('Show secret')}
          </Button>
        </Group>
      )}
    </Section>
  )
}
