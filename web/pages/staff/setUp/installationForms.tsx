// The forms of the mail server, the public address, the payment provider and the storage.

import { Group, NumberInput, PasswordInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { api, type ResponseBody } from '../../../api.ts'
import { DialogButtons } from '../../../components/forms/DialogButtons.tsx'
import { Code } from '../../../components/layout/Values.tsx'
import { t } from '../../../language.ts'

export type Installation = ResponseBody<'/staff/installation'>

type Props = {
  installation: Installation
  save: (send: () => Promise<Installation>) => void
  isPending: boolean
  close: () => void
}

type Security = NonNullable<Installation['mail']['server']>['security']
const ports: Record<Security, number> = { tls: 465, starttls: 587, none: 25 }
const securities: { value: Security; label: string }[] = [
  { value: 'tls', label: 'TLS' },
  { value: 'starttls', label: 'STARTTLS' },
  { value: 'none', label: t('None') },
]
const required = { required: true, withAsterisk: false }

export function MailForm({ installation: { mail }, save, isPending, close }: Props) {
  const { server } = mail
  const form = useForm({
    initialValues: {
      host: server?.host ?? '',
      port: server?.port ?? ports.tls,
      security: server?.security ?? ('tls' as Security),
      user: server?.user ?? '',
      password: '',
      from: mail.setBy === 'console' ? mail.from : '',
    },
  })
  const { host, port, user, security } = form.values
  const isSame = server?.host === host && server.port === port && server.user === user
  const isKept = isSame && user !== '' && (security !== 'none' || server.security === 'none')
  const send = ({ user, password, ...rest }: typeof form.values) =>
    api.PUT('/staff/installation/mail', {
      body: { ...rest, user: user.trim() || null, ...(password !== '' && { password }) },
    })
  return (
    <form onSubmit={form.onSubmit(values => save(() => send(values)))}>
      <Stack gap="md">
        <Group align="flex-end" gap="sm" wrap="nowrap">
          <TextInput
            {...required}
            label={t('Server')}
            placeholder="mail.example.com"
            data-autofocus
            flex={1}
            {...form.getInputProps('host')}
          />
          <NumberInput {...required} label={t('Port')} w={96} min={1} max={65_535} {...form.getInputProps('port')} />
        </Group>
        <SegmentedControl
          aria-label={t('Encryption')}
          data={securities}
          value={form.values.security}
          onChange={security => form.setValues({ security: security as Security, port: ports[security as Security] })}
        />
        <TextInput label={t('User name')} autoComplete="off" {...form.getInputProps('user')} />
        <PasswordInput
          label={t('Password')}
          placeholder={isKept ? t('Unchanged') : undefined}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('Show password') }}
          {...form.getInputProps('password')}
        />
        <TextInput
          {...required}
          type="email"
          label={t('Sender address')}
          description={t('Your brand gives the name.')}
          {...form.getInputProps('from')}
        />
        <Text size="sm" c="dimmed">
          {t('Octavo connects and signs in before it saves. Send yourself a test email afterwards.')}
        </Text>
      </Stack>
      <DialogButtons close={close} label={t('Test and save')} isPending={isPending} />
    </form>
  )
}

export function AddressForm({ installation: { address }, save, isPending, close }: Props) {
  const form = useForm({ initialValues: { url: address.url ?? '' } })
  const send = ({ url }: typeof form.values) =>
    api.PUT('/staff/installation/address', { body: { url: url.trim().replace(/\/$/, '') } })
  return (
    <form onSubmit={form.onSubmit(values => save(() => send(values)))}>
      <Stack gap="md">
        <TextInput
          {...required}
          type="url"
          label={t('Address')}
          placeholder="https://print.example.com"
          data-autofocus
          {...form.getInputProps('url')}
        />
        <Text size="sm" c="dimmed">
          {t(
            'Octavo calls itself there before it saves. Then open it at the new address and sign in again: browsers can sign in there only.',
          )}
        </Text>
      </Stack>
      <DialogButtons close={close} label={t('Test and save')} isPending={isPending} />
    </form>
  )
}

