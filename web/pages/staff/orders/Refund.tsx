// Refunds: everything that is left, an amount, or a number of copies of each book.

import { NumberInput, SegmentedControl, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ask, newRequestKey, type Order } from '../../../api.ts'
import { ReasonDialog } from '../../../components/ReasonDialog.tsx'
import { said } from '../../../components/toast.ts'
import { money, plural } from '../../../components/Values.tsx'
import { useAct } from '../../../shell/act.ts'
import { askedText, isWaiting, WillWait } from '../../../shell/approvals.tsx'
import classes from './Refund.module.css'

type Props = {
  accountId: string
  order: Order
  left: number
  refunded: number
  /** A second person is needed to refund more than this of the order in all; null: nobody is asked. */
  above: number | null
  close: () => void
}

export function RefundDialog({ accountId, order, left, refunded, above, close }: Props) {
  const queries = useQueryClient()
  const { customerOrderId, orderItems } = order
  // One key per opened dialog: a second press, or an attempt after a lost answer, refunds nothing twice.
  const [requestKey] = useState(newRequestKey)
  const [kind, setKind] = useState('all')
  const [amount, setAmount] = useState<number | string>('')
  const [copies, setCopies] = useState<Record<number, number | string>>({})
  const items = orderItems.flatMap((_, index) => {
    const quantity = Number(copies[index] ?? 0)
    return quantity > 0 ? [{ index, quantity }] : []
  })
  const sum = kind === 'all' ? left : kind === 'amount' && amount !== '' ? Number(amount) : null
  const willWait = above !== null && sum !== null && refunded + sum > above
  const refund = useAct({
    mutationFn: (reason: string) =>
      ask(
        api.POST('/staff/orders/{accountId}/{customerOrderId}/refund', {
          params: { path: { accountId, customerOrderId } },
          headers: { 'idempotency-key': requestKey },
          body: {
            reason,
            ...(kind === 'amount' ? { amount: Number(amount) } : {}),
            ...(kind === 'copies' ? { items } : {}),
          },
        }),
      ),
    async onSuccess(answer) {
      await queries.invalidateQueries({ queryKey: ['staff'] })
      said(isWaiting(answer) ? askedText : 'Refunded: the money goes back to the card, and the holder is notified')
      close()
    },
  })
  return (
    <ReasonDialog
      title={`Refund: ${customerOrderId}`}
      text={`${money(left)} can still be refunded. The order itself continues; taxes are refunded in proportion.`}
      yes={willWait ? 'Request refund' : sum === null ? 'Refund' : `Refund ${money(sum)}`}
      readBy="The holder reads it in the e-mail; it is also recorded in the audit log."
      error={refund.error}
      isPending={refund.isPending}
      isReady={kind === 'all' || (kind === 'amount' ? Number(amount) > 0 : items.length > 0)}
      act={reason => refund.mutate(reason)}
      close={close}
    >
      <SegmentedControl
        fullWidth
        aria-label="How much"
        data={[
          { value: 'all', label: 'Everything that is left' },
          { value: 'amount', label: 'An amount' },
          { value: 'copies', label: 'Copies' },
        ]}
        value={kind}
        onChange={setKind}
      />
      {kind === 'amount' ? (
        <NumberInput
          label="Amount including taxes"
          prefix="$"
          decimalScale={2}
          min={0}
          max={left}
          hideControls
          value={amount}
          onChange={setAmount}
        />
      ) : null}
      {kind === 'copies'
        ? orderItems.map(({ sku, quantity }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an item is known by its place
            <div key={index} className={classes.item}>
              <Text className="wrap">
                {sku}
                <Text span c="dimmed">
                  , {plural(quantity, 'copy', 'copies')} ordered
                </Text>
              </Text>
              <NumberInput
                aria-label={`Copies of ${sku} to refund`}
                min={0}
                max={quantity}
                allowDecimal={false}
                value={copies[index] ?? 0}
                onChange={value => setCopies(before => ({ ...before, [index]: value }))}
              />
            </div>
          ))
        : null}
      {willWait ? (
        <WillWait>Another person of the staff has to approve it. Until then nothing is refunded.</WillWait>
      ) : null}
      {above !== null && sum === null && refunded + left > above ? (
        <WillWait>
          {`If more than ${money(above)} of the order is refunded with it, another person of the staff has to approve it.`}
        </WillWait>
      ) : null}
    </ReasonDialog>
  )
}
