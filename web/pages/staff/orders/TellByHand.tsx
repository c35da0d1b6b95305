// What a printer said on the telephone, typed in by the staff: that it takes the job, has shipped it, stops or cannot
// stop it, or cannot make it.

import { NativeSelect, NumberInput, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Answer, api, ask } from '../../../api.ts'
import { ReasonDialog } from '../../../components/ReasonDialog.tsx'
import { said } from '../../../components/toast.ts'
import { useAct } from '../../../shell/act.ts'

type Job = Answer<'/staff/orders/{accountId}/{customerOrderId}'>['jobs'][number]
type Word = 'accept' | 'ship' | 'cancelled' | 'not cancelled' | 'problem'

const words: Record<Word, string> = {
  accept: 'It takes the job',
  ship: 'The whole order has left',
  cancelled: 'It will not make it, as the customer asked',
  'not cancelled': 'It is too late to cancel',
  problem: 'It cannot make it',
}
const dollarField = { required: true, prefix: '$', decimalScale: 2, min: 0, hideControls: true } as const

export function TellByHand({ job, close }: { job: Job; close: () => void }) {
  const { jobId, printer, enterprise, cancellationRequested } = job
  const queries = useQueryClient()
  const [word, setWord] = useState<Word>(cancellationRequested ? 'cancelled' : 'ship')
  const [numbers, setNumbers] = useState('')
  const [items, setItems] = useState<number | string>('')
  const [taxes, setTaxes] = useState<number | string>('')
  const [shipping, setShipping] = useState<number | string>('')
  const tracking = numbers.split(/\s+/).filter(number => number !== '')
  const tell = useAct({
    mutationFn(reason: string) {
      const params = { path: { jobId } }
      switch (word) {
        case 'accept': {
          const prices = enterprise ? { itemsTotal: Number(items), taxesTotal: Number(taxes) } : {}
          return ask(api.POST('/staff/print-jobs/{jobId}/accept', { params, body: { ...prices, reason } }))
        }
        case 'ship': {
          const price = enterprise ? { shippingTotal: Number(shipping) } : {}
          const shipments = tracking.map(shipmentOf)
          return ask(api.POST('/staff/print-jobs/{jobId}/ship', { params, body: { shipments, ...price, reason } }))
        }
        case 'problem':
          return ask(api.POST('/staff/print-jobs/{jobId}/problem', { params, body: { reason } }))
        default: {
          const decision = word === 'cancelled' ? 'accept' : 'refuse'
          return ask(api.POST('/staff/print-jobs/{jobId}/cancellation', { params, body: { decision, reason } }))
        }
      }
    },
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ['staff'] })
      said('Answer recorded')
      close()
    },
  })
  const isPriced = word === 'accept' ? items !== '' && taxes !== '' : word !== 'ship' || shipping !== ''
  const offered = (Object.keys(words) as Word[]).filter(
    one => cancellationRequested || !['cancelled', 'not cancelled'].includes(one),
  )
  return (
    <ReasonDialog
      title={`Record answer of ${printer}`}
      text="It counts as the printer’s own answer, and the customer is notified. Ask the printer first."
      yes="Record answer"
      readBy="How you know it. It is kept in the audit log, and the customer may read it."
      error={tell.error}
      isPending={tell.isPending}
      isReady={(!enterprise || isPriced) && (word !== 'ship' || tracking.length > 0)}
      act={reason => tell.mutate(reason)}
      close={close}
    >
      <NativeSelect
        label="It said"
        data={offered.map(value => ({ value, label: words[value] }))}
        value={word}
        onChange={event => setWord(event.currentTarget.value as Word)}
      />
      {word === 'ship' ? (
        <Textarea
          label="Tracking numbers"
          description="One per line; the carrier is recognised from the number"
          required
          autosize
          minRows={2}
          value={numbers}
          onChange={event => setNumbers(event.currentTarget.value)}
        />
      ) : null}
      {enterprise && word === 'accept' ? (
        <>
          <NumberInput label="All books" {...dollarField} value={items} onChange={setItems} />
          <NumberInput
            label="Taxes"
            description="0 if there are none"
            {...dollarField}
            value={taxes}
            onChange={setTaxes}
          />
        </>
      ) : null}
      {enterprise && word === 'ship' ? (
        <NumberInput label="Shipping" {...dollarField} value={shipping} onChange={setShipping} />
      ) : null}
    </ReasonDialog>
  )
}

/** The service puts those of one carrier together. */
const shipmentOf = (trackingNumber: string) => ({
  masterTrackingNumber: '',
  carrier: '',
  packages: [{ trackingNumber, altTrackingNumber: '', trackingUrl: '' }],
})
