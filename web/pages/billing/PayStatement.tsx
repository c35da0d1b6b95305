// A statement is paid on a page of the payment provider, or by bank transfer. With the simulated gateway, the dialog is
// that page.

import { Button, Modal, NumberInput, Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type ResponseBody } from '../../api.ts'
import type { Statement } from '../../apiTypes.ts'
import { isDiscounted, monthText } from '../../components/billing/Statements.tsx'
import { FormError } from '../../components/feedback/FormError.tsx'
import { DialogButtons } from '../../components/forms/DialogButtons.tsx'
import { Form } from '../../components/forms/Form.tsx'
import { useReturnFocus } from '../../components/forms/opener.ts'
import { dollars, separators } from '../../components/forms/separators.ts'
import { useInputGuard } from '../../components/forms/useInputGuard.ts'
import { Details } from '../../components/layout/Details.tsx'
import { LoadState } from '../../components/layout/LoadState.tsx'
import { money } from '../../components/layout/Values.tsx'
import { t } from '../../language.ts'
import { useAction } from '../../shell/frame/action.ts'

type OnlinePayment = ResponseBody<'/dashboard/api/billing/online-payments'>['payments'][number]
type Props = {
  /** The statements that are not paid, newest first. */
  statements: Statement[]
  close: () => void
}

/** Less the discount, while it can be earned. */
function openAmount(statement: Statement): number {
  const { due, processing, discount } = statement
  const off = discount !== null && processing === 0 && due > discount && isDiscounted(statement) ? discount : 0
  return Math.round((due - processing - off) * 100) / 100
}

function toPayText(statement: Statement): string {
  const [month, amount] = [monthText(statement.month), money(openAmount(statement))]
  return statement.processing > 0
    ? t('{month}: {amount} to pay, {processing} on its way', { month, amount, processing: money(statement.processing) })
    : t('{month}: {amount} to pay', { month, amount })
}

export function PayStatement(props: Props) {
  if (props.statements.length > 0) return <PayOne {...props} />
  return (
    <Modal opened onClose={props.close} title={t('Pay a statement')}>
      {t('No statement is to be paid now.')}
    </Modal>
  )
}

function PayOne({ statements, close }: Props) {
  const guard = useInputGuard()
  useReturnFocus()
  const [chosen, setChosen] = useState(statements.at(-1)!)
  const [amount, setAmount] = useState<number | string>(openAmount(chosen))
  const [simulated, setSimulated] = useState<OnlinePayment | null>(null)
  const pay = useAction({
    mutationFn: () =>
      api.POST('/dashboard/api/billing/statements/{number}/pay', {
        params: { path: { number: chosen.number } },
        body: { amount: Number(amount) },
      }),
    onSuccess(payment: OnlinePayment) {
      if (payment.url === null) return
      if (new URL(payment.url).origin === location.origin) setSimulated(payment)
      else location.assign(payment.url)
    },
  })
  const choose = (number: string | null) => {
    const statement = statements.find(one => String(one.number) === number) ?? chosen
    setChosen(statement)
    setAmount(openAmount(statement))
  }
  if (simulated !== null) return <SimulatedPage payment={simulated} close={close} />
  return (
    <Modal opened onClose={close} {...guard.dialog} title={t('Pay a statement')}>
      <Form {...guard.form} submit={() => pay.mutate()}>
        <Stack gap="sm">
          <Select
            label={t('Statement')}
            allowDeselect={false}
            data={statements.map(statement => ({
              value: String(statement.number),
              label: toPayText(statement),
            }))}
            value={String(chosen.number)}
            onChange={choose}
          />
          <NumberInput
            label={t('Amount')}
            {...dollars}
            {...separators}
            min={0}
            clampBehavior="none"
            decimalScale={2}
            fixedDecimalScale
            hideControls
            required
            value={amount}
            onChange={setAmount}
          />
          <Text size="sm" c="dimmed">
            {t(
              'You choose a card or a bank account on the next page. A payment from a bank account takes several business days.',
            )}
          </Text>
          {pay.error ? <FormError error={pay.error} /> : null}
          <DialogButtons close={close} label={t('Continue to payment')} isPending={pay.isPending} mt={0} />
        </Stack>
      </Form>
    </Modal>
  )
}

function SimulatedPage({ payment, close }: { payment: OnlinePayment; close: () => void }) {
  const act = useAction({
    mutationFn: (by: 'card' | 'bank_debit' | 'bank_debit_fails') =>
      api.POST('/dashboard/api/billing/online-payments/{paymentId}/simulate', {
        params: { path: { paymentId: payment.paymentId } },
        body: { by },
      }),
    refetch: ['billing'],
    done: t('Payment simulated'),
    close,
  })
  return (
    <Modal opened onClose={close} title={t('Simulated payment of {amount}', { amount: money(payment.amount) })}>
      <Stack gap="sm">
        <Button onClick={() => act.mutate('card')}>{t('Pay by card')}</Button>
        <Button variant="default" onClick={() => act.mutate('bank_debit')}>
          {t('Pay from a bank account')}
        </Button>
        <Button variant="default" onClick={() => act.mutate('bank_debit_fails')}>
          {t('Pay from a bank account without funds')}
        </Button>
        {act.error ? <FormError error={act.error} /> : null}
      </Stack>
    </Modal>
  )
}

export function BankTransfer({ close }: { close: () => void }) {
  useReturnFocus()
  const account = useQuery({
    queryKey: ['billing', 'bank-account'],
    queryFn: () => api.POST('/dashboard/api/billing/bank-account'),
  })
  return (
    <Modal opened onClose={close} title={t('Pay by bank transfer')}>
      {account.isPending || account.error ? (
        <LoadState of={account} rows={4} />
      ) : (
        <Stack gap="sm">
          <Details
            rows={[
              [t('Bank name'), account.data.bank],
              [t('Account holder'), account.data.holder],
              [t('Routing number'), account.data.routingNumber],
              [t('Account number'), account.data.accountNumber],
            ]}
          />
          <Text size="sm" c="dimmed">
            {t(
              'Transfer US dollars to this account. It is yours alone, so you need no reference. The money pays your oldest statement first, and we keep the rest as credit.',
            )}
          </Text>
        </Stack>
      )}
    </Modal>
  )
}
