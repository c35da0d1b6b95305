// The terms of an enterprise account: when it pays, what paying early or late means, and how much it may owe.

import { Checkbox, Group, NativeSelect, NumberInput, type NumberInputProps } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api.ts'
import type { StaffAccount } from '../../../apiTypes.ts'
import type { Billing } from '../../../components/billing/Statements.tsx'
import { ReasonDialog } from '../../../components/forms/ReasonDialog.tsx'
import { dollars, separators } from '../../../components/forms/separators.ts'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { ApprovalHint, isApproval, requestSentText } from '../../../shell/orders/approvals.tsx'

type Amount = number | string
type Terms = {
  termsDays: Amount
  termsFrom: Billing['termsFrom']
  discount: Amount
  discountDays: Amount
  lateFee: Amount
  lateFeeUnit: 'percent' | 'amount'
  isNumberRequired: boolean
  limit: Amount
}
type Part = { terms: Terms; change: (change: Partial<Terms>) => void }
type Props = { account: StaffAccount; billing: Billing; close: () => void }

const termsOf = (billing: Billing): Terms => ({
  termsDays: billing.termsDays,
  termsFrom: billing.termsFrom,
  discount: billing.discountPercent ?? '',
  discountDays: billing.discountDays ?? '',
  lateFee: billing.lateFeePercent ?? billing.lateFeeAmount ?? '',
  lateFeeUnit: billing.lateFeeAmount === null ? 'percent' : 'amount',
  isNumberRequired: billing.purchaseOrderRequired,
  limit: billing.creditLimit ?? '',
})

const numberOrNull = (amount: Amount): number | null => (amount === '' ? null : Number(amount))

/** As the service takes them. */
const bodyOf = ({ termsDays, termsFrom, discount, discountDays, lateFee, lateFeeUnit, ...terms }: Terms) => ({
  termsDays: Number(termsDays),
  termsFrom,
  purchaseOrderRequired: terms.isNumberRequired,
  creditLimit: numberOrNull(terms.limit),
  discountPercent: numberOrNull(discount),
  discountDays: discount === '' ? null : Number(discountDays),
  lateFeePercent: lateFeeUnit === 'percent' ? numberOrNull(lateFee) : null,
  lateFeeAmount: lateFeeUnit === 'amount' ? numberOrNull(lateFee) : null,
})

export function EditTerms({ account, billing, close }: Props) {
  const [terms, setTerms] = useState(termsOf(billing))
  const part = { terms, change: (change: Partial<Terms>) => setTerms({ ...terms, ...change }) }
  const save = useAction({
    mutationFn: (reason: string) =>
      api.PATCH('/staff/accounts/{accountId}/billing/terms', {
        params: { path: { accountId: account.accountId } },
        body: { ...bodyOf(terms), reason },
      }),
    refetch: ['staff'],
    done: answer => (isApproval(answer) ? requestSentText : t('Terms saved')),
    close,
  })
  const { termsDays, discount, discountDays } = terms
  return (
    <ReasonDialog
      title={t('Terms of {name}', { name: account.name })}
      text={t('Terms count for statements that are made from now on, the credit limit at once.')}
      confirmLabel={t('Save terms')}
      reasonHint={t('Recorded in the audit log. Not shown to the customer.')}
      action={save}
      isReady={termsDays !== '' && Number(termsDays) <= 365 && (discount === '' || discountDays !== '')}
      close={close}
    >
      <ApprovalHint of="terms" />
      <DueDay {...part} />
      <EarlyPayment {...part} />
      <LatePayment {...part} />
      <Orders {...part} />
    </ReasonDialog>
  )
}

const DaysInput = (props: NumberInputProps) => (
  <NumberInput min={0} clampBehavior="none" allowDecimal={false} hideControls {...props} />
)

const AmountInput = (props: NumberInputProps) => (
  <NumberInput {...separators} min={0} clampBehavior="none" decimalScale={2} hideControls {...props} />
)

const DueDay = ({ terms: { termsDays, termsFrom }, change }: Part) => (
  <>
    <DaysInput
      label={t('Days to pay')}
      description={t('0 to 365')}
      value={termsDays}
      onChange={value => change({ termsDays: value })}
    />
    <NativeSelect
      label={t('Counted from')}
      data={[
        { value: 'statement', label: t('The day of the statement') },
        { value: 'end_of_month', label: t('The end of the month of the statement') },
      ]}
      value={termsFrom}
      onChange={event => change({ termsFrom: event.currentTarget.value as Billing['termsFrom'] })}
    />
  </>
)

const EarlyPayment = ({ terms: { discount, discountDays }, change }: Part) => (
  <Group grow align="flex-start">
    <AmountInput
      label={t('Discount (optional)')}
      description={t('For early payment, at most 20%')}
      suffix="%"
      value={discount}
      onChange={value => change({ discount: value })}
    />
    <DaysInput
      label={t('Days for the discount')}
      description={t('At most the days to pay')}
      required={discount !== ''}
      value={discountDays}
      onChange={value => change({ discountDays: value })}
    />
  </Group>
)

const LatePayment = ({ terms: { lateFee, lateFeeUnit }, change }: Part) => (
  <Group grow align="flex-start">
    <AmountInput
      label={t('Late fee (optional)')}
      description={t('Three days after the due day, then monthly')}
      value={lateFee}
      onChange={value => change({ lateFee: value })}
    />
    <NativeSelect
      label={t('Charged in')}
      description={t('Percent: of the open amount')}
      data={[
        { value: 'percent', label: t('Percent a month') },
        { value: 'amount', label: t('US dollars a month') },
      ]}
      value={lateFeeUnit}
      onChange={event => change({ lateFeeUnit: event.currentTarget.value as Terms['lateFeeUnit'] })}
    />
  </Group>
)

const Orders = ({ terms: { isNumberRequired, limit }, change }: Part) => (
  <>
    <Checkbox
      label={t('Require a purchase order number for each order')}
      description={t('New orders without one are refused, unless the billing details have a number for them')}
      checked={isNumberRequired}
      onChange={event => change({ isNumberRequired: event.currentTarget.checked })}
    />
    <AmountInput
      label={t('Credit limit (optional)')}
      description={t(
        'New orders wait in the queue while the balance and the accepted orders together reach this amount',
      )}
      {...dollars}
      value={limit}
      onChange={value => change({ limit: value })}
    />
  </>
)
