// The keys that sign for an account. The valid secrets are read for every batch, so a rotation takes effect at once;
// only the costly part, opening a sealed secret, is cached, and only briefly, so that secrets do not stay in memory.

import type { KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { minute } from '../base/clock.ts'
import { signingKey } from '../base/signature.ts'
import type { Db } from '../db/db.ts'
import type { WebhookOwner } from './outbox.ts'
import { liveSecrets } from './secretStore.ts'

const cacheOptions = { max: 10_000, ttl: minute, ttlResolution: 100 }

export type KeysOf = (owner: WebhookOwner) => KeyObject[]

/** Returns a function that reads the keys of many accounts at once. */
export function signingKeys(db: Db, unseal: (sealed: Buffer) => string) {
  const keys = new LRUCache<string, KeyObject>(cacheOptions)

  // A secret that cannot be opened (its key is gone) counts as missing; it must not stop other accounts.
  const openKey = (sealed: Buffer): KeyObject | null => {
    try {
      return signingKey(unseal(sealed))
    } catch {
      return null
    }
  }

  const keyOf = (name: string, sealed: Buffer): KeyObject | null => {
    const cached = keys.get(name)
    if (cached !== undefined) return cached
    const key = openKey(sealed)
    if (key !== null) keys.set(name, key)
    return key
  }

  return async (owners: WebhookOwner[], now: Date): Promise<KeysOf> => {
    const keysByOwner = new Map<string, KeyObject[]>()
    const distinctOwners = owners.filter(owner => {
      const name = nameOf(owner)
      if (keysByOwner.has(name)) return false
      keysByOwner.set(name, [])
      return true
    })
    for (const secret of await liveSecrets(db, distinctOwners, now)) {
      const owner = nameOf(secret)
      const key = keyOf(`${owner} ${secret.secretId}`, secret.sealedSecret)
      if (key !== null) keysByOwner.get(owner)!.push(key)
    }
    return owner => keysByOwner.get(nameOf(owner)) ?? []
  }
}

const nameOf = ({ accountId, mode }: WebhookOwner): string => `${accountId} ${mode}`
