// API keys: the value of the Authorization header to copy, and a command that works unchanged.

import {
  Alert,
  Badge,
  Button,
  Group,
  Modal,
  MultiSelect,
  Select,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Eye, EyeOff, KeyRound, Plus, ShieldAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api, type Mode, type RequestBody, type ResponseBody } from '../../api.ts'
import { errorText } from '../../components/feedback/Failure.tsx'
import { FormError } from '../../components/feedback/FormError.tsx'
import { NoPermission } from '../../components/feedback/NoPermission.tsx'
import { DialogButtons } from '../../components/forms/DialogButtons.tsx'
import { keyEndAfter, keyLifetimes, noEnd } from '../../components/forms/keyLifetimes.ts'
import { CodeBlock } from '../../components/layout/CodeBlock.tsx'
import { EmptyState } from '../../components/layout/EmptyState.tsx'
import { type Column, List } from '../../components/layout/List.tsx'
import { LoadMore } from '../../components/layout/LoadMore.tsx'
import { LoadState } from '../../components/layout/LoadState.tsx'
import { PageFrame } from '../../components/layout/Page.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { Code, RelativeTime, Time } from '../../components/layout/Values.tsx'
import { rich, t } from '../../language.ts'
import { useAction } from '../../shell/frame/action.ts'
import { KeyName, useRevokeKey } from '../../shell/frame/keys.tsx'
import { useMode } from '../../shell/frame/mode.ts'
import { usePages } from '../../shell/frame/pages.ts'
import { useMay } from '../../shell/session/session.ts'
import { curlOf, itemOf } from './firstCall.ts'

type Key = ResponseBody<'/dashboard/api/{mode}/keys'>['keys'][number]

export function Page() {
  return useMay('keys') ? (
    <Keys />
  ) : (
    <PageFrame title={t('API keys')}>
      <NoPermission title={t('Your role doesn’t include API keys')}>
        {t('Anyone with an API key can place orders for this account.')}
      </NoPermission>
    </PageFrame>
  )
}

/** The time since which the key is refused; null while it is accepted. */
function endTimeOf({ revokedAt, expiresAt }: Key): string | null {
  if (revokedAt !== null) return revokedAt
  return expiresAt !== null && new Date(expiresAt).getTime() <= Date.now() ? expiresAt : null
}

function Keys() {
  const mode = useMode()
  const [isOpen, { open, close }] = useDisclosure()
  const keys = usePages([mode, 'keys'], undefined, cursor =>
    api.GET('/dashboard/api/{mode}/keys', { params: { path: { mode }, query: cursor } }),
  )
  const found = keys.data?.pages.flatMap(page => page.keys) ?? []
  const { active = [], ended = [] } = Object.groupBy(found, key => (endTimeOf(key) === null ? 'active' : 'ended'))
  const create = (
    <Button leftSection={<Plus size={15} />} onClick={open}>
      {t('Create key')}
    </Button>
  )
  return (
    <PageFrame
      title={t('API keys')}
      about={
        mode === 'sandbox'
          ? t('Keys for sandbox orders. Send the key value in the Authorization header.')
          : t('Keys for production orders. Send the key value in the Authorization header.')
      }
      actions={create}
    >
      <LoadState of={keys} rows={3} />
      {keys.data && active.length === 0 ? (
        <EmptyState icon={KeyRound} title={t('No API keys yet')} action={create}>
          {mode === 'sandbox'
            ? t('Use an API key to place and read sandbox orders from your own software.')
            : t('Use an API key to place and read production orders from your own software.')}
        </EmptyState>
      ) : null}
      {active.length > 0 ? <KeyList label={t('Keys')} keys={active} mode={mode} /> : null}
      {active.length > 0 ? (
        <FirstCall mode={mode} value={active.find(key => key.authorization)?.authorization ?? null} />
      ) : null}
      {ended.length > 0 ? <EndedKeys keys={ended} below={<LoadMore of={keys} />} /> : null}
      <NewKey mode={mode} isOpen={isOpen} close={close} />
    </PageFrame>
  )
}

