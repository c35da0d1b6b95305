// API keys: the value of the Authorization header to copy, and a command that works unchanged.

import { Alert, Badge, Button, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Eye, EyeOff, KeyRound, Plus, ShieldAlert } from 'lucide-react'
import { type Answer, api, ask, type Mode } from '../../api.ts'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { useConfirm } from '../../components/Confirm.tsx'
import { Empty } from '../../components/Empty.tsx'
import { adviceOf, Failure } from '../../components/Failure.tsx'
import { type Column, List } from '../../components/List.tsx'
import { NotYours } from '../../components/NotYours.tsx'
import { PageFrame, RowsSkeleton } from '../../components/Page.tsx'
import { Section } from '../../components/Section.tsx'
import { templatesOf } from '../../components/templates.ts'
import { failed, said } from '../../components/toast.ts'
import { Ago, Code, Time } from '../../components/Values.tsx'
import { useAct } from '../../shell/act.ts'
import { useMode } from '../../shell/mode.ts'
import type { Product } from '../../shell/products.ts'
import { useMay } from '../../shell/session.ts'

type Key = Answer<'/dashboard/api/{mode}/keys'>['keys'][number]

export function Page() {
  return useMay('keys') ? (
    <Keys />
  ) : (
    <PageFrame title="API keys">
      <NotYours title="Your role does not show API keys">Anyone with a key can place orders for the account.</NotYours>
    </PageFrame>
  )
}

/** Since when it is refused; null while it is accepted. */
function endOf({ revokedAt, expiresAt }: Key): string | null {
  if (revokedAt !== null) return revokedAt
  return expiresAt !== null && new Date(expiresAt).getTime() <= Date.now() ? expiresAt : null
}

function Keys() {
  const mode = useMode()
  const [isOpen, { open, close }] = useDisclosure()
  const keys = useQuery({
    queryKey: [mode, 'keys'],
    queryFn: () => ask(api.GET('/dashboard/api/{mode}/keys', { params: { path: { mode } } })),
  })
  const { live = [], over = [] } = Object.groupBy(keys.data?.keys ?? [], key => (endOf(key) === null ? 'live' : 'over'))
  const create = (
    <Button leftSection={<Plus size={15} />} onClick={open}>
      Create a key
    </Button>
  )
  return (
    <PageFrame
      title="API keys"
      about={`For ${mode} only. Your program sends the value as its Authorization header.`}
      actions={create}
    >
      {keys.isPending ? <RowsSkeleton rows={3} /> : null}
      {keys.error ? <Failure error={keys.error} retry={() => keys.refetch()} /> : null}
      {keys.data && live.length === 0 ? (
        <Empty icon={KeyRound} title={`No ${mode} key yet`} action={create}>
          A key lets your program place and read {mode} orders, and nothing else.
        </Empty>
      ) : null}
      {live.length > 0 ? <KeyList label="Keys" keys={live} mode={mode} /> : null}
      {live.length > 0 ? (
        <FirstCall mode={mode} value={live.find(one => one.authorization)?.authorization ?? null} />
      ) : null}
      {over.length > 0 ? (
        <Section title="Revoked or ended" flush>
          <List
            label="Revoked and ended keys"
            bare
            rows={over}
            keyOf={({ keyId }) => keyId}
            columns={[
              { title: 'Label', cell: ({ label }) => label },
              { title: 'Key', cell: ({ keyId }) => <span className="mono wrap">{keyId}</span> },
              {
                title: 'End',
                cell: key => (
                  <>
                    {key.revokedAt === null ? 'Ended ' : 'Revoked '}
                    <Time at={endOf(key)!} />
                  </>
                ),
              },
            ]}
          />
        </Section>
      ) : null}
      <NewKey mode={mode} isOpen={isOpen} close={close} />
    </PageFrame>
  )
}

function KeyList({ label, keys, mode }: { label: string; keys: Key[]; mode: Mode }) {
  const queries = useQueryClient()
  const confirm = useConfirm()
  const revoke = useAct({
    mutationFn: ({ keyId }: Key) =>
      ask(api.DELETE('/dashboard/api/{mode}/keys/{keyId}', { params: { path: { mode, keyId } } })),
    onSuccess(_nothing, key) {
      said(`${key.label} is revoked. It stops working everywhere within 5 seconds.`)
      return queries.invalidateQueries({ queryKey: [mode, 'keys'] })
    },
    onError: failed('The key was not revoked'),
  })
  const ask4 = async (key: Key) => {
    const yes = await confirm({
      title: `Revoke ${key.label}?`,
      text: 'Programs that use it will be refused. This cannot be undone.',
      yes: 'Revoke key',
      danger: true,
    })
    if (yes) revoke.mutate(key)
  }
  const columns: Column<Key>[] = [
    {
      title: 'Label',
      cell: key => (
        <div>
          <Text fw={500} className="wrap">
            {key.label}
          </Text>
          <Text size="xs" c="dimmed" className="mono wrap">
            {key.keyId}
          </Text>
          {key.expiresAt === null ? null : (
            <Text size="xs" c="dimmed">
              Ends <Time at={key.expiresAt} />
            </Text>
          )}
        </div>
      ),
    },
    {
      title: 'Authorization header value',
      cell: key =>
        key.authorization === null ? (
          <Text span c="dimmed" size="sm">
            {mode === 'sandbox' ? 'Can no longer be shown' : 'Shown once, when it was created'}
          </Text>
        ) : (
          <Code label={`Copy the value of ${key.label}`} shown="Basic&nbsp;••••">
            {key.authorization}
          </Code>
        ),
    },
    { title: 'Created', cell: key => <Time at={key.createdAt} />, wideOnly: true },
    {
      title: 'Last used',
      cell: key =>
        key.lastUsedAt === null ? (
          <Badge variant="light" color="gray" c="dimmed" radius="sm">
            Never used
          </Badge>
        ) : (
          <Ago at={key.lastUsedAt} />
        ),
    },
    {
      title: 'Revoke',
      acts: true,
      cell: key => (
        <Button size="compact-sm" variant="default" onClick={() => ask4(key)} aria-label={`Revoke ${key.label}`}>
          Revoke
        </Button>
      ),
    },
  ]
  return <List label={label} rows={keys} columns={columns} keyOf={({ keyId }) => keyId} />
}

