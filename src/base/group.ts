// Group commit, for writes and reads alike: requests that arrive while one batch runs go together in the next. There
// are no timers: a lone caller waits for nobody, and batches grow with the load. Each batch begins with setImmediate,
// so that it holds all the requests that one turn of the event loop reads from its sockets.

/** What a request weighs, and what a batch can bear in all. */
type Load<Request> = { weightOf(request: Request): number; most: number }

/**
 * How many requests may be under way at once, and what they may weigh in all; others are rejected with `full`. Where
 * more come than can be answered, each would wait longer than the one before, until all are answered too late.
 */
type Room = { requests: number; weight: number; full: () => Error }

const weightless = { weightOf: () => 0, most: 0 }
const endless: Room = { requests: Infinity, weight: Infinity, full: () => new Error('full') }

/**
 * Turns `run`, which handles many requests at once and answers them in the same order, into a function for one. A batch
 * that throws rejects all of its callers; `run` may also answer one member with an Error to reject only that one. The
 * first that waits is in the next batch, whatever it weighs; of the others, light ones pass those that are too heavy.
 */
export function grouped<Request, Answer>(
  run: (batch: Request[]) => Promise<(Answer | Error)[]>,
  mostInABatch: number,
  { load = weightless, room = endless }: { load?: Load<Request>; room?: Room } = {},
): (request: Request) => Promise<Answer> {
  type Waiting = {
    request: Request
    weight: number
    resolve: (answer: Answer) => void
    reject: (error: unknown) => void
  }
  let waiting: Waiting[] = []
  let running = false
  /** Those that wait, and those of the batch. */
  const held = { requests: 0, weight: 0 }

  function nextBatch(): Waiting[] {
    const batch: Waiting[] = []
    const left: Waiting[] = []
    let weight = 0
    for (const one of waiting) {
      const fits = batch.length < mostInABatch && (batch.length === 0 || weight + one.weight <= load.most)
      if (fits) weight += one.weight
      const to = fits ? batch : left
      to.push(one)
    }
    waiting = left
    return batch
  }

  async function work() {
    const batch = nextBatch()
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
    held.requests -= batch.length
    for (const { weight } of batch) held.weight -= weight
    if (waiting.length > 0) setImmediate(work)
    else running = false
  }

  return request =>
    new Promise((resolve, reject) => {
      const weight = load.weightOf(request)
      const hasRoom = held.requests < room.requests && held.weight + weight <= room.weight
      if (!hasRoom) return reject(room.full())
      held.requests++
      held.weight += weight
      waiting.push({ request, weight, resolve, reject })
      if (running) return
      running = true
      setImmediate(work)
    })
}
