// The keys in use, in memory: a request with a key that was looked up within the last seconds costs no query, and one with the
// very header that was proven since then no SHA-256 either. An entry is trusted for 4 s, counted in the machine's own time,
// so that a revoked key stops working everywhere within 5. Names that do not exist are remembered as well, apart, so that
// guessing cannot push out the keys that are used.

import { LRUCache } from 'lru-cache'
import { grouped } from '../base/group.ts'
import type { Db } from '../db/db.ts'
import { digestOf, type KeyHolder, nameFits, type PresentedKey, readAuthorization, sameDigest } from './keys.ts'
import { type KeyCheck, markKeysUsed, readLiveKeys } from './store.ts'

const trustedMs = 4000
const mostKnown = 50_000
const mostUnknown = 10_000
const mostInALookUp = 1000
/** How exactly ages are told; finer, and each request would ask the machine for the time and set a timer. */
const ageResolutionMs = 100

export type Keyring = {
  /** From memory: whose key it is, null for a wrong one, undefined when the database must be asked. */
  recall(authorization: string): KeyHolder | null | undefined
  lookUp(authorization: string): Promise<KeyHolder | null>
  /** Forgets a key at once, in this process, after it was revoked here. */
  forget(keyId: string): void
  /** Writes down which keys were used since the last time; answers how many. A minute apart is often enough. */
  recordUse(now: Date): Promise<number>
}

type Proof = { key: KeyCheck; holder: KeyHolder }

export function openKeyring(db: Db): Keyring {
  const age = { ttl: trustedMs, ttlResolution: ageResolutionMs }
  const known = new LRUCache<string, KeyCheck>({ max: mostKnown, ...age })
  const unknown = new LRUCache<string, true>({ max: mostUnknown, ...age })
  /** By the whole header. A proof is worth as much as the entry of `known` that it was made with, and no longer. */
  const proofs = new LRUCache<string, Proof>({ max: mostKnown, ...age })
  let used = new Set<string>()

  const readKey = grouped<string, KeyCheck | null>(async keyIds => {
    const found = new Map((await readLiveKeys(db, [...new Set(keyIds)])).map(key => [key.keyId, key]))
    return keyIds.map(keyId => found.get(keyId) ?? null)
  }, mostInALookUp)

  function judge(authorization: string, key: KeyCheck, { keyId, secret }: PresentedKey): KeyHolder | null {
    if (!sameDigest(key.digest, digestOf(secret)) || !nameFits(keyId, key.scope)) return null
    used.add(keyId)
    const holder = { ...key.scope, keyId }
    proofs.set(authorization, { key, holder })
    return holder
  }

  return {
    recall(authorization) {
      const proof = proofs.get(authorization)
      if (proof !== undefined && known.get(proof.key.keyId) === proof.key) {
        used.add(proof.key.keyId)
        return proof.holder
      }
      const presented = readAuthorization(authorization)
      if (presented === null) return null
      const key = known.get(presented.keyId)
      if (key !== undefined) return judge(authorization, key, presented)
      return unknown.has(presented.keyId) ? null : undefined
    },
    async lookUp(authorization) {
      const presented = readAuthorization(authorization)
      if (presented === null) return null
      const key = await readKey(presented.keyId)
      if (key === null) {
        unknown.set(presented.keyId, true)
        return null
      }
      known.set(key.keyId, key)
      return judge(authorization, key, presented)
    },
    forget(keyId) {
      known.delete(keyId)
    },
    async recordUse(now) {
      if (used.size === 0) return 0
      const keyIds = [...used]
      used = new Set()
      await markKeysUsed(db, keyIds, now)
      return keyIds.length
    },
  }
}
