import { Alert, Button, Group, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, Wallet } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { api, ask, newRequestKey } from '../../api.ts'
import { useConfirm } from '../../components/Confirm.tsx'
import { Failure } from '../../components/Failure.tsx'
import { GoTo } from '../../components/GoTo.tsx'
import { List } from '../../components/List.tsx'
import { RowsSkeleton } from '../../components/Page.tsx'
import { Section } from '../../components/Section.tsx'
import { failed, refused, said, unsay } from '../../components/toast.ts'
import { Coming, money, plural, Time } from '../../components/Values.tsx'
import { useAct } from '../../shell/act.ts'
import { useNextCharge } from '../../shell/nextCharge.ts'
import { useMay } from '../../shell/session.ts'
import { cardText, useCards } from './Cards.tsx'

const ordersShown = 50

/** `children` are left out where nothing is charged. */
export function Due({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  const confirm = useConfirm()
  const mayPay = useMay('billing')
  const due = useQuery({ queryKey: ['billing', 'due'], queryFn: () => ask(api.GET('/dashboard/api/billing/due')) })
  const { charge, now } = useNextCharge()
  const card = useCards().data?.cards.find(({ isDefault }) => isDefault)
  const refusal = useRef('')
  const pay = useAct({
    // Whoever pays again has read why it failed.
    onMutate: () => unsay(refusal.current),
    mutationFn: ({ amount, requestKey }: { amount: number; requestKey: string }) =>
      ask(api.POST('/dashboard/api/billing/pay', { headers: { 'idempotency-key': requestKey }, body: { amount } })),
    onSuccess(charge) {
      const words = {
        succeeded: `${money(charge.amount)} paid`,
        requires_action: 'Your bank asks you to confirm the payment: see Charges',
        unknown: 'The bank has not answered. We ask again, and never charge twice',
        claimed: 'The payment is in progress',
      }
      if (charge.status === 'declined')
        refusal.current = refused(
          `${money(charge.amount)} was not paid`,
          charge.declineMessage ?? `The card was declined: ${charge.declineCode}`,
        )
      else said(words[charge.status])
      void queries.invalidateQueries({ queryKey: ['production'] })
      return queries.invalidateQueries({ queryKey: ['billing'] })
    },
    onError: failed('The card was not charged'),
  })
  if (due.isPending) return <RowsSkeleton rows={2} />
  if (due.error) return <Failure error={due.error} retry={() => due.refetch()} />
  const { amount, orders } = due.data
  const press = async () => {
    const requestKey = newRequestKey()
    const yes = await confirm({
      title: `Pay ${money(amount)} now?`,
      text: `${card === undefined ? 'Your card' : cardText(card)} is charged now for ${plural(orders.length, 'order')}, to be sent to the printer two hours later.`,
      yes: `Pay ${money(amount)}`,
    })
    if (yes) pay.mutate({ amount, requestKey })
  }
  if (charge === null) {
    return (
      <Section title="Nothing is charged here">
        <Text c="dimmed">The printer sets the prices of this account and bills it. No card is needed.</Text>
      </Section>
    )
  }
  return (
    <>
      {charge && charge.declined > 0 ? (
        <Alert
          color="red"
          variant="light"
          mb="md"
          icon={<CircleAlert size={18} />}
          title="The last charge was declined"
        >
          {plural(charge.declined, 'order is', 'orders are')} not printed until a charge succeeds. The charge is
          repeated daily, or at once with “Pay now”. You can add another card below.
        </Alert>
      ) : null}
      <Section
        title={orders.length === 0 ? 'Nothing is due' : `${money(amount)} due`}
        about={
          charge ? (
            <>
              {orders.length === 0 ? 'The next charge is ' : `${plural(orders.length, 'order')}, charged `}
              <Coming at={charge.at} now={now} />
            </>
          ) : undefined
        }
        flush
        actions={
          orders.length > 0 && mayPay ? (
            <Button leftSection={<Wallet size={15} />} onClick={press} loading={pay.isPending}>
              Pay now
            </Button>
          ) : undefined
        }
      >
        {orders.length === 0 ? (
          <Text c="dimmed" px="md" pb="md">
            Orders appear here once their files have been checked.
          </Text>
        ) : (
          <List
            bare
            label="Due orders"
            rows={orders.slice(0, ordersShown)}
            keyOf={({ customerOrderId }) => customerOrderId}
            columns={[
              {
                title: 'Order',
                total: 'Total',
                cell: ({ customerOrderId }) => (
                  <GoTo to={`/production/orders/${encodeURIComponent(customerOrderId)}`} className="wrap">
                    {customerOrderId}
                  </GoTo>
                ),
              },
              { title: 'Placed', cell: ({ createdAt }) => <Time at={createdAt} /> },
              { title: 'Ship to', cell: ({ recipient }) => <span className="wrap">{recipient}</span> },
              { title: 'Amount', cell: order => money(order.amount), right: true, total: money(amount) },
            ]}
            below={
              orders.length > ordersShown ? (
                <Group justify="center" p="sm">
                  <GoTo to="/production/orders" search={{ status: 'VALID_AWAITING_PAYMENT' }} size="sm">
                    and {orders.length - ordersShown} more
                  </GoTo>
                </Group>
              ) : null
            }
          />
        )}
      </Section>
      {children}
    </>
  )
}
