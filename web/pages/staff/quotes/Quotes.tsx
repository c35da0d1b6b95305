// The quotes of all accounts. Quotes that wait for an answer come first, by the filter that the page opens with.

import { Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { MessageSquareQuote } from 'lucide-react'
import { api } from '../../../api.ts'
import type { ListedQuoteOfAccount } from '../../../apiTypes.ts'
import { AppLink } from '../../../components/layout/AppLink.tsx'
import type { Column } from '../../../components/layout/List.tsx'
import { PageFrame } from '../../../components/layout/Page.tsx'
import { money } from '../../../components/layout/Values.tsx'
import { quoteColumns, quoteName, quoteStatusOptions } from '../../../components/orders/QuoteParts.tsx'
import { accountColumn } from '../../../components/staff/StaffLinks.tsx'
import { t } from '../../../language.ts'
import { namedFilters, useFilters } from '../../../shell/frame/mode.ts'
import { FilterSelect } from '../../../shell/lists/FilterSelect.tsx'
import { ListScreen, pagesOf } from '../../../shell/lists/ListScreen.tsx'

const pathOf = ({ accountId, mode, quoteId }: ListedQuoteOfAccount) =>
  `/quotes/${encodeURIComponent(accountId)}/${mode}/${quoteId}`

const columns: Column<ListedQuoteOfAccount>[] = [
  {
    title: t('Quote'),
    cell: quote => (
      <AppLink to={pathOf(quote)} fw={500} className="wrap">
        {quoteName(quote)}
      </AppLink>
    ),
  },
  accountColumn,
  ...quoteColumns,
  { title: t('List price'), cell: ({ listedTotal }) => money(listedTotal), right: true },
]

export function Page() {
  const navigate = useNavigate()
  const [filters] = useFilters()
  const query = namedFilters<{ status?: ListedQuoteOfAccount['status'] }>(filters, ['status'])
  return (
    <PageFrame title={t('Quotes')} about={t('Customers ask what large orders cost. Answer with a price, or decline.')}>
      <Group gap="xs" mb="md">
        <FilterSelect
          name="status"
          label={t('Status')}
          all={t('All statuses')}
          clear={t('Clear status')}
          data={quoteStatusOptions}
          maw={{ xs: 320 }}
        />
      </Group>
      <ListScreen
        of={pagesOf(['staff', 'quotes'], query, query => api.GET('/staff/quotes', { params: { query } }))}
        rowsOf={page => page.quotes}
        label={t('Quotes')}
        columns={columns}
        keyOf={({ accountId, quoteId }) => `${accountId} ${quoteId}`}
        open={quote => void navigate({ to: pathOf(quote) })}
        noMatch={{ of: ['status'], title: t('No matching quotes'), text: t('No quotes have this status.') }}
        empty={{
          icon: MessageSquareQuote,
          title: t('No quotes yet'),
          text: t('Quotes that customers ask for appear here, newest first.'),
        }}
      />
    </PageFrame>
  )
}
