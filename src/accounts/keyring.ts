// The keys in use, in memory. A request whose key was looked up within the last seconds costs no query, and one whose
// exact header was proven since then costs no SHA-256 either. An entry is trusted for 4 s of the machine's own time, so
// that a revoked key stops working everywhere within 5 s; one that ends by itself does so at its instant. A key in use
// is looked up again before that, while its requests go on. Unknown names are remembered too, but separately, so that
// guessing cannot evict keys in use.

import { isDeepStrictEqual } from 'node:util'
import QuickLRU from 'quick-lru'
import type { Clock } from '../base/clock.ts'
import { grouped } from '../base/group.ts'
import type { Db } from '../db/db.ts'
import { digestOf, type KeyHolder, nameFits, type PresentedKey, readAuthorization, sameDigest } from './keys.ts'
import { type KeyCheck, markKeysUsed, readKeys } from './store.ts'

const trustedMs = 4000
/** A key used after this age is looked up again in the background. */
const youngMs = 2000
/** The most recently used keys; up to twice as many are kept. */
const mostKnown = 25_000
const mostUnknown = 5000
const mostInALookUp = 1000

export type Keyring = {
  /** From memory: the holder of the key, null for a wrong key, undefined when the database must be asked. */
  recall(authorization: string): KeyHolder | null | undefined
  lookUp(authorization: string): Promise<KeyHolder | null>
  /** Forgets a key of this process at once, after it was revoked here. */
  forget(keyId: string): void
  /** Records which keys were used since the last call; returns how many. Once a minute is often enough. */
  recordUse(now: Date): Promise<number>
}

/** A key as looked up at `at`, in milliseconds of the machine's monotonic clock. */
type Known = { key: KeyCheck; at: number; renewing: boolean }
type Proof = { known: Known; holder: KeyHolder }

export function openKeyring(db: Db, clock: Clock): Keyring {
  const knownKeys = new QuickLRU<string, Known>({ maxSize: mostKnown })
  /** When it was found that no key has that name. */
  const unknownKeys = new QuickLRU<string, number>({ maxSize: mostUnknown })
  /** By the whole header. A proof expires with the look-up that it was made with. */
  const proofs = new QuickLRU<string, Proof>({ maxSize: mostKnown })
  let used = new Set<string>()

  const hasEnded = ({ expiresAt }: KeyCheck): boolean => expiresAt !== null && expiresAt <= clock()
  const isTrusted = (at: number | undefined): boolean => at !== undefined && performance.now() - at < trustedMs

  const readKey = grouped<string, KeyCheck | null>(async keyIds => {
    const found = new Map((await readKeys(db, [...new Set(keyIds)])).map(key => [key.keyId, key]))
    return keyIds.map(keyId => found.get(keyId) ?? null)
  }, mostInALookUp)

  /** If this look-up fails, the request that finds the key too old repeats it. */
  async function renew(known: Known): Promise<void> {
    const at = performance.now()
    known.renewing = true
    const key = await readKey(known.key.keyId).catch(() => undefined)
    known.renewing = false
    if (key === undefined) return
    const isSame =
      key !== null && sameDigest(key.digest, known.key.digest) && isDeepStrictEqual(key.scope, known.key.scope)
    known.at = isSame && knownKeys.get(known.key.keyId) === known ? at : Number.NEGATIVE_INFINITY
  }

  function judge(authorization: string, known: Known, { keyId, secret }: PresentedKey): KeyHolder | null {
    const { digest, scope } = known.key
    if (!sameDigest(digest, digestOf(secret)) || !nameFits(keyId, scope) || hasEnded(known.key)) return null
    used.add(keyId)
    const holder = { ...scope, keyId }
    proofs.set(authorization, { known, holder })
    return holder
  }

  return {
    recall(authorization) {
      const proof = proofs.get(authorization)
      if (proof !== undefined) {
        const { known, holder } = proof
        const ageMs = performance.now() - known.at
        if (ageMs < trustedMs && !hasEnded(known.key)) {
          used.add(holder.keyId)
          if (!known.renewing && ageMs > youngMs) renew(known)
          return holder
        }
      }
      const presented = readAuthorization(authorization)
      if (presented === null) return null
      const known = knownKeys.get(presented.keyId)
      if (known !== undefined && isTrusted(known.at)) return judge(authorization, known, presented)
      return isTrusted(unknownKeys.get(presented.keyId)) ? null : undefined
    },
    async lookUp(authorization) {
      const presented = readAuthorization(authorization)
      if (presented === null) return null
      const at = performance.now() // before the query: it may miss a revocation during the query
      const key = await readKey(presented.keyId)
      if (key === null) {
        unknownKeys.set(presented.keyId, at)
        return null
      }
      const known: Known = { key, at, renewing: false }
      knownKeys.set(key.keyId, known)
      return judge(authorization, known, presented)
    },
    forget(keyId) {
      knownKeys.delete(keyId)
      proofs.clear() // all proofs, to drop those of this key; each of the others costs one SHA-256
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
