// Payments of statements that failed while their money may be at the payment provider.

import { Button, NativeSelect, Text } from '@mantine/core'
import { Landmark } from 'lucide-react'
import { useState } from 'react'
import { api, type ResponseBody } from '../../../api.ts'
import { ReasonDialog } from '../../../components/forms/ReasonDialog.tsx'
import type { Column } from '../../../components/layout/List.tsx'
import { money, RelativeTime } from '../../../components/layout/Values.tsx'
import { accountColumn } from '../../../components/staff/StaffLinks.tsx'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { ListScreen, pagesOf } from '../../../shell/lists/ListScreen.tsx'
import { useMay } from '../../../shell/session/session.ts'

type Payment = ResponseBody<'/staff/online-payments'>['payments'][number]

const columns: Column<Payment>[] = [
  accountColumn,
  { title: t('Amount'), cell: ({ amount }) => money(amount), right: true },
  {
    title: t('Problem'),
    cell: ({ failureMessage }) => (
      <Text span size="sm" className="wrap">
        {failureMessage}
      </Text>
    ),
  },
  { title: t('Received'), cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
]

export function RefusedTransfers() {
  const [settling, setSettling] = useState<Payment | null>(null)
  const maySettle = useMay('money')
  const settleColumn: Column<Payment> = {
    title: t('Resolve'),
    isActions: true,
    cell: payment => (
      <Button size="xs" variant="default" onClick={() => setSettling(payment)}>
        {t('Resolve')}
      </Button>
    ),
  }
  return (
    <>
      <ListScreen
        of={pagesOf(['staff', 'online-payments'], {}, query =>
          api.GET('/staff/online-payments', { params: { query } }),
        )}
        rowsOf={page => page.payments}
        label={t('Refused transfers')}
        columns={maySettle ? [...columns, settleColumn] : columns}
        keyOf={({ paymentId }) => paymentId}
        empty={{
          icon: Landmark,
          title: t('No refused transfers'),
          text: t('Bank transfers that the payment provider received and does not pay out to you appear here.'),
        }}
      />
      {settling === null ? null : <Settle payment={settling} close={() => setSettling(null)} />}
    </>
  )
}

type Decision = 'retry' | 'close'

function Settle({ payment, close }: { payment: Payment; close: () => void }) {
  const { accountId, accountName, paymentId, amount } = payment
  const [decision, setDecision] = useState<Decision>('retry')
  const settle = useAction({
    mutationFn: (reason: string) =>
      api.POST('/staff/accounts/{accountId}/billing/online-payments/{paymentId}/settle', {
        params: { path: { accountId, paymentId } },
        body: { decision, reason },
      }),
    refetch: ['staff'],
    done: t('Transfer of {amount} resolved', { amount: money(amount) }),
    close,
  })
  return (
    <ReasonDialog
      title={t('Resolve the transfer of {amount} of {name}', { amount: money(amount), name: accountName })}
      text={payment.failureMessage ?? ''}
      confirmLabel={t('Resolve')}
      reasonHint={t('Recorded in the audit log. Not shown to the customer.')}
      action={settle}
      close={close}
    >
      <NativeSelect
        label={t('What to do')}
        data={[
          { value: 'retry', label: t('Ask the payment provider again') },
          { value: 'close', label: t('Close: returned at the provider, or recorded by hand') },
        ]}
        value={decision}
        onChange={event => setDecision(event.currentTarget.value as Decision)}
      />
    </ReasonDialog>
  )
}
