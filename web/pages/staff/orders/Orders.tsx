// One list of the orders of all accounts: a search, queues that are filters of the list, and further filters.

import { Box, Text } from '@mantine/core'
import { useEffect } from 'react'
import { SearchField } from '../../../components/forms/SearchField.tsx'
import { PageFrame } from '../../../components/layout/Page.tsx'
import { t } from '../../../language.ts'
import { useFilters } from '../../../shell/frame/mode.ts'
import { AllOrders } from './AllOrders.tsx'
import { Causes } from './Causes.tsx'
import { isQueue, Queues, queues } from './Queues.tsx'

export function Page() {
  const [filters, setFilters] = useFilters()
  const { tab } = filters
  // Older bookmarks and saved views name a queue as a tab.
  useEffect(() => {
    const queue = Object.entries(queues).find(([name]) => name === tab)?.[1]
    if (queue !== undefined) setFilters({ ...queue.of, tab: '' })
  }, [tab, setFilters])
  return (
    <PageFrame title={t('Orders')}>
      <Box mb="md">
        <SearchField
          label={t('Search all orders')}
          placeholder={t('Order ID, recipient, email address, tracking number or job ID')}
          maxLength={100}
          value={filters.search ?? ''}
          find={text => setFilters({ search: text })}
        />
        <Text size="xs" c="dimmed" mt={6}>
          {t('Any part of an order ID, recipient, email address or tracking number, or a complete job ID.')}
        </Text>
      </Box>
      <Queues filters={filters} change={setFilters} />
      {isQueue(queues.held, filters) ? <Causes /> : null}
      <AllOrders />
    </PageFrame>
  )
}
