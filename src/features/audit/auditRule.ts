// A rule of the audit: a query for rows that break an invariant.

import { sql } from 'kysely'
import { type Division, divisions, type Sql, type Within } from './auditPortions.ts'

/**
 * A rule of `orders` checks each of these orders, with the rows that belong to it. Other rules are `divided`: they read
 * the rows `within` a portion, and the rows that belong to each of them. `due` reads only due rows. The whole audit
 * gives all rows to each rule.
 */
export type AuditRule = { name: string } & (
  | { scope: 'orders'; violations(orders: Sql, now: Date): Sql }
  | { scope: Division; violations(within: Within): Sql }
  | { scope: 'due'; violations(now: Date): Sql }
)

/** The violations in a portion, or in `everything`. */
export function violationsIn(rule: AuditRule, within: Within, now: Date): Sql {
  switch (rule.scope) {
    case 'due':
      return rule.violations(now)
    case 'orders':
      return rule.violations(sql`(select * from orders where ${within(...divisions.orders.key)})`, now)
    default:
      return rule.violations(within)
  }
}

/** How everything that the rule checks is divided. */
export const divisionOf = ({ scope }: AuditRule): Division | null => {
  switch (scope) {
    case 'due':
      return null
    case 'orders':
      return divisions.orders
    default:
      return scope
  }
}
