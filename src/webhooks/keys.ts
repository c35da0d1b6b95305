// The keys that sign for an account. Which secrets are valid is read for every batch, so a rotation counts at once; only
// the costly part, opening a sealed secret, is remembered, and briefly, so that secrets do not lie about in memory.

import type { KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { second } from '../base/clock.ts'
import { signingKey } from '../base/signature.ts'
import type { Db } from '../db/db.ts'
import { liveSecrets, type WebhookOwner } from './store.ts'

const opened = { max: 10_000, ttl: 5 * second }

export type KeysOf = (owner: WebhookOwner) => KeyObject[]

/** Answers a function that reads the keys of many accounts at once. */
export function signingKeys(db: Db, unseal: (sealed: Buffer) => string) {
  const keys = new LRUCache<string, KeyObject>(opened)

  // A secret that cannot be opened (sealed with a key that is gone) is as good as none; it must not stop other accounts.
  const openedKey = (sealed: Buffer): KeyObject | null => {
    try {
      return signingKey(unseal(sealed))
    } catch {
      return null
    }
  }

  return async (owners: WebhookOwner[], now: Date): Promise<KeysOf> => {
    const wanted = new Map(owners.map(owner => [nameOf(owner), owner]))
    const found = new Map<string, KeyObject[]>()
    for (const secret of await liveSecrets(db, [...wanted.values()], now)) {
      const name = `${nameOf(secret)} ${secret.secretId}`
      const key = keys.get(name) ?? openedKey(secret.sealedSecret)
      if (key === null) continue
      if (!keys.has(name)) keys.set(name, key)
      found.set(nameOf(secret), [...(found.get(nameOf(secret)) ?? []), key])
    }
    return owner => found.get(nameOf(owner)) ?? []
  }
}

const nameOf = ({ accountId, mode }: WebhookOwner): string => `${accountId} ${mode}`
