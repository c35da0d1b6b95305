// The process that does one task and nothing else: it loads the task's module, takes the request from its arguments and
// the input from its standard input, and writes the answer to its standard output. It needs no environment, no network
// and no other file.

import { readFileSync, writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import type { TaskModule } from './guard.ts'

const [module, argument] = process.argv.slice(2)
const task: TaskModule = await import(module!)
if (argument === undefined) {
  // Loads the libraries, so that they are compiled once for all later children.
  await task.prepare?.(null)
  flushCompileCache()
} else {
  const request = JSON.parse(argument)
  await task.prepare?.(request)
  // From here on, failures are the fault of the input.
  writeSync(2, 'begun\n')
  const announce = (step: number) => void writeSync(2, `step ${step}\n`)
  const bytes = await task.run(request, { readInput: () => readFileSync(0), announce })
  for (let sent = 0; sent < bytes.length; ) sent += writeSync(1, bytes, sent)
  const { user, system } = process.cpuUsage()
  writeSync(2, `cpu ${Math.round((user + system) / 1000)}\n`)
}
process.exit(0)
