// The keys that sign for an account. The valid secrets are read for every batch, so a rotation takes effect at once;
// only the costly part, opening a sealed secret, is cached, and only briefly, so that secrets do not stay in memory.

import type { KeyObject } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { minute } from '../base/clock.ts'
import { signingKey } from '../base/secrets/signature.ts'
import type { Db } from '../db/db.ts'
import type { WebhookOwner } from './outbox.ts'
import { liveSecrets, type Signer } from './secretStore.ts'

const cacheOptions = { max: 10_000, ttl: minute, ttlResolution: 100 }

export type KeysOf = (signer: Signer) => KeyObject[]

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

  return async (signers: Signer[], now: Date): Promise<KeysOf> => {
    const owners = [...new Map(signers.map(signer => [nameOf(signer), signer])).values()]
    const keysBySigner = new Map<string, KeyObject[]>()
    for (const secret of await liveSecrets(db, owners, now)) {
      const { accountId, mode, kind, secretId, sealedSecret } = secret
      const key = keyOf(`${accountId} ${mode} ${secretId}`, sealedSecret)
      // One private key signs for all addresses: a receiver that knows only the public key cannot sign itself.
      const name = kind === 'private_key' ? nameOf(secret) : nameOfSigner(secret)
      const known = keysBySigner.get(name)
      if (key === null) continue
      if (known === undefined) keysBySigner.set(name, [key])
      else known.push(key)
    }
    return signer => [...(keysBySigner.get(nameOfSigner(signer)) ?? []), ...(keysBySigner.get(nameOf(signer)) ?? [])]
  }
}

const nameOf = ({ accountId, mode }: WebhookOwner): string => `${accountId} ${mode}`
const nameOfSigner = (signer: Signer): string => `${nameOf(signer)} ${signer.endpointId ?? ''}`
