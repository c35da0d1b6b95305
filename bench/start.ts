// (h): the time from the start of the process to its first answer, and the memory of the idle process. (a) measures its
// memory after load.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bench } from './measurement.ts'
import { type Finding, megabytes } from './report.ts'
import { type ServiceOptions, startService } from './service.ts'

const idleMs = 3000

export async function startProcesses(bench: Bench): Promise<Finding[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-bench-'))
  const databaseUrl = await bench.database('start')
  const findings = [
    await measureStart('first start, embedded database', { dataDir }),
    await measureStart('second start, embedded database', { dataDir }),
    await measureStart('first start, PostgreSQL', { databaseUrl }),
    await measureStart('second start, PostgreSQL', { databaseUrl }),
  ]
  rmSync(dataDir, { recursive: true, force: true })
  return findings
}

async function measureStart(title: string, options: ServiceOptions): Promise<Finding> {
  await using service = await startService(options)
  await new Promise(resolve => setTimeout(resolve, idleMs))
  const measured = `${(service.startupMs / 1000).toFixed(1)} s; ${megabytes(service.residentBytes())} resident`
  return { id: 'h', title, measured }
}
