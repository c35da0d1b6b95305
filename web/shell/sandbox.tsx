// Simulating the bank, the printer and time in the sandbox: buttons shared by the list of orders and the page of an
// order.

import { Button, Menu } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { api, ask, type Order } from '../api.ts'
import { useConfirm } from '../components/Confirm.tsx'
import { failed, said } from '../components/toast.ts'
import { useAct } from './act.ts'
import { isDeclined, type StatusWords, useWords } from './words.tsx'

type Outcome = StatusWords['simulations'][number]['outcome']

export function useSimulation(customerOrderId: string) {
  const queries = useQueryClient()
  const { of } = useWords()
  return useAct({
    mutationFn: (outcome: Outcome) =>
      ask(
        api.POST('/dashboard/api/sandbox/orders/{customerOrderId}/simulate', {
          params: { path: { customerOrderId } },
          body: { outcome },
        }),
      ),
    onSuccess(order) {
      const isRefused = isDeclined({ status: order.status, payment: order.paymentInfo.status })
      said(
        isRefused
          ? `${customerOrderId}: the payment was declined`
          : `${customerOrderId} is now: ${of(order.status)?.label ?? order.status}`,
      )
      // The next buttons come with the order or with its row. Nothing else is waited for: a button answers no click
      // while another's act is under way.
      const withButtons = Promise.all([
        queries.invalidateQueries({ queryKey: ['sandbox', 'order', customerOrderId], exact: true }),
        queries.invalidateQueries({ queryKey: ['sandbox', 'orders'] }),
      ])
      void queries.invalidateQueries({ queryKey: ['sandbox'] }, { cancelRefetch: false })
      return withButtons
    },
    onError: failed('The simulation failed'),
  })
}

type Props = { customerOrderId: string; status: Order['status'] }

/** Payment Success and Payment Failed, while an order waits for payment. */
export function PaymentButtons({ customerOrderId, status }: Props) {
  const simulation = useSimulation(customerOrderId)
  const payments = useWords()
    .of(status)
    ?.simulations.filter(({ outcome }) => outcome.startsWith('payment_'))
  return payments?.map(({ outcome, label }) => (
    <Button
      key={outcome}
      size="compact-xs"
      variant="default"
      onClick={() => simulation.mutate(outcome)}
      {...busyWith(simulation, outcome)}
      aria-label={`${label}: ${customerOrderId}`}
    >
      {label}
    </Button>
  ))
}

/** One outcome at a time: its button is busy, and the others cannot be pressed. */
export const busyWith = ({ isPending, variables }: { isPending: boolean; variables?: Outcome }, outcome: Outcome) => ({
  loading: isPending && variables === outcome,
  disabled: isPending && variables !== outcome,
})

const jumps = [
  { by: 'PT2H', label: '2 hours', about: 'The holding bin ends' },
  { by: 'P1D', label: '1 day', about: 'Places in the limit come free' },
  { by: 'P7D', label: '7 days', about: 'The simulated printer ships' },
]

/** `children` are further items of the menu. */
export function FastForwardMenu({ icon, children }: { icon: ReactNode; children?: ReactNode }) {
  const queries = useQueryClient()
  const jump = useAct({
    mutationFn: (by: string) => ask(api.POST('/dashboard/api/sandbox/fast-forward', { body: { by } })),
    onSuccess(_answer, by) {
      said(`${jumps.find(one => one.by === by)?.label} passed for all sandbox orders`)
      void queries.invalidateQueries({ queryKey: ['sandbox'] })
    },
    onError: failed('Time did not pass'),
  })
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" leftSection={icon} rightSection={<ChevronDown size={14} />} loading={jump.isPending}>
          Fast-forward
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Make time pass for all sandbox orders</Menu.Label>
        {jumps.map(({ by, label, about }) => (
          <Menu.Item key={by} onClick={() => jump.mutate(by)}>
            {label}
            <div style={{ fontSize: '0.75rem', color: 'var(--mantine-color-dimmed)' }}>{about}</div>
          </Menu.Item>
        ))}
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Deletes every sandbox order after a confirmation: an item of the menu above. */
export function EmptySandboxItem() {
  const queries = useQueryClient()
  const confirm = useConfirm()
  const empty = useAct({
    mutationFn: () => ask(api.DELETE('/dashboard/api/sandbox/orders')),
    onSuccess({ deleted }) {
      said(deleted === 1 ? 'One sandbox order deleted' : `${deleted} sandbox orders deleted`)
      return queries.invalidateQueries({ queryKey: ['sandbox'] })
    },
    onError: failed('The sandbox was not emptied'),
  })
  const askToEmpty = async () => {
    const yes = await confirm({
      title: 'Empty the sandbox?',
      text: 'Every sandbox order and its webhooks are deleted permanently. Products, keys and production orders are not affected.',
      yes: 'Delete all sandbox orders',
      danger: true,
    })
    if (yes) empty.mutate()
  }
  return (
    <>
      <Menu.Divider />
      <Menu.Item className="danger" onClick={() => void askToEmpty()} disabled={empty.isPending}>
        Empty the sandbox …
      </Menu.Item>
    </>
  )
}
