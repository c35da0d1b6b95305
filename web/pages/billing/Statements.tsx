// The debts of an enterprise account, for its members.

import { api } from '../../api.ts'
import { t } from '../../language.ts'
import { type BillingScope, StatementBilling } from '../../shell/money/StatementBilling.tsx'

const scope: BillingScope = {
  key: ['billing'],
  base: '/dashboard/api/billing',
  terms: () => api.GET('/dashboard/api/billing/terms'),
  statements: query => api.GET('/dashboard/api/billing/statements', { params: { query } }),
  payments: query => api.GET('/dashboard/api/billing/payments', { params: { query } }),
  lines: query => api.GET('/dashboard/api/billing/statement-lines', { params: { query } }),
  orderAt: id => `/production/orders/${encodeURIComponent(id)}`,
}

export const Statements = () => (
  <StatementBilling
    scope={scope}
    about={t(
      'Orders are billed at the printer’s prices, by statement at the end of the month in which they ship. Sandbox orders are never billed.',
    )}
    inFavor={amount => t('{amount} in your favor', { amount })}
  />
)
