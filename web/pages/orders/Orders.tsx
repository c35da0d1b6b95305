// The list of orders. Filters are in the address; only visible rows are in the document.

import { Button, Group, MultiSelect, Popover, Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { CalendarDays, FastForward, FileSpreadsheet, Package, Plus, Search } from 'lucide-react'
import { useMemo } from 'react'
import { Empty } from '../../components/Empty.tsx'
import { Failure } from '../../components/Failure.tsx'
import { GoButton } from '../../components/GoTo.tsx'
import { PageFrame, RowsSkeleton } from '../../components/Page.tsx'
import { SearchField } from '../../components/SearchField.tsx'
import { dayText } from '../../components/Values.tsx'
import { useFilters, useMode } from '../../shell/mode.ts'
import { EmptySandboxItem, FastForwardMenu } from '../../shell/sandbox.tsx'
import { useMay } from '../../shell/session.ts'
import { useWords } from '../../shell/words.tsx'
import { OrderTable } from './OrderTable.tsx'
import { useOrders } from './query.ts'

const isDay = (text: string | undefined) => text !== undefined && !Number.isNaN(Date.parse(`${text}T00:00Z`))

/** The address may contain an invalid day. */
function useOrderFilters(): ReturnType<typeof useFilters> {
  const [{ after, before, ...others }, setFilters] = useFilters()
  return [{ ...others, ...(isDay(after) ? { after } : {}), ...(isDay(before) ? { before } : {}) }, setFilters]
}

export function Page() {
  const mode = useMode()
  const [filters, setFilters] = useOrderFilters()
  const orders = useOrders(mode, filters)
  const { data } = orders
  const rows = useMemo(() => data?.pages.flatMap(page => page.rows) ?? [], [data])
  const isFiltered = Object.keys(filters).length > 0
  const mayOrder = useMay('orders')

  return (
    <PageFrame
      title="Orders"
      actions={
        mayOrder ? (
          <>
            {mode === 'sandbox' ? (
              <FastForwardMenu icon={<FastForward size={15} />}>
                <EmptySandboxItem />
              </FastForwardMenu>
            ) : null}
            <GoButton to={`/${mode}/place/many`} variant="default" leftSection={<FileSpreadsheet size={15} />}>
              From a file
            </GoButton>
            <GoButton to={`/${mode}/place`} leftSection={<Plus size={15} />}>
              Place an order
            </GoButton>
          </>
        ) : undefined
      }
    >
      <FilterBar />
      {orders.isPending ? <RowsSkeleton rows={10} /> : null}
      {orders.error ? <Failure error={orders.error} retry={() => orders.refetch()} /> : null}
      {orders.data && rows.length === 0 && isFiltered ? (
        <Empty
          icon={Search}
          title="No matching orders"
          action={
            <Button
              variant="default"
              onClick={() => setFilters({ status: undefined, after: undefined, before: undefined, id: undefined })}
            >
              Show all orders
            </Button>
          }
        >
          {filters.id === undefined
            ? `No order in ${mode} has these states and dates.`
            : `There is no order ${filters.id} in ${mode}. The whole identifier must match, and orders of the other mode are not shown here.`}
        </Empty>
      ) : null}
      {orders.data && rows.length === 0 && !isFiltered ? (
        <Empty
          icon={Package}
          title={mode === 'sandbox' && mayOrder ? 'Place your first sandbox order' : 'No orders yet'}
          action={
            mayOrder ? (
              <Group justify="center" gap="xs">
                <GoButton to={`/${mode}/place`}>Place an order by hand</GoButton>
                <GoButton to={`/${mode}/keys`} variant="default">
                  Use the API
                </GoButton>
              </Group>
            ) : undefined
          }
        >
          {mode === 'sandbox'
            ? 'It goes through every step of a real order, but nothing is printed or charged. Buttons simulate payment and printing.'
            : 'Orders appear here as soon as your program or a person places them.'}
        </Empty>
      ) : null}
      {rows.length > 0 ? (
        <OrderTable
          mode={mode}
          rows={rows}
          hasMore={orders.hasNextPage}
          isLoading={orders.isFetchingNextPage}
          loadMore={() => void orders.fetchNextPage()}
        />
      ) : null}
    </PageFrame>
  )
}

function FilterBar() {
  const [filters, setFilters] = useFilters()
  const { statuses } = useWords()
  const mode = useMode()
  const navigate = useNavigate()
  const chosen = filters.status?.split(',') ?? []
  return (
    <Group gap="xs" mb="md" align="flex-start">
      <div style={{ flex: '1 1 16rem' }}>
        <SearchField
          label="Find an order by its identifier"
          placeholder="Find by identifier"
          maxLength={40}
          value={filters.id ?? ''}
          find={id => setFilters({ id })}
          open={id => void navigate({ to: `/${mode}/orders/${encodeURIComponent(id)}` as never })}
        />
      </div>
      <MultiSelect
        style={{ flex: '2 1 10rem', minWidth: 0 }}
        aria-label="States"
        placeholder={chosen.length === 0 ? 'All states' : undefined}
        data={statuses.map(({ status, label }) => ({ value: status, label }))}
        value={chosen}
        onChange={values => setFilters({ status: values.join(',') })}
        clearable
        clearButtonProps={{ 'aria-label': 'Show all states' }}
        hidePickedOptions
      />
      <Days />
    </Group>
  )
}

function Days() {
  const [{ after, before }, setFilters] = useOrderFilters()
  const label = after || before ? `${after ? dayText(after) : '…'} to ${before ? dayText(before) : 'today'}` : 'Any day'
  return (
    <Popover width={240} position="bottom-end" trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<CalendarDays size={15} />}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <TextInput
            type="date"
            label="From"
            value={after ?? ''}
            onChange={event => setFilters({ after: event.currentTarget.value })}
          />
          <TextInput
            type="date"
            label="To"
            value={before ?? ''}
            onChange={event => setFilters({ before: event.currentTarget.value })}
          />
          <Button variant="subtle" size="xs" onClick={() => setFilters({ after: undefined, before: undefined })}>
            Any day
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
