// The commands that move an account between two installations.

import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { day, later } from '../base/clock.ts'
import { Refusal } from '../base/refusal.ts'
import { secretOf } from '../config/env.ts'
import { exportAccount } from '../features/moving/exportAccount.ts'
import { importAccount } from '../features/moving/importAccount.ts'
import { undoMove } from '../features/moving/stopAccount.ts'
import { readBalances } from '../payments/ledgerSums.ts'
import type { App } from './app.ts'
import { isManual } from './manualClock.ts'

const actor = 'command'

export async function moveAway(app: App, [accountId, target]: string[]): Promise<Record<string, unknown>> {
  const { database, clock, payments } = app
  if (target === 'undo') {
    await undoMove({ ...app, db: database.db }, { accountId: accountId!, actor })
    return { accountId, works: true }
  }
  const isAlone = database.kind === 'pglite' || isManual(clock)
  const deps = { ...app, ...app.printFiles, provider: payments.name, wait: (ms: number) => wait(ms), isAlone }
  const folder = resolve(target!)
  const exported = await exportAccount(deps, { accountId: accountId!, folder, actor })
  return { accountId, folder, ...exported, balances: await balancesOf(app, accountId!) }
}

export async function moveIn(app: App, [folder, option]: string[]): Promise<Record<string, unknown>> {
  if (option !== undefined && option !== 'same-payment-account')
    throw new Refusal('malformed_request', `got ${option}; after the folder only same-payment-account is possible`)
  const key = secretOf('EXPORT_KEY')
  if (key === undefined)
    throw new Refusal('malformed_request', 'Set EXPORT_KEY to the key that export-account printed.')
  const deps = {
    ...{ ...app, ...app.printFiles },
    provider: app.payments.name,
    readVersions: app.operatorVersions.refresh,
    prepareVersion: app.operatorVersions.prepare,
  }
  const imported = await importAccount(deps, {
    folder: resolve(folder!),
    key,
    hasProvider: option !== undefined,
    actor,
  })
  return { ...imported, balances: await balancesOf(app, imported.accountId) }
}

/** For an accountant: neither installation closes or opens its books for an account that moves. */
async function balancesOf({ database, clock }: App, accountId: string) {
  const now = clock()
  const balances = await readBalances(database.db, accountId, { from: now, before: later(now, day) })
  return balances.map(({ ledgerAccount, part, jurisdiction, closingCents }) => ({
    ...{ ledgerAccount, part, jurisdiction, debitCents: closingCents },
  }))
}
