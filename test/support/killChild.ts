import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Kills a child and waits for its end. A child that has ended by itself, as after an error, says so only once. */
export async function killChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}
