// The quotes that the account has asked for.

import { Group, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { MessageSquareQuote } from 'lucide-react'
import { api } from '../../api.ts'
import type { ListedQuote } from '../../apiTypes.ts'
import { AppLink, LinkButton } from '../../components/layout/AppLink.tsx'
import { PageFrame } from '../../components/layout/Page.tsx'
import { money } from '../../components/layout/Values.tsx'
import { quoteColumns, quoteName, quoteStatusOptions } from '../../components/orders/QuoteParts.tsx'
import { t } from '../../language.ts'
import { namedFilters, useFilters, useMode } from '../../shell/frame/mode.ts'
import { FilterSelect } from '../../shell/lists/FilterSelect.tsx'
import { ListScreen, pagesOf } from '../../shell/lists/ListScreen.tsx'
import { useMay } from '../../shell/session/session.ts'

export function Page() {
  const mode = useMode()
  const navigate = useNavigate()
  const [filters] = useFilters()
  const query = namedFilters<{ status?: ListedQuote['status'] }>(filters, ['status'])
  const pathOf = ({ quoteId }: ListedQuote) => `/${mode}/quotes/${quoteId}`
  const mayAsk = useMay('orders')
  const ask = mayAsk ? <LinkButton to={`/${mode}/place`}>{t('Ask for a quote')}</LinkButton> : undefined
  return (
    <PageFrame
      title={t('Quotes')}
      about={t('What large orders cost. An order from a quote keeps its price and its days.')}
      actions={ask}
    >
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
        of={pagesOf([mode, 'quotes'], query, query =>
          api.GET('/dashboard/api/{mode}/quotes', { params: { path: { mode }, query } }),
        )}
        rowsOf={page => page.quotes}
        label={t('Quotes')}
        columns={[
          {
            title: t('Quote'),
            cell: quote => (
              <Text span fw={500} className="wrap">
                <AppLink to={pathOf(quote)}>{quoteName(quote)}</AppLink>
              </Text>
            ),
          },
          ...quoteColumns,
          {
            title: t('Total'),
            cell: ({ orderTotal }) => (orderTotal === null ? '–' : money(orderTotal)),
            right: true,
          },
        ]}
        keyOf={({ quoteId }) => quoteId}
        open={quote => void navigate({ to: pathOf(quote) })}
        noMatch={{ of: ['status'], title: t('No matching quotes'), text: t('No quotes have this status.') }}
        empty={{
          icon: MessageSquareQuote,
          title: t('No quotes yet'),
          text: t('Fill in an order, and ask for a quote in place of placing it.'),
          action: ask,
        }}
      />
    </PageFrame>
  )
}
