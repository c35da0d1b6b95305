// The dialog in which the staff send the books of a returned parcel again: the mended address, and the label.

import { Alert, Modal, Select, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { orderTitle } from '../../../../src/base/text/orderTitle.ts'
import { ApiProblem, api, type Order, type ResponseBody } from '../../../api.ts'
import { FormError } from '../../../components/feedback/FormError.tsx'
import { showToast } from '../../../components/feedback/toast.ts'
import { DialogButtons } from '../../../components/forms/DialogButtons.tsx'
import { download } from '../../../components/forms/download.ts'
import { useReturnFocus } from '../../../components/forms/opener.ts'
import { useInputGuard } from '../../../components/forms/useInputGuard.ts'
import { capitalize } from '../../../components/layout/Values.tsx'
import {
  type AddressDraft,
  AddressFields,
  addressDraftOf,
  addressOf,
} from '../../../components/orders/AddressFields.tsx'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'

type Returned = ResponseBody<'/staff/returned-parcels'>['orders'][number]
type Values = AddressDraft & { trackingNumber: string; reason: string }
type Props = { returned: Returned; close: () => void }

const maxReasonCharacters = 1000

/** Begins with the address to which the parcel could not be delivered. */
export function Resend({ returned, close }: Props) {
  const { accountId, customerOrderId } = returned
  const { data } = useQuery({
    queryKey: ['staff', 'order', accountId, customerOrderId, 'destination'],
    queryFn: () => api.GET('/staff/orders/{accountId}/{customerOrderId}', { params: { path: returned } }),
  })
  return data === undefined ? null : <ResendForm {...{ returned, close }} destination={data.order.destination} />
}

function ResendForm({ returned, destination, close }: Props & { destination: Order['destination'] }) {
  const { accountId, customerOrderId, trackingNumbers } = returned
  const queries = useQueryClient()
  const form = useForm<Values>({
    initialValues: { ...addressDraftOf(destination), trackingNumber: trackingNumbers[0]!, reason: '' },
  })
  const guard = useInputGuard()
  useReturnFocus()
  const resend = useAction({
    mutationFn: ({ trackingNumber, reason, ...address }: Values) =>
      api.POST('/staff/orders/{accountId}/{customerOrderId}/resend', {
        params: { path: { accountId, customerOrderId } },
        body: { trackingNumber, reason: reason.trim(), destination: addressOf(address) },
      }),
    onError(error) {
      if (!(error instanceof ApiProblem)) return
      for (const { pointer, detail } of error.errors)
        form.setFieldError(pointer.slice(1).replace('destination/', ''), capitalize(detail))
    },
    onSuccess({ status }, { trackingNumber }) {
      if (status === 'failed') return
      if (status === 'bought') {
        const order = [accountId, customerOrderId].map(encodeURIComponent).join('/')
        download(`/staff/orders/${order}/resend?trackingNumber=${encodeURIComponent(trackingNumber)}`)
      }
      showToast(
        status === 'bought'
          ? t('Label bought. The printer has it, too, at the job.')
          : t('The carrier has not answered yet. The printer gets the label at the job.'),
      )
      close()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['staff'] }),
  })
  const { values } = form
  const refused = resend.data?.status === 'failed' ? (resend.data.problem ?? '') : null
  return (
    <Modal
      opened
      onClose={close}
      {...guard.dialog}
      size="xl"
      title={t('Resend {order}', { order: orderTitle(returned) })}
    >
      <form {...guard.form} onSubmit={form.onSubmit(sent => resend.mutate(sent))}>
        <Stack gap="sm">
          <FormError error={resend.error} />
          {refused === null ? null : (
            <Alert color="red" icon={<CircleAlert size={18} />} role="alert">
              {t('The carrier sold no label: {problem}', { problem: refused })}
            </Alert>
          )}
          <Text size="sm">
            {t('Buys a label for the same books. The customer is not charged, and sees the new parcel in the order.')}
          </Text>
          {trackingNumbers.length === 1 ? null : (
            <Select
              label={t('Returned parcel')}
              data={trackingNumbers}
              allowDeselect={false}
              {...form.getInputProps('trackingNumber')}
            />
          )}
          <AddressFields form={form} address={values} />
          <Textarea
            label={t('Reason')}
            description={t('Recorded in the audit log.')}
            required
            maxLength={maxReasonCharacters}
            {...form.getInputProps('reason')}
          />
        </Stack>
        <DialogButtons
          close={close}
          label={t('Buy label')}
          isPending={resend.isPending}
          isReady={values.reason.trim() !== ''}
        />
      </form>
    </Modal>
  )
}
