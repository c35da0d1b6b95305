// The acts of the staff on an order that waits or has failed.

import { NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, newRequestKey, type ResponseBody } from '../../../api.ts'
import { brand } from '../../../brand.ts'
import { showToast } from '../../../components/feedback/toast.ts'
import { ReasonDialog } from '../../../components/forms/ReasonDialog.tsx'
import { type Cause, causeOptions } from '../../../components/reports/measures.ts'
import { orderPath } from '../../../components/staff/StaffLinks.tsx'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { isApproval, requestSentText } from '../../../shell/orders/approvals.tsx'
import { useStaffNotes } from '../../../shell/orders/staffNotes.ts'

export type OrderAction = 'resume' | 'revalidate' | 'abandon' | 'cancel' | 'reprint' | 'forget'

/** The buttons on the page and in the dialog have the same label. */
export const actionTexts: Record<
  OrderAction,
  { verb: string; text: string; done: string; readBy?: string; danger?: true }
> = {
  resume: {
    verb: t('Resume'),
    text: t('The order is sent to a printer again as a new print job.'),
    done: t('Order resumed and sent to a printer'),
  },
  revalidate: {
    verb: t('Recheck files'),
    text: t('The files are downloaded and checked again. The payment is not affected.'),
    done: t('File check started'),
  },
  abandon: {
    verb: t('Cancel order'),
    text: t('The order is canceled and its payment is refunded. This cannot be undone.'),
    done: t('Order canceled'),
    danger: true,
  },
  cancel: {
    verb: t('Cancel order'),
    text: t(
      'As the customer could. Before a printer has the order, it is canceled and a payment is refunded. Later its printer is asked to cancel it.',
    ),
    done: t('Order canceled, or its printer asked'),
    danger: true,
  },
  reprint: {
    verb: t('Reprint'),
    text: t('Creates a free order with the same books and address. It does not count toward the limit.'),
    done: t('Reprint created'),
  },
  forget: {
    verb: t('Delete recipient details'),
    text: t(
      'The recipient’s name, company, street address, phone number and email address, and the notes in the order’s history, are deleted everywhere in {name}. City, state and postal code stay. The order can no longer be reprinted. This cannot be undone.',
      { name: brand.name },
    ),
    done: t('Recipient details deleted'),
    readBy: t('Kept permanently in the audit log. Do not include the recipient’s name.'),
    danger: true,
  },
}

type Payment = ResponseBody<'/staff/orders/{accountId}/{customerOrderId}'>['money']

/** Whether a full refund of the order would exceed the amount above which a second person must approve. */
export const refundsMoreThan = (above: number | null, payment: Payment): boolean =>
  above !== null && payment !== null && payment.refunded < payment.paid && payment.paid > above

const approvalText = t('Another staff member has to approve this. Until then, the order stays on hold.')

export const readByCustomer = t('Shown to the customer in the order’s history and recorded in the audit log.')

/** `willWait`: another person has to approve it. `title` is what people call the order. */
type Props = {
  act: OrderAction
  accountId: string
  customerOrderId: string
  title: string
  willWait: boolean
  close: () => void
}

export function ActionDialog({ act, accountId, customerOrderId, title, willWait, close }: Props) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const cancelNotes = useStaffNotes('cancel_order')
  const { verb, text, done, readBy = readByCustomer, danger } = actionTexts[act]
  const isCancel = act === 'abandon' || act === 'cancel'
  const [requestKey] = useState(newRequestKey)
  const [cause, setCause] = useState<Cause | ''>('')
  const mutation = useAction({
    mutationFn: (reason: string) => {
      const headers = { 'idempotency-key': requestKey }
      const call = { params: { path: { accountId, customerOrderId } }, headers, body: { reason } }
      const path = '/staff/orders/{accountId}/{customerOrderId}'
      if (act === 'resume') return api.POST(`${path}/resume`, call)
      if (act === 'revalidate') return api.POST(`${path}/revalidate`, call)
      if (act === 'forget') return api.POST(`${path}/forget`, call)
      if (act === 'abandon') return api.POST(`${path}/abandon`, call)
      if (act === 'cancel') return api.POST(`${path}/cancel`, call)
      return api.POST(`${path}/reprint`, { ...call, body: { reason, ...(cause === '' ? {} : { cause }) } })
    },
    async onSuccess(answer) {
      await queries.invalidateQueries({ queryKey: ['staff'] })
      showToast(isApproval(answer) ? requestSentText : done)
      close()
      if (act === 'reprint') {
        void navigate({ to: orderPath({ accountId, customerOrderId: answer.customerOrderId! }) })
      }
    },
  })
  return (
    <ReasonDialog
      title={`${verb}: ${title}`}
      text={willWait ? `${text} ${approvalText}` : text}
      confirmLabel={willWait ? t('Request cancellation') : verb}
      reasonHint={readBy}
      danger={danger}
      notes={isCancel ? cancelNotes : []}
      cancelLabel={isCancel ? t('Keep order') : undefined}
      action={mutation}
      close={close}
    >
      {act === 'reprint' ? (
        <NativeSelect
          label={t('Cause')}
          description={t('For reports')}
          data={causeOptions}
          value={cause}
          onChange={event => setCause(event.currentTarget.value as Cause | '')}
        />
      ) : undefined}
    </ReasonDialog>
  )
}

export function Reroute({ jobId, printer, close }: { jobId: string; printer: string; close: () => void }) {
  const reroute = useAction({
    mutationFn: (reason: string) =>
      api.POST('/staff/print-jobs/{jobId}/reroute', { params: { path: { jobId } }, body: { reason } }),
    refetch: ['staff'],
    done: t('Print job moved to another printer'),
    close,
  })
  return (
    <ReasonDialog
      title={t('Move to another printer')}
      text={t(
        'The print job is withdrawn from {printer} right away. First make sure that {printer} will not print it, or the books will be printed twice.',
        { printer },
      )}
      confirmLabel={t('Move to another printer')}
      reasonHint={readByCustomer}
      danger
      action={reroute}
      close={close}
    />
  )
}
