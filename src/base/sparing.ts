// Says the first of many alike, and then no more than one in a while with how many others there were: an outage turns
// away hundreds of requests a second, and a line for each would bury the line that tells why.

export function sparing(everyMs: number, elapsedMs: () => number = () => performance.now()) {
  let saidMs = Number.NEGATIVE_INFINITY
  let unsaid = 0
  return (say: (unsaid: number) => void): void => {
    if (elapsedMs() - saidMs < everyMs) {
      unsaid++
      return
    }
    saidMs = elapsedMs()
    say(unsaid)
    unsaid = 0
  }
}
