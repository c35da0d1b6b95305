// How an enterprise account pays: its terms, its statements, and the payments that the staff record.

import { Button, Checkbox, Group, NativeSelect, NumberInput } from '@mantine/core'
import { Banknote, Settings2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../api.ts'
import type { ReceivedPayment, StaffAccount } from '../../../apiTypes.ts'
import type { Billing } from '../../../components/billing/Statements.tsx'
import { ReasonDialog } from '../../../components/forms/ReasonDialog.tsx'
import { separators } from '../../../components/forms/separators.ts'
import { AppLink } from '../../../components/layout/AppLink.tsx'
import type { Column } from '../../../components/layout/List.tsx'
import { money } from '../../../components/layout/Values.tsx'
import { orderPath } from '../../../components/staff/StaffLinks.tsx'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { OnlinePayments } from '../../../shell/money/OnlinePayments.tsx'
import { type BillingScope, StatementBilling } from '../../../shell/money/StatementBilling.tsx'
import { useMay } from '../../../shell/session/session.ts'
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
  const [open, setOpen] = useState<'terms' | 'payment' | ReceivedPayment | null>(null)
  const close = () => setOpen(null)
  const reversal: Column<ReceivedPayment> = {
    title: t('Actions'),
    isActions: true,
    cell: payment =>
      payment.reversedAt === null && payment.kind !== 'discount' ? (
        <Button size="compact-xs" variant="default" onClick={() => setOpen(payment)}>
          {t('Reverse')}
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
      >
        {(billing, unpaid) => {
          if (open === null) return null
          if (open === 'terms') return <EditTerms account={account} billing={billing} close={close} />
          if (open === 'payment') return <RecordPayment account={account} statements={unpaid} close={close} />
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

function EditTerms({ account, billing, close }: Props & { billing: Billing; close: () => void }) {
  const [termsDays, setTermsDays] = useState<number | string>(billing.termsDays)
  const [termsFrom, setTermsFrom] = useState(billing.termsFrom)
  const [isNumberRequired, setNumberRequired] = useState(billing.purchaseOrderRequired)
  const [limit, setLimit] = useState<number | string>(billing.creditLimit ?? '')
  const [discount, setDiscount] = useState<number | string>(billing.discountPercent ?? '')
  const [discountDays, setDiscountDays] = useState<number | string>(billing.discountDays ?? '')
  const [lateFee, setLateFee] = useState<number | string>(billing.lateFeePercent ?? billing.lateFeeAmount ?? '')
  const [lateFeeUnit, setLateFeeUnit] = useState(billing.lateFeeAmount === null ? 'percent' : 'amount')
  const feeOf = (unit: string) => (lateFee === '' || lateFeeUnit !== unit ? null : Number(lateFee))
  const change = useAction({
    mutationFn: (reason: string) =>
      api.PATCH('/staff/accounts/{accountId}/billing/terms', {
        params: { path: { accountId: account.accountId } },
        body: {
          termsDays: Number(termsDays),
          termsFrom,
          purchaseOrderRequired: isNumberRequired,
          creditLimit: limit === '' ? null : Number(limit),
          discountPercent: discount === '' ? null : Number(discount),
          discountDays: discount === '' ? null : Number(discountDays),
          lateFeePercent: feeOf('percent'),
          lateFeeAmount: feeOf('amount'),
          reason,
        },
      }),
    refetch: ['staff'],
    done: t('Terms saved'),
    close,
  })
  return (
    <ReasonDialog
      title={t('Terms of {name}', { name: account.name })}
      text={t('Terms count for statements that are made from now on.')}
      confirmLabel={t('Save terms')}
      reasonHint={t('Recorded in the audit log. Not shown to the customer.')}
      action={change}
      isReady={termsDays !== '' && Number(termsDays) <= 365 && (discount === '' || discountDays !== '')}
      close={close}
    >
      <NumberInput
        label={t('Days to pay')}
        description={t('0 to 365')}
        min={0}
        clampBehavior="none"
        allowDecimal={false}
        hideControls
        value={termsDays}
        onChange={setTermsDays}
      />
      <NativeSelect
        label={t('Counted from')}
        data={[
          { value: 'statement', label: t('The day of the statement') },
          { value: 'end_of_month', label: t('The end of the month of the statement') },
        ]}
        value={termsFrom}
        onChange={event => setTermsFrom(event.currentTarget.value as Billing['termsFrom'])}
      />
      <Group grow align="flex-start">
        <NumberInput
          label={t('Discount (optional)')}
          suffix="%"
          {...separators}
          min={0}
          clampBehavior="none"
          decimalScale={2}
          hideControls
          value={discount}
          onChange={setDiscount}
        />
        <NumberInput
          label={t('Days for the discount')}
          min={0}
          clampBehavior="none"
          allowDecimal={false}
          hideControls
          required={discount !== ''}
          value={discountDays}
          onChange={setDiscountDays}
        />
      </Group>
      <Group grow align="flex-start">
        <NumberInput
          label={t('Late fee (optional)')}
          {...separators}
          min={0}
          clampBehavior="none"
          decimalScale={2}
          hideControls
          value={lateFee}
          onChange={setLateFee}
        />
        <NativeSelect
          label={t('Charged in')}
          data={[
            { value: 'percent', label: t('Percent a month') },
            { value: 'amount', label: t('US dollars a month') },
          ]}
          value={lateFeeUnit}
          onChange={event => setLateFeeUnit(event.currentTarget.value)}
        />
      </Group>
      <Checkbox
        label={t('Require a purchase order number for each order')}
        description={t('New orders without one are refused, unless the billing details have a number for them')}
        checked={isNumberRequired}
        onChange={event => setNumberRequired(event.currentTarget.checked)}
      />
      <NumberInput
        label={t('Credit limit (optional)')}
        description={t(
          'New orders wait in the queue while the account owes this much or more for shipped orders. Orders that have not shipped do not count yet',
        )}
        prefix="$"
        {...separators}
        min={0}
        clampBehavior="none"
        decimalScale={2}
        hideControls
        value={limit}
        onChange={setLimit}
      />
    </ReasonDialog>
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
