// Group commit, for writes and reads alike: requests that arrive while one batch runs go together in the next. There
// are no timers: a lone caller waits for nobody, and batches grow with the load. Each batch begins with setImmediate,
// so that it holds all the requests that one turn of the event loop reads from its sockets.

/**
 * Turns `run`, which handles many requests at once and answers them in the same order, into a function for one. A batch
 * that throws rejects all of its callers; `run` may also answer one member with an Error to reject only that one.
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
