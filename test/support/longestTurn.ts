import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * The longest time for which work holds the event loop, in milliseconds of the thread's processor time: these stay the
 * same on a busy machine.
 */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let isDone = false
  let longestMs = 0
  const end = work().finally(() => {
    isDone = true
  })
  let usedMs = cpuMs()
  while (!isDone) {
    await nextTurn()
    const nowMs = cpuMs()
    longestMs = Math.max(longestMs, nowMs - usedMs)
    usedMs = nowMs
  }
  await end
  return longestMs
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
