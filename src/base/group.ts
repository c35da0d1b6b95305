// Group commit, for writes and reads alike: requests that arrive while batches run go together in the next. There are
// no timers: a lone caller waits for nobody, and batches grow with the load. Each batch begins with setImmediate, so
// that it holds all the requests that one turn of the event loop reads from its sockets.

/** What a request weighs, and what a batch can bear in all. */
type Load<Request> = { weightOf(request: Request): number; most: number }

/**
 * How many requests may be under way at once, and what they may weigh in all; others are rejected with `full`. Where
 * more come than can be answered, each would wait longer than the one before, until all are answered too late.
 */
type Room = { requests: number; weight: number; full: () => Error }

/** How many batches may run at once. Requests that are `of` the same never run in two: one would wait for the other. */
type Abreast<Request> = { batches: number; of(request: Request): string }

const weightless = { weightOf: () => 0, most: 0 }
const oneByOne = { batches: 1, of: () => '' }
const endless: Room = { requests: Infinity, weight: Infinity, full: () => new Error('full') }

/**
 * Turns `run`, which handles many requests at once and answers them in the same order, into a function for one. A batch
 * that throws rejects all of its callers; `run` may also answer one member with an Error to reject only that one. Of
 * those that may run, the first is in the next batch, whatever it weighs, and light ones pass those that are too heavy.
 */
export function grouped<Request, Answer>(
  run: (batch: Request[]) => Promise<(Answer | Error)[]>,
  mostInABatch: number,
  options: { load?: Load<Request>; room?: Room; abreast?: Abreast<Request> } = {},
): (request: Request) => Promise<Answer> {
  const { load = weightless, room = endless, abreast = oneByOne } = options
  type Waiting = {
    request: Request
    of: string
    weight: number
    resolve: (answer: Answer) => void
    reject: (error: unknown) => void
  }
  let waiting: Waiting[] = []
  let running = 0
  let isPlanned = false
  /** What the requests of the batches that run are of. */
  const busy = new Set<string>()
  /** Those that wait, and those that run. */
  const held = { requests: 0, weight: 0 }

  function nextBatch(): Waiting[] {
    const batch: Waiting[] = []
    const left: Waiting[] = []
    let weight = 0
    for (const one of waiting) {
      const hasRoom = batch.length < mostInABatch && (batch.length === 0 || weight + one.weight <= load.most)
      const fits = hasRoom && !busy.has(one.of)
      if (fits) weight += one.weight
      const to = fits ? batch : left
      to.push(one)
    }
    waiting = left
    return batch
  }

  function plan() {
    if (isPlanned || waiting.length === 0 || running === abreast.batches) return
    isPlanned = true
    setImmediate(start)
  }

  function start() {
    isPlanned = false
    while (running < abreast.batches) {
      const batch = nextBatch()
      if (batch.length === 0) return
      void work(batch)
    }
  }

  async function work(batch: Waiting[]) {
    running++
    for (const { of } of batch) busy.add(of)
    try {
      const answers = await run(batch.map(one => one.request))
      batch.forEach((one, i) => {
        const answer = answers[i] as Answer | Error
        if (answer instanceof Error) one.reject(answer)
        else one.resolve(answer)
      })
    } catch (error) {
      for (const one of batch) one.reject(error)
    }
    running--
    held.requests -= batch.length
    for (const { of, weight } of batch) {
      busy.delete(of)
      held.weight -= weight
    }
    plan()
  }

  return request =>
    new Promise((resolve, reject) => {
      const weight = load.weightOf(request)
      const hasRoom = held.requests < room.requests && held.weight + weight <= room.weight
      if (!hasRoom) return reject(room.full())
      held.requests++
      held.weight += weight
      waiting.push({ request, of: abreast.of(request), weight, resolve, reject })
      plan()
    })
}
