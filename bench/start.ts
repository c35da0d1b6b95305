// (h): the time from the start of the process to its first answer, and its memory when idle. Its memory after load is
// measured by (a).

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bench } from './measurement.ts'
import { type Finding, megabytes } from './report.ts'
import { type ServiceOptions, startService } from './service.ts'

const restMs = 3000

export async function start(bench: Bench): Promise<Finding[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-bench-'))
  const databaseUrl = await bench.database('start')
  const findings = [
    await started('first start, embedded database', { dataDir }),
    await started('second start, embedded database', { dataDir }),
    await started('first start, PostgreSQL', { databaseUrl }),
    await started('second start, PostgreSQL', { databaseUrl }),
  ]
  rmSync(dataDir, { recursive: true, force: true })
  return findings
}

async function started(what: string, options: ServiceOptions): Promise<Finding> {
  await using service = await startService(options)
  await new Promise(resolve => setTimeout(resolve, restMs))
  const measured = `${(service.startedMs / 1000).toFixed(1)} s; ${megabytes(service.residentBytes())} resident`
  return { id: 'h', what, measured }
}
