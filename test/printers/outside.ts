// The other end of a printer adapter, as a separate process: it keeps its own jobs, speaks the real protocol, and can
// be told how to behave. A test observes it only through its control port.

import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { killChild } from '../support/killChild.ts'

export type Outside<Order> = {
  url: string
  /** Tells it something; answers what it says to that. */
  tell(order: Order): Promise<unknown>
  kill(): Promise<void>
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/**
 * Starts `test/printers/<name>.ts`, which prints its URL as its first line and answers each line with one line of JSON.
 */
export async function startOutside<Order>(name: string, args: string[]): Promise<Outside<Order>> {
  const child = spawn(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  running.add(child)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const nextLine = async (): Promise<string> => {
    const { value, done } = await lines.next()
    if (done) throw new Error(`${name} ended`)
    return value
  }
  const url = await nextLine()
  return {
    url,
    async tell(order) {
      child.stdin.write(`${JSON.stringify(order)}\n`)
      return JSON.parse(await nextLine())
    },
    async kill() {
      await killChild(child)
      running.delete(child)
    },
  }
}
