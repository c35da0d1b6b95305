import { Alert, Button, Group, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, Wallet } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { orderTitle } from '../../../src/base/text/orderTitle.ts'
import { api, newRequestKey } from '../../api.ts'
import { cardText } from '../../components/billing/ChargeStatus.tsx'
import { hideToast, showRefusal, showToast } from '../../components/feedback/toast.ts'
import { useConfirm } from '../../components/forms/Confirm.tsx'
import { AppLink } from '../../components/layout/AppLink.tsx'
import { List } from '../../components/layout/List.tsx'
import { LoadState } from '../../components/layout/LoadState.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { money, Time, UpcomingTime } from '../../components/layout/Values.tsx'
import { rich, t } from '../../language.ts'
import { useAction } from '../../shell/frame/action.ts'
import { useCards } from '../../shell/money/cards.ts'
import { useNextCharge } from '../../shell/money/nextCharge.ts'
import { useMay } from '../../shell/session/session.ts'

const ordersShown = 50

export function Due({ children }: { children: ReactNode }) {
  const queries = useQueryClient()
  const confirm = useConfirm()
  const mayPay = useMay('billing')
  const due = useQuery({
    queryKey: ['billing', 'due'],
    queryFn: () => api.GET('/dashboard/api/billing/due', { params: { query: { limit: ordersShown } } }),
  })
  const { charge, now } = useNextCharge()
  const card = useCards().data?.cards.find(({ isDefault }) => isDefault)
  const declineToast = useRef('')
  const pay = useAction({
    // A new attempt replaces the message about the earlier decline.
    onMutate: () => hideToast(declineToast.current),
    mutationFn: ({ amount, requestKey }: { amount: number; requestKey: string }) =>
      api.POST('/dashboard/api/billing/pay', { headers: { 'idempotency-key': requestKey }, body: { amount } }),
    onSuccess(charge) {
      const words = {
        succeeded: t('{amount} paid', { amount: money(charge.amount) }),
        requires_action: t('Your bank needs you to confirm this payment. Go to Charges to confirm it.'),
        unknown: t('We’re waiting for your bank’s response. You won’t be charged twice.'),
        claimed: t('Payment in progress'),
      }
      if (charge.status === 'declined')
        declineToast.current = showRefusal(
          t('{amount} payment declined', { amount: money(charge.amount) }),
          charge.declineMessage ?? t('Your card was declined: {code}', { code: charge.declineCode ?? '' }),
        )
      else showToast(words[charge.status])
      void queries.invalidateQueries({ queryKey: ['production'] })
      return queries.invalidateQueries({ queryKey: ['billing'] })
    },
    failed: t('The card was not charged'),
  })
  if (due.isPending || due.error) return <LoadState of={due} rows={2} />
  const { amount, orderCount, orders } = due.data
  const confirmAndPay = async () => {
    const requestKey = newRequestKey()
    const yes = await confirm({
      title: t('Pay {amount} now?', { amount: money(amount) }),
      text: t(
        'We’ll charge {card} for {count, plural, one {# order} other {# orders}}. Paid orders go to the printer after two hours.',
        { card: card === undefined ? t('your card') : cardText(card), count: orderCount },
      ),
      confirmLabel: t('Pay {amount}', { amount: money(amount) }),
    })
    if (yes) pay.mutate({ amount, requestKey })
  }
  return (
    <>
      {charge && charge.declined > 0 ? (
        <Alert color="red" mb="md" icon={<CircleAlert size={18} />} title={t('Payment declined')}>
          {t(
            '{count, plural, one {# order} other {# orders}} can’t be printed until you pay. We retry the payment daily. You can also pay now or add another card below.',
            { count: charge.declined },
          )}
        </Alert>
      ) : null}
      <Section
        title={orderCount === 0 ? t('Nothing due') : t('{amount} due', { amount: money(amount) })}
        about={
          charge
            ? rich(
                '{count, plural, =0 {Next charge: {time}} one {# order, next charge: {time}} other {# orders, next charge: {time}}}',
                { count: orderCount, time: <UpcomingTime at={charge.at} now={now} /> },
              )
            : undefined
        }
        flush
        actions={
          orderCount > 0 && mayPay ? (
            <Button leftSection={<Wallet size={15} />} onClick={confirmAndPay} loading={pay.isPending}>
              {t('Pay now')}
            </Button>
          ) : undefined
        }
      >
        {orderCount === 0 ? (
          <Text c="dimmed" px="md" pb="md">
            {t('Orders appear here once their files are checked.')}
          </Text>
        ) : (
          <List
            bare
            label={t('Due orders')}
            rows={orders}
            keyOf={({ customerOrderId }) => customerOrderId}
            columns={[
              {
                title: t('Order'),
                total: t('Total'),
                cell: order => (
                  <AppLink to={`/production/orders/${encodeURIComponent(order.customerOrderId)}`} className="wrap">
                    {orderTitle(order)}
                  </AppLink>
                ),
              },
              { title: t('Placed'), cell: ({ createdAt }) => <Time at={createdAt} /> },
              { title: t('Recipient'), cell: ({ recipient }) => <span className="wrap">{recipient}</span> },
              { title: t('Amount'), cell: order => money(order.amount), right: true, total: money(amount) },
            ]}
            below={
              orderCount > orders.length ? (
                <Group justify="center" p="sm">
                  <AppLink to="/production/orders" search={{ status: 'VALID_AWAITING_PAYMENT' }} size="sm">
                    {t('View {count, plural, one {# more order} other {# more orders}}', {
                      count: orderCount - orders.length,
                    })}
                  </AppLink>
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
