// The cache of keys in use, by Authorization value. A request whose key was looked up within the last seconds costs no
// query and no digest. An entry is trusted for 4 s of the machine's own time, so that a revoked key stops working
// everywhere within 5 s; a key that expires stops working at once. A key in use is looked up again in the background
// before its entry is too old. Wrong values are cached separately, so that guessing cannot evict keys in use.

import { isDeepStrictEqual } from 'node:util'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../base/clock.ts'
import { groupCalls } from '../../base/running/groupCalls.ts'
import type { Db } from '../../db/db.ts'
import { type KeyCheck, markKeysUsed, readKeys } from '../accountStore.ts'
import { digestOf, isSameDigest, type KeyHolder, matchesScope, type PresentedKey, readAuthorization } from './keys.ts'

const maxTrustedMs = 4000
/** A key that is used after this age is looked up again in the background. */
const refreshAfterMs = 2000
/** The most recently used keys. */
const maxCachedKeys = 50_000
const maxWrongValues = 10_000
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
type CachedKey = { key: KeyCheck; holder: KeyHolder; at: number; isRefreshing: boolean }

export function openKeyring(db: Db, clock: Clock): Keyring {
  const cachedKeys = new LRUCache<string, CachedKey>({ max: maxCachedKeys })
  /** The times at which no key was found. */
  const wrongValues = new LRUCache<string, number>({ max: maxWrongValues })
  let used = new Set<string>()

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
    cached.at = key !== null && isDeepStrictEqual(key, cached.key) ? at : Number.NEGATIVE_INFINITY
  }

  function use({ key: { keyId, expiresAt }, holder }: CachedKey): KeyHolder {
    if (expiresAt !== null && expiresAt <= clock()) return { ...holder, expiredAt: expiresAt }
    used.add(keyId)
    return holder
  }

  return {
    readCached(authorization) {
      const cached = cachedKeys.get(authorization)
      if (cached === undefined || !isTrusted(cached.at)) {
        const isWrong = isTrusted(wrongValues.get(authorization)) || readAuthorization(authorization) === null
        return isWrong ? null : undefined
      }
      if (!cached.isRefreshing && performance.now() - cached.at > refreshAfterMs) refresh(cached)
      return use(cached)
    },
    async lookUp(authorization) {
      const presented = readAuthorization(authorization)
      if (presented === null) return null
      const at = performance.now() // before the query: it may miss a revocation during the query
      const key = await readKey(presented.keyId)
      if (key === null || !isKeyOf(key, presented)) {
        wrongValues.set(authorization, at)
        return null
      }
      const cached = { key, holder: holderOf(key), at, isRefreshing: false }
      cachedKeys.set(authorization, cached)
      return use(cached)
    },
    evict(keyId) {
      for (const [authorization, { key }] of [...cachedKeys.entries()]) {
        if (key.keyId === keyId) cachedKeys.delete(authorization)
      }
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

const isKeyOf = ({ digest, scope }: KeyCheck, { keyId, secret }: PresentedKey): boolean =>
  isSameDigest(digest, digestOf(secret)) && matchesScope(keyId, scope)

const holderOf = ({ keyId, scope, isSuspended, restrictions, ownerRole }: KeyCheck): KeyHolder => ({
  ...scope,
  keyId,
  ...(isSuspended && { isSuspended }),
  ...(restrictions !== null && { restrictions }),
  ...(ownerRole !== null && { ownerRole }),
})
