// Loaded into the service for (t): measures for how long the event loop is held, in processor time of its thread, since
// that stays the same on a busy machine. A signal writes the longest time since the last signal into HOLD_FILE.

import { writeFileSync } from 'node:fs'

const usedMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

let beforeMs = usedMs()
let longestMs = 0
setInterval(() => {
  const nowMs = usedMs()
  longestMs = Math.max(longestMs, nowMs - beforeMs)
  beforeMs = nowMs
}, 1).unref()

process.on('SIGUSR2', () => {
  writeFileSync(process.env.HOLD_FILE!, String(longestMs))
  longestMs = 0
})
