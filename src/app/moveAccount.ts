// The commands that move an account between two installations.

import { resolve } from 'node:path'
import { second } from '../base/clock.ts'
import { Refusal } from '../base/refusal.ts'
import { exportAccount } from '../features/moving/exportAccount.ts'
import { importAccount } from '../features/moving/importAccount.ts'
import { undoMove } from '../features/moving/stopAccount.ts'
import type { App } from './app.ts'
import { isManual } from './manualClock.ts'

const actor = 'command'
/** Longer than a call of another process takes that was begun before the account was stopped. */
const callsEndMs = 65 * second

export async function moveAway(app: App, [accountId, target]: string[]): Promise<Record<string, unknown>> {
  const { database, clock, payments } = app
  if (target === 'undo') {
    await undoMove({ ...app, db: database.db }, { accountId: accountId!, actor })
    return { accountId, works: true }
  }
  const isAlone = database.kind === 'pglite' || isManual(clock)
  const deps = { ...app, ...app.printFiles, provider: payments.name, callsEndMs: isAlone ? 0 : callsEndMs }
  const folder = resolve(target!)
  return { accountId, folder, ...(await exportAccount(deps, { accountId: accountId!, folder, actor })) }
}

export async function moveIn(app: App, [folder, key, option]: string[]): Promise<Record<string, unknown>> {
  if (option !== undefined && option !== 'same-payment-account')
    throw new Refusal('malformed_request', `got ${option}; after the key only same-payment-account is possible`)
  const deps = {
    ...{ ...app, ...app.printFiles },
    provider: app.payments.name,
    readVersions: app.operatorVersions.refresh,
  }
  return importAccount(deps, { folder: resolve(folder!), key: key!, hasProvider: option !== undefined, actor })
}
