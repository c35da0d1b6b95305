// Starts a process of the bench beside the service.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { killChild } from '../test/support/killChild.ts'

export type Child = AsyncDisposable & {
  /** The first line that the process prints. */
  firstLine: string
  pid: number
  /** Sends a line and answers the next line that the process prints. */
  ask(line: string): Promise<string>
}

export async function startChild(file: string, args: string[]): Promise<Child> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error(`${file} ended`)
    return value
  }
  return {
    firstLine: await next(),
    pid: child.pid!,
    ask(line) {
      child.stdin.write(`${line}\n`)
      return next()
    },
    async [Symbol.asyncDispose]() {
      process.off('exit', kill)
      await killChild(child)
    },
  }
}
