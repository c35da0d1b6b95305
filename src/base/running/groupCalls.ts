// Group commit, for writes and reads alike: requests that arrive while batches run go together in the next batch. There
// are no timers: a single request does not wait, and batches grow with the load. Each batch begins with setImmediate,
// so that it holds all the requests that one turn of the event loop reads from its sockets.

/** The size of a request, and the maximum size of a batch, in any unit. */
type SizeLimit<Request> = { sizeOf(request: Request): number; maxSize: number }

/**
 * How many requests may wait or run at once, and their size in all; further requests are rejected with `fullError`.
 * Without this limit, a lasting overload would make every request wait longer than the last one.
 */
type Capacity = { maxRequests: number; maxSize: number; fullError: () => Error }

/**
 * How many batches may run at once. Requests with the same key never run in two of them: each would wait for the other.
 */
type Concurrency<Request> = { maxBatches: number; keyOf(request: Request): string }

const noSizeLimit = { sizeOf: () => 0, maxSize: 0 }
const oneAtATime = { maxBatches: 1, keyOf: () => '' }
const unlimited: Capacity = { maxRequests: Infinity, maxSize: Infinity, fullError: () => new Error('full') }

/**
 * Turns `run`, which handles many requests at once and answers them in the same order, into a function for one. A batch
 * that throws rejects all of its callers; `run` may also answer one member with an Error to reject only that member.
 * The first request that may run is in the next batch, at any size; small requests pass requests that are too large.
 */
export function groupCalls<Request, Answer>(
  run: (batch: Request[]) => Promise<(Answer | Error)[]>,
  maxInABatch: number,
  options: { sizeLimit?: SizeLimit<Request>; capacity?: Capacity; concurrency?: Concurrency<Request> } = {},
): (request: Request) => Promise<Answer> {
  const { sizeLimit = noSizeLimit, capacity = unlimited, concurrency = oneAtATime } = options
  type Waiting = {
    request: Request
    key: string
    size: number
    resolve: (answer: Answer) => void
    reject: (error: unknown) => void
  }
  let waiting: Waiting[] = []
  let running = 0
  let isPlanned = false
  /** The keys of the requests that run. */
  const busyKeys = new Set<string>()
  /** Of the requests that wait or run. */
  const total = { requests: 0, size: 0 }

  function nextBatch(): Waiting[] {
    const batch: Waiting[] = []
    const rest: Waiting[] = []
    let size = 0
    for (const entry of waiting) {
      const isSmallEnough = batch.length === 0 || size + entry.size <= sizeLimit.maxSize
      const fits = batch.length < maxInABatch && isSmallEnough && !busyKeys.has(entry.key)
      if (fits) size += entry.size
      const list = fits ? batch : rest
      list.push(entry)
    }
    waiting = rest
    return batch
  }

  function plan() {
    if (isPlanned || waiting.length === 0 || running === concurrency.maxBatches) return
    isPlanned = true
    setImmediate(start)
  }

  function start() {
    isPlanned = false
    while (running < concurrency.maxBatches) {
      const batch = nextBatch()
      if (batch.length === 0) return
      void work(batch)
    }
  }

  async function work(batch: Waiting[]) {
    running++
    for (const { key } of batch) busyKeys.add(key)
    try {
      const answers = await run(batch.map(({ request }) => request))
      batch.forEach(({ resolve, reject }, i) => {
        const answer = answers[i] as Answer | Error
        if (answer instanceof Error) reject(answer)
        else resolve(answer)
      })
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    running--
    total.requests -= batch.length
    for (const { key, size } of batch) {
      busyKeys.delete(key)
      total.size -= size
    }
    plan()
  }

  return request =>
    new Promise((resolve, reject) => {
      const size = sizeLimit.sizeOf(request)
      const isFull = total.requests >= capacity.maxRequests || total.size + size > capacity.maxSize
      if (isFull) return reject(capacity.fullError())
      total.requests++
      total.size += size
      waiting.push({ request, key: concurrency.keyOf(request), size, resolve, reject })
      plan()
    })
}
