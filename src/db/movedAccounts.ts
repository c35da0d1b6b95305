// Whether an account still works here, or has moved to another installation (src/features/moving).

import { type RawBuilder, sql } from 'kysely'

/** For the account that a column such as `j.account_id` names. An index has the few accounts that have moved. */
export const hasNotMoved = (column: string): RawBuilder<unknown> =>
  sql`not exists (select from accounts moved where moved.account_id = ${sql.ref(column)} and moved.moved_at is not null)`
