// How an enterprise account pays: its terms, its statements, and the payments that the staff record.

import { Button, Group } from '@mantine/core'
import { Banknote, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../api.ts'
import type { ReceivedPayment, StaffAccount, Statement, StatementLine } from '../../../apiTypes.ts'
import { ReasonDialog } from '../../../components/forms/ReasonDialog.tsx'
import { AppLink } from '../../../components/layout/AppLink.tsx'
import type { Column } from '../../../components/layout/List.tsx'
import { money } from '../../../components/layout/Values.tsx'
import { orderPath } from '../../../components/staff/StaffLinks.tsx'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { OnlinePayments } from '../../../shell/money/OnlinePayments.tsx'
import { type BillingScope, StatementBilling } from '../../../shell/money/StatementBilling.tsx'
import { isApproval, requestSentText } from '../../../shell/orders/approvals.tsx'
import { useMay } from '../../../shell/session/session.ts'
import { EditTerms } from './EditTerms.tsx'
import { RecordPayment } from './RecordPayment.tsx'

type Props = { account: StaffAccount }

const scopeOf = (accountId: string): BillingScope => {
  const path = { accountId }
  return {
    key: ['staff', 'billing', accountId],
    base: `/staff/accounts/${accountId}/billing`,
    terms: () => api.GET('/staff/accounts/{accountId}/billing/terms', { params: { path } }),
    statements: cursor => {
      const query = { limit: 12, ...cursor }
      return api.GET('/staff/accounts/{accountId}/billing/statements', { params: { path, query } })
    },
    payments: cursor => {
      const query = { limit: 10, ...cursor }
      return api.GET('/staff/accounts/{accountId}/billing/payments', { params: { path, query } })
    },
    lines: query => api.GET('/staff/accounts/{accountId}/billing/statement-lines', { params: { path, query } }),
    orderAt: customerOrderId => orderPath({ accountId, customerOrderId }),
  }
}

export function AccountBilling({ account }: Props) {
  const mayChange = useMay('money')
  const [open, setOpen] = useState<
    'terms' | 'payment' | { waive: Statement } | { remove: StatementLine } | ReceivedPayment | null
  >(null)
  const close = () => setOpen(null)
  const reversal: Column<ReceivedPayment> = {
    title: t('Actions'),
    isActions: true,
    cell: payment =>
      payment.reversedAt === null && payment.kind === 'payment' ? (
        <Button size="compact-xs" variant="default" onClick={() => setOpen(payment)}>
          {t('Reverse')}
        </Button>
      ) : null,
  }
  const waiver: Column<Statement> = {
    title: t('Actions'),
    isActions: true,
    cell: statement =>
      statement.lateFeesTotal > 0 ? (
        <Button size="compact-xs" variant="default" onClick={() => setOpen({ waive: statement })}>
          {t('Take back {amount} of late fees', { amount: money(statement.lateFeesTotal) })}
        </Button>
      ) : null,
  }
  const removal: Column<StatementLine> = {
    title: t('Actions'),
    isActions: true,
    cell: line =>
      line.kind === 'charge' && !line.isRemoved ? (
        <Button size="compact-xs" variant="default" onClick={() => setOpen({ remove: line })}>
          {t('Remove')}
        </Button>
      ) : null,
  }
  return (
    <>
      <StatementBilling
        scope={scopeOf(account.accountId)}
        about={t('Billed by monthly statement, at the printer’s prices')}
        inFavor={amount => t('{amount} in the customer’s favor', { amount })}
        actions={
          mayChange ? (
            <Group gap="xs">
              <Button variant="default" leftSection={<Settings2 size={15} />} onClick={() => setOpen('terms')}>
                {t('Edit terms')}
              </Button>
              <Button variant="default" leftSection={<Banknote size={15} />} onClick={() => setOpen('payment')}>
                {t('Record payment')}
              </Button>
            </Group>
          ) : undefined
        }
        more={[
          [
            t('All accounts'),
            <AppLink key="s" to="/money" search={{ tab: 'statements' }}>
              {t('View unpaid statements, import payments')}
            </AppLink>,
          ],
        ]}
        paymentActs={mayChange ? reversal : undefined}
        statementActs={mayChange ? waiver : undefined}
        lineActs={mayChange ? removal : undefined}
      >
        {(billing, unpaid) => {
          if (open === null) return null
          if (open === 'terms') return <EditTerms account={account} billing={billing} close={close} />
          if (open === 'payment') return <RecordPayment account={account} statements={unpaid} close={close} />
          if ('remove' in open) return <RemoveCharge account={account} line={open.remove} close={close} />
          if ('waive' in open) return <WaiveLateFees account={account} statement={open.waive} close={close} />
          return <ReversePayment account={account} payment={open} close={close} />
        }}
      </StatementBilling>
      <OnlinePayments
        list={['staff', 'billing', account.accountId]}
        read={query =>
          api.GET('/staff/accounts/{accountId}/billing/online-payments', {
            params: { path: { accountId: account.accountId }, query },
          })
        }
      />
    </>
  )
}

function WaiveLateFees({ account, statement, close }: Props & { statement: Statement; close: () => void }) {
  const { number } = statement
  const waive = useAction({
    mutationFn: (reason: string) =>
      api.POST('/staff/accounts/{accountId}/billing/statements/{number}/waive-late-fees', {
        params: { path: { accountId: account.accountId, number } },
        body: { reason },
      }),
    refetch: ['staff'],
    done: answer => (isApproval(answer) ? requestSentText : t('Late fees taken back')),
    close,
  })
  return (
    <ReasonDialog
      title={t('Take back the late fees for statement {number}?', { number })}
      text={t('Each fee that is not taken back yet is a credit on the next statement.')}
      confirmLabel={t('Take back late fees')}
      reasonHint={t('The customer sees it.')}
      action={waive}
      close={close}
    />
  )
}

function RemoveCharge({ account, line, close }: Props & { line: StatementLine; close: () => void }) {
  const amount = money(line.amount)
  const remove = useAction({
    mutationFn: (reason: string) =>
      api.POST('/staff/accounts/{accountId}/billing/charges/remove', {
        params: { path: { accountId: account.accountId } },
        body: { reference: line.reference!, reason },
      }),
    refetch: ['staff'],
    done: answer => (isApproval(answer) ? requestSentText : t('Charge of {amount} removed', { amount })),
    close,
  })
  return (
    <ReasonDialog
      title={t('Remove the charge of {amount}?', { amount })}
      text={t('The amount is a credit on the next statement.')}
      confirmLabel={t('Remove charge')}
      reasonHint={t('The customer sees it.')}
      action={remove}
      close={close}
    />
  )
}

function ReversePayment({ account, payment, close }: Props & { payment: ReceivedPayment; close: () => void }) {
  const { accountId } = account
  const { paymentId, amount, reference } = payment
  const reverse = useAction({
    mutationFn: (reason: string) =>
      api.POST('/staff/accounts/{accountId}/billing/payments/{paymentId}/reverse', {
        params: { path: { accountId, paymentId } },
        body: { reason },
      }),
    refetch: ['staff'],
    done: t('{amount} reversed', { amount: money(amount) }),
    close,
  })
  return (
    <ReasonDialog
      title={t('Reverse the payment of {amount}?', { amount: money(amount) })}
      text={t('{name} then owes the amount again. The payment {reference} stays in the list as reversed.', {
        name: account.name,
        reference,
      })}
      confirmLabel={t('Reverse payment')}
      reasonHint={t('The customer sees it.')}
      danger
      action={reverse}
      close={close}
    />
  )
}
