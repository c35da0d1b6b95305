// The shared parts of the signing secrets of a mode and of its endpoints.

import { Text } from '@mantine/core'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useConfirm } from '../../components/forms/Confirm.tsx'
import { CodeBlock } from '../../components/layout/CodeBlock.tsx'
import { Time } from '../../components/layout/Values.tsx'
import { rich, t } from '../../language.ts'
import { useAction } from '../../shell/frame/action.ts'

/** Asks, and rotates a secret. */
export function useRotateSecret(queryKey: QueryKey, send: () => Promise<unknown>, rotated?: () => void) {
  const queries = useQueryClient()
  const confirm = useConfirm()
  const rotate = useAction({
    mutationFn: send,
    onSuccess(after) {
      queries.setQueryData(queryKey, after)
      rotated?.()
    },
    done: t('Secret rotated. Webhooks are also signed with the previous secret for 24 hours.'),
    failed: t('The secret was not rotated'),
  })
  const askFirst = async () => {
    const yes = await confirm({
      title: t('Rotate the signing secret?'),
      text: t(
        'Webhooks will be signed with both the new and the current secret for 24 hours. Update your software within that time.',
      ),
      confirmLabel: t('Rotate secret'),
    })
    if (yes) rotate.mutate()
  }
  return { askFirst, isRotating: rotate.isPending }
}

type Previous = { secret: string; expiresAt: string }

export const PreviousSecret = ({ of }: { of: Previous | null }) =>
  of === null ? null : (
    <>
      <Text size="sm">{rich('Previous secret, valid until {time}:', { time: <Time at={of.expiresAt} /> })}</Text>
      <CodeBlock label={t('Previous secret')}>{of.secret}</CodeBlock>
    </>
  )