export function PaymentForm({ installation: { payment, address }, save, isPending, close }: Props) {
  const form = useForm({
    initialValues: {
      gateway: payment.gateway === 'simulated' ? ('simulated' as const) : ('stripe' as 'stripe' | 'simulated'),
      secretKey: '',
      webhookSecret: '',
    },
  })
  const isStripe = form.values.gateway === 'stripe'
  const kept = payment.keyOf === null ? undefined : t('Unchanged')
  const send = ({ gateway, secretKey, webhookSecret }: typeof form.values) =>
    api.PUT('/staff/installation/payment', {
      body: {
        gateway,
        ...(isStripe && secretKey !== '' && { secretKey: secretKey.trim() }),
        ...(isStripe && webhookSecret !== '' && { webhookSecret: webhookSecret.trim() }),
      },
    })
  return (
    <form onSubmit={form.onSubmit(values => save(() => send(values)))}>
      <Stack gap="md">
        <SegmentedControl
          aria-label={t('Payment provider')}
          data={[
            { value: 'stripe', label: 'Stripe' },
            { value: 'simulated', label: t('Simulated') },
          ]}
          {...form.getInputProps('gateway')}
        />
        {isStripe ? (
          <>
            <PasswordInput
              {...required}
              required={kept === undefined}
              label={t('Secret key')}
              placeholder={kept ?? 'sk_…'}
              autoComplete="off"
              visibilityToggleButtonProps={{ 'aria-label': t('Show secret key') }}
              {...form.getInputProps('secretKey')}
            />
            <PasswordInput
              {...required}
              required={kept === undefined}
              label={t('Signing secret')}
              placeholder={kept ?? 'whsec_…'}
              autoComplete="off"
              visibilityToggleButtonProps={{ 'aria-label': t('Show signing secret') }}
              {...form.getInputProps('webhookSecret')}
            />
            {address.url === null ? (
              <Text size="sm">{t('Set the public address first: Stripe sends its webhooks there.')}</Text>
            ) : (
              <div>
                <Text size="sm">
                  {t('Add this address at Stripe as a webhook endpoint. It has the signing secret.')}
                </Text>
                <Code label={t('Copy address')}>{new URL('/stripe/webhook', address.url).href}</Code>
              </div>
            )}
            <Text size="sm" c="dimmed">
              {t('Octavo reads the movements of the last minute before it saves.')}
            </Text>
          </>
        ) : (
          <Text size="sm" c="dimmed">
            {t('No card is charged and no money moves: for trying Octavo only.')}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {t('Cards stay with the provider that they were added at.')}
        </Text>
      </Stack>
      <DialogButtons close={close} label={isStripe ? t('Test and save') : t('Save')} isPending={isPending} />
    </form>
  )
}

export function BucketForm({ installation: { storage }, save, isPending, close }: Props) {
  const { bucket: current } = storage
  const form = useForm({
    initialValues: {
      bucket: current?.bucket ?? '',
      endpoint: current?.endpoint ?? '',
      region: current?.region ?? 'us-east-1',
      accessKeyId: current?.accessKeyId ?? '',
      secretAccessKey: '',
    },
  })
  const send = ({ endpoint, accessKeyId, secretAccessKey, ...rest }: typeof form.values) =>
    api.PUT('/staff/installation/storage', {
      body: {
        ...rest,
        endpoint: endpoint.trim() || null,
        accessKeyId: accessKeyId.trim() || null,
        ...(secretAccessKey !== '' && { secretAccessKey }),
      },
    })
  return (
    <form onSubmit={form.onSubmit(values => save(() => send(values)))}>
      <Stack gap="md">
        <TextInput {...required} label={t('Bucket')} data-autofocus {...form.getInputProps('bucket')} />
        <TextInput
          type="url"
          label={t('Service address')}
          description={t('Empty for Amazon S3')}
          {...form.getInputProps('endpoint')}
        />
        <TextInput {...required} label={t('Region')} {...form.getInputProps('region')} />
        <TextInput label={t('Access key')} autoComplete="off" {...form.getInputProps('accessKeyId')} />
        <PasswordInput
          label={t('Secret of the access key')}
          placeholder={current?.accessKeyId ? t('Unchanged') : undefined}
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': t('Show secret') }}
          {...form.getInputProps('secretAccessKey')}
        />
        <Text size="sm" c="dimmed">
          {t(
            'Octavo writes, reads and deletes a file in the bucket before it saves. Once print files are stored, the storage cannot be changed here.',
          )}
        </Text>
      </Stack>
      <DialogButtons close={close} label={t('Test and save')} isPending={isPending} />
    </form>
  )
}
