// The operator's keys: of members of the staff, of printers, and for Prometheus.

import { Alert, Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound, Plus, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { api, type ResponseBody } from '../../../api.ts'
import { FormError } from '../../../components/feedback/FormError.tsx'
import { DialogButtons } from '../../../components/forms/DialogButtons.tsx'
import { keyEndAfter, keyLifetimes, noEnd } from '../../../components/forms/keyLifetimes.ts'
import { useReturnFocus } from '../../../components/forms/opener.ts'
import { useInputGuard } from '../../../components/forms/useInputGuard.ts'
import { EmptyState } from '../../../components/layout/EmptyState.tsx'
import { type Column, List } from '../../../components/layout/List.tsx'
import { LoadState } from '../../../components/layout/LoadState.tsx'
import { PageFrame } from '../../../components/layout/Page.tsx'
import { Code, Muted, RelativeTime, Time } from '../../../components/layout/Values.tsx'
import { roleNames } from '../../../components/people/roleNames.ts'
import { type StaffRole, staffRoles } from '../../../components/people/staffRoles.ts'
import { rich, t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { KeyName, useRevokeKey } from '../../../shell/frame/keys.tsx'
import { useMay, useSession } from '../../../shell/session/session.ts'

type Key = ResponseBody<'/staff/keys'>['keys'][number]

const queryKey = ['staff', 'keys']

export function Page() {
  const [isOpen, { open, close }] = useDisclosure()
  const keys = useQuery({ queryKey, queryFn: () => api.GET('/staff/keys') })
  const create = (
    <Button leftSection={<Plus size={15} />} onClick={open}>
      {t('Create key')}
    </Button>
  )
  return (
    <PageFrame title={t('API keys')} about={t('Keys for staff, printers and Prometheus.')} actions={create}>
      <LoadState of={keys} rows={3} />
      {keys.data?.keys.length === 0 ? (
        <EmptyState icon={KeyRound} title={t('No keys yet')} action={create}>
          {t('Create a key to use the staff API or to let Prometheus read metrics.')}
        </EmptyState>
      ) : null}
      {keys.data && keys.data.keys.length > 0 ? <KeyList keys={keys.data.keys} /> : null}
      {isOpen && keys.data ? <NewKey roles={keys.data.roles} close={close} /> : null}
    </PageFrame>
  )
}

function KeyList({ keys }: { keys: Key[] }) {
  const mayManage = useMay('people')
  const { data: me } = useSession()
  const { askFirst, isRevoking } = useRevokeKey<Key>(queryKey, keyId =>
    api.DELETE('/staff/keys/{keyId}', { params: { path: { keyId } } }),
  )
  const columns: Column<Key>[] = [
    {
      title: t('Label'),
      cell: key => (
        <div>
          <KeyName {...key} />
        </div>
      ),
    },
    { title: t('Access'), cell: key => accessText(key) },
    {
      title: t('Owner'),
      cell: ({ kind, owner }) =>
        owner === null ? (
          <Muted>{kind === 'staff' ? t('None (cannot request approvals)') : t('None [[person]]')}</Muted>
        ) : (
          <span className="wrap">{owner}</span>
        ),
    },
    { title: t('Created'), cell: key => <Time at={key.createdAt} />, wideOnly: true },
    { title: t('Expires'), cell: key => <KeyEnd {...key} /> },
    {
      title: t('Last used'),
      cell: key =>
        key.lastUsedAt === null ? <Muted>{t('Never [[used]]')}</Muted> : <RelativeTime at={key.lastUsedAt} />,
    },
    {
      title: t('Actions'),
      cell: key =>
        mayManage || key.owner === me?.email ? (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            loading={isRevoking(key)}
            onClick={() => askFirst(key)}
            aria-label={t('Revoke {key}', { key: key.label })}
          >
            {t('Revoke')}
          </Button>
        ) : null,
      isActions: true,
    },
  ]
  return <List label={t('Keys')} rows={keys} columns={columns} keyOf={({ keyId }) => keyId} />
}

const KeyEnd = ({ expiresAt }: Key) => {
  if (expiresAt === null) return <Muted>{t('Never [[expires]]')}</Muted>
  if (new Date(expiresAt).getTime() > Date.now()) return <RelativeTime at={expiresAt} />
  return (
    <Text span inherit c="red">
      {rich('Expired {time}', { time: <RelativeTime at={expiresAt} /> })}
    </Text>
  )
}

function accessText({ kind, printer, role }: Key): string {
  if (kind === 'staff') return role === null ? t('Staff API') : t('Staff API, {role}', { role: roleNames[role] })
  if (kind === 'metrics') return t('Metrics')
  return printer === null ? t('Press API for all printers') : t('Press API for {printer}', { printer })
}

const metrics = { value: 'metrics', label: t('Metrics (Prometheus)') }
const staffApi = { value: 'staff', label: t('Staff API (acts as you)') }

function NewKey({ roles, close }: { roles: StaffRole[]; close: () => void }) {
  const queries = useQueryClient()
  const [authorization, setAuthorization] = useState<string | null>(null)
  const guard = useInputGuard()
  useReturnFocus()
  const form = useKeyForm()
  const create = useAction({
    mutationFn: ({ label, kind, role, days }: typeof form.values) => {
      const body = { kind, label: label.trim(), ...keyEndAfter(days), ...(kind === 'staff' && { role }) }
      return api.POST('/staff/keys', { body })
    },
    onSuccess(key) {
      setAuthorization(key.authorization)
      return queries.invalidateQueries({ queryKey })
    },
  })
  return (
    <Modal
      opened
      onClose={close}
      {...guard.dialog}
      title={authorization === null ? t('Create key') : t('Copy the key now')}
    >
      {authorization === null ? (
        <form {...guard.form} onSubmit={form.onSubmit(values => create.mutate(values))}>
          <KeyFields form={form} roles={roles} error={create.error} />
          <DialogButtons close={close} label={t('Create key')} isPending={create.isPending} />
        </form>
      ) : (
        <ShownKey authorization={authorization} close={close} />
      )}
    </Modal>
  )
}

function useKeyForm() {
  const mayManage = useMay('people')
  const { data: me } = useSession()
  return useForm<{ label: string; kind: 'staff' | 'metrics'; role: StaffRole; days: string }>({
    initialValues: {
      label: '',
      kind: mayManage ? 'metrics' : 'staff',
      role: (me?.role ?? 'read_only') as StaffRole,
      days: noEnd,
    },
    validate: { label: value => (value.trim() === '' ? t('Enter a label') : null) },
  })
}

type FieldsProps = { form: ReturnType<typeof useKeyForm>; roles: StaffRole[]; error: Error | null }

function KeyFields({ form, roles, error }: FieldsProps) {
  const mayManage = useMay('people')
  return (
    <Stack gap="md">
      <FormError error={error} />
      <TextInput
        label={t('Label')}
        description={t('Where you use the key. Shown in the audit log.')}
        maxLength={100}
        data-autofocus
        {...form.getInputProps('label')}
      />
      <Select
        label={t('Access')}
        data={mayManage ? [metrics, staffApi] : [staffApi]}
        allowDeselect={false}
        {...form.getInputProps('kind')}
      />
      {form.values.kind === 'staff' ? (
        <Select
          label={t('Role')}
          description={t("The key can't do more than you can.")}
          data={staffRoles.filter(({ value }) => roles.includes(value))}
          allowDeselect={false}
          {...form.getInputProps('role')}
        />
      ) : null}
      <Select
        label={t('Expires')}
        description={
          form.values.kind === 'staff'
            ? t('If the key is in use, we email you a week before')
            : t('If the key is in use, we email the owners a week before')
        }
        data={keyLifetimes}
        allowDeselect={false}
        {...form.getInputProps('days')}
      />
    </Stack>
  )
}

const ShownKey = ({ authorization, close }: { authorization: string; close: () => void }) => (
  <Stack gap="md">
    <Alert color="orange" icon={<ShieldAlert size={18} />} title={t('Shown only once')}>
      {t('Save this key now. You won’t be able to see it again.')}
    </Alert>
    <Code label={t('Copy authorization value')}>{authorization}</Code>
    <Group justify="flex-end">
      <Button onClick={close}>{t('I’ve saved it')}</Button>
    </Group>
  </Stack>
)
