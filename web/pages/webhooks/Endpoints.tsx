// The endpoints of a mode: addresses that receive the webhooks of all orders, each with a secret of its own.

import { Badge, Button, Group, Menu, Modal, MultiSelect, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Plus, Webhook } from 'lucide-react'
import { useState } from 'react'
import { api, type Mode, type RequestBody, type ResponseBody } from '../../api.ts'
import { FormError } from '../../components/feedback/FormError.tsx'
import { showToast } from '../../components/feedback/toast.ts'
import { useConfirm } from '../../components/forms/Confirm.tsx'
import { DialogButtons } from '../../components/forms/DialogButtons.tsx'
import { CodeBlock } from '../../components/layout/CodeBlock.tsx'
import { EmptyState } from '../../components/layout/EmptyState.tsx'
import { type Column, List } from '../../components/layout/List.tsx'
import { LoadState } from '../../components/layout/LoadState.tsx'
import { t } from '../../language.ts'
import { useAction } from '../../shell/frame/action.ts'
import { useStatusTexts } from '../../shell/orders/statusTexts.tsx'
import { useMay } from '../../shell/session/session.ts'
import { PreviousSecret, useRotateSecret } from './signingSecret.tsx'
import { TestEvent } from './TestEvent.tsx'

const path = '/dashboard/api/{mode}/webhook-endpoints'
const pathOfOne = '/dashboard/api/{mode}/webhook-endpoints/{endpointId}'
type Endpoint = ResponseBody<typeof path>['endpoints'][number]
type Events = RequestBody<typeof path>['events']

export function Endpoints({ mode }: { mode: Mode }) {
  const may = useMay('webhooks')
  const [edited, setEdited] = useState<Endpoint | 'new' | null>(null)
  const [secretOf, setSecretOf] = useState<Endpoint | null>(null)
  const [tested, setTested] = useState<Endpoint | null>(null)
  const queries = useQueryClient()
  const confirm = useConfirm()
  const queryKey = [mode, 'webhook-endpoints']
  const endpoints = useQuery({ queryKey, queryFn: () => api.GET(path, { params: { path: { mode } } }) })
  const refetch = () => queries.invalidateQueries({ queryKey })
  const paramsOf = ({ endpointId }: Endpoint) => ({ params: { path: { mode, endpointId } } })
  const turn = useAction({
    mutationFn: ({ endpoint, enabled }: { endpoint: Endpoint; enabled: boolean }) =>
      api.PATCH(pathOfOne, { ...paramsOf(endpoint), body: { enabled } }),
    onSuccess: refetch,
    failed: t('The endpoint was not changed'),
  })
  const remove = useAction({
    mutationFn: (endpoint: Endpoint) => api.DELETE(pathOfOne, paramsOf(endpoint)),
    onSuccess: refetch,
    failed: t('The endpoint was not deleted'),
  })
  async function askFirst(endpoint: Endpoint) {
    const yes = await confirm({
      title: t('Delete this endpoint?'),
      text: t('{url} will receive no more webhooks, including retries.', { url: endpoint.url }),
      confirmLabel: t('Delete endpoint'),
      danger: true,
    })
    if (yes) remove.mutate(endpoint)
  }
  const add = may ? (
    <Button leftSection={<Plus size={15} />} onClick={() => setEdited('new')}>
      {t('Add endpoint')}
    </Button>
  ) : undefined

  const columns: Column<Endpoint>[] = [
    {
      title: 'URL',
      cell: ({ url, description }) => (
        <div>
          <span className="wrap">{url}</span>
          {description === '' ? null : (
            <Text size="xs" c="dimmed">
              {description}
            </Text>
          )}
        </div>
      ),
    },
    {
      title: t('Events'),
      cell: ({ events }) => (
        <span title={events?.join(', ')}>
          {events === null ? t('All') : t('{count, plural, one {# event} other {# events}}', { count: events.length })}
        </span>
      ),
    },
    {
      title: t('Status'),
      cell: endpoint =>
        may ? (
          <Switch
            size="md"
            label={t(endpoint.enabled ? 'Enabled' : 'Disabled')}
            aria-label={t('Send to {url}', { url: endpoint.url })}
            checked={endpoint.enabled}
            disabled={turn.isPending}
            onChange={event => turn.mutate({ endpoint, enabled: event.currentTarget.checked })}
          />
        ) : (
          <Badge color={endpoint.enabled ? 'green' : 'gray'}>{t(endpoint.enabled ? 'Enabled' : 'Disabled')}</Badge>
        ),
    },
    ...(may
      ? [
          {
            title: t('Actions'),
            isActions: true as const,
            cell: (endpoint: Endpoint) => (
              <Menu position="bottom-end">
                <Menu.Target>
                  <Button variant="subtle" size="xs" aria-label={t('Actions for {url}', { url: endpoint.url })}>
                    <Ellipsis size={16} />
                  </Button>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item onClick={() => setEdited(endpoint)}>{t('Edit')}</Menu.Item>
                  <Menu.Item onClick={() => setSecretOf(endpoint)}>{t('Signing secret')}</Menu.Item>
                  <Menu.Item onClick={() => setTested(endpoint)}>{t('Send test event')}</Menu.Item>
                  <Menu.Item color="red" onClick={() => askFirst(endpoint)}>
                    {t('Delete')}
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            ),
          },
        ]
      : []),
  ]
  if (endpoints.isPending || endpoints.error) return <LoadState of={endpoints} rows={2} />
  const { endpoints: rows } = endpoints.data
  return (
    <>
      {rows.length === 0 ? (
        <EmptyState icon={Webhook} title={t('No endpoints yet')} action={add}>
          {mode === 'sandbox'
            ? t('An endpoint receives the webhooks of all sandbox orders. You don’t need a webhook URL on each order.')
            : t(
                'An endpoint receives the webhooks of all production orders. You don’t need a webhook URL on each order.',
              )}
        </EmptyState>
      ) : (
        <>
          <Group justify="flex-end" mb="sm">
            {add}
          </Group>
          <List label={t('Endpoints')} rows={rows} columns={columns} keyOf={({ endpointId }) => endpointId} />
        </>
      )}
      {edited === null ? null : (
        <EndpointForm
          mode={mode}
          endpoint={edited === 'new' ? null : edited}
          close={() => setEdited(null)}
          saved={refetch}
        />
      )}
      {secretOf === null ? null : <EndpointSecret mode={mode} endpoint={secretOf} close={() => setSecretOf(null)} />}
      {tested === null ? null : <TestEvent mode={mode} endpoint={tested} close={() => setTested(null)} />}
    </>
  )
}

