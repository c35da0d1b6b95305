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
  const [dataDir, dataDirOnPostgres] = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'octavo-bench-'))) as [
    string,
    string,
  ]
  // A database knows its storage, so the second start has the folder of the first.
  const onPostgres = { databaseUrl: await bench.database('start'), dataDir: dataDirOnPostgres }
  const findings = [
    await measureStart('first start, embedded database', { dataDir }),
    await measureStart('second start, embedded database', { dataDir }),
    await measureStart('first start, PostgreSQL', onPostgres),
    await measureStart('second start, PostgreSQL', onPostgres),
  ]
  for (const folder of [dataDir, dataDirOnPostgres]) rmSync(folder, { recursive: true, force: true })
  return findings
}

async function measureStart(title: string, options: ServiceOptions): Promise<Finding> {
  await using service = await startService(options)
  await new Promise(resolve => setTimeout(resolve, idleMs))
  const peak = service.peakBytes()
  const measured = `${(service.startupMs / 1000).toFixed(1)} s; ${megabytes(service.residentBytes())} resident${peak === null ? '' : `, at most ${megabytes(peak)}`}`
  return { id: 'h', title, measured }
}
