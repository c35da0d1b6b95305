// The list of orders. Filters are in the address; only visible rows are in the document.

import { Alert, Button, Checkbox, Group, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FastForward, FileSpreadsheet, ListFilter, Package, Plus, Search } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import type { Mode } from '../../api.ts'
import { SearchField } from '../../components/forms/SearchField.tsx'
import { LinkButton } from '../../components/layout/AppLink.tsx'
import { EmptyState } from '../../components/layout/EmptyState.tsx'
import { ExportMenu } from '../../components/layout/ExportMenu.tsx'
import { PageFrame, RowsSkeleton } from '../../components/layout/Page.tsx'
import { PagedRows } from '../../components/layout/PagedRows.tsx'
import type { ListSort } from '../../components/layout/SortHead.tsx'
import { DayFilter, daysIn } from '../../components/orders/DayFilter.tsx'
import {
  isTooManyToSort,
  OrderSortSelect,
  orderSortOf,
  sumsText,
  TooManyToSort,
} from '../../components/orders/orderSorts.tsx'
import { ReportFilters } from '../../components/orders/ReportFilters.tsx'
import { t } from '../../language.ts'
import { useFilters, useMode } from '../../shell/frame/mode.ts'
import { CountryField, DueField, FilterForm, moreFiltersText } from '../../shell/lists/FilterForm.tsx'
import { ListLookMenu, useListLook } from '../../shell/lists/listLook.tsx'
import { SavedViews } from '../../shell/lists/SavedViews.tsx'
import { useSelection } from '../../shell/lists/selection.ts'
import { ArchiveNote } from '../../shell/orders/ArchivedOrders.tsx'
import { StatusFilter } from '../../shell/orders/StatusFilter.tsx'
import { EmptySandboxItem, FastForwardMenu } from '../../shell/orders/sandbox.tsx'
import { useMay } from '../../shell/session/session.ts'
import { OrderActs } from './OrderActs.tsx'
import { OrderTable, orderColumns } from './OrderTable.tsx'
import { filterQuery, useOrders } from './query.ts'

function useOrderFilters(): ReturnType<typeof useFilters> {
  const [filters, setFilters] = useFilters()
  return [{ ...filters, ...daysIn(filters) }, setFilters]
}

const noFilters = {
  period: undefined,
  ...{ status: undefined, after: undefined, before: undefined, search: undefined },
  ...{ country: undefined, sku: undefined, problem: undefined, queued: undefined, placed: undefined, ended: undefined },
  due: undefined,
}

export function Page() {
  const mode = useMode()
  const [filters, setFilters] = useOrderFilters()
  const orders = useOrders(mode, filters)
  const { data } = orders
  const first = data?.pages[0]
  const sort: ListSort = {
    value: orderSortOf(filters.sort),
    change: value => setFilters({ sort: value === 'newest' ? '' : value }),
  }
  const rows = useMemo(() => data?.pages.flatMap(page => page.rows) ?? [], [data])
  // A page of a filtered list may have no orders although older orders match.
  const isSearching = rows.length === 0 && orders.hasNextPage && !orders.isPlaceholderData
  const { fetchNextPage, isFetchingNextPage } = orders
  useEffect(() => {
    if (isSearching && !isFetchingNextPage) void fetchNextPage()
  }, [isSearching, isFetchingNextPage, fetchNextPage])
  const isFiltered = Object.keys(filterQuery({ ...filters, sort: undefined })).length > 0
  const isFound = (first?.archivedOrders.length ?? 0) > 0
  const mayOrder = useMay('orders')
  const mayAct = useMay('webhooks') || mayOrder
  const look = useListLook('orders', orderColumns)
  const selection = useSelection([mode, filterQuery(filters)])
  const queries = useQueryClient()

  return (
    <PageFrame
      title={t('Orders')}
      actions={
        mayOrder ? (
          <>
            {mode === 'sandbox' ? (
              <FastForwardMenu icon={<FastForward size={15} />}>
                <EmptySandboxItem />
              </FastForwardMenu>
            ) : null}
            <LinkButton to={`/${mode}/place/many`} variant="default" leftSection={<FileSpreadsheet size={15} />}>
              {t('Upload orders')}
            </LinkButton>
            <LinkButton to={`/${mode}/place`} leftSection={<Plus size={15} />}>
              {t('Place order')}
            </LinkButton>
          </>
        ) : undefined
      }
    >
      <FilterBar sort={sort} />
      <ReportFilters filters={filters} change={setFilters} />
      {first === undefined ? null : (
        <ArchiveNote
          months={first.archivedMonths}
          orders={first.archivedOrders}
          archive="/production/archive"
          orderAt={id => `/production/orders/${encodeURIComponent(id)}`}
        />
      )}
      {isTooManyToSort(orders.error) ? (
        <TooManyToSort change={setFilters} />
      ) : isSearching ? (
        <RowsSkeleton rows={10} />
      ) : (
        <PagedRows
          of={orders}
          rowsOf={page => page.rows}
          skeletonRows={10}
          empty={isFound ? null : isFiltered ? <NoMatches mode={mode} /> : <NoOrders mode={mode} />}
        >
          {() => (
            <>
              <Group gap="xs" mb="xs" justify="space-between">
                <Text size="sm" c="dimmed" role="status">
                  {filters.search === undefined && first !== undefined ? sumsText(first.count, first.total) : ''}
                </Text>
                <Group gap="xs">
                  <ListLookMenu look={look} />
                  <ExportMenu
                    urlOf={format =>
                      `/dashboard/api/${mode}/orders-export?${new URLSearchParams({ ...filterQuery(filters), format })}`
                    }
                  />
                </Group>
              </Group>
              {first?.exact === false && !isFound ? (
                <Alert mb="md">{t('No order has exactly this text. These orders have similar texts.')}</Alert>
              ) : null}
              <OrderTable
                mode={mode}
                rows={rows}
                hasMore={orders.hasNextPage}
                isLoading={orders.isFetchingNextPage}
                loadMore={() => void orders.fetchNextPage()}
                selection={mayAct ? selection : null}
                sort={sort}
                look={look}
              />
              <OrderActs
                mode={mode}
                filters={filters}
                newest={rows[0]!.createdAt}
                selection={selection}
                refetch={() => queries.invalidateQueries({ queryKey: [mode] })}
              />
            </>
          )}
        </PagedRows>
      )}
    </PageFrame>
  )
}

