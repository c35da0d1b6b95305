// The email about the day that begins, to each person of the staff who chose an hour for it.

import { sql } from 'kysely'
import { nextHourIn } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import { claimDue } from '../../jobs/claimDue.ts'
import { type Transactor, transact } from '../../orders/transact.ts'
import { readDue, readSales } from '../staff/morning.ts'
import { readCounts } from '../staff/staffQueries.ts'
import { notifyStaff } from './staffEmails.ts'

const maxReaders = 50

type Reader = { userId: string; hour: number; timeZone: string | null; name: string; email: string }

/** Of the task `email_orders`. Returns the number of emails. */
export const writeMorningEmails =
  ({ transactor, publicUrl, log }: { transactor: Transactor; publicUrl: URL; log: Log }) =>
  (now: Date): Promise<number> =>
    transact(transactor, { now, actor: 'system' }, work =>
      claimDue<Reader>(work, 'morning email', {
        columns: sql`
          d.user_id as "userId", d.morning_hour as hour, d.time_zone as "timeZone",
          (select u.name from users u where u.id = d.user_id) as name,
          (select u.email from users u where u.id = d.user_id) as email`,
        ...{ max: maxReaders, log },
        async act(readers) {
          const [sales, due, counts] = [
            await readSales(work.tx, now),
            await readDue(work.tx, now),
            await readCounts(work.tx, now),
          ]
          const values = {
            ...{ sold: sales.yesterday, dueToday: due.today, late: due.late, counts },
            overviewUrl: new URL('/staff/overview', publicUrl).href,
            ordersUrl: new URL('/staff/orders', publicUrl).href,
          }
          await notifyStaff(
            work,
            readers.map(({ name, email }) => ({ recipient: email, kind: 'morning', values: { name, ...values } })),
          )
          for (const { userId, hour, timeZone } of readers)
            await sql`
              update memberships set morning_due_at = ${nextHourIn(now, hour, timeZone ?? 'UTC')}
              where user_id = ${userId}`.execute(work.tx)
        },
        keyOf: ({ userId }) => ({ userId }),
      }),
    )
