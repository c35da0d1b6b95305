// The proof of an order that waits for its approval: approving it, and asking for changes.

import { Alert, Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { BookOpenCheck } from 'lucide-react'
import { useState } from 'react'
import { api, type Mode, type Order, unwrap } from '../../api.ts'
import { showFailure, showToast } from '../../components/feedback/toast.ts'
import { useConfirm } from '../../components/forms/Confirm.tsx'
import { ReasonDialog } from '../../components/forms/ReasonDialog.tsx'
import { Time } from '../../components/layout/Values.tsx'
import { useAction } from '../../shell/action.ts'
import { useMay } from '../../shell/session.ts'

type Props = { mode: Mode; order: Order; proof: NonNullable<Order['proof']> }

export function ProofDecision({ mode, order, proof }: Props) {
  const queries = useQueryClient()
  const confirm = useConfirm()
  const mayDecide = useMay('orders')
  const [isRejecting, setRejecting] = useState(false)
  const { customerOrderId } = order
  const params = { path: { mode, customerOrderId } }
  const refetch = () => queries.invalidateQueries({ queryKey: [mode] })
  const approve = useAction({
    mutationFn: () =>
      unwrap(
        api.POST('/dashboard/api/{mode}/orders/{customerOrderId}/proof/approve', {
          params,
          body: { files: proof.files },
        }),
      ),
    onSuccess() {
      showToast(`The proof of ${customerOrderId} is approved`)
      return refetch()
    },
    onError(error) {
      showFailure('The proof was not approved')(error)
      return refetch()
    },
  })
  const reject = useAction({
    mutationFn: (comment: string) =>
      unwrap(api.POST('/dashboard/api/{mode}/orders/{customerOrderId}/proof/reject', { params, body: { comment } })),
    onSuccess() {
      showToast(`${customerOrderId} has been canceled`)
      return refetch()
    },
  })
  const askFirst = async () => {
    const yes = await confirm({
      title: 'Approve this proof?',
      text: 'The book will be printed from exactly these files.',
      confirmLabel: 'Approve proof',
    })
    if (yes) approve.mutate()
  }
  return (
    <Alert variant="light" mb="md" icon={<BookOpenCheck size={18} />} title="Review the proof">
      <Text size="sm">
        Look at the cover and the pages under Files. The order is charged and printed only once its proof is approved.
        {proof.approveBy === null ? null : (
          <>
            {' '}
            If nobody approves it by <Time at={proof.approveBy} />, the order is canceled.
          </>
        )}
        {mayDecide ? null : ' Your role doesn’t allow you to approve proofs.'}
      </Text>
      {mayDecide ? (
        <Group gap="xs" mt="sm">
          <Button onClick={askFirst} loading={approve.isPending}>
            Approve proof
          </Button>
          <Button variant="default" onClick={() => setRejecting(true)}>
            Ask for changes
          </Button>
        </Group>
      ) : null}
      {isRejecting ? (
        <ReasonDialog
          title="Ask for changes?"
          text="The order is canceled, because its files can’t be replaced. Place another order with the changed files."
          reasonLabel="What must be changed"
          reasonHint="Shown in the history of the order."
          confirmLabel="Ask for changes"
          danger
          error={reject.error}
          isPending={reject.isPending}
          submit={comment => reject.mutate(comment)}
          close={() => setRejecting(false)}
        />
      ) : null}
    </Alert>
  )
}
