// The shared parts of the screens of customers' keys and the operator's keys.

import { Text } from '@mantine/core'
import type { QueryKey } from '@tanstack/react-query'
import { useConfirm } from '../../components/forms/Confirm.tsx'
import { t } from '../../language.ts'
import { useAction } from './action.ts'

type Key = { keyId: string; label: string }

/** Asks, and revokes a key. */
export function useRevokeKey<Of extends Key>(queryKey: QueryKey, send: (keyId: string) => Promise<unknown>) {
  const confirm = useConfirm()
  const revoke = useAction({
    mutationFn: ({ keyId }: Of) => send(keyId),
    refetch: queryKey,
    done: (_nothing, key) => t('{key} revoked. It stops working within 5 seconds.', { key: key.label }),
    failed: t('The key was not revoked'),
  })
  return {
    async askFirst(key: Of) {
      const yes = await confirm({
        title: t('Revoke {key}?', { key: key.label }),
        text: t('Requests that use this key will be rejected. This cannot be undone.'),
        confirmLabel: t('Revoke key'),
        danger: true,
      })
      if (yes) revoke.mutate(key)
    },
    isRevoking: ({ keyId }: Of) => revoke.isPending && revoke.variables.keyId === keyId,
  }
}

export const KeyName = ({ label, keyId }: Key) => (
  <>
    <Text fw={500} className="wrap">
      {label}
    </Text>
    <Text size="xs" c="dimmed" className="mono wrap">
      {keyId}
    </Text>
  </>
)
