// Staff put a printer on hold: it gets no new orders, and jobs that were not submitted wait. Releasing it submits them
// at once.

import { appendAudit } from '../../accounts/audit.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Db } from '../../db/db.ts'
import type { PrinterRule } from '../../printer/routing.ts'
import { simulatorName } from '../../printer/shop.ts'
import {
  holdPrinter,
  type PrinterHealth,
  readHealth,
  readLoadOn,
  readNames,
  releasePrinter,
} from '../../printer/states.ts'
import type { Work } from '../transition.ts'
import { inOneWork, type Shell } from '../work.ts'
import type { Press } from './print.ts'

type Deps = { shell: Shell; press: Press }
export type HoldAct = { printer: string; reason: string | null; now: Date; actor: string }

/** A printer as staff see it: the operator's rule, what is known about it, and its current day. */
export type StaffPrinter = Omit<PrinterHealth, 'printer'> &
  Pick<PrinterRule, 'name' | 'adapter' | 'priority' | 'copiesPerDay'> & {
    day: { date: string; jobs: number; copies: number }
  }

/** Refuses with `not_found`, and with `wrong_state` when it is already on hold. */
export const hold = ({ shell, press }: Deps, act: HoldAct): Promise<StaffPrinter> =>
  actOnPrinter({ shell, press }, act, 'printer_held', async work => {
    if (!(await holdPrinter(work.tx, act))) throw new Refusal('wrong_state', `${act.printer} is already on hold`)
  })

/** Refuses with `not_found`, and with `wrong_state` when it is not on hold. */
export const release = ({ shell, press }: Deps, act: HoldAct): Promise<StaffPrinter> =>
  actOnPrinter({ shell, press }, act, 'printer_released', async work => {
    if (!(await releasePrinter(work.tx, act.printer, act.now))) {
      throw new Refusal('wrong_state', `${act.printer} is not on hold`)
    }
    work.wake('step_jobs', act.now)
  })

async function actOnPrinter(
  { shell, press }: Deps,
  { printer, reason, now, actor }: HoldAct,
  action: string,
  does: (work: Work) => Promise<void>,
): Promise<StaffPrinter> {
  const rule = press.shop.printers.find(({ name }) => name === printer)
  if (rule === undefined) throw new Refusal('not_found', `there is no printer ${printer}`)
  await inOneWork(shell, { now, actor }, async work => {
    await does(work)
    const act = { at: now, actor, action, accountId: null, subject: printer, details: { reason } }
    await appendAudit(work.tx, work.newId, act)
  })
  const [one] = await staffPrinters(shell.db, press, [rule], now)
  return one!
}

/** In the order of the operator's file. */
export async function staffPrinters(
  db: Db,
  { days }: Press,
  rules: readonly PrinterRule[],
  now: Date,
): Promise<StaffPrinter[]> {
  const health = await readHealth(
    db,
    rules.map(({ name }) => name),
  )
  return Promise.all(
    rules.map(async ({ name, adapter, priority, copiesPerDay, cutOff }) => {
      const { printer: _, ...known } = health.find(({ printer }) => printer === name)!
      const date = days.dayOf(now, cutOff)
      return { name, adapter, priority, copiesPerDay, ...known, day: { date, ...(await readLoadOn(db, name, date)) } }
    }),
  )
}

/** A printer that is no longer in the operator's file, and whose jobs nobody but the staff can end. */
export type RemovedPrinter = { name: string } & Pick<PrinterHealth, 'openJobs' | 'unsubmitted' | 'alarms'>

/** Those that still have open jobs, by name. */
export async function removedPrinters(db: Db, { shop }: Press): Promise<RemovedPrinter[]> {
  const known = new Set([simulatorName, ...shop.printers.map(({ name }) => name)])
  const others = (await readNames(db)).filter(name => !known.has(name))
  const health = others.length === 0 ? [] : await readHealth(db, others)
  return health
    .filter(({ openJobs }) => openJobs > 0)
    .map(({ printer, openJobs, unsubmitted, alarms }) => ({ name: printer, openJobs, unsubmitted, alarms }))
}
