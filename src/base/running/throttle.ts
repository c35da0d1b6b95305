// Limits how often something is done, such as a log line: an outage fails hundreds of requests a second, and a line for
// each would bury the line that names the cause.

/** Returns a function that acts at most once in `everyMs`, with the number of calls that it skipped before. */
export function throttle(everyMs: number, elapsedMs: () => number = () => performance.now()) {
  let lastMs = Number.NEGATIVE_INFINITY
  let skipped = 0
  return (act: (skipped: number) => void): void => {
    if (elapsedMs() - lastMs < everyMs) {
      skipped++
      return
    }
    lastMs = elapsedMs()
    act(skipped)
    skipped = 0
  }
}
