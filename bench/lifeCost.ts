// (l): what the life of an order costs the database, by table. All but the time is the same on any machine.

import { type LifeCost, measureLife, type TableCost } from '../test/support/lifeCost.ts'
import { type Finding, markdownTable } from './report.ts'

export async function countCost(): Promise<Finding[]> {
  const cost = await measureLife()
  console.log(`${tableOf(cost)}\n`)
  const finding = (title: string, measured: string): Finding => ({
    id: 'l',
    title: `life of an order: ${title}`,
    measured,
  })
  return [
    finding('write-ahead log', kilobytes(cost.walBytes)),
    finding('stored after vacuum', kilobytes(cost.storedBytes)),
    finding('statements', cost.statements.toFixed(1)),
    finding('pages read', Math.round(cost.pages).toLocaleString('en')),
    finding('time of the database', `${cost.databaseMs.toFixed(1)} ms`),
  ]
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

function tableOf({ tables }: LifeCost): string {
  const large = tables.filter(({ walBytes }) => walBytes >= 100)
  const row = (cost: TableCost) => [
    cost.table,
    cost.inserts.toFixed(1),
    cost.updates.toFixed(1),
    cost.indexEntries.toFixed(1),
    kilobytes(cost.walBytes),
    kilobytes(cost.storedBytes),
  ]
  return markdownTable([
    ['table', 'inserts', 'updates', 'index entries', 'write-ahead log', 'stored'],
    ...large.map(row),
  ])
}
