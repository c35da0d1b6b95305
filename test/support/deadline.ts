// Ends a test file in which no test ends for long, as one that hangs or loops, and prints its name. The test runner
// would wait for it forever. `npm test` imports this file before each test file.

import { afterEach } from 'node:test'
import { Worker } from 'node:worker_threads'
import { isLongForm } from './longForm.ts'

/** The files of test/preflight.test.ts take four minutes, and ten where the machine does other work, too. */
const maxMs = (isLongForm ? 90 : 15) * 60_000

const kill = `
const { parentPort, workerData: { file, maxMs } } = require('node:worker_threads')
const die = () => {
  require('node:fs').writeSync(2, 'no test of ' + file + ' ended within ' + maxMs / 60_000 + ' minutes\\n')
  process.kill(process.pid, 'SIGKILL')
}
let timer = setTimeout(die, maxMs)
parentPort.on('message', () => {
  clearTimeout(timer)
  timer = setTimeout(die, maxMs)
})`

// Not in the runner itself, which waits for all test files. A worker thread still runs while the main thread loops.
if (process.env.NODE_TEST_CONTEXT !== undefined) {
  const worker = new Worker(kill, { eval: true, execArgv: [], workerData: { file: process.argv[1], maxMs } })
  worker.unref()
  afterEach(() => worker.postMessage(null))
}
