import { Anchor, Button, Group, Text } from '@mantine/core'
import { Receipt } from 'lucide-react'
import { api } from '../../api.ts'
import type { Charge } from '../../apiTypes.ts'
import { ChargeStatus, cardText } from '../../components/billing/ChargeStatus.tsx'
import type { Column } from '../../components/layout/List.tsx'
import { Code, DailyChargeTime, money, number, Time } from '../../components/layout/Values.tsx'
import { rich, t } from '../../language.ts'
import { ListScreen, pagesOf } from '../../shell/lists/ListScreen.tsx'

const columns: Column<Charge>[] = [
  { title: t('Date'), cell: charge => <Time at={charge.createdAt} /> },
  {
    title: t('Status'),
    cell: charge => (
      <Group gap="xs">
        <ChargeStatus status={charge.status} />
        {charge.status === 'requires_action' && charge.confirmUrl !== null && /^https?:/.test(charge.confirmUrl) ? (
          <Button component="a" href={charge.confirmUrl} size="compact-sm">
            {t('Confirm with your bank')}
          </Button>
        ) : null}
        {charge.status === 'declined' ? (
          <Text span size="sm" c="dimmed" className="wrap">
            {charge.declineMessage ?? charge.declineCode}
          </Text>
        ) : null}
      </Group>
    ),
  },
  { title: t('Orders'), cell: charge => number(charge.orderCount), right: true },
  { title: t('Card'), cell: ({ card }) => (card === null ? '–' : cardText(card)), wideOnly: true },
  { title: t('Amount'), cell: charge => money(charge.amount), right: true },
  { title: t('Refunded'), cell: charge => (charge.refunded === 0 ? '–' : money(charge.refunded)), right: true },
  {
    title: t('Invoice'),
    cell: ({ chargeId, invoiceNumber }) =>
      invoiceNumber === null ? (
        '–'
      ) : (
        <Anchor href={`/dashboard/api/billing/charges/${chargeId}/invoice.pdf`} download inherit className="nowrap">
          {t('Invoice {number}', { number: invoiceNumber })}
        </Anchor>
      ),
  },
  {
    title: t('Charge ID'),
    cell: ({ chargeId }) => (
      <Code label={t('Copy charge ID {chargeId}', { chargeId })} shown={`…${chargeId.slice(-8)}`}>
        {chargeId}
      </Code>
    ),
    wideOnly: true,
  },
]

export function Charges({ isEnterprise }: { isEnterprise: boolean }) {
  return (
    <ListScreen
      of={pagesOf(['billing', 'charges'], {}, query => api.GET('/dashboard/api/charges', { params: { query } }))}
      rowsOf={page => page.charges}
      label={t('Charges')}
      columns={columns}
      keyOf={({ chargeId }) => chargeId}
      empty={{
        icon: Receipt,
        title: t('No charges yet'),
        text: isEnterprise
          ? t('Your orders are billed by monthly statement.')
          : rich(
              'When orders are due, we make one charge a day at {time}. Refunds go back to the card that was charged.',
              { time: <DailyChargeTime /> },
            ),
      }}
    />
  )
}
