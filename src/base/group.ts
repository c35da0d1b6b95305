// Group commit, for writes and reads alike: what arrives while one batch is under way goes together in the next. No
// timers: a lone caller waits for nobody, and the batches grow with the load by themselves. Each begins with setImmediate, so
// that all the requests that a turn of the event loop reads from its sockets go together.

/**
 * Wraps `run`, which handles many at once and answers in the same order, as a function for one. A batch that throws
 * rejects each of its callers; `run` may answer a member with an Error to reject that one alone.
 */
export function grouped<Request, Answer>(
  run: (batch: Request[]) => Promise<(Answer | Error)[]>,
  mostInABatch: number,
): (request: Request) => Promise<Answer> {
  type Waiting = { request: Request; resolve: (answer: Answer) => void; reject: (error: unknown) => void }
  const waiting: Waiting[] = []
  let running = false

  async function work() {
    const batch = waiting.splice(0, mostInABatch)
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
    if (waiting.length > 0) setImmediate(work)
    else running = false
  }

  return request =>
    new Promise((resolve, reject) => {
      waiting.push({ request, resolve, reject })
      if (running) return
      running = true
      setImmediate(work)
    })
}