const EndedKeys = ({ keys, below }: { keys: Key[]; below: ReactNode }) => (
  <Section title={t('Revoked or expired')} flush>
    <List
      label={t('Revoked and expired keys')}
      bare
      rows={keys}
      below={below}
      keyOf={({ keyId }) => keyId}
      columns={[
        { title: t('Label'), cell: ({ label }) => label },
        { title: t('Key'), cell: ({ keyId }) => <span className="mono wrap">{keyId}</span> },
        {
          title: t('Status'),
          cell: key => (
            <>
              {rich(key.revokedAt === null ? 'Expired {time}' : 'Revoked {time}', {
                time: <Time at={endTimeOf(key)!} />,
              })}
            </>
          ),
        },
      ]}
    />
  </Section>
)

function KeyList({ label, keys, mode }: { label: string; keys: Key[]; mode: Mode }) {
  const [rolled, setRolled] = useState<Key | null>(null)
  const { askFirst } = useRevokeKey<Key>([mode, 'keys'], keyId =>
    api.DELETE('/dashboard/api/{mode}/keys/{keyId}', { params: { path: { mode, keyId } } }),
  )
  const columns = columnsOf(mode, { askFirst, roll: setRolled })
  return (
    <>
      <List label={label} rows={keys} columns={columns} keyOf={({ keyId }) => keyId} />
      {rolled === null ? null : <RollKey mode={mode} replaced={rolled} close={() => setRolled(null)} />}
    </>
  )
}

type KeyActs = { askFirst: (key: Key) => void; roll: (key: Key) => void }

const columnsOf = (mode: Mode, acts: KeyActs): Column<Key>[] => [
  {
    title: t('Label'),
    cell: key => <KeyTerms of={key} />,
  },
  {
    title: t('Authorization header value'),
    cell: key =>
      key.authorization === null ? (
        <Text span c="dimmed" size="sm">
          {t(mode === 'sandbox' ? 'No longer available' : 'Shown only when created')}
        </Text>
      ) : (
        <Code label={t('Copy value of {key}', { key: key.label })} shown="Basic&nbsp;••••">
          {key.authorization}
        </Code>
      ),
  },
  { title: t('Created'), cell: key => <Time at={key.createdAt} />, wideOnly: true },
  {
    title: t('Last used'),
    cell: key =>
      key.lastUsedAt === null ? (
        <Badge color="gray" c="dimmed">
          {t('Never [[used]]')}
        </Badge>
      ) : (
        <RelativeTime at={key.lastUsedAt} />
      ),
  },
  {
    title: t('Actions'),
    isActions: true,
    cell: key => <KeyButtons of={key} acts={acts} />,
  },
]

/** Its name and restrictions. */
const KeyTerms = ({ of: key }: { of: Key }) => (
  <div>
    <KeyName {...key} />
    {key.expiresAt === null ? null : (
      <Text size="xs" c="dimmed">
        {rich('Expires {time}', { time: <Time at={key.expiresAt} /> })}
      </Text>
    )}
    {key.scopes === null ? null : (
      <Text size="xs" c="dimmed" className="wrap">
        {t('Restricted to {scopes}', { scopes: key.scopes.join(', ') })}
      </Text>
    )}
    {key.addresses === null ? null : (
      <Text size="xs" c="dimmed" className="wrap">
        {t('Only from {addresses}', { addresses: key.addresses.join(', ') })}
      </Text>
    )}
  </div>
)

const KeyButtons = ({ of: key, acts: { askFirst, roll } }: { of: Key; acts: KeyActs }) => (
  <Group gap="xs" wrap="nowrap" justify="flex-end">
    <Button
      size="compact-sm"
      variant="default"
      onClick={() => roll(key)}
      aria-label={t('Roll {key}', { key: key.label })}
    >
      {t('Roll')}
    </Button>
    <Button
      size="compact-sm"
      variant="default"
      onClick={() => askFirst(key)}
      aria-label={t('Revoke {key}', { key: key.label })}
    >
      {t('Revoke')}
    </Button>
  </Group>
)

