// The proof of an order that waits for its approval: approving it, and asking for changes.

import { Alert, Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { BookOpenCheck } from 'lucide-react'
import { useState } from 'react'
import { api, type Mode, type Order } from '../../api.ts'
import { showFailure } from '../../components/feedback/toast.ts'
import { useConfirm } from '../../components/forms/Confirm.tsx'
import { ReasonDialog } from '../../components/forms/ReasonDialog.tsx'
import { Time } from '../../components/layout/Values.tsx'
import { orderHeading } from '../../components/orders/orderHeading.ts'
import { rich, t } from '../../language.ts'
import { useAction } from '../../shell/frame/action.ts'
import { useMay } from '../../shell/session/session.ts'

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
      api.POST('/dashboard/api/{mode}/orders/{customerOrderId}/proof/approve', {
        params,
        body: { files: proof.files },
      }),
    refetch: [mode],
    done: t('The proof of {id} is approved', { id: orderHeading(order) }),
    onError(error) {
      showFailure(t('The proof was not approved'))(error)
      return refetch()
    },
  })
  const reject = useAction({
    mutationFn: (comment: string) =>
      api.POST('/dashboard/api/{mode}/orders/{customerOrderId}/proof/reject', { params, body: { comment } }),
    refetch: [mode],
    done: t('{id} has been canceled', { id: orderHeading(order) }),
  })
  const askFirst = async () => {
    const yes = await confirm({
      title: t('Approve this proof?'),
      text: t('The book will be printed from exactly these files.'),
      confirmLabel: t('Approve proof'),
    })
    if (yes) approve.mutate()
  }
  return (
    <Alert mb="md" icon={<BookOpenCheck size={18} />} title={t('Review the proof')}>
      <Text size="sm">
        {t(
          'Look at the cover and the pages under Files. The order is charged and printed only once its proof is approved.',
        )}
        {proof.approveBy === null ? null : (
          <>
            {' '}
            {rich('If nobody approves it by {time}, the order is canceled.', { time: <Time at={proof.approveBy} /> })}
          </>
        )}
        {mayDecide ? null : ` ${t('Your role doesn’t allow you to approve proofs.')}`}
      </Text>
      {mayDecide ? (
        <Group gap="xs" mt="sm">
          <Button onClick={askFirst} loading={approve.isPending}>
            {t('Approve proof')}
          </Button>
          <Button variant="default" onClick={() => setRejecting(true)}>
            {t('Ask for changes')}
          </Button>
        </Group>
      ) : null}
      {isRejecting ? (
        <ReasonDialog
          title={t('Ask for changes?')}
          text={t(
            'The order is canceled, because its files can’t be replaced. Place another order with the changed files.',
          )}
          reasonLabel={t('What must be changed')}
          reasonHint={t('Shown in the history of the order.')}
          confirmLabel={t('Ask for changes')}
          danger
          action={reject}
          close={() => setRejecting(false)}
        />
      ) : null}
    </Alert>
  )
}
