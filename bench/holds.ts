// (t): for how long each route, called by each kind of caller, and each of the largest inputs holds the event loop, and
// how much processor time it takes in the service and its children.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cpuMeter, measureCpu } from './cpu.ts'
import { everyRoute, largeDrafts, largeFiles, largeOrders, type Sent, signInCallers, staffKey } from './heldRequests.ts'
import type { Bench } from './measurement.ts'
import type { Finding } from './report.ts'
import { median } from './rounds.ts'
import { type Service, startService } from './service.ts'

const maxHoldMs = 50
/** Requests below are only counted. */
const shownHoldMs = 10
const attempts = 3
/** For an answer that does not end, such as a stream of events. */
const maxAnswerMs = 30_000

export async function measureHolds(bench: Bench): Promise<Finding[]> {
  const databaseUrl = await bench.database('holds')
  const folder = mkdtempSync(join(tmpdir(), 'octavo-holds-'))
  const holdFile = join(folder, 'hold')
  const meter = `--import=${new URL('holdMeter.ts', import.meta.url)}`
  await using service = await startService({
    databaseUrl,
    profileDir: bench.profileDir,
    env: { NODE_OPTIONS: meter, HOLD_FILE: holdFile },
  })
  const readHoldMs = () => signalled(service, holdFile)
  const cpu = await cpuMeter([service.pid], databaseUrl)
  const callers = await signInCallers(bench, service, databaseUrl)
  const { drafts, versions } = await largeDrafts(service, await staffKey(databaseUrl), attempts)
  const requests = [
    ...largeOrders(bench),
    ...largeFiles(bench, callers),
    ...drafts,
    ...(await everyRoute(bench, service, callers)),
    // Last: other requests are measured with a catalog of the usual size.
    ...versions,
  ]
  const findings: Finding[] = []
  for (const sent of requests) {
    const holds: number[] = []
    const uses: number[] = []
    let status = 0
    for (let attempt = 0; attempt < attempts; attempt++) {
      if (sent.before !== undefined) await send(service, sent.before, attempt)
      await readHoldMs()
      const { result, use } = await measureCpu(cpu, () => send(service, sent, attempt))
      status = result
      uses.push(use.serviceUs / 1000)
      holds.push(await readHoldMs())
    }
    const holdMs = median(holds)
    findings.push({
      id: 't',
      title: sent.title,
      measured: `holds ${holdMs.toFixed(0)} ms, takes ${median(uses).toFixed(0)} ms (${status})`,
      ratio: holdMs / maxHoldMs,
      goal: { atMost: 1 },
    })
  }
  rmSync(folder, { recursive: true })
  const isShown = ({ ratio = 0 }: Finding) => ratio * maxHoldMs >= shownHoldMs
  const others = findings.filter(finding => !isShown(finding))
  return [
    ...findings.filter(isShown).toSorted((a, b) => b.ratio! - a.ratio!),
    { id: 't', title: 'the other requests', measured: `${others.length}, which hold less than ${shownHoldMs} ms each` },
  ]
}

async function send(service: Service, { method, path, headers = {}, body }: Sent, attempt = 0): Promise<number> {
  const url = service.url + (typeof path === 'string' ? path : path(attempt))
  const sent = (typeof body === 'function' ? body(attempt) : body) ?? null
  const signal = AbortSignal.timeout(maxAnswerMs)
  // The service may close the connection before a body that is too large has arrived.
  const answer = await fetch(url, { method, headers, redirect: 'manual', body: sent, signal }).catch(() => null)
  if (answer?.headers.get('content-type')?.startsWith('text/event-stream')) await answer.body?.cancel()
  else await answer?.arrayBuffer()
  return answer?.status ?? 0
}

async function signalled(service: Service, file: string): Promise<number> {
  rmSync(file, { force: true })
  process.kill(service.pid, 'SIGUSR2')
  for (;;) {
    try {
      const text = readFileSync(file, 'utf8')
      if (text !== '') return Number(text)
    } catch {
      // not yet written
    }
    await new Promise(resolve => setTimeout(resolve, 2))
  }
}
