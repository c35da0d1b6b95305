import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { CircleDollarSign } from 'lucide-react'
import { useState } from 'react'
import { api, type ResponseBody } from '../../../api.ts'
import { brand } from '../../../brand.ts'
import { ReasonDialog } from '../../../components/forms/ReasonDialog.tsx'
import type { Column } from '../../../components/layout/List.tsx'
import { Code, money, number, RelativeTime } from '../../../components/layout/Values.tsx'
import { accountColumn, FirstOrder } from '../../../components/staff/StaffLinks.tsx'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { ListScreen, pagesOf } from '../../../shell/lists/ListScreen.tsx'
import { useMay } from '../../../shell/session/session.ts'

type Charge = ResponseBody<'/staff/charges'>['charges'][number]

const columns: Column<Charge>[] = [
  {
    title: t('Charge'),
    cell: charge => (
      <Code label={t('Copy charge ID')} shown={`${charge.chargeId.slice(0, 14)}…`}>
        {charge.chargeId}
      </Code>
    ),
  },
  accountColumn,
  { title: t('Amount'), cell: charge => money(charge.amount), right: true },
  {
    title: t('Orders'),
    cell: ({ accountId, orders: [first], orderCount }) => (
      <FirstOrder first={first === undefined ? null : { ...first, accountId }} count={orderCount} />
    ),
  },
  { title: t('Attempts'), cell: charge => number(charge.attempts), right: true, wideOnly: true },
  { title: t('Started'), cell: charge => <RelativeTime at={charge.createdAt} /> },
  {
    title: t('Next attempt'),
    cell: charge => (charge.nextAttemptAt === null ? '–' : <RelativeTime at={charge.nextAttemptAt} />),
    wideOnly: true,
  },
]

export function OpenCharges({ status, emptyText }: { status: 'unknown' | 'requires_action'; emptyText: string }) {
  const [settling, setSettling] = useState<Charge | null>(null)
  const maySettle = useMay('money') && status === 'unknown'
  const settle: Column<Charge> = {
    title: t('Mark as not charged'),
    isActions: true,
    cell: charge => (
      <Button size="xs" variant="default" onClick={() => setSettling(charge)}>
        {t('Not charged')}
      </Button>
    ),
  }
  return (
    <>
      <ListScreen
        of={pagesOf(['staff', 'charges'], { status, sort: 'oldest' }, query =>
          api.GET('/staff/charges', { params: { query } }),
        )}
        rowsOf={page => page.charges}
        label={t('Charges')}
        columns={maySettle ? [...columns, settle] : columns}
        keyOf={charge => charge.chargeId}
        empty={{ icon: CircleDollarSign, title: t('No open charges'), text: emptyText }}
      />
      {settling === null ? null : <NotCharged charge={settling} close={() => setSettling(null)} />}
    </>
  )
}

type NotChargedProps = { charge: Charge; close: () => void }

function NotCharged({ charge: { accountId, chargeId, amount, provider }, close }: NotChargedProps) {
  const queries = useQueryClient()
  const settle = useAction({
    mutationFn: (reason: string) =>
      api.POST('/staff/charges/{accountId}/{chargeId}/not-taken', {
        params: { path: { accountId, chargeId } },
        body: { reason },
      }),
    done: t('Marked as not charged. The orders are due again, and the account holder is notified.'),
    close,
    onSettled: () => queries.invalidateQueries({ queryKey: ['staff'] }),
  })
  return (
    <ReasonDialog
      title={t('Mark {amount} as not charged', { amount: money(amount) })}
      text={t(
        'First make sure in {provider} that this payment was not captured. {brand} asks {provider} to cancel it and then charges the orders again.',
        { provider, brand: brand.name },
      )}
      confirmLabel={t('Mark as not charged')}
      reasonHint={t('Recorded in the audit log. Describe how you checked.')}
      danger
      action={settle}
      close={close}
    />
  )
}
