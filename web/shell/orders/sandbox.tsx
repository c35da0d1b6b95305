// Simulating the bank, the printer and time in the sandbox: buttons shared by the list of orders and the page of an
// order.

import { Button, Menu } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { orderTitle } from '../../../src/base/text/orderTitle.ts'
import { api, type Order, type ResponseBody } from '../../api.ts'
import { showToast } from '../../components/feedback/toast.ts'
import { useConfirm } from '../../components/forms/Confirm.tsx'
import { t } from '../../language.ts'
import { useAction } from '../frame/action.ts'
import { isDeclined, type StatusText, useStatusTexts } from './statusTexts.tsx'

type Outcome = StatusText['simulations'][number]['outcome']

export function useSimulation(customerOrderId: string) {
  const queries = useQueryClient()
  const { of } = useStatusTexts()
  return useAction({
    mutationFn: (outcome: Outcome) =>
      api.POST('/dashboard/api/sandbox/orders/{customerOrderId}/simulate', {
        params: { path: { customerOrderId } },
        body: { outcome },
      }),
    onSuccess(order) {
      const isPaymentDeclined = isDeclined({ status: order.status, payment: order.paymentInfo.status })
      showToast(
        isPaymentDeclined
          ? t('{order}: payment declined', { order: orderTitle(order) })
          : `${orderTitle(order)}: ${of(order.status)?.label ?? order.status}`,
      )
      // The next buttons come with the order or with its row. Other queries are not awaited, because no button reacts
      // to a click while an action is pending.
      const withButtons = Promise.all([
        queries.invalidateQueries({ queryKey: ['sandbox', 'order', customerOrderId], exact: true }),
        queries.invalidateQueries({ queryKey: ['sandbox', 'orders'] }),
      ])
      void queries.invalidateQueries({ queryKey: ['sandbox'] }, { cancelRefetch: false })
      return withButtons
    },
    failed: t('The simulation failed'),
  })
}

type Props = { customerOrderId: string; name: string; status: Order['status'] }

/** Payment Success and Payment Failed, while an order waits for payment. */
export function PaymentButtons({ customerOrderId, name, status }: Props) {
  const simulation = useSimulation(customerOrderId)
  const payments = useStatusTexts()
    .of(status)
    ?.simulations.filter(({ outcome }) => outcome.startsWith('payment_'))
  return payments?.map(({ outcome, label }) => (
    <Button
      key={outcome}
      size="compact-xs"
      variant="default"
      onClick={() => simulation.mutate(outcome)}
      {...buttonState(simulation, outcome)}
      aria-label={`${label}: ${name}`}
    >
      {label}
    </Button>
  ))
}

/** One outcome at a time: its button is busy, and the others cannot be pressed. */
export const buttonState = (
  { isPending, variables }: { isPending: boolean; variables?: Outcome },
  outcome: Outcome,
) => ({
  loading: isPending && variables === outcome,
  disabled: isPending && variables !== outcome,
})

const fastForwards = [
  {
    by: 'PT2H',
    label: t('{hours, plural, one {# hour} other {# hours}}', { hours: 2 }),
    about: t('Paid orders go to the printer'),
  },
  {
    by: 'P1D',
    label: t('{days, plural, one {# day} other {# days}}', { days: 1 }),
    about: t('Slots in the 24-hour limit open'),
  },
  {
    by: 'P7D',
    label: t('{days, plural, one {# day} other {# days}}', { days: 7 }),
    about: t('The simulated printer ships orders'),
  },
]

/** The interval for checking a fast-forward or deletion in the background. */
const workRefetchMs = 2000

/** The background work on all sandbox orders, if there is any. */
function useSandboxWork() {
  const queries = useQueryClient()
  const work = useQuery({
    queryKey: ['sandbox', 'work'],
    async queryFn() {
      const before = queries.getQueryData<ResponseBody<'/dashboard/api/sandbox'>>(['sandbox', 'work'])
      const found = await api.GET('/dashboard/api/sandbox')
      if (before?.work && found.work === null) void queries.invalidateQueries({ queryKey: ['sandbox', 'orders'] })
      return found
    },
    refetchInterval: ({ state }) => (state.data?.work ? workRefetchMs : false),
  })
  return work.data?.work ?? null
}

/** `children` are further items of the menu. */
export function FastForwardMenu({ icon, children }: { icon: ReactNode; children?: ReactNode }) {
  const queries = useQueryClient()
  const fastForward = useAction({
    mutationFn: (by: string) => api.POST('/dashboard/api/sandbox/fast-forward', { body: { by } }),
    onSuccess({ done }, by) {
      const time = fastForwards.find(forward => forward.by === by)?.label ?? ''
      showToast(
        done
          ? t('All sandbox orders moved forward by {time}', { time })
          : t('Moving all sandbox orders forward by {time}', { time }),
      )
      void queries.invalidateQueries({ queryKey: ['sandbox'] })
    },
    failed: t('Fast-forward failed'),
  })
  const work = useSandboxWork()
  return (
    <Menu disabled={work !== null}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={icon}
          rightSection={<ChevronDown size={14} />}
          loading={fastForward.isPending}
          disabled={work !== null}
        >
          {work === null
            ? t('Fast-forward')
            : t(
                work.kind === 'emptying'
                  ? '{count, plural, one {# order} other {# orders}} deleted so far'
                  : '{count, plural, one {# order} other {# orders}} moved so far',
                { count: work.orders },
              )}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('Move all sandbox orders forward by')}</Menu.Label>
        {fastForwards.map(({ by, label, about }) => (
          <Menu.Item key={by} onClick={() => fastForward.mutate(by)}>
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
  const confirm = useConfirm()
  const deleteOrders = useAction({
    mutationFn: () => api.DELETE('/dashboard/api/sandbox/orders'),
    refetch: ['sandbox'],
    done: ({ deleted, done }) =>
      !done
        ? t('Deleting all sandbox orders. You can already place new ones.')
        : t('{count, plural, one {# sandbox order} other {# sandbox orders}} deleted', { count: deleted }),
    failed: t('The sandbox orders were not deleted'),
  })
  const askFirst = async () => {
    const yes = await confirm({
      title: t('Delete all sandbox orders?'),
      text: t(
        'All sandbox orders and their webhooks will be permanently deleted. Products, API keys and production orders are not affected.',
      ),
      confirmLabel: t('Delete sandbox orders'),
      danger: true,
    })
    if (yes) deleteOrders.mutate()
  }
  return (
    <>
      <Menu.Divider />
      <Menu.Item className="danger" onClick={() => void askFirst()} disabled={deleteOrders.isPending}>
        {t('Delete all sandbox orders…')}
      </Menu.Item>
    </>
  )
}
