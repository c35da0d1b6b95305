// Token buckets in memory, one for each key or address. A bucket holds `burst` tokens and gains `perSecond`; a request
// takes one. @fastify/rate-limit counts in fixed windows, which can neither express "200 a second with a burst of
// 2,000" nor prevent twice the limit around the edge of a window; hence this code. Each process counts for itself:
// these limits protect a process and are not the order limit. Time is the machine's own, monotonic, never the injected
// clock, since a manual clock that stands still would admit no request again.

export type Rate = { perSecond: number; burst: number }

/**
 * At least this many of the most recently used buckets are stored, and at most twice as many: about 10 MB. A bucket
 * that is no longer stored is full again.
 */
const minBuckets = 50_000

type Bucket = { tokens: number; at: number }

export type Buckets = {
  readonly rate: Rate
  /** Takes a token; returns how many whole ones are left, or the negative number of milliseconds until there is one. */
  take(name: string): number
  /** The same without taking a token. */
  peek(name: string): number
  /** Puts back a token that was taken unnecessarily. */
  giveBack(name: string): void
  /** Takes any number of tokens for what has been done: the bucket may then have less than none. */
  charge(name: string, tokens: number): void
}

export function tokenBuckets(rate: Rate, elapsedMs: () => number = () => performance.now()): Buckets {
  const perMs = rate.perSecond / 1000
  // An LRU cache would reserve the memory of all its entries for each of a dozen limits, most of which see few names.
  let recent = new Map<string, Bucket>()
  let older = new Map<string, Bucket>()

  function filled(name: string): Bucket {
    const now = elapsedMs()
    let bucket = recent.get(name)
    if (bucket === undefined) {
      bucket = older.get(name) ?? { tokens: rate.burst, at: now }
      if (recent.size === minBuckets) {
        older = recent
        recent = new Map()
      }
      recent.set(name, bucket)
    }
    bucket.tokens = Math.min(rate.burst, bucket.tokens + (now - bucket.at) * perMs)
    bucket.at = now
    return bucket
  }
  const answer = (tokens: number) => (tokens < 0 ? Math.floor(tokens / perMs) : Math.floor(tokens))

  return {
    rate,
    take(name) {
      const bucket = filled(name)
      if (bucket.tokens < 1) return answer(bucket.tokens - 1)
      bucket.tokens -= 1
      return answer(bucket.tokens)
    },
    peek: name => answer(filled(name).tokens - 1),
    giveBack(name) {
      const bucket = filled(name)
      bucket.tokens = Math.min(rate.burst, bucket.tokens + 1)
    },
    charge(name, tokens) {
      filled(name).tokens -= tokens
    },
  }
}
