import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Eye, KeyRound, RefreshCw, ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { api, ask, type Mode } from '../../api.ts'
import { CodeBlock } from '../../components/CodeBlock.tsx'
import { useConfirm } from '../../components/Confirm.tsx'
import { Empty } from '../../components/Empty.tsx'
import { Failure } from '../../components/Failure.tsx'
import { RowsSkeleton } from '../../components/Page.tsx'
import { Section } from '../../components/Section.tsx'
import { failed, said } from '../../components/toast.ts'
import { Time } from '../../components/Values.tsx'
import { useMay } from '../../shell/session.ts'

export function Secret({ mode }: { mode: Mode }) {
  if (!useMay('webhooks')) {
    return (
      <Empty icon={KeyRound} title="Your role does not show the secret">
        Webhooks are signed with it, and anyone who knows it could forge them. Owners and developers of the account can
        see it.
      </Empty>
    )
  }
  return <Shown mode={mode} />
}

function Shown({ mode }: { mode: Mode }) {
  const [isShown, setShown] = useState(false)
  const queries = useQueryClient()
  const confirm = useConfirm()
  const secret = useQuery({
    queryKey: [mode, 'webhook-secret'],
    queryFn: () => ask(api.GET('/dashboard/api/{mode}/webhook-secret', { params: { path: { mode } } })),
    enabled: isShown,
  })
  const rotate = useMutation({
    mutationFn: () => ask(api.POST('/dashboard/api/{mode}/webhook-secret/rotate', { params: { path: { mode } } })),
    onSuccess(after) {
      queries.setQueryData([mode, 'webhook-secret'], after)
      setShown(true)
      said('The new secret signs from now on; the previous one also signs for another 24 hours')
    },
    onError: failed('The secret was not changed'),
  })
  const ask4 = async () => {
    const yes = await confirm({
      title: 'Rotate the secret?',
      text: 'A new secret is made. Webhooks are signed with both for 24 hours: put the new one into your program within that time.',
      yes: 'Rotate',
    })
    if (yes) rotate.mutate()
  }
  return (
    <Section
      title={mode === 'sandbox' ? 'Sandbox secret' : 'Production secret'}
      about="Every webhook is signed with it, according to Standard Webhooks. Keep it as safe as a password."
      actions={
        <Button variant="default" leftSection={<RefreshCw size={15} />} onClick={ask4} loading={rotate.isPending}>
          Rotate
        </Button>
      }
    >
      {isShown ? (
        <>
          {secret.isPending ? <RowsSkeleton rows={1} /> : null}
          {secret.error ? <Failure error={secret.error} retry={() => secret.refetch()} /> : null}
          {secret.data ? (
            <Stack gap="sm">
              {secret.data.secret === null ? (
                <Alert color="red" icon={<ShieldAlert size={18} />} title="This secret can no longer be read">
                  The key that encrypts it is gone, so no webhook can be signed or sent. Rotate the secret, and put the
                  new one into your program.
                </Alert>
              ) : (
                <CodeBlock label="Signing secret">{secret.data.secret}</CodeBlock>
              )}
              <Text size="sm" c="dimmed">
                Created <Time at={secret.data.createdAt} />.
              </Text>
              {secret.data.previous === null ? null : (
                <>
                  <Text size="sm">
                    The previous secret also signs until <Time at={secret.data.previous.expiresAt} />:
                  </Text>
                  <CodeBlock label="Previous secret">{secret.data.previous.secret}</CodeBlock>
                </>
              )}
            </Stack>
          ) : null}
        </>
      ) : (
        <Group>
          <Button variant="light" leftSection={<Eye size={15} />} onClick={() => setShown(true)}>
            Show the secret
          </Button>
        </Group>
      )}
    </Section>
  )
}