/** In hours. */
const overlaps = [
  { value: '0', label: t('Stop at once') },
  { value: '1', label: t('{hours, plural, one {# hour} other {# hours}}', { hours: 1 }) },
  { value: '24', label: t('{days, plural, one {# day} other {# days}}', { days: 1 }) },
  { value: '168', label: t('1 week') },
]

function RollKey({ mode, replaced, close }: { mode: Mode; replaced: Key; close: () => void }) {
  const queries = useQueryClient()
  const [overlap, setOverlap] = useState('24')
  const path = { mode, keyId: replaced.keyId }
  const roll = useAction({
    mutationFn: () =>
      api.POST('/dashboard/api/{mode}/keys/{keyId}/roll', {
        params: { path },
        body: { overlapHours: Number(overlap) },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [mode, 'keys'] }),
  })
  const mayClose = !roll.isPending && !roll.isSuccess
  return (
    <Modal
      opened
      onClose={close}
      closeOnClickOutside={mayClose}
      closeOnEscape={mayClose}
      withCloseButton={mayClose}
      title={roll.data ? t('Key {key}', { key: roll.data.label }) : t('Roll {key}?', { key: replaced.label })}
      size={roll.data ? 'lg' : 'md'}
    >
      {roll.data ? (
        <ShownKey mode={mode} value={roll.data.authorization ?? ''} close={close} />
      ) : (
        <Stack gap="md">
          <FormError error={roll.error} />
          <Text size="sm">{t('This creates a new key with the same label and restrictions.')}</Text>
          <Select
            label={t('Keep the old key for')}
            data={overlaps}
            allowDeselect={false}
            value={overlap}
            onChange={hours => setOverlap(hours ?? overlap)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close} disabled={!mayClose}>
              {t('Cancel')}
            </Button>
            <Button onClick={() => roll.mutate()} loading={roll.isPending}>
              {t('Roll key')}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}

function ShownKey({ mode, value, close }: { mode: Mode; value: string; close: () => void }) {
  return (
    <Stack gap="md">
      {mode === 'production' ? (
        <Alert color="orange" icon={<ShieldAlert size={18} />}>
          {t('Copy this key now. You won’t be able to see it again.')}
        </Alert>
      ) : null}
      <CodeBlock label={t('Authorization header value')}>{value}</CodeBlock>
      <Group justify="flex-end">
        <Button onClick={close}>{t('I’ve copied it')}</Button>
      </Group>
    </Stack>
  )
}

function FirstCall({ mode, value }: { mode: Mode; value: string | null }) {
  const first = useQuery({
    queryKey: ['products', { first: true }],
    queryFn: () => api.GET('/dashboard/api/products', { params: { query: { limit: 1 } } }),
  })
  const [isShown, { toggle }] = useDisclosure()
  const item = itemOf(first.data?.products[0])
  const hidden = curlOf('"Authorization: $OCTAVO_AUTH"', item)
  const whole = value === null ? hidden : curlOf(`'Authorization: ${value}'`, item)
  return (
    <Section
      title={t('Your first API request')}
      about={
        mode === 'sandbox'
          ? t('Run this command to place a sandbox order. The copied command includes your key.')
          : t(
              'This command places a production order, which is printed and charged. Set OCTAVO_AUTH to your key value and replace the file URLs.',
            )
      }
      actions={
        value === null ? undefined : (
          <Button
            variant="default"
            size="xs"
            leftSection={isShown ? <EyeOff size={14} /> : <Eye size={14} />}
            onClick={toggle}
          >
            {t(isShown ? 'Hide key' : 'Show key')}
          </Button>
        )
      }
    >
      <CodeBlock label={t('curl command')} maxHeight={640} copyText={whole}>
        {isShown ? whole : hidden}
      </CodeBlock>
    </Section>
  )
}

type NewKeyBody = RequestBody<'/dashboard/api/{mode}/keys'>
type Scope = NonNullable<NewKeyBody['scopes']>[number]
const scopes: { group: string; items: { value: Scope; label: string }[] }[] = [
  {
    group: t('Orders'),
    items: [
      { value: 'orders:read', label: t('Read orders') },
      { value: 'orders:write', label: t('Place and cancel orders') },
    ],
  },
  {
    group: t('Products'),
    items: [
      { value: 'products:read', label: t('Read products') },
      { value: 'products:write', label: t('Change products') },
    ],
  },
  {
    group: t('Files'),
    items: [
      { value: 'files:read', label: t('Read file checks') },
      { value: 'files:write', label: t('Check files') },
    ],
  },
  {
    group: t('Webhooks'),
    items: [
      { value: 'webhooks:read', label: t('Read deliveries') },
      { value: 'webhooks:write', label: t('Resend and test webhooks') },
    ],
  },
  {
    group: t('Sandbox'),
    items: [
      { value: 'sandbox:read', label: t('Read the sandbox') },
      { value: 'sandbox:write', label: t('Simulate, fast-forward, empty') },
    ],
  },
  { group: t('Billing'), items: [{ value: 'billing:read', label: t('Read charges and invoices') }] },
]

function NewKey({ mode, isOpen, close }: { mode: Mode; isOpen: boolean; close: () => void }) {
  const queries = useQueryClient()
  const form = useKeyForm()
  const create = useAction({
    mutationFn: (body: NewKeyBody) => api.POST('/dashboard/api/{mode}/keys', { params: { path: { mode } }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [mode, 'keys'] }),
  })
  const end = () => {
    close()
    create.reset()
    form.reset()
  }
  // A click beside the dialog must not close it, since the key is shown only once.
  const mayClose = !create.isPending && !create.isSuccess
  return (
    <Modal
      opened={isOpen}
      onClose={end}
      closeOnClickOutside={mayClose}
      closeOnEscape={mayClose}
      withCloseButton={mayClose}
      title={create.data ? t('Key {key}', { key: create.data.label }) : t('Create API key')}
      size={create.data ? 'lg' : 'md'}
    >
      {create.data ? (
        <ShownKey mode={mode} value={create.data.authorization ?? ''} close={end} />
      ) : (
        <form
          onSubmit={form.onSubmit(({ label, days, scopes, addresses }) =>
            create.mutate({
              label: label.trim(),
              ...keyEndAfter(days),
              ...(scopes.length === 0 ? {} : { scopes }),
              ...(addresses.length === 0 ? {} : { addresses }),
            }),
          )}
        >
          <KeyFields mode={mode} form={form} error={create.error} />
          <DialogButtons close={end} label={t('Create key')} isPending={create.isPending} mayClose={mayClose} />
        </form>
      )}
    </Modal>
  )
}

const useKeyForm = () =>
  useForm({
    mode: 'uncontrolled',
    initialValues: { label: '', days: noEnd, scopes: [] as Scope[], addresses: [] as string[] },
  })

type FieldsProps = { mode: Mode; form: ReturnType<typeof useKeyForm>; error: Error | null }

const KeyFields = ({ mode, form, error }: FieldsProps) => (
  <>
    <TextInput
      label={t('Label')}
      description={t('Where you use the key, such as “shop” or “staging”')}
      required
      maxLength={100}
      data-autofocus
      key={form.key('label')}
      {...form.getInputProps('label')}
      error={error ? errorText(error) : null}
    />
    <Select
      label={t('Expires')}
      description={mode === 'production' ? t('If the key is in use, we email you a week before') : undefined}
      mt="md"
      data={keyLifetimes}
      allowDeselect={false}
      key={form.key('days')}
      {...form.getInputProps('days')}
    />
    <MultiSelect
      label={t('Scopes')}
      description={t('What the key may do. Without a choice, everything.')}
      placeholder={t('All scopes')}
      mt="md"
      data={scopes}
      clearable
      clearButtonProps={{ 'aria-label': t('Clear scopes') }}
      key={form.key('scopes')}
      {...form.getInputProps('scopes')}
    />
    <TagsInput
      label={t('IP addresses')}
      description={t('Addresses or subnets that the key may come from, such as 203.0.113.0/24')}
      placeholder={t('Every address')}
      mt="md"
      maxTags={20}
      key={form.key('addresses')}
      {...form.getInputProps('addresses')}
    />
  </>
)
