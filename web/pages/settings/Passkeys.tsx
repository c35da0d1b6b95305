import { Button, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { type Answer, ApiProblem, api, ask } from '../../api.ts'
import { useConfirm } from '../../components/Confirm.tsx'
import { Failure } from '../../components/Failure.tsx'
import { List } from '../../components/List.tsx'
import { RowsSkeleton } from '../../components/Page.tsx'
import { Section } from '../../components/Section.tsx'
import { failed, said } from '../../components/toast.ts'
import { Time } from '../../components/Values.tsx'
import { browserOf } from './browser.ts'

type Passkey = Answer<'/auth/passkeys'>['passkeys'][number]

const canMake = 'PublicKeyCredential' in window && 'parseCreationOptionsFromJSON' in PublicKeyCredential

export function Passkeys() {
  const queries = useQueryClient()
  const confirm = useConfirm()
  const passkeys = useQuery({ queryKey: ['passkeys'], queryFn: () => ask(api.GET('/auth/passkeys')) })
  const refetch = () => queries.invalidateQueries({ queryKey: ['passkeys'] })
  const add = useMutation({
    mutationFn: makePasskey,
    onSuccess() {
      said('You can now sign in with the passkey')
      void refetch()
    },
    onError: failed('No passkey was added'),
  })
  const remove = useMutation({
    mutationFn: (passkeyId: string) =>
      ask(api.DELETE('/auth/passkeys/{passkeyId}', { params: { path: { passkeyId } } })),
    onSuccess() {
      said('The passkey has been removed')
      void refetch()
    },
    onError: failed('The passkey was not removed'),
  })
  const ask4 = async (one: Passkey) => {
    const yes = await confirm({
      title: `Remove the passkey ${nameOf(one)}?`,
      text: 'You can no longer sign in with it. Delete it on the device, too.',
      yes: 'Remove passkey',
      danger: true,
    })
    if (yes) remove.mutate(one.passkeyId)
  }
  return (
    <Section
      title="Passkeys"
      about="Sign in with your fingerprint, face or security key instead of a password."
      flush
      actions={
        canMake ? (
          <Button
            variant="default"
            leftSection={<Fingerprint size={15} />}
            onClick={() => add.mutate()}
            loading={add.isPending}
          >
            Add a passkey
          </Button>
        ) : undefined
      }
    >
      {passkeys.isPending ? <RowsSkeleton rows={1} /> : null}
      {passkeys.error ? <Failure error={passkeys.error} retry={() => passkeys.refetch()} /> : null}
      {passkeys.data?.passkeys.length === 0 ? (
        <Text c="dimmed" px="md" pb="md" size="sm">
          None yet.
        </Text>
      ) : null}
      {passkeys.data && passkeys.data.passkeys.length > 0 ? (
        <List
          bare
          label="Passkeys"
          rows={passkeys.data.passkeys}
          keyOf={({ passkeyId }) => passkeyId}
          columns={[
            { title: 'Name', cell: one => <span className="wrap">{nameOf(one)}</span> },
            { title: 'Since', cell: one => (one.createdAt === null ? '–' : <Time at={one.createdAt} />) },
            {
              title: 'Remove',
              acts: true,
              cell: one => (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => ask4(one)}
                  aria-label={`Remove the passkey ${nameOf(one)}`}
                >
                  Remove
                </Button>
              ),
            },
          ]}
        />
      ) : null}
    </Section>
  )
}

const nameOf = ({ name }: Passkey) => name ?? 'without a name'

async function makePasskey() {
  const options = await ask(api.POST('/auth/passkeys/options'))
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never)
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential | null
  if (made === null) throw new ApiProblem({ code: 'no_passkey', detail: 'No passkey was created.' })
  const name = browserOf(navigator.userAgent)
  return ask(api.POST('/auth/passkeys', { body: { name, credential: made.toJSON() as never } }))
}
