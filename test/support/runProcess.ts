// Helpers for tests of the service's processes, besides service.ts: empty homes, finished runs, and sign-ins.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { minute } from '../../src/base/clock.ts'
import { compiledFolder, quickWasm } from '../compiled.ts'
import { bundleOf } from './bundle.ts'
import type { Home, Service } from './service.ts'

/** A machine that is busy with other tests is no fault of a process. */
const maxWaitMs = 2 * minute
const pollMs = 200
const folders: string[] = []
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A home in which no service has started. It is deleted after the last test. */
export function emptyHome(databaseUrl: string | null = null): Home {
  const dataDir = join(mkdtempSync(join(tmpdir(), 'octavo-process-')), 'data')
  folders.push(join(dataDir, '..'))
  return {
    dataDir,
    databaseUrl,
    demo: () => JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')),
    async remove() {},
  }
}

type RunResult = { code: number; stdout: string; stderr: string }

/** Runs the program until it ends. */
export async function run(args: string[], env: Record<string, string>): Promise<RunResult> {
  const { promise, resolve } = Promise.withResolvers<RunResult>()
  const file = await bundleOf('main')
  const options = {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: compiledFolder, PORT: '0', ...env },
    timeout: maxWaitMs,
  }
  execFile(process.execPath, [quickWasm, file, ...args], options, (error, stdout, stderr) =>
    resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr }),
  )
  return promise
}

/** Answers the cookies of the session. */
export async function signIn(
  { url }: Service,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const answer = await fetch(`${url}/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  assert.equal(answer.status, 200, email)
  return answer.headers
    .getSetCookie()
    .map(cookie => cookie.split(';', 1)[0])
    .join('; ')
}

/** Waits until another process has checked the order, and answers its status. */
export async function checkedStatus(service: Service, as: string, id: string): Promise<string> {
  const deadline = performance.now() + maxWaitMs
  for (;;) {
    const { body } = await service.call(`/orders/${id}`, { as })
    if ((body.status !== 'RECEIVED' && body.status !== 'VALIDATING') || performance.now() > deadline) return body.status
    await delay(pollMs) // the check needs the processor more than the questions
  }
}
