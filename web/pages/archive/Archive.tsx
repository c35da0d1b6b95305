// The archive of the customer's account.

import { api } from '../../api.ts'
import { BackLink } from '../../components/layout/BackLink.tsx'
import { t } from '../../language.ts'
import { ArchivedOrders } from '../../shell/orders/ArchivedOrders.tsx'

export const Page = () => (
  <ArchivedOrders
    list={['production']}
    readMonths={() => api.GET('/dashboard/api/archive')}
    readOrders={(month, query) => api.GET('/dashboard/api/archive/{month}', { params: { path: { month }, query } })}
    path="/production/archive"
    dataPath="/dashboard/api/archive"
    orderAt={id => `/production/orders/${encodeURIComponent(id)}`}
    back={<BackLink to="/production/orders">{t('Orders')}</BackLink>}
  />
)
