import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { ApiProblem, api, type RequestBody, type ResponseBody } from '../../api.ts'
import { useConfirm } from '../../components/forms/Confirm.tsx'
import { List } from '../../components/layout/List.tsx'
import { LoadState } from '../../components/layout/LoadState.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { Time } from '../../components/layout/Values.tsx'
import { t } from '../../language.ts'
import { useAction } from '../../shell/frame/action.ts'
import { browserOf } from './browser.ts'

type NewCredential = RequestBody<'/auth/passkeys'>['credential']
type Passkey = ResponseBody<'/auth/passkeys'>['passkeys'][number]

const canMake = 'PublicKeyCredential' in window && 'parseCreationOptionsFromJSON' in PublicKeyCredential

export function Passkeys() {
  const confirm = useConfirm()
  const passkeys = useQuery({ queryKey: ['passkeys'], queryFn: () => api.GET('/auth/passkeys') })
  const add = useAction({
    mutationFn: makePasskey,
    refetch: ['passkeys'],
    done: t('You can now sign in with your passkey'),
    failed: t('The passkey was not added'),
  })
  const remove = useAction({
    mutationFn: (passkeyId: string) => api.DELETE('/auth/passkeys/{passkeyId}', { params: { path: { passkeyId } } }),
    refetch: ['passkeys'],
    done: t('The passkey has been removed'),
    failed: t('The passkey was not removed'),
  })
  const askFirst = async (passkey: Passkey) => {
    const yes = await confirm({
      title: t('Remove passkey {passkey}?', { passkey: nameOf(passkey) }),
      text: t('You’ll no longer be able to sign in with it. Remember to delete it from your device too.'),
      confirmLabel: t('Remove passkey'),
      danger: true,
    })
    if (yes) remove.mutate(passkey.passkeyId)
  }
  return (
    <Section
      title={t('Passkeys')}
      about={t('Sign in with your fingerprint, face or security key instead of a password.')}
      flush
      actions={
        canMake ? (
          <Button
            variant="default"
            leftSection={<Fingerprint size={15} />}
            onClick={() => add.mutate()}
            loading={add.isPending}
          >
            {t('Add a passkey')}
          </Button>
        ) : undefined
      }
    >
      <LoadState of={passkeys} rows={1} />
      {passkeys.data?.passkeys.length === 0 ? (
        <Text c="dimmed" px="md" pb="md" size="sm">
          {t('No passkeys yet.')}
        </Text>
      ) : null}
      {passkeys.data && passkeys.data.passkeys.length > 0 ? (
        <List
          bare
          label={t('Passkeys')}
          rows={passkeys.data.passkeys}
          keyOf={({ passkeyId }) => passkeyId}
          columns={[
            { title: t('Name'), cell: passkey => <span className="wrap">{nameOf(passkey)}</span> },
            {
              title: t('Added'),
              cell: passkey => (passkey.createdAt === null ? '–' : <Time at={passkey.createdAt} />),
            },
            {
              title: t('Remove'),
              isActions: true,
              cell: passkey => (
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => askFirst(passkey)}
                  aria-label={t('Remove passkey {passkey}', { passkey: nameOf(passkey) })}
                >
                  {t('Remove')}
                </Button>
              ),
            },
          ]}
        />
      ) : null}
    </Section>
  )
}

const nameOf = ({ name }: Passkey) => name ?? t('Unnamed passkey')

async function makePasskey() {
  const options = await api.POST('/auth/passkeys/options')
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  )
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential | null
  if (made === null) throw new ApiProblem({ code: 'no_passkey', detail: t('No passkey was created.') })
  const name = browserOf(navigator.userAgent)
  return api.POST('/auth/passkeys', {
    body: { name, credential: made.toJSON() as RegistrationResponseJSON & NewCredential },
  })
}
