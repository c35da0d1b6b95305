// A test file that does not end fails with its name, though it awaits what never comes or runs in circles: the runner
// would wait for it for ever. `npm test` imports this before each test file.

import { Worker } from 'node:worker_threads'

const mostMs = 15 * 60_000

const kill = `
const { workerData: { file, mostMs } } = require('node:worker_threads')
setTimeout(() => {
  require('node:fs').writeSync(2, file + ' did not end within ' + mostMs / 60_000 + ' minutes\\n')
  process.kill(process.pid, 'SIGKILL')
}, mostMs)`

// Not in the runner, which waits for all of them. A thread has its own clock, and goes on when this one is stuck.
if (process.env.NODE_TEST_CONTEXT !== undefined) {
  const workerData = { file: process.argv[1], mostMs }
  new Worker(kill, { eval: true, execArgv: [], workerData }).unref()
}
