// Starts the provider's process and gives it commands. It ends at the latest with this process.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { killChild } from '../support/killChild.ts'
import type { createProvider } from './stripe.ts'

type Deeds = ReturnType<typeof createProvider>['deeds']
type Given<Name extends keyof Deeds> = Parameters<Deeds[Name]> extends [infer Value] ? Value : Record<string, never>

export type Provider = AsyncDisposable & {
  url: URL
  ask<Name extends keyof Deeds>(deed: Name, given: Given<Name>): Promise<Awaited<ReturnType<Deeds[Name]>>>
  /** Sets the provider's clock. */
  setTime(now: Date): Promise<void>
}

export async function startProvider(): Promise<Provider> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const killed = () => child.kill('SIGKILL')
  process.once('exit', killed)
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const url = new URL(/ready at (\S+)/.exec(line)![1]!)
  const ask: Provider['ask'] = async (deed, given) => {
    const answer = await fetch(new URL(`/_deeds/${deed}`, url), { method: 'POST', body: JSON.stringify(given) })
    if (!answer.ok) throw new Error(`The provider could not ${deed}: ${await answer.text()}`)
    return (await answer.json()) as never
  }
  return {
    url,
    ask,
    setTime: now => ask('set', { offsetMs: now.getTime() - Date.now() }),
    async [Symbol.asyncDispose]() {
      process.off('exit', killed)
      await killChild(child)
    },
  }
}
