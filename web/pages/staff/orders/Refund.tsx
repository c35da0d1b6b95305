// Refunds: the full remaining amount, a custom amount, or a number of copies of each book.

import { NumberInput, SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { orderTitle } from '../../../../src/base/text/orderTitle.ts'
import { api, newRequestKey, type Order } from '../../../api.ts'
import { ReasonDialog } from '../../../components/forms/ReasonDialog.tsx'
import { dollars, separators } from '../../../components/forms/separators.ts'
import { money } from '../../../components/layout/Values.tsx'
import { rich, t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { ApprovalNotice, isApproval, requestSentText } from '../../../shell/orders/approvals.tsx'
import classes from './Refund.module.css'

type Props = {
  accountId: string
  order: Order
  /** Of its books in turn. */
  names: string[]
  left: number
  refunded: number
  /** Above this total of the order's refunds, a second person must approve; null if no approval is needed. */
  above: number | null
  close: () => void
}

export function RefundDialog({ accountId, order, names, left, refunded, above, close }: Props) {
  const { customerOrderId, orderItems } = order
  // One key per opened dialog: a second click, or a retry after a lost response, refunds nothing twice.
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
  const refund = useAction({
    mutationFn: (reason: string) =>
      api.POST('/staff/orders/{accountId}/{customerOrderId}/refund', {
        params: { path: { accountId, customerOrderId } },
        headers: { 'idempotency-key': requestKey },
        body: {
          reason,
          ...(kind === 'amount' ? { amount: Number(amount) } : {}),
          ...(kind === 'copies' ? { items } : {}),
        },
      }),
    refetch: ['staff'],
    done: answer =>
      isApproval(answer) ? requestSentText : t('Refund sent to the card. The account holder is notified.'),
    close,
  })
  return (
    <ReasonDialog
      title={t('Refund: {order}', { order: orderTitle(order) })}
      text={t('You can refund up to {amount}. Taxes are refunded in proportion. The order itself continues.', {
        amount: money(left),
      })}
      confirmLabel={
        willWait
          ? t('Request refund')
          : sum === null
            ? t('Refund [[verb]]')
            : t('Refund {amount}', { amount: money(sum) })
      }
      reasonHint={t('Sent to the account holder by email and recorded in the audit log.')}
      action={refund}
      isReady={kind === 'all' || (kind === 'amount' ? Number(amount) > 0 : items.length > 0)}
      close={close}
    >
      <SegmentedControl
        fullWidth
        aria-label={t('Refund amount')}
        data={[
          { value: 'all', label: t('Full remaining amount') },
          { value: 'amount', label: t('Custom amount') },
          { value: 'copies', label: t('Copies') },
        ]}
        value={kind}
        onChange={setKind}
      />
      {kind === 'amount' ? (
        <NumberInput
          label={t('Amount including taxes')}
          {...dollars}
          {...separators}
          decimalScale={2}
          min={0}
          max={left}
          hideControls
          value={amount}
          onChange={setAmount}
        />
      ) : null}
      {kind === 'copies'
        ? orderItems.map(({ quantity }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an item is known by its place
            <div key={index} className={classes.item}>
              <Text className="wrap">
                {rich('{book}<quiet>, {count, plural, one {# copy} other {# copies}} ordered</quiet>', {
                  book: names[index]!,
                  count: quantity,
                  quiet: text => (
                    <Text span c="dimmed">
                      {text}
                    </Text>
                  ),
                })}
              </Text>
              <NumberInput
                aria-label={t('Copies of {book} to refund', { book: names[index]! })}
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
        <ApprovalNotice>
          {t('Another staff member has to approve this refund. Until then, nothing is refunded.')}
        </ApprovalNotice>
      ) : null}
      {above !== null && sum === null && refunded + left > above ? (
        <ApprovalNotice>
          {t('If this brings the order’s refunds above {amount}, another staff member has to approve it.', {
            amount: money(above),
          })}
        </ApprovalNotice>
      ) : null}
    </ReasonDialog>
  )
}
