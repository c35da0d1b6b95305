// The sums of facts, by day and by month: the additions of each statement that counts facts.

import { sql } from 'kysely'
import { amounts } from './facts.ts'

/** Adds the rows of `counted`, if the statement `moved` the progress. */
export const addSums = sql`
      insert into report_sums as s (account_id, mode, span, fact, starts_on, printer, detail, ${amounts})
      select account_id, mode, span, fact, starts_on, printer, detail, ${amounts}
      from counted
      where exists (select from moved)
      order by 1, 2, 3, 4, 5, 6, 7
      on conflict (account_id, mode, span, fact, starts_on, printer, detail) do update
      set orders = s.orders + excluded.orders, copies = s.copies + excluded.copies, cents = s.cents + excluded.cents,
        tax_cents = s.tax_cents + excluded.tax_cents, ms = s.ms + excluded.ms,
        cost_cents = s.cost_cents + excluded.cost_cents`

/** The days and months that the sums of a fact of `day` are of. */
export const spansOf = (day: string) => sql`
        cross join lateral (
          values ('day', ${sql.ref(day)}), ('month', date_trunc('month', ${sql.ref(day)})::date)
        ) as spans (span, starts_on)`
