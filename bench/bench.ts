// npm run bench: compares the service with floors, in one run, on a real PostgreSQL. Exits with status 1 when a goal is
// missed.
//   --only a,c     some of the measurements
//   --quick        fewer and shorter rounds, and smaller sets
//   --profile DIR  the service saves CPU profiles there

import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { archiveMonth } from './archive.ts'
import { attackSignIn } from './attack.ts'
import { balanceLedger } from './balances.ts'
import { createForMany, createForOne } from './create.ts'
import { makeCustomers } from './customers.ts'
import { nothingDue, startDatabases, waitUntil } from './databases.ts'
import { orderFiles } from './files.ts'
import { compareGrowth } from './growth.ts'
import { measureHolds } from './holds.ts'
import { completeOrders } from './life.ts'
import { countCost } from './lifeCost.ts'
import type { Bench } from './measurement.ts'
import { chargeDaily } from './money.ts'
import { checkFiles } from './preflight.ts'
import { handToPrinter } from './printers.ts'
import { readOrders } from './read.ts'
import { startReceiver } from './receiver.ts'
import { releaseQueued } from './release.ts'
import { type Finding, meetsGoal, tableOf } from './report.ts'
import { reportYear } from './reports.ts'
import { startProcesses } from './start.ts'
import { drawTemplates } from './templates.ts'
import { deliverWebhooks } from './webhooks.ts'

const measurements: Record<string, (bench: Bench) => Promise<Finding[]>> = {
  l: countCost,
  a: createForMany,
  b: createForOne,
  c: readOrders,
  d: deliverWebhooks,
  e: completeOrders,
  f: compareGrowth,
  g: releaseQueued,
  h: startProcesses,
  i: drawTemplates,
  j: handToPrinter,
  k: archiveMonth,
  m: chargeDaily,
  n: balanceLedger,
  p: checkFiles,
  q: orderFiles,
  r: reportYear,
  s: attackSignIn,
  t: measureHolds,
}

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
})
const ids = options.only?.split(',') ?? Object.keys(measurements)

const databases = await startDatabases()
const receiver = await startReceiver()
const template = 'customers'
const { customers, printer } = await makeCustomers(await databases.create(template))
const bench: Bench = {
  quick: options.quick,
  rounds: options.quick ? 3 : 5,
  seconds: options.quick ? 2 : 4,
  profileDir: options.profile ?? null,
  customers,
  printer,
  receiver,
  database: name => databases.create(name, template),
  idle: databaseUrl => waitUntil(databaseUrl, nothingDue),
}

console.log(
  `Node ${process.version}, PostgreSQL ${databases.serverVersion}, ${cpus().length} × ${cpus()[0]?.model}, ` +
    `${Math.round(totalmem() / 2 ** 30)} GB; the service, PostgreSQL and the load share them\n`,
)
const findings: Finding[] = []
for (const id of ids) {
  const measure = measurements[id]
  if (measure === undefined) throw new Error(`there is no measurement ${id}`)
  for (const finding of await measure(bench)) {
    findings.push(finding)
    console.log(
      `(${finding.id}) ${finding.title}: ${finding.measured}${finding.ratio === undefined ? '' : `, ratio ${finding.ratio.toFixed(2)}`}${finding.note === undefined ? '' : ` [${finding.note}]`}`,
    )
  }
}
await receiver.stop()
await databases.stop()
console.log(`\n${tableOf(findings)}`)
process.exitCode = findings.every(meetsGoal) ? 0 : 1
