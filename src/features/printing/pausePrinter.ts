// Staff pause a printer: it gets no new orders, and jobs that were not submitted wait. Resuming it submits them at
// once.

import { say } from '../../../languages/texts.ts'
import { appendAudit } from '../../accounts/auditLog.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Db } from '../../db/db.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import type { UnitOfWork } from '../../orders/transition.ts'
import { simulatorName } from '../../printer/printerConfig.ts'
import {
  markPaused,
  markResumed,
  type PrinterHealth,
  readHealth,
  readLoadOn,
  readPrinterNames,
} from '../../printer/printerStates.ts'
import type { PrinterRule } from '../../printer/routing.ts'
import type { Fulfillment } from './fulfillment.ts'

type Deps = { transactor: Transactor; fulfillment: Fulfillment }
export type PauseAct = { printer: string; reason: string | null; now: Date; actor: string }

/** A printer as staff see it: the operator's rule, its health, and its current day. */
export type StaffPrinter = Omit<PrinterHealth, 'printer'> &
  Pick<PrinterRule, 'name' | 'adapter' | 'priority' | 'copiesPerDay'> & {
    title: string | null
    bindingCodes: boolean
    day: { date: string; jobs: number; copies: number }
  }

/** Refuses with `not_found`, and with `wrong_state` when the printer is already paused. */
export const pausePrinter = ({ transactor, fulfillment }: Deps, act: PauseAct): Promise<StaffPrinter> =>
  actOnPrinter({ transactor, fulfillment }, act, 'printer_held', async work => {
    if (!(await markPaused(work.tx, act)))
      throw new Refusal('wrong_state', say('{printer} is already paused', { printer: act.printer }))
  })

/** Refuses with `not_found`, and with `wrong_state` when the printer is not paused. */
export const resumePrinter = ({ transactor, fulfillment }: Deps, act: PauseAct): Promise<StaffPrinter> =>
  actOnPrinter({ transactor, fulfillment }, act, 'printer_released', async work => {
    if (!(await markResumed(work.tx, act.printer, act.now))) {
      throw new Refusal('wrong_state', say('{printer} is not paused', { printer: act.printer }))
    }
    work.wake('step_jobs', act.now)
  })

async function actOnPrinter(
  { transactor, fulfillment }: Deps,
  { printer, reason, now, actor }: PauseAct,
  action: string,
  change: (work: UnitOfWork) => Promise<void>,
): Promise<StaffPrinter> {
  const rule = fulfillment.printerConfig.printers.find(({ name }) => name === printer)
  if (rule === undefined) throw new Refusal('not_found', say('there is no printer {printer}', { printer }))
  await transact(transactor, { now, actor }, async work => {
    await change(work)
    const act = { at: now, actor, action, accountId: null, subject: printer, details: { reason } }
    await appendAudit(work.tx, work.newId, act)
  })
  const [changed] = await staffPrinters(transactor.db, fulfillment, [rule], now)
  return changed!
}

/** In the operator's order. */
export async function staffPrinters(
  db: Db,
  { days }: Fulfillment,
  rules: readonly PrinterRule[],
  now: Date,
): Promise<StaffPrinter[]> {
  const health = await readHealth(
    db,
    rules.map(({ name }) => name),
  )
  return Promise.all(
    rules.map(async ({ name, title = null, adapter, priority, copiesPerDay, cutOff, bindingCodes = false }) => {
      const { printer: _, ...state } = health.find(({ printer }) => printer === name)!
      const date = days.dayOf(now, cutOff)
      return {
        name,
        title,
        adapter,
        priority,
        copiesPerDay,
        bindingCodes,
        ...state,
        day: { date, ...(await readLoadOn(db, name, date)) },
      }
    }),
  )
}

/** A printer that the operator removed; only the staff can end its jobs. */
export type RemovedPrinter = { name: string } & Pick<PrinterHealth, 'openJobs' | 'unsubmitted' | 'alarms'>

/** The removed printers that have open jobs, by name. */
export async function removedPrinters(db: Db, { printerConfig }: Fulfillment): Promise<RemovedPrinter[]> {
  const current = new Set([simulatorName, ...printerConfig.printers.map(({ name }) => name)])
  const removed = (await readPrinterNames(db)).filter(name => !current.has(name))
  const health = removed.length === 0 ? [] : await readHealth(db, removed)
  return health
    .filter(({ openJobs }) => openJobs > 0)
    .map(({ printer, openJobs, unsubmitted, alarms }) => ({ name: printer, openJobs, unsubmitted, alarms }))
}
