// Sends files of the corpus through a running service, as a customer would: served from a web server, and checked
// by POST /files/check, while a concurrent reader measures the effect on others.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { startFileServer } from '../support/fileServer.ts'
import type { Seen } from './concurrentReader.ts'
import { paperback } from './products.ts'
import { coverPages, type Specimen } from './specimen.ts'

export type At = { url: string; authorization: string; pid: number }
export type Verdict = { specimen: Specimen; codes: string[] }

/** As many as an account may have under way. */
const underWay = 20
const lookEveryMs = 100

/** What the service says of each file. */
export async function checkAll(specimens: readonly Specimen[], at: At): Promise<Verdict[]> {
  await using server = await startFileServer()
  const verdicts: Verdict[] = []
  const waiting = specimens.entries()
  const worker = async () => {
    for (const [i, specimen] of waiting) {
      server.files.set(`/${i}.pdf`, Buffer.from(await specimen.make()))
      verdicts[i] = { specimen, codes: await codesOf(at, specimen, server.at(`/${i}.pdf`)) }
      server.files.delete(`/${i}.pdf`)
    }
  }
  await Promise.all(Array.from({ length: underWay }, worker))
  return verdicts
}

async function codesOf(at: At, { as, declared }: Specimen, fileUrl: string): Promise<string[]> {
  const { manufacturingSku } = paperback
  const body =
    as === 'cover'
      ? { manufacturingSku, coverUrl: fileUrl, pageCount: coverPages }
      : { manufacturingSku, gutsUrl: fileUrl, ...(declared === undefined ? {} : { pageCount: declared }) }
  const { checkId } = await ask(at, '/files/check', body)
  for (;;) {
    const { status, findings } = await ask(at, `/files/checks/${checkId}`)
    if (status === 'DONE') return [...new Set<string>(findings.map(({ code }: { code: string }) => code))].toSorted()
    await delay(lookEveryMs)
  }
}

// biome-ignore lint/suspicious/noExplicitAny: answers are read as they come
async function ask({ url, authorization }: At, path: string, body?: object): Promise<any> {
  const answer = await fetch(`${url}${path}`, {
    headers: { authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  })
  assert.ok(answer.ok, `${path}: ${answer.status}`)
  return answer.json()
}

/** What somebody else sees while `act` is done. */
export async function seenMeanwhile(at: At, act: () => Promise<unknown>): Promise<Seen> {
  const file = new URL('concurrentReader.ts', import.meta.url).pathname
  const child: ChildProcess = spawn(process.execPath, [file, JSON.stringify(at)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const printed = text(child.stdout!)
  const closed = once(child, 'close')
  try {
    await act()
  } finally {
    child.stdin!.end()
  }
  const [code] = await closed
  assert.equal(code, 0, 'the concurrent reader was served')
  return JSON.parse(await printed)
}

/** The time within which this part of the requests was answered. */
export function quantile(times: number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]!
}
