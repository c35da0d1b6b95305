// The archive of one account.

import { api } from '../../../api.ts'
import { BackLink } from '../../../components/layout/BackLink.tsx'
import { orderPath } from '../../../components/staff/StaffLinks.tsx'
import { t } from '../../../language.ts'
import { useParam } from '../../../shell/frame/mode.ts'
import { ArchivedOrders } from '../../../shell/orders/ArchivedOrders.tsx'

export function Page() {
  const accountId = useParam('accountId')
  const account = `/accounts/${encodeURIComponent(accountId)}`
  return (
    <ArchivedOrders
      list={['staff', 'account', accountId]}
      readMonths={() => api.GET('/staff/accounts/{accountId}/archive', { params: { path: { accountId } } })}
      readOrders={(month, query) =>
        api.GET('/staff/accounts/{accountId}/archive/{month}', { params: { path: { accountId, month }, query } })
      }
      path={`${account}/archive`}
      dataPath={`/staff${account}/archive`}
      orderAt={customerOrderId => orderPath({ accountId, customerOrderId })}
      back={<BackLink to={account}>{t('Account')}</BackLink>}
    />
  )
}
