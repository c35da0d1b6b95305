// The keys that sign for an account. The valid secrets are read for every batch, so a rotation takes effect at once;
// only the costly part, opening a sealed secret, is cached, and only briefly, so that secrets do not stay in memory for
// ever.

import type { KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { minute } from '../base/clock.ts'
import { signingKey } from '../base/signature.ts'
import type { Db } from '../db/db.ts'
import { liveSecrets, type WebhookOwner } from './store.ts'

const opened = { max: 10_000, ttl: minute, ttlResolution: 100 }

export type KeysOf = (owner: WebhookOwner) => KeyObject[]

/** Returns a function that reads the keys of many accounts at once. */
export function signingKeys(db: Db, unseal: (sealed: Buffer) => string) {
  const keys = new LRUCache<string, KeyObject>(opened)

  // A secret that cannot be opened (its key is gone) counts as missing; it must not stop other accounts.
  const openedKey = (sealed: Buffer): KeyObject | null => {
    try {
      return signingKey(unseal(sealed))
    } catch {
      return null
    }
  }

  const keyOf = (name: string, sealed: Buffer): KeyObject | null => {
    const known = keys.get(name)
    if (known !== undefined) return known
    const key = openedKey(sealed)
    if (key !== null) keys.set(name, key)
    return key
  }

  return async (owners: WebhookOwner[], now: Date): Promise<KeysOf> => {
    const found = new Map<string, KeyObject[]>()
    const asked = owners.filter(owner => {
      const name = nameOf(owner)
      if (found.has(name)) return false
      found.set(name, [])
      return true
    })
    for (const secret of await liveSecrets(db, asked, now)) {
      const owner = nameOf(secret)
      const key = keyOf(`${owner} ${secret.secretId}`, secret.sealedSecret)
      if (key !== null) found.get(owner)!.push(key)
    }
    return owner => found.get(nameOf(owner)) ?? []
  }
}

const nameOf = ({ accountId, mode }: WebhookOwner): string => `${accountId} ${mode}`
