// Refunds that the provider has not made, and the action that records a manual refund.

import { Button, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { orderTitle } from '../../../../src/base/text/orderTitle.ts'
import { api, type ResponseBody } from '../../../api.ts'
import { brand } from '../../../brand.ts'
import { ReasonDialog } from '../../../components/forms/ReasonDialog.tsx'
import type { Column } from '../../../components/layout/List.tsx'
import { money, number, RelativeTime } from '../../../components/layout/Values.tsx'
import { accountColumn, orderColumn } from '../../../components/staff/StaffLinks.tsx'
import { rich, t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { ListScreen, pagesOf } from '../../../shell/lists/ListScreen.tsx'
import { useMay } from '../../../shell/session/session.ts'

type Refund = ResponseBody<'/staff/refunds'>['refunds'][number]

const columns: Column<Refund>[] = [
  orderColumn,
  accountColumn,
  { title: t('Amount'), cell: refund => money(refund.amount), right: true },
  {
    title: t('Problem'),
    cell: refund => (
      <Text span size="sm" className="wrap">
        {refund.returnedAt === null ? null : (
          <>{rich('Returned {time}.', { time: <RelativeTime at={refund.returnedAt} /> })} </>
        )}
        {refund.problem}
      </Text>
    ),
  },
  { title: t('Attempts'), cell: refund => number(refund.attempts), right: true, wideOnly: true },
  { title: t('Requested'), cell: refund => <RelativeTime at={refund.createdAt} /> },
]

export function FailedRefunds() {
  const [resolving, setResolving] = useState<Refund | null>(null)
  const mayResolve = useMay('money')
  const resolveColumn: Column<Refund> = {
    title: t('Resolve'),
    isActions: true,
    cell: refund => (
      <Button size="xs" variant="default" onClick={() => setResolving(refund)}>
        {t('Record manual refund')}
      </Button>
    ),
  }
  return (
    <>
      <ListScreen
        of={pagesOf(['staff', 'refunds'], {}, query => api.GET('/staff/refunds', { params: { query } }))}
        rowsOf={page => page.refunds}
        label={t('Failed refunds')}
        columns={mayResolve ? [...columns, resolveColumn] : columns}
        keyOf={refund => refund.refundId}
        empty={{
          icon: Undo2,
          title: t('No failed refunds'),
          text: t(
            'Refunds that the provider rejects appear here. We retry them daily. If a refund keeps failing, refund the customer another way and record it here.',
          ),
        }}
      />
      {resolving === null ? null : <ManualRefund refund={resolving} close={() => setResolving(null)} />}
    </>
  )
}

const maxCharacters = 200

type ManualRefundProps = { refund: Refund; close: () => void }

function ManualRefund({ refund, close }: ManualRefundProps) {
  const { accountId, refundId, amount } = refund
  const queries = useQueryClient()
  const [reference, setReference] = useState('')
  const record = useAction({
    mutationFn: (reason: string) =>
      api.POST('/staff/refunds/{accountId}/{refundId}/given-back', {
        params: { path: { accountId, refundId } },
        body: { reference: reference.trim(), reason },
      }),
    done: t('Refund recorded. The account holder is notified.'),
    close,
    onSettled: () => queries.invalidateQueries({ queryKey: ['staff'] }),
  })
  return (
    <ReasonDialog
      title={t('Record manual refund: {order}', { order: orderTitle(refund) })}
      text={t('Record this once you have sent {amount} to the customer. {brand} then stops retrying the refund.', {
        amount: money(amount),
        brand: brand.name,
      })}
      confirmLabel={t('Record refund of {amount}', { amount: money(amount) })}
      reasonHint={t('Recorded in the audit log.')}
      action={record}
      isReady={reference.trim() !== ''}
      close={close}
    >
      <TextInput
        label={t('Reference')}
        description={t('Transfer or refund reference. Shown to the account holder.')}
        required
        maxLength={maxCharacters}
        value={reference}
        onChange={event => setReference(event.currentTarget.value)}
      />
    </ReasonDialog>
  )
}
