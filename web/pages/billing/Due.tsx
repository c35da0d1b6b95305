import { Alert, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { orderTitle } from '../../../src/base/text/orderTitle.ts'
import { AppLink } from '../../components/layout/AppLink.tsx'
import { List } from '../../components/layout/List.tsx'
import { LoadState } from '../../components/layout/LoadState.tsx'
import { Section } from '../../components/layout/Section.tsx'
import { money, Time, UpcomingTime } from '../../components/layout/Values.tsx'
import { rich, t } from '../../language.ts'
import { useNextCharge } from '../../shell/money/nextCharge.ts'
import { dueOrders, PayNow } from '../../shell/money/PayNow.tsx'

export function Due({ children }: { children: ReactNode }) {
  const due = useQuery(dueOrders)
  const { charge, now } = useNextCharge()
  if (due.isPending || due.error) return <LoadState of={due} rows={2} />
  const { amount, orderCount, orders } = due.data
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
        actions={<PayNow />}
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
