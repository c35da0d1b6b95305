// Whom the invoices of the account bill, for its members.

import { api } from '../../api.ts'
import { BilledParty } from '../../shell/money/BilledParty.tsx'
import { useMay } from '../../shell/session/session.ts'

const path = '/dashboard/api/billing/details'

export const BillingDetails = () => (
  <BilledParty
    of={['billing', 'details']}
    read={() => api.GET(path)}
    save={body => api.PATCH(path, { body })}
    mayChange={useMay('billing')}
  />
)
