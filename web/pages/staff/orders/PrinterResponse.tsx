// A printer's response by telephone, entered by the staff: the job is accepted, shipped, canceled, too late to cancel,
// or cannot be printed.

import { NativeSelect, NumberInput, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { api, type ResponseBody } from '../../../api.ts'
import { brand } from '../../../brand.ts'
import { ReasonDialog } from '../../../components/forms/ReasonDialog.tsx'
import { dollars, separators } from '../../../components/forms/separators.ts'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { useStaffNotes } from '../../../shell/orders/staffNotes.ts'

type Detail = ResponseBody<'/staff/orders/{accountId}/{customerOrderId}'>
type Job = Detail['jobs'][number]
type ResponseKind = 'accept' | 'ship' | 'cancelled' | 'not_cancelled' | 'changed' | 'not_changed' | 'problem'

const responseLabels: Record<ResponseKind, string> = {
  accept: t('Job accepted'),
  ship: t('Whole order shipped'),
  cancelled: t('Canceled as requested'),
  not_cancelled: t('Too late to cancel'),
  changed: t('Change accepted'),
  not_changed: t('Change refused'),
  problem: t('Can’t print the order'),
}
/** An empty field is not sent. */
const amount = <Name extends string>(name: Name, value: number | string) =>
  (value === '' ? {} : { [name]: Number(value) }) as { [field in Name]?: number }
const dollarField = { required: true, ...dollars, decimalScale: 2, min: 0, hideControls: true, ...separators } as const

type Props = { job: Job; order: Detail['order']; close: () => void }

export function RecordResponse({ job, order, close }: Props) {
  const { jobId, printer, enterprise, agreedPrices, cancellationRequested, changeRequested } = job
  const problemNotes = useStaffNotes('report_problem')
  const [kind, setKind] = useState<ResponseKind>(
    cancellationRequested ? 'cancelled' : changeRequested ? 'changed' : 'ship',
  )
  const [numbers, setNumbers] = useState('')
  const [items, setItems] = useState<number | string>('')
  const [taxes, setTaxes] = useState<number | string>('')
  const [shipping, setShipping] = useState<number | string>('')
  const tracking = numbers.split(/\s+/).filter(number => number !== '')
  const record = useAction({
    mutationFn(reason: string) {
      const params = { path: { jobId } }
      switch (kind) {
        case 'accept': {
          const prices = enterprise ? { ...amount('itemsTotal', items), ...amount('taxesTotal', taxes) } : {}
          return api.POST('/staff/print-jobs/{jobId}/accept', { params, body: { ...prices, reason } })
        }
        case 'ship': {
          const price = enterprise ? amount('shippingTotal', shipping) : {}
          const shipments = tracking.map(shipmentOf)
          return api.POST('/staff/print-jobs/{jobId}/ship', { params, body: { shipments, ...price, reason } })
        }
        case 'problem':
          return api.POST('/staff/print-jobs/{jobId}/problem', { params, body: { reason } })
        case 'changed':
        case 'not_changed': {
          const decision = kind === 'changed' ? 'accept' : 'refuse'
          const { requestedAt } = order.changeRequest!
          return api.POST('/staff/print-jobs/{jobId}/change', { params, body: { decision, requestedAt, reason } })
        }
        default: {
          const decision = kind === 'cancelled' ? 'accept' : 'refuse'
          return api.POST('/staff/print-jobs/{jobId}/cancellation', { params, body: { decision, reason } })
        }
      }
    },
    refetch: ['staff'],
    done: t('Printer response recorded'),
    close,
  })
  const isPriced = kind === 'accept' ? items !== '' && taxes !== '' : kind !== 'ship' || shipping !== ''
  const offeredKinds = (Object.keys(responseLabels) as ResponseKind[]).filter(
    responseKind =>
      (cancellationRequested || !['cancelled', 'not_cancelled'].includes(responseKind)) &&
      (changeRequested || !['changed', 'not_changed'].includes(responseKind)),
  )
  return (
    <ReasonDialog
      title={t('Record response from {printer}', { printer })}
      text={t('Ask the printer first. {name} treats this as the printer’s own response and notifies the customer.', {
        name: brand.name,
      })}
      confirmLabel={t('Record response')}
      reasonHint={t('Describe how you know. Recorded in the audit log, and the customer may see it.')}
      notes={kind === 'problem' ? problemNotes : []}
      action={record}
      isReady={(!enterprise || agreedPrices || isPriced) && (kind !== 'ship' || tracking.length > 0)}
      close={close}
    >
      <NativeSelect
        label={t('Response')}
        data={offeredKinds.map(value => ({ value, label: responseLabels[value] }))}
        value={kind}
        onChange={event => setKind(event.currentTarget.value as ResponseKind)}
      />
      {kind === 'ship' ? (
        <Textarea
          label={t('Tracking numbers')}
          description={t('One per line. We detect the carrier from the number.')}
          required
          value={numbers}
          onChange={event => setNumbers(event.currentTarget.value)}
        />
      ) : null}
      {enterprise && agreedPrices && (kind === 'accept' || kind === 'ship') ? (
        <Text size="sm">
          {t('Leave a price empty for the agreed price. For a higher one, the customer reads your reason below.')}
        </Text>
      ) : null}
      {enterprise && kind === 'accept' ? (
        <>
          <NumberInput
            label={t('All books')}
            {...dollarField}
            required={!agreedPrices}
            value={items}
            onChange={setItems}
          />
          <NumberInput
            label={t('Taxes')}
            description={t('Enter 0 if there are none')}
            {...dollarField}
            required={!agreedPrices}
            value={taxes}
            onChange={setTaxes}
          />
        </>
      ) : null}
      {enterprise && kind === 'ship' ? (
        <NumberInput
          label={t('Shipping')}
          {...dollarField}
          required={!agreedPrices}
          value={shipping}
          onChange={setShipping}
        />
      ) : null}
    </ReasonDialog>
  )
}

/** The service combines shipments of the same carrier. */
const shipmentOf = (trackingNumber: string) => ({
  masterTrackingNumber: '',
  carrier: '',
  packages: [{ trackingNumber, altTrackingNumber: '', trackingUrl: '' }],
})