function FirstCall({ mode, value }: { mode: Mode; value: string | null }) {
  const first = useQuery({
    queryKey: ['products', { first: true }],
    queryFn: () => ask(api.GET('/dashboard/api/products', { params: { query: { limit: 1 } } })),
  })
  const [isShown, { toggle }] = useDisclosure()
  const item = itemOf(first.data?.products[0])
  const hidden = curlOf('"Authorization: $OCTAVO_AUTH"', item)
  const whole = value === null ? hidden : curlOf(`'Authorization: ${value}'`, item)
  return (
    <Section
      title="Your first call"
      about={
        mode === 'sandbox'
          ? 'Copy it into a terminal: it places a sandbox order. The copy holds the value of your key.'
          : 'It places a real order, which is printed and charged. Set OCTAVO_AUTH to the value of your key, and put in your files.'
      }
      actions={
        value === null ? undefined : (
          <Button
            variant="default"
            size="xs"
            leftSection={isShown ? <EyeOff size={14} /> : <Eye size={14} />}
            onClick={toggle}
          >
            {isShown ? 'Hide' : 'Reveal'}
          </Button>
        )
      }
    >
      <CodeBlock label="A curl command that places an order" most={640} copies={whole}>
        {isShown ? whole : hidden}
      </CodeBlock>
    </Section>
  )
}

/** With the templates for a product without files, so that the line works as it stands. */
function itemOf(product: Product | undefined) {
  if (product === undefined) return { sku: 'YOUR-SKU', quantity: 1 }
  const { sku, coverUrl, gutsUrl } = product
  const files = coverUrl === null || gutsUrl === null ? templatesOf(product) : null
  return { sku, quantity: 1, ...(files === null ? {} : { product: files }) }
}

/** `header` is quoted for a shell. */
function curlOf(header: string, item: ReturnType<typeof itemOf>): string {
  const order = {
    shippingClassification: 'standard',
    destination: {
      name: 'Ada Reader',
      address1: '1 Main Street',
      city: 'Rochester',
      state: 'NY',
      postal: '14604',
      country: 'US',
    },
    orderItems: [item],
  }
  const body = JSON.stringify(order, null, 2).replaceAll("'", "'\\''")
  return `curl ${location.origin}/orders/create \\
  -H ${header} \\
  -H 'Content-Type: application/json' \\
  -d '${body}'`
}

const never = '0'
/** In days. */
const lives = [
  { value: never, label: 'Never' },
  { value: '30', label: 'After 30 days' },
  { value: '90', label: 'After 90 days' },
  { value: '365', label: 'After a year' },
]
const dayMs = 86_400_000

const endingIn = (days: number) => (days === 0 ? {} : { expiresAt: new Date(Date.now() + days * dayMs).toISOString() })

function NewKey({ mode, isOpen, close }: { mode: Mode; isOpen: boolean; close: () => void }) {
  const queries = useQueryClient()
  const form = useForm({ mode: 'uncontrolled', initialValues: { label: '', days: never } })
  const create = useAct({
    mutationFn: (body: { label: string; expiresAt?: string }) =>
      ask(api.POST('/dashboard/api/{mode}/keys', { params: { path: { mode } }, body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: [mode, 'keys'] }),
  })
  const end = () => {
    close()
    create.reset()
    form.reset()
  }
  // A click beside the dialog must not close what is shown only once.
  const mayGo = !create.isPending && !create.isSuccess
  return (
    <Modal
      opened={isOpen}
      onClose={end}
      closeOnClickOutside={mayGo}
      closeOnEscape={mayGo}
      withCloseButton={mayGo}
      title={create.data ? `Key ${create.data.label}` : 'Create an API key'}
      size={create.data ? 'lg' : 'md'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {create.data ? (
        <Stack gap="md">
          {mode === 'production' ? (
            <Alert color="orange" variant="light" icon={<ShieldAlert size={18} />}>
              Copy it now. The value of a production key is shown only once.
            </Alert>
          ) : null}
          <CodeBlock label="Authorization header value">{create.data.authorization ?? ''}</CodeBlock>
          <Group justify="flex-end">
            <Button onClick={end}>I have copied it</Button>
          </Group>
        </Stack>
      ) : (
        <form
          onSubmit={form.onSubmit(({ label, days }) =>
            create.mutate({ label: label.trim(), ...endingIn(Number(days)) }),
          )}
        >
          <TextInput
            label="Label"
            description="Where it is used, such as: shop, staging"
            required
            maxLength={100}
            data-autofocus
            key={form.key('label')}
            {...form.getInputProps('label')}
            error={create.error ? adviceOf(create.error) : null}
          />
          <Select
            label="Ends"
            description={mode === 'production' ? 'You get an e-mail a week before, if it is in use' : undefined}
            mt="md"
            data={lives}
            allowDeselect={false}
            key={form.key('days')}
            {...form.getInputProps('days')}
          />
          <Group justify="flex-end" mt="lg" gap="xs">
            <Button variant="default" onClick={end} disabled={!mayGo}>
              Back
            </Button>
            <Button type="submit" loading={create.isPending}>
              Create
            </Button>
          </Group>
        </form>
      )}
    </Modal>
  )
}