type FormProps = { mode: Mode; endpoint: Endpoint | null; close: () => void; saved: () => Promise<unknown> }

function EndpointForm({ mode, endpoint, close, saved }: FormProps) {
  const { webhooks } = useStatusTexts()
  const form = useForm({
    initialValues: {
      url: endpoint?.url ?? '',
      description: endpoint?.description ?? '',
      events: endpoint?.events ?? ([] as string[]),
    },
  })
  const save = useAction({
    async mutationFn({ url, description, events }: typeof form.values) {
      const body = {
        url: url.trim(),
        description,
        events: events.length === 0 ? null : (events as NonNullable<Events>),
      }
      if (endpoint === null) return api.POST(path, { params: { path: { mode } }, body })
      const { endpointId } = endpoint
      return api.PATCH(pathOfOne, { params: { path: { mode, endpointId } }, body })
    },
    async onSuccess() {
      await saved()
      showToast(
        t(endpoint === null ? 'Endpoint added. Its signing secret is in the menu of its row.' : 'Endpoint saved'),
      )
      close()
    },
  })
  return (
    <Modal opened onClose={close} title={t(endpoint === null ? 'Add endpoint' : 'Edit endpoint')}>
      <form onSubmit={form.onSubmit(values => save.mutate(values))}>
        <Stack gap="md">
          <FormError error={save.error} />
          <TextInput
            label="URL"
            placeholder="https://"
            required
            withAsterisk={false}
            maxLength={2048}
            data-autofocus
            {...form.getInputProps('url')}
          />
          <TextInput label={t('Description (optional)')} maxLength={200} {...form.getInputProps('description')} />
          <MultiSelect
            label={t('Events')}
            description={t('Leave empty for all events.')}
            placeholder={form.values.events.length === 0 ? t('All events') : undefined}
            data={webhooks}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t('Clear events') }}
            {...form.getInputProps('events')}
          />
          <DialogButtons
            close={close}
            label={t(endpoint === null ? 'Add endpoint' : 'Save')}
            isPending={save.isPending}
            isReady={/^https?:\/\/./i.test(form.values.url.trim())}
            mt={0}
          />
        </Stack>
      </form>
    </Modal>
  )
}

function EndpointSecret({ mode, endpoint, close }: { mode: Mode; endpoint: Endpoint; close: () => void }) {
  const { endpointId, url } = endpoint
  const params = { params: { path: { mode, endpointId } } }
  const queryKey = [mode, 'webhook-endpoints', endpointId, 'secret']
  const secret = useQuery({ queryKey, queryFn: () => api.GET(`${pathOfOne}/secret`, params) })
  const { askFirst, isRotating } = useRotateSecret(queryKey, () => api.POST(`${pathOfOne}/secret/rotate`, params))
  return (
    <Modal opened onClose={close} title={t('Signing secret')} size="lg">
      <Stack gap="sm">
        <Text size="sm" className="wrap">
          {t('We sign every webhook to {url} with this secret.', { url })}
        </Text>
        <LoadState of={secret} rows={1} />
        {secret.data === undefined ? null : (
          <>
            {secret.data.secret === null ? (
              <Text size="sm">{t('We can’t read this secret. Rotate it and update your software.')}</Text>
            ) : (
              <CodeBlock label={t('Signing secret')}>{secret.data.secret}</CodeBlock>
            )}
            <PreviousSecret of={secret.data.previous} />
          </>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={askFirst} loading={isRotating}>
            {t('Rotate secret')}
          </Button>
          <Button onClick={close}>{t('Close')}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
