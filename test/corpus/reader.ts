// A small service: it reads the given files, as many at once as there are cores, and watches itself meanwhile. Prints
// its results as JSON: the readings in order, the most memory in use, and the longest time that it blocked the event
// loop.

import type { ReadScope } from '../../src/artwork/preflight/fileReport.ts'
import { openPreflight } from '../../src/artwork/preflight/preflight.ts'

const everyMs = 10
type Request = { files: { path: string; scope: ReadScope }[]; maxPages: number }
const { files, maxPages }: Request = JSON.parse(process.argv[2]!)
const preflight = openPreflight()

let maxBytes = 0
let maxMs = 0
// Processor time and not the clock, which also counts what other processes of the machine take.
let before = process.threadCpuUsage()
const watch = setInterval(() => {
  const used = process.threadCpuUsage(before)
  before = process.threadCpuUsage()
  maxMs = Math.max(maxMs, (used.user + used.system) / 1000)
  maxBytes = Math.max(maxBytes, process.memoryUsage.rss())
}, everyMs)
const times: number[] = []
const readings = await Promise.all(
  files.map(async ({ path, scope }, i) => {
    const reading = await preflight.read('acc_1', path, { maxPages, scope })
    times[i] = Math.round(performance.now())
    return reading
  }),
)
clearInterval(watch)
await preflight.close()
process.stdout.write(JSON.stringify({ readings, maxBytes, maxMs, times }))
