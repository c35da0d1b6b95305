// Ends a test file that hangs or loops, and prints its name. The test runner would wait for it forever. `npm test`
// imports this file before each test file.

import { basename } from 'node:path'
import { Worker } from 'node:worker_threads'

const maxMs = 15 * 60_000
/** A process that runs several files has the time of three. */
const maxGroupMs = 3 * maxMs

const kill = `
const { workerData: { file, maxMs } } = require('node:worker_threads')
setTimeout(() => {
  require('node:fs').writeSync(2, file + ' did not end within ' + maxMs / 60_000 + ' minutes\\n')
  process.kill(process.pid, 'SIGKILL')
}, maxMs)`

// Not in the runner itself, which waits for all test files. A worker thread still runs while the main thread loops.
if (process.env.NODE_TEST_CONTEXT !== undefined) {
  const file = process.argv[1]!
  const workerData = { file, maxMs: basename(file).startsWith('group-of-') ? maxGroupMs : maxMs }
  new Worker(kill, { eval: true, execArgv: [], workerData }).unref()
}
