// The dialog in which a customer or the staff change where and how an order is shipped. It shows first what the change
// does to the price, and then saves it.

import { Modal, Select, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { ApiProblem, type Order } from '../../api.ts'
import { FormError } from '../../components/feedback/FormError.tsx'
import { Warnings } from '../../components/feedback/Problems.tsx'
import { DialogButtons } from '../../components/forms/DialogButtons.tsx'
import { useReturnFocus } from '../../components/forms/opener.ts'
import { useInputGuard } from '../../components/forms/useInputGuard.ts'
import { capitalize, DayRange, money } from '../../components/layout/Values.tsx'
import { type AddressDraft, AddressFields, addressDraftOf, addressOf } from '../../components/orders/AddressFields.tsx'
import { shippingClassOptions } from '../../components/orders/shippingClasses.ts'
import { rich, t } from '../../language.ts'
import { useAction } from '../frame/action.ts'

export type OrderChange = { destination?: Order['destination']; shippingClassification?: string }
type Values = AddressDraft & { shippingClassification: string; reason: string }
type Sent = { change: OrderChange; reason: string }

type Props = {
  order: Order
  send: (change: OrderChange, reason: string, preview: boolean) => Promise<Order>
  /** The queries that show the order. */
  refetch: readonly string[]
  /** The reader of the reason; undefined if no reason is asked for. */
  reasonHint?: string
  close: () => void
}

const maxReasonCharacters = 1000

export function EditOrder({ order, send, refetch, reasonHint, close }: Props) {
  const [preview, setPreview] = useState<{ of: string; order: Order } | null>(null)
  const form = useForm<Values>({
    initialValues: {
      ...addressDraftOf(order.destination),
      shippingClassification: order.shippingClassification,
      reason: '',
    },
  })
  const guard = useInputGuard()
  const isRequest = order.status === 'PRINTING'
  useReturnFocus()
  /** Only what differs: another person may have changed the rest since. */
  const changeOf = ({ shippingClassification, reason: _, ...address }: Values): OrderChange => ({
    ...(Object.keys(address).some(field => form.isDirty(field)) && { destination: addressOf(address) }),
    ...(form.isDirty('shippingClassification') && { shippingClassification }),
  })
  const onError = (error: Error) => {
    if (!(error instanceof ApiProblem)) return
    for (const { pointer, detail } of error.errors)
      form.setFieldError(pointer.slice(1).replace('destination/', ''), capitalize(detail))
  }
  const review = useAction({
    mutationFn: ({ change, reason }: Sent) => send(change, reason, true),
    onError,
    onSuccess: (changed, { change }) => setPreview({ of: JSON.stringify(change), order: changed }),
  })
  const save = useAction({
    mutationFn: ({ change, reason }: Sent) => send(change, reason, false),
    onError,
    refetch,
    done: isRequest ? t('The printer was asked') : t('Order changed'),
    close,
  })
  const { values } = form
  const { reason } = values
  const change = changeOf(values)
  const changed = preview?.of === JSON.stringify(change) ? preview.order : null
  return (
    <Modal opened onClose={close} {...guard.dialog} size="lg" title={t('Edit order')}>
      <form
        {...guard.form}
        onSubmit={form.onSubmit(() => (changed === null ? review : save).mutate({ change, reason }))}
      >
        <Stack gap="sm">
          <FormError error={review.error ?? save.error} />
          {isRequest ? <Text size="sm">{t('The printer has this order, and decides about the change.')}</Text> : null}
          <AddressFields form={form} address={values} />
          <Select
            label={t('Shipping class')}
            data={shippingClassOptions(order.shippingClassification)}
            allowDeselect={false}
            {...form.getInputProps('shippingClassification')}
          />
          {reasonHint === undefined ? null : (
            <Textarea
              label={t('Reason')}
              description={reasonHint}
              required
              maxLength={maxReasonCharacters}
              {...form.getInputProps('reason')}
            />
          )}
          {changed === null ? null : (
            <>
              <Effect before={order} after={changed} />
              <Warnings order={{ ...changed, warnings: changed.warnings.filter(isNewFor(order)) }} />
            </>
          )}
        </Stack>
        <DialogButtons
          close={close}
          label={changed === null ? t('Review change') : isRequest ? t('Ask the printer') : t('Save change')}
          isPending={review.isPending || save.isPending}
          isReady={Object.keys(change).length > 0 && (reasonHint === undefined || reason.trim() !== '')}
        />
      </form>
    </Modal>
  )
}

const isNewFor =
  ({ warnings }: Order) =>
  (warning: Order['warnings'][number]) =>
    !warnings.some(({ code, detail }) => code === warning.code && detail === warning.detail)

/** The effects of the change on the price and the delivery. */
function Effect({ before, after }: { before: Order; after: Order }) {
  const refund = (after.paymentInfo.refundedTotal ?? 0) - (before.paymentInfo.refundedTotal ?? 0)
  const totals = [before, after].map(({ pricing }) => pricing?.orderTotal ?? null)
  const { estimatedDelivery } = after.selectedShipping
  return (
    <Stack gap={2} role="status">
      {totals[0] === null || totals[1] === null ? null : (
        <Text size="sm" fw={600}>
          {refund > 0
            ? t('{amount} will be refunded.', { amount: money(refund) })
            : totals[0] === totals[1]
              ? t('The price stays {total}.', { total: money(totals[1]!) })
              : t('The price changes from {before} to {after}.', {
                  before: money(totals[0]!),
                  after: money(totals[1]!),
                })}
        </Text>
      )}
      {estimatedDelivery === null ? null : (
        <Text size="sm" c="dimmed">
          {rich('Estimated delivery: {days}', {
            days: <DayRange from={estimatedDelivery.earliest} to={estimatedDelivery.latest} />,
          })}
        </Text>
      )}
    </Stack>
  )
}
