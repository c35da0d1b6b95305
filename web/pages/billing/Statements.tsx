// The debts of an enterprise account, for its members, who pay them here.

import { Button, Group } from '@mantine/core'
import { Landmark, Wallet } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api.ts'
import { t } from '../../language.ts'
import { OnlinePayments } from '../../shell/money/OnlinePayments.tsx'
import { type BillingScope, StatementBilling } from '../../shell/money/StatementBilling.tsx'
import { useMay } from '../../shell/session/session.ts'
import { BankTransfer, PayStatement } from './PayStatement.tsx'

const scope: BillingScope = {
  key: ['billing'],
  base: '/dashboard/api/billing',
  terms: () => api.GET('/dashboard/api/billing/terms'),
  statements: query => api.GET('/dashboard/api/billing/statements', { params: { query } }),
  payments: query => api.GET('/dashboard/api/billing/payments', { params: { query } }),
  lines: query => api.GET('/dashboard/api/billing/statement-lines', { params: { query } }),
  orderAt: id => `/production/orders/${encodeURIComponent(id)}`,
}

export function Statements() {
  const mayPay = useMay('billing')
  const [open, setOpen] = useState<'pay' | 'transfer' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <StatementBilling
        scope={scope}
        about={t(
          'Orders are billed at the printer’s prices, by statement at the end of the month in which they ship. Sandbox orders are never billed.',
        )}
        inFavor={amount => t('{amount} in your favor', { amount })}
        actions={
          mayPay ? (
            <Group gap="xs">
              <Button variant="default" leftSection={<Landmark size={15} />} onClick={() => setOpen('transfer')}>
                {t('Bank transfer')}
              </Button>
              <Button leftSection={<Wallet size={15} />} onClick={() => setOpen('pay')}>
                {t('Pay a statement')}
              </Button>
            </Group>
          ) : undefined
        }
      >
        {(_billing, unpaid) => {
          const payable = unpaid.filter(({ due, processing }) => due > processing)
          if (open === 'transfer') return <BankTransfer close={close} />
          return open === 'pay' ? <PayStatement statements={payable} close={close} /> : null
        }}
      </StatementBilling>
      <OnlinePayments
        list={['billing']}
        read={query => api.GET('/dashboard/api/billing/online-payments', { params: { query } })}
      />
    </>
  )
}
