// The daily charge in a process of its own, for tests that kill it: charges whatever is due at an instant, through the
// provider, and ends. CHARGING is JSON: {databaseUrl, providerUrl, now, crashAt}.

import { instant } from '../src/base/clock.ts'
import { crashAt, readCrashPlan } from '../src/base/crash.ts'
import { sortableIds } from '../src/base/ids.ts'
import { silentLog } from '../src/base/log.ts'
import { openDatabase } from '../src/db/db.ts'
import { type ChargeDeps, chargeDue, settleCharges } from '../src/orders/pay.ts'
import { stripePayments } from '../src/payments/stripe/stripe.ts'

export type Charging = { databaseUrl: string; providerUrl: string; now: string; crashAt: string }

const given = JSON.parse(process.env.CHARGING ?? '{}') as Charging
const now = instant(given.now)
const database = await openDatabase({ databaseUrl: given.databaseUrl, dataDir: null })
const deps: ChargeDeps = {
  shell: {
    db: database.db,
    newId: sortableIds(() => now),
    bells: { wake: async () => {}, ring: () => {} },
  },
  payments: stripePayments({
    secretKey: 'sk_test_octavo',
    webhookSecret: 'whsec_octavo',
    apiUrl: new URL(given.providerUrl),
    publicUrl: new URL('https://octavo.example'),
    callsPerSecond: 10_000,
  }),
  log: silentLog,
  patienceMs: 0,
  tellOfDecline: async () => {},
  tellOfConfirmation: async () => {},
  crash: crashAt(given.crashAt === '' ? [] : readCrashPlan(given.crashAt)!, () => process.kill(process.pid, 'SIGKILL')),
}
for (const sweep of [chargeDue(deps), settleCharges(deps)]) while ((await sweep(now)) > 0);
await database.close()
