// What the staff can do with an order that waits or went wrong.

import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, ask, newRequestKey } from '../../../api.ts'
import { ReasonDialog } from '../../../components/ReasonDialog.tsx'
import { pathOfOrder } from '../../../components/StaffLinks.tsx'
import { said } from '../../../components/toast.ts'
import { useAct } from '../../../shell/act.ts'
import { askedText, isWaiting } from '../../../shell/approvals.tsx'

export type Act = 'resume' | 'revalidate' | 'abandon' | 'reprint' | 'forget'

/** The button has the same word in the page and in the dialog. */
export const actWords: Record<Act, { verb: string; text: string; done: string; readBy?: string; danger?: true }> = {
  resume: {
    verb: 'Resume',
    text: 'The order is sent to a printer again, as a new job.',
    done: 'Resumed: the order is with a printer again',
  },
  revalidate: {
    verb: 'Check files again',
    text: 'The files are fetched and checked again. A payment is kept.',
    done: 'The files are being checked again',
  },
  abandon: {
    verb: 'Cancel order',
    text: 'The order is cancelled, and its payment is refunded. This cannot be undone.',
    done: 'Order cancelled',
    danger: true,
  },
  reprint: {
    verb: 'Reprint',
    text: 'Creates a new order with the same books to the same address, free and outside the limit.',
    done: 'Reprint created',
  },
  forget: {
    verb: 'Forget recipient',
    text: 'The recipient’s name, company, street address, phone number and e-mail address are deleted everywhere in Octavo, and so is what was written in the order’s history. City, state and postal code stay. This cannot be undone, and the order can no longer be reprinted.',
    done: 'Recipient forgotten',
    readBy: 'It stays in the audit log for good, so do not name the recipient.',
    danger: true,
  },
}

const waitsText = 'Another person of the staff has to approve it; until then the order stays on hold.'

const readByCustomer = 'The customer sees it in the order’s history; it is also recorded in the audit log.'

/** `willWait`: another person has to approve it. */
type Props = { act: Act; accountId: string; customerOrderId: string; willWait: boolean; close: () => void }

export function ActDialog({ act, accountId, customerOrderId, willWait, close }: Props) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { verb, text, done, readBy = readByCustomer, danger } = actWords[act]
  const [requestKey] = useState(newRequestKey)
  const mutation = useAct({
    mutationFn: (reason: string) => {
      const headers = { 'idempotency-key': requestKey }
      const call = { params: { path: { accountId, customerOrderId } }, headers, body: { reason } }
      const path = '/staff/orders/{accountId}/{customerOrderId}'
      if (act === 'resume') return ask(api.POST(`${path}/resume`, call))
      if (act === 'revalidate') return ask(api.POST(`${path}/revalidate`, call))
      if (act === 'forget') return ask(api.POST(`${path}/forget`, call))
      return act === 'abandon' ? ask(api.POST(`${path}/abandon`, call)) : ask(api.POST(`${path}/reprint`, call))
    },
    async onSuccess(answer) {
      await queries.invalidateQueries({ queryKey: ['staff'] })
      said(isWaiting(answer) ? askedText : done)
      close()
      if (act === 'reprint') {
        void navigate({ to: pathOfOrder({ accountId, customerOrderId: answer.customerOrderId! }) as never })
      }
    },
  })
  return (
    <ReasonDialog
      title={`${verb}: ${customerOrderId}`}
      text={willWait ? `${text} ${waitsText}` : text}
      yes={willWait ? 'Request cancellation' : verb}
      readBy={readBy}
      danger={danger}
      error={mutation.error}
      isPending={mutation.isPending}
      act={reason => mutation.mutate(reason)}
      close={close}
    />
  )
}

export function Reroute({ jobId, printer, close }: { jobId: string; printer: string; close: () => void }) {
  const queries = useQueryClient()
  const reroute = useAct({
    mutationFn: (reason: string) =>
      ask(api.POST('/staff/print-jobs/{jobId}/reroute', { params: { path: { jobId } }, body: { reason } })),
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ['staff'] })
      said('Job moved to another printer')
      close()
    },
  })
  return (
    <ReasonDialog
      title="Move to another printer"
      text={`${printer} loses the job at once. First make sure that it will not print it; otherwise the books are made twice.`}
      yes="Move to another printer"
      readBy={readByCustomer}
      danger
      error={reroute.error}
      isPending={reroute.isPending}
      act={reason => reroute.mutate(reason)}
      close={close}
    />
  )
}
