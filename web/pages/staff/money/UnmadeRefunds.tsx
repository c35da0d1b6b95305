// Refunds that the provider has not made, and the act that ends one which was given back by hand.

import { Button, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { type Answer, api, ask } from '../../../api.ts'
import { Empty } from '../../../components/Empty.tsx'
import type { Column } from '../../../components/List.tsx'
import { PagedList } from '../../../components/PagedList.tsx'
import { ReasonDialog } from '../../../components/ReasonDialog.tsx'
import { AccountLink, OrderLink } from '../../../components/StaffLinks.tsx'
import { said } from '../../../components/toast.ts'
import { Ago, money, number } from '../../../components/Values.tsx'
import { usePages } from '../../../shell/pages.ts'

type Refund = Answer<'/staff/refunds'>['refunds'][number]

const columns: Column<Refund>[] = [
  {
    title: 'Order',
    cell: one => <OrderLink order={one} fw={500} />,
  },
  {
    title: 'Account',
    cell: one => <AccountLink accountId={one.accountId} name={one.accountName} c="inherit" />,
  },
  { title: 'Amount', cell: one => money(one.amount), right: true },
  {
    title: 'Provider’s answer',
    cell: one => (
      <Text span size="sm" className="wrap">
        {one.returnedAt === null ? null : (
          <>
            Came back <Ago at={one.returnedAt} />.{' '}
          </>
        )}
        {one.problem}
      </Text>
    ),
  },
  { title: 'Attempts', cell: one => number(one.attempts), right: true, wideOnly: true },
  { title: 'Owed', cell: one => <Ago at={one.createdAt} /> },
]

export function UnmadeRefunds() {
  const pages = usePages(['staff', 'refunds'], cursor => ask(api.GET('/staff/refunds', { params: { query: cursor } })))
  const [ending, setEnding] = useState<Refund | null>(null)
  const end: Column<Refund> = {
    title: 'End',
    acts: true,
    cell: one => (
      <Button size="xs" variant="default" onClick={() => setEnding(one)}>
        Record refund by hand
      </Button>
    ),
  }
  return (
    <>
      <PagedList
        of={pages}
        rowsOf={page => page.refunds}
        label="Refunds not made"
        columns={[...columns, end]}
        keyOf={one => one.refundId}
        empty={
          <Empty icon={Undo2} title="Every refund was made">
            A refund that the provider refuses is listed here. It is asked for again daily; what will not be made has to
            be given back by hand.
          </Empty>
        }
      />
      {ending === null ? null : <GivenBack refund={ending} close={() => setEnding(null)} />}
    </>
  )
}

const mostCharacters = 200

type GivenBackProps = { refund: Refund; close: () => void }

function GivenBack({ refund: { accountId, refundId, customerOrderId, amount }, close }: GivenBackProps) {
  const queries = useQueryClient()
  const [reference, setReference] = useState('')
  const end = useMutation({
    mutationFn: (reason: string) =>
      ask(
        api.POST('/staff/refunds/{accountId}/{refundId}/given-back', {
          params: { path: { accountId, refundId } },
          body: { reference: reference.trim(), reason },
        }),
      ),
    onSuccess() {
      said('Refund recorded: the holder is notified')
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['staff'] }),
  })
  return (
    <ReasonDialog
      title={`Record refund by hand: ${customerOrderId}`}
      text={`Record this once ${money(amount)} is on its way to the customer. Octavo then stops asking the provider for it.`}
      yes={`Record refund of ${money(amount)}`}
      readBy="For the audit log."
      error={end.error}
      isPending={end.isPending}
      isReady={reference.trim() !== ''}
      act={reason => end.mutate(reason, { onSuccess: close })}
      close={close}
    >
      <TextInput
        label="Reference"
        description="Of the transfer, or of the refund in the provider’s own pages. The holder reads it."
        required
        maxLength={mostCharacters}
        value={reference}
        onChange={event => setReference(event.currentTarget.value)}
      />
    </ReasonDialog>
  )
}
