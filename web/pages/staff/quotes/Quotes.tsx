// The quotes of all accounts. Quotes that wait for an answer come first, by the filter that the page opens with.

import { api } from '../../../api.ts'
import type { ListedQuoteOfAccount } from '../../../apiTypes.ts'
import { PageFrame } from '../../../components/layout/Page.tsx'
import { money } from '../../../components/layout/Values.tsx'
import { accountColumn } from '../../../components/staff/StaffLinks.tsx'
import { t } from '../../../language.ts'
import { QuoteList } from '../../../shell/orders/QuoteList.tsx'

export const Page = () => (
  <PageFrame title={t('Quotes')} about={t('Customers ask what large orders cost. Answer with a price, or decline.')}>
    <QuoteList<ListedQuoteOfAccount>
      list={['staff', 'quotes']}
      read={query => api.GET('/staff/quotes', { params: { query } })}
      pathOf={({ accountId, mode, quoteId }) => `/quotes/${encodeURIComponent(accountId)}/${mode}/${quoteId}`}
      account={accountColumn}
      price={{ title: t('List price'), cell: ({ listedTotal }) => money(listedTotal), right: true }}
      empty={t('Quotes that customers ask for appear here, newest first.')}
    />
  </PageFrame>
)
