import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleDollarSign } from 'lucide-react'
import { useState } from 'react'
import { type Answer, api, ask } from '../../../api.ts'
import { Empty } from '../../../components/Empty.tsx'
import type { Column } from '../../../components/List.tsx'
import { PagedList } from '../../../components/PagedList.tsx'
import { ReasonDialog } from '../../../components/ReasonDialog.tsx'
import { AccountLink, OrderLink } from '../../../components/StaffLinks.tsx'
import { said } from '../../../components/toast.ts'
import { Ago, Code, money, number } from '../../../components/Values.tsx'
import { usePages } from '../../../shell/pages.ts'

type Charge = Answer<'/staff/charges'>['charges'][number]

const columns: Column<Charge>[] = [
  {
    title: 'Charge',
    cell: one => (
      <Code label="Copy the charge" shown={`${one.chargeId.slice(0, 14)}…`}>
        {one.chargeId}
      </Code>
    ),
  },
  {
    title: 'Account',
    cell: one => <AccountLink accountId={one.accountId} name={one.accountName} c="inherit" />,
  },
  { title: 'Amount', cell: one => money(one.amount), right: true },
  { title: 'Orders', cell: one => <Orders charge={one} /> },
  { title: 'Attempts', cell: one => number(one.attempts), right: true, wideOnly: true },
  { title: 'Started', cell: one => <Ago at={one.createdAt} /> },
  {
    title: 'Next attempt',
    cell: one => (one.nextAttemptAt === null ? '–' : <Ago at={one.nextAttemptAt} />),
    wideOnly: true,
  },
]

/** The first of them, by which one finds the charge that a customer asks about. */
function Orders({ charge: { accountId, orders, orderCount } }: { charge: Charge }) {
  const [first] = orders
  if (first === undefined) return number(orderCount)
  return (
    <span className="wrap">
      <OrderLink order={{ accountId, customerOrderId: first.customerOrderId }} />
      {orderCount > 1 ? ` and ${number(orderCount - 1)} more` : ''}
    </span>
  )
}

export function OpenCharges({ status, none }: { status: 'unknown' | 'requires_action'; none: string }) {
  const pages = usePages(['staff', 'charges', status], cursor =>
    ask(api.GET('/staff/charges', { params: { query: { status, ...cursor } } })),
  )
  const [settling, setSettling] = useState<Charge | null>(null)
  const settle: Column<Charge> = {
    title: 'Settle',
    acts: true,
    cell: one => (
      <Button size="xs" variant="default" onClick={() => setSettling(one)}>
        Settle as not taken
      </Button>
    ),
  }
  return (
    <>
      <PagedList
        of={pages}
        rowsOf={page => page.charges}
        label="Charges"
        columns={status === 'unknown' ? [...columns, settle] : columns}
        keyOf={one => one.chargeId}
        empty={
          <Empty icon={CircleDollarSign} title="No open charges">
            {none}
          </Empty>
        }
      />
      {settling === null ? null : <NotTaken charge={settling} close={() => setSettling(null)} />}
    </>
  )
}

type NotTakenProps = { charge: Charge; close: () => void }

function NotTaken({ charge: { accountId, chargeId, amount, provider }, close }: NotTakenProps) {
  const queries = useQueryClient()
  const settle = useMutation({
    mutationFn: (reason: string) =>
      ask(
        api.POST('/staff/charges/{accountId}/{chargeId}/not-taken', {
          params: { path: { accountId, chargeId } },
          body: { reason },
        }),
      ),
    onSuccess() {
      said('Settled as not taken: the orders are due again, and the holder is notified')
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['staff'] }),
  })
  return (
    <ReasonDialog
      title={`Settle as not taken: ${money(amount)}`}
      text={`First make sure that ${provider} has not taken this money. Octavo asks ${provider} once more to give up the charge, and then charges the orders again.`}
      yes="Settle as not taken"
      readBy="For the audit log: how you know."
      danger
      error={settle.error}
      isPending={settle.isPending}
      act={reason => settle.mutate(reason, { onSuccess: close })}
      close={close}
    />
  )
}
