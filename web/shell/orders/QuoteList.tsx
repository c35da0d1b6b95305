// The quotes of an account in a mode, or of all accounts, with a filter by status.

import { Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { MessageSquareQuote } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ListedQuote } from '../../apiTypes.ts'
import { AppLink } from '../../components/layout/AppLink.tsx'
import type { Column } from '../../components/layout/List.tsx'
import { quoteColumns, quoteName, quoteStatusOptions } from '../../components/orders/QuoteParts.tsx'
import { t } from '../../language.ts'
import { namedFilters, useFilters } from '../frame/mode.ts'
import { FilterSelect } from '../lists/FilterSelect.tsx'
import { ListScreen, pagesOf } from '../lists/ListScreen.tsx'

type Query = { status?: ListedQuote['status'] }
type Props<Quote> = {
  /** The key of its queries. */
  list: readonly string[]
  read: (query: Query & { cursor?: string }) => Promise<{ quotes: Quote[]; nextCursor: string | null }>
  pathOf: (quote: Quote) => string
  /** Between the name of a quote and those of all quotes. */
  account?: Column<Quote>
  price: Column<Quote>
  empty: string
  action?: ReactNode
}

export function QuoteList<Quote extends ListedQuote>(props: Props<Quote>) {
  const { list, read, pathOf, account, price, empty, action } = props
  const navigate = useNavigate()
  const [filters] = useFilters()
  const name: Column<Quote> = {
    title: t('Quote'),
    cell: quote => (
      <AppLink to={pathOf(quote)} fw={500} className="wrap">
        {quoteName(quote)}
      </AppLink>
    ),
  }
  return (
    <>
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
        of={pagesOf(list, namedFilters<Query>(filters, ['status']), read)}
        rowsOf={page => page.quotes}
        label={t('Quotes')}
        columns={[name, ...(account ? [account] : []), ...quoteColumns, price]}
        keyOf={pathOf}
        open={quote => void navigate({ to: pathOf(quote) })}
        noMatch={{ of: ['status'], title: t('No matching quotes'), text: t('No quotes have this status.') }}
        empty={{ icon: MessageSquareQuote, title: t('No quotes yet'), text: empty, action }}
      />
    </>
  )
}