function NoMatches({ mode }: { mode: Mode }) {
  const [{ search }, setFilters] = useFilters()
  return (
    <EmptyState
      icon={Search}
      title={t('No matching orders')}
      action={
        <Button variant="default" onClick={() => setFilters(noFilters)}>
          {t('Clear filters')}
        </Button>
      }
    >
      {search === undefined
        ? t('No {mode, select, sandbox {sandbox} other {production}} orders match these filters.', { mode })
        : t(
            'No {mode, select, sandbox {sandbox} other {production}} order has this text or a similar text. Check the spelling, or switch modes.',
            { mode },
          )}
    </EmptyState>
  )
}

function NoOrders({ mode }: { mode: Mode }) {
  const mayOrder = useMay('orders')
  return (
    <EmptyState
      icon={Package}
      title={mode === 'sandbox' && mayOrder ? t('Place your first sandbox order') : t('No orders yet')}
      action={
        mayOrder ? (
          <Group justify="center" gap="xs">
            <LinkButton to={`/${mode}/place`}>{t('Place an order')}</LinkButton>
            <LinkButton to={`/${mode}/keys`} variant="default">
              {t('Use the API')}
            </LinkButton>
          </Group>
        ) : undefined
      }
    >
      {mode === 'sandbox'
        ? t(
            'A sandbox order goes through every step of a real order, but nothing is printed or charged. You simulate payment and printing.',
          )
        : t('Orders placed through the API or in the dashboard appear here.')}
    </EmptyState>
  )
}

function FilterBar({ sort }: { sort: ListSort }) {
  const [filters, setFilters] = useFilters()
  const mode = useMode()
  const navigate = useNavigate()
  return (
    <Group gap="xs" mb="md" align="flex-start">
      <div style={{ flex: '2 1 18rem' }}>
        <SearchField
          label={t('Search orders')}
          placeholder={t('Order ID, recipient, email address or tracking number')}
          maxLength={100}
          value={filters.search ?? ''}
          find={search => setFilters({ search })}
          open={id => void navigate({ to: `/${mode}/orders/${encodeURIComponent(id)}` })}
        />
      </div>
      <StatusFilter flex="1 1 9rem" value={filters.status} change={setFilters} />
      <DayFilter filters={filters} change={setFilters} />
      <OrderSortSelect list={sort} />
      <Details />
      <SavedViews path="/dashboard/api/views" list="orders" />
    </Group>
  )
}

function Details() {
  const [filters] = useFilters()
  const used = [filters.country, filters.sku, filters.problem, filters.due].filter(value => value !== undefined).length
  return (
    <FilterForm
      label={moreFiltersText(used)}
      icon={<ListFilter size={15} />}
      read={entered => ({
        country: entered('country'),
        sku: entered('sku'),
        problem: entered('problem') === '' ? '' : 'only',
        due: entered('due'),
      })}
    >
      <Checkbox name="problem" label={t('Has a problem')} defaultChecked={filters.problem !== undefined} />
      <DueField value={filters.due} />
      <TextInput name="sku" label={t('Product (SKU)')} maxLength={100} defaultValue={filters.sku ?? ''} />
      <CountryField value={filters.country} />
    </FilterForm>
  )
}
