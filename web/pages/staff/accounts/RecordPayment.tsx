// A payment by bank transfer or check, recorded by hand; or a credit, or a charge.

import { Modal, NativeSelect, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../../api.ts'
import type { StaffAccount, Statement } from '../../../apiTypes.ts'
import { monthText } from '../../../components/billing/Statements.tsx'
import { FormError } from '../../../components/feedback/FormError.tsx'
import { DialogButtons } from '../../../components/forms/DialogButtons.tsx'
import { Form } from '../../../components/forms/Form.tsx'
import { useReturnFocus } from '../../../components/forms/opener.ts'
import { dollars, separators } from '../../../components/forms/separators.ts'
import { useInputGuard } from '../../../components/forms/useInputGuard.ts'
import { money } from '../../../components/layout/Values.tsx'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { ApprovalHint, isApproval, requestSentText } from '../../../shell/orders/approvals.tsx'

/** Of the reader's calendar. */
const today = () => {
  const now = new Date()
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}-${String(now.getDate()).padStart(2, '0')}`
}

const referenceLabels = {
  payment: t('Bank reference'),
  credit: t('Your number of the credit'),
  charge: t('Your number of the charge'),
}
const recordLabels = { payment: t('Record payment'), credit: t('Record credit'), charge: t('Record charge') }

const titleOf = {
  payment: (name: string) => t('Record a payment of {name}', { name }),
  credit: (name: string) => t('Credit a statement of {name}', { name }),
  charge: (name: string) => t('Charge {name}', { name }),
}

type Props = {
  account: StaffAccount
  /** The statements that are not paid, newest first. */
  statements: Statement[]
  close: () => void
}

export function RecordPayment({ account, statements, close }: Props) {
  const guard = useInputGuard()
  useReturnFocus()
  const [kind, setKind] = useState<'payment' | 'credit' | 'charge'>('payment')
  const [receivedOn, setReceivedOn] = useState(today)
  const [amount, setAmount] = useState<number | string>('')
  const [reference, setReference] = useState('')
  const [statement, setStatement] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const record = useAction({
    mutationFn: (): Promise<object> => {
      const params = { path: { accountId: account.accountId } }
      const recorded = { amount: Number(amount), reference: reference.trim() }
      if (kind === 'charge')
        return api.POST('/staff/accounts/{accountId}/billing/charges', {
          params,
          body: { ...recorded, reason: note.trim() },
        })
      return api.POST('/staff/accounts/{accountId}/billing/payments', {
        params,
        body: {
          ...{ ...recorded, kind, receivedOn },
          statement: statement === null ? null : Number(statement),
          note: note.trim() === '' ? null : note.trim(),
        },
      })
    },
    refetch: ['staff'],
    done: answer => (isApproval(answer) ? requestSentText : t('{amount} recorded', { amount: money(Number(amount)) })),
    close,
  })
  return (
    <Modal opened onClose={close} {...guard.dialog} title={titleOf[kind](account.name)}>
      <Form {...guard.form} submit={() => record.mutate()}>
        <Stack gap="sm">
          <NativeSelect
            label={t('What it is')}
            data={[
              { value: 'payment', label: t('Money that was received') },
              ...(statements.length === 0 ? [] : [{ value: 'credit', label: t('A credit, with a credit note') }]),
              { value: 'charge', label: t('A charge on the next statement') },
            ]}
            value={kind}
            onChange={event => setKind(event.currentTarget.value as typeof kind)}
          />
          <NumberInput
            label={t('Amount')}
            {...dollars}
            {...separators}
            min={0}
            clampBehavior="none"
            decimalScale={2}
            hideControls
            required
            value={amount}
            onChange={setAmount}
          />
          {kind === 'charge' ? null : (
            <TextInput
              label={t('Received on')}
              type="date"
              required
              value={receivedOn}
              onChange={event => setReceivedOn(event.currentTarget.value)}
            />
          )}
          <TextInput
            label={referenceLabels[kind]}
            description={
              kind === 'payment'
                ? t('Or the number of the check. A reference is recorded only once.')
                : t('It is recorded only once.')
            }
            maxLength={100}
            required
            value={reference}
            onChange={event => setReference(event.currentTarget.value)}
          />
          {statements.length === 0 || kind === 'charge' ? null : (
            <Select
              label={kind === 'credit' ? t('Statement') : t('Pays first (optional)')}
              required={kind === 'credit'}
              placeholder={t('The oldest statement')}
              searchable
              clearable
              clearButtonProps={{ 'aria-label': t('Clear the statement') }}
              data={statements.map(({ number, documentNumber, month, due }) => ({
                value: String(number),
                label: t('Invoice {invoice}, {month}: {amount} to pay', {
                  invoice: String(documentNumber).padStart(6, '0'),
                  month: monthText(month),
                  amount: money(due),
                }),
              }))}
              value={statement}
              onChange={setStatement}
            />
          )}
          <TextInput
            label={kind === 'payment' ? t('Note (optional)') : t('Reason')}
            required={kind !== 'payment'}
            description={t('The customer sees it.')}
            maxLength={500}
            value={note}
            onChange={event => setNote(event.currentTarget.value)}
          />
          {record.error ? <FormError error={record.error} /> : null}
          <ApprovalHint of="payments" />
          <Text size="sm" c="dimmed">
            {kind === 'payment'
              ? t('The payment is posted in the ledger and recorded in the audit log.')
              : t('It is posted in the ledger without tax and recorded in the audit log.')}
          </Text>
          <DialogButtons close={close} label={recordLabels[kind]} isPending={record.isPending} mt={0} />
        </Stack>
      </Form>
    </Modal>
  )
}
