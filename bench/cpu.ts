// The CPU time of a measurement, separately for the service and for PostgreSQL. On a shared machine it varies less than
// a rate, and it shows where the time of a request goes.

import { readdirSync, readFileSync } from 'node:fs'
import { query } from './databases.ts'

const usPerTick = 10_000 // Linux counts in hundredths of a second

export type CpuUse = { serviceUs: number; postgresUs: number }

/** Answers a meter of the used microseconds. On other systems than Linux it reads zeros. */
export async function cpuMeter(servicePids: number[], databaseUrl: string): Promise<() => CpuUse> {
  const [{ pid } = {}] = await query(databaseUrl, `select pg_read_file('postmaster.pid') as pid`)
  const postmaster = Number.parseInt(String(pid), 10)
  return () => ({ serviceUs: usedUs(servicePids), postgresUs: usedUs([postmaster, ...childrenOf(postmaster)]) })
}

export const perRequest = (uses: CpuUse[], counts: number[]): string => {
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  const of = (pick: (use: CpuUse) => number) => Math.round(sum(uses.map(pick)) / sum(counts))
  return `CPU of each: service ${of(use => use.serviceUs)} µs, PostgreSQL ${of(use => use.postgresUs)} µs`
}

/** The CPU time of the children of this process that have ended. */
export const endedChildrenMs = (): number => {
  const [user = 0, system = 0] = statOf(process.pid)?.slice(13, 15).map(Number) ?? []
  return ((user + system) * usPerTick) / 1000
}

/** Runs `act`, and answers its result and its CPU use. */
export async function measureCpu<T>(meter: () => CpuUse, act: () => Promise<T>): Promise<{ result: T; use: CpuUse }> {
  const before = meter()
  const result = await act()
  const after = meter()
  return {
    result,
    use: { serviceUs: after.serviceUs - before.serviceUs, postgresUs: after.postgresUs - before.postgresUs },
  }
}

/** The CPU time of processes and of their ended children. */
function usedUs(pids: number[]): number {
  return pids.reduce((sum, pid) => {
    const times = statOf(pid)?.slice(11, 15).map(Number) ?? []
    return sum + times.reduce((total, ticks) => total + ticks, 0) * usPerTick
  }, 0)
}

function childrenOf(parent: number): number[] {
  try {
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name) && statOf(Number(name))?.[1] === String(parent))
      .map(Number)
  } catch {
    return []
  }
}

/** The fields after the command's name, starting with the state. */
function statOf(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}
