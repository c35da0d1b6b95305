// Orders with parcels that came back, and the record of the decisions about them.

import { Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { PackageX } from 'lucide-react'
import { useState } from 'react'
import { orderTitle } from '../../../../src/base/text/orderTitle.ts'
import { api, type RequestBody, type ResponseBody } from '../../../api.ts'
import { ReasonDialog } from '../../../components/forms/ReasonDialog.tsx'
import type { Column } from '../../../components/layout/List.tsx'
import { RelativeTime } from '../../../components/layout/Values.tsx'
import { accountColumn, orderColumn } from '../../../components/staff/StaffLinks.tsx'
import { t } from '../../../language.ts'
import { useAction } from '../../../shell/frame/action.ts'
import { ListScreen, pagesOf } from '../../../shell/lists/ListScreen.tsx'
import { useMay } from '../../../shell/session/session.ts'
import { Resend } from './Resend.tsx'

type Returned = ResponseBody<'/staff/returned-parcels'>['orders'][number]
type Decision = RequestBody<'/staff/orders/{accountId}/{customerOrderId}/returned-parcels'>['decision']
type Deciding = { order: Returned; decision: Decision }

const columns: Column<Returned>[] = [
  orderColumn,
  accountColumn,
  { title: t('Tracking numbers'), cell: order => order.trackingNumbers.join(', '), wideOnly: true },
  { title: t('Came back'), cell: order => <RelativeTime at={order.returnedAt} /> },
]

const decisions: { decision: Decision; label: string }[] = [
  { decision: 'reprinted', label: t('Reprinted') },
  { decision: 'refunded', label: t('Refunded') },
  { decision: 'destroyed', label: t('Destroyed') },
]

export function ReturnedParcels() {
  const [deciding, setDeciding] = useState<Deciding | null>(null)
  const [resent, setResent] = useState<Returned | null>(null)
  const decisionColumn: Column<Returned> = {
    title: t('Decision'),
    isActions: true,
    cell: order => (
      <Group gap="xs">
        <Button size="xs" onClick={() => setResent(order)}>
          {t('Resend')}
        </Button>
        {decisions.map(({ decision, label }) => (
          <Button key={decision} size="xs" variant="default" onClick={() => setDeciding({ order, decision })}>
            {label}
          </Button>
        ))}
      </Group>
    ),
  }
  return (
    <>
      <ListScreen
        of={pagesOf(['staff', 'returned'], {}, query => api.GET('/staff/returned-parcels', { params: { query } }))}
        rowsOf={page => page.orders}
        label={t('Returned parcels')}
        columns={useMay('orders') ? [...columns, decisionColumn] : columns}
        keyOf={order => `${order.accountId} ${order.customerOrderId}`}
        empty={{
          icon: PackageX,
          title: t('No returned parcels'),
          text: t('Orders appear here when a carrier brings a parcel back.'),
        }}
        above={
          <Text size="sm" c="dimmed" mb="sm">
            {t(
              'Resend the same books to a mended address. Or open the order to reprint or refund it, and record here what you did.',
            )}
          </Text>
        }
      />
      {resent === null ? null : <Resend returned={resent} close={() => setResent(null)} />}
      {deciding === null ? null : <Decide {...deciding} close={() => setDeciding(null)} />}
    </>
  )
}

function Decide({ order, decision, close }: Deciding & { close: () => void }) {
  const { accountId, customerOrderId, trackingNumbers } = order
  const queries = useQueryClient()
  const record = useAction({
    mutationFn: (reason: string) =>
      api.POST('/staff/orders/{accountId}/{customerOrderId}/returned-parcels', {
        params: { path: { accountId, customerOrderId } },
        body: { trackingNumbers, decision, reason },
      }),
    done: t('Decision recorded.'),
    close,
    onSettled: () => queries.invalidateQueries({ queryKey: ['staff'] }),
  })
  const { label } = decisions.find(one => one.decision === decision)!
  return (
    <ReasonDialog
      title={`${label}: ${orderTitle(order)}`}
      text={t('This only records the decision. Make the reprint or the refund on the page of the order.')}
      confirmLabel={t('Record decision')}
      reasonHint={t('Recorded in the audit log.')}
      action={record}
      close={close}
    />
  )
}
