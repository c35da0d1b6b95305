// The cache of keys in use. A request whose key was looked up within the last seconds costs no query. An entry is
// trusted for 4 s of the machine's own time, so that a revoked key stops working everywhere within 5 s; a key that
// expires stops working at once. A key in use is looked up again in the background before its entry is too old. Unknown
// names are cached separately, so that guessing cannot evict keys in use.

import { isDeepStrictEqual } from 'node:util'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../base/clock.ts'
import { groupCalls } from '../base/groupCalls.ts'
import type { Db } from '../db/db.ts'
import { type KeyCheck, markKeysUsed, readKeys } from './accountStore.ts'
import { digestOf, isSameDigest, type KeyHolder, matchesScope, type PresentedKey, readAuthorization } from './keys.ts'

const maxTrustedMs = 4000
/** A key that is used after this age is looked up again in the background. */
const refreshAfterMs = 2000
/** The most recently used keys. */
const maxCachedKeys = 50_000
const maxUnknownNames = 10_000
const maxKeysPerQuery = 1000

export type Keyring = {
  /** From the cache: the holder of the key, null for a wrong key, undefined when the key must be looked up. */
  readCached(authorization: string): KeyHolder | null | undefined
  lookUp(authorization: string): Promise<KeyHolder | null>
  /** Removes a key from the cache of this process, after it was revoked here. */
  evict(keyId: string): void
  /** Records the keys that were used since the last call; returns their number. Once a minute is often enough. */
  recordUse(now: Date): Promise<number>
}

/** A key that was looked up at `at`, in milliseconds of the machine's monotonic clock. */
type CachedKey = { key: KeyCheck; at: number; isRefreshing: boolean }

export function openKeyring(db: Db, clock: Clock): Keyring {
  const cachedKeys = new LRUCache<string, CachedKey>({ max: maxCachedKeys })
  /** The times at which no key was found. */
  const unknownNames = new LRUCache<string, number>({ max: maxUnknownNames })
  let used = new Set<string>()

  const endBefore = ({ expiresAt }: KeyCheck): Date | null =>
    expiresAt !== null && expiresAt <= clock() ? expiresAt : null
  const isTrusted = (at: number | undefined): boolean => at !== undefined && performance.now() - at < maxTrustedMs

  const readKey = groupCalls<string, KeyCheck | null>(async keyIds => {
    const found = new Map((await readKeys(db, [...new Set(keyIds)])).map(key => [key.keyId, key]))
    return keyIds.map(keyId => found.get(keyId) ?? null)
  }, maxKeysPerQuery)

  /** If this look-up fails, the next request with an entry that is too old repeats it. */
  async function refresh(cached: CachedKey): Promise<void> {
    const at = performance.now()
    cached.isRefreshing = true
    const key = await readKey(cached.key.keyId).catch(() => undefined)
    cached.isRefreshing = false
    if (key === undefined) return
    const isSame = key !== null && isDeepStrictEqual(key, cached.key)
    cached.at = isSame && cachedKeys.get(cached.key.keyId) === cached ? at : Number.NEGATIVE_INFINITY
  }

  function verify(cached: CachedKey, { keyId, secret }: PresentedKey): KeyHolder | null {
    const { digest, scope, restrictions, ownerRole } = cached.key
    if (!isSameDigest(digest, digestOf(secret)) || !matchesScope(keyId, scope)) return null
    const expiredAt = endBefore(cached.key)
    if (expiredAt === null) used.add(keyId)
    return {
      ...scope,
      keyId,
      ...(expiredAt !== null && { expiredAt }),
      ...(cached.key.isSuspended && { isSuspended: true }),
      ...(restrictions !== null && { restrictions }),
      ...(ownerRole !== null && { ownerRole }),
    }
  }

  return {
    readCached(authorization) {
      const presented = readAuthorization(authorization)
      if (presented === null) return null
      const cached = cachedKeys.get(presented.keyId)
      if (cached === undefined || !isTrusted(cached.at))
        return isTrusted(unknownNames.get(presented.keyId)) ? null : undefined
      const holder = verify(cached, presented)
      if (holder !== null && !cached.isRefreshing && performance.now() - cached.at > refreshAfterMs) refresh(cached)
      return holder
    },
    async lookUp(authorization) {
      const presented = readAuthorization(authorization)
      if (presented === null) return null
      const at = performance.now() // before the query: it may miss a revocation during the query
      const key = await readKey(presented.keyId)
      if (key === null) {
        unknownNames.set(presented.keyId, at)
        return null
      }
      const cached: CachedKey = { key, at, isRefreshing: false }
      cachedKeys.set(key.keyId, cached)
      return verify(cached, presented)
    },
    evict(keyId) {
      cachedKeys.delete(keyId)
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
