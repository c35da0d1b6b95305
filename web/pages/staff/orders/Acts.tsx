// What the staff can do with an order that waits or went wrong.

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, ask, newRequestKey } from '../../../api.ts'
import { ReasonDialog } from '../../../components/ReasonDialog.tsx'
import { said } from '../../../components/toast.ts'

export type Act = 'resume' | 'revalidate' | 'abandon' | 'reprint'

export const actWords: Record<Act, { title: string; text: string; yes: string; done: string; danger?: true }> = {
  resume: {
    title: 'Resume',
    text: 'The order is sent to a printer again, as a new job.',
    yes: 'Resume order',
    done: 'The order is with a printer again',
  },
  revalidate: {
    title: 'Check the files again',
    text: 'Its files are fetched and checked again. A payment is kept.',
    yes: 'Check files',
    done: 'The files are being checked',
  },
  abandon: {
    title: 'Abandon',
    text: 'The order is cancelled, and its payment is refunded. This cannot be undone.',
    yes: 'Cancel the order',
    done: 'The order has been cancelled',
    danger: true,
  },
  reprint: {
    title: 'Reprint',
    text: 'Creates a new order with the same books to the same address, free and outside the limit.',
    yes: 'Create reprint',
    done: 'The reprint has been created',
  },
}

const readBy = 'The customer sees it in the order’s history; it is also recorded in the audit log.'

type Props = { act: Act; accountId: string; customerOrderId: string; close: () => void }

export function ActDialog({ act, accountId, customerOrderId, close }: Props) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { title, text, yes, done, danger } = actWords[act]
  const [requestKey] = useState(newRequestKey)
  const mutation = useMutation({
    mutationFn: (reason: string) => {
      const headers = { 'idempotency-key': requestKey }
      const call = { params: { path: { accountId, customerOrderId } }, headers, body: { reason } }
      const path = '/staff/orders/{accountId}/{customerOrderId}'
      if (act === 'resume') return ask(api.POST(`${path}/resume`, call))
      if (act === 'revalidate') return ask(api.POST(`${path}/revalidate`, call))
      return act === 'abandon' ? ask(api.POST(`${path}/abandon`, call)) : ask(api.POST(`${path}/reprint`, call))
    },
    onSuccess(order) {
      said(done)
      void queries.invalidateQueries({ queryKey: ['staff'] })
      close()
      if (act === 'reprint') {
        const to = `/orders/${encodeURIComponent(accountId)}/${encodeURIComponent(order.customerOrderId)}`
        void navigate({ to: to as never })
      }
    },
  })
  return (
    <ReasonDialog
      title={`${title}: ${customerOrderId}`}
      text={text}
      yes={yes}
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
  const reroute = useMutation({
    mutationFn: (reason: string) =>
      ask(api.POST('/staff/print-jobs/{jobId}/reroute', { params: { path: { jobId } }, body: { reason } })),
    onSuccess() {
      said('Another printer has the job')
      void queries.invalidateQueries({ queryKey: ['staff'] })
      close()
    },
  })
  return (
    <ReasonDialog
      title="Give the job to another printer"
      text={`${printer} loses the job at once. First make sure that it will not print it; otherwise it is made twice.`}
      yes="Give it to another"
      readBy={readBy}
      danger
      error={reroute.error}
      isPending={reroute.isPending}
      act={reason => reroute.mutate(reason)}
      close={close}
    />
  )
}
