// Group commit, for writes and reads alike: what arrives while as many batches as may be are under way goes together in the
// next. No timers: a lone caller waits for nobody, and the batches grow with the load by themselves.

/**
 * Wraps `run`, which handles many at once and answers in the same order, as a function for one. A batch that throws
 * rejects each of its callers; `run` may answer a member with an Error to reject that one alone.
 */
export function grouped<Request, Answer>(
  run: (batch: Request[]) => Promise<(Answer | Error)[]>,
  mostInABatch: number,
  batchesAtOnce = 1,
): (request: Request) => Promise<Answer> {
  type Waiting = { request: Request; resolve: (answer: Answer) => void; reject: (error: unknown) => void }
  const waiting: Waiting[] = []
  let running = 0
  let starting = false

  async function work() {
    starting = false
    running++
    while (waiting.length > 0) {
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
    }
    running--
  }

  return request =>
    new Promise((resolve, reject) => {
      waiting.push({ request, resolve, reject })
      // setImmediate, so that all the requests that this turn of the event loop read from their sockets go together.
      if (!starting && running < batchesAtOnce) {
        starting = true
        setImmediate(work)
      }
    })
}
