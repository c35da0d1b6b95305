// The invariants of the stored data, which hold at all times, even after any crash. Each rule is a query for rows that
// break it; invariants of a single row are constraints in the schema. `audit.ts` runs the rules.

import type { AuditRule } from './auditRule.ts'
import { archiveRules } from './rules/archiveRules.ts'
import { labelRules } from './rules/labelRules.ts'
import { ledgerRules } from './rules/ledgerRules.ts'
import { limitRules } from './rules/limitRules.ts'
import { orderRules } from './rules/orderRules.ts'
import { paperRules } from './rules/paperRules.ts'
import { paymentRules } from './rules/paymentRules.ts'
import { printRules } from './rules/printRules.ts'
import { reportRules } from './rules/reportRules.ts'
import { workRules } from './rules/workRules.ts'

export const auditRules: AuditRule[] = [
  ...limitRules,
  ...printRules,
  ...labelRules,
  ...paymentRules,
  ...ledgerRules,
  ...paperRules,
  ...orderRules,
  ...archiveRules,
  ...reportRules,
  ...workRules,
]
