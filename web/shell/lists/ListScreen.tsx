// A list that the service reads in pages, with all that belongs to one: its empty states, sums, chosen columns, export,
// and the dialog of a row.
//
//   <ListScreen
//     of={pagesOf(['staff', 'overdue'], {}, query => api.GET('/staff/orders/overdue', { params: { query } }))}
//     rowsOf={page => page.orders}
//     label={t('Unpaid orders')}
//     columns={columns}
//     keyOf={order => order.customerOrderId}
//     empty={{ icon: HandCoins, title: t('No unpaid orders'), text: t('Orders that are not paid appear here.') }}
//   />

import { Button, Drawer, Group, Modal, type ModalProps, Text } from '@mantine/core'
import { type LucideIcon, Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { EmptyState } from '../../components/layout/EmptyState.tsx'
import { ExportMenu, exportUrl } from '../../components/layout/ExportMenu.tsx'
import { type Column, List } from '../../components/layout/List.tsx'
import { LoadMore } from '../../components/layout/LoadMore.tsx'
import { PagedRows } from '../../components/layout/PagedRows.tsx'
import { t } from '../../language.ts'
import { useFilters } from '../frame/mode.ts'
import { usePages } from '../frame/pages.ts'
import { type ListLook, ListLookMenu, useListLook } from './listLook.tsx'

type Source<Page, Query> = {
  /** The key of its queries, without the filters. */
  list: readonly string[]
  /** The filters as the service takes them. */
  query: Query
  read: (query: Query & { cursor?: string }) => Promise<Page>
}

export const pagesOf = <Page, const Query extends object>(
  list: readonly string[],
  query: Query,
  read: Source<Page, Query>['read'],
): Source<Page, Query> => ({ list, query, read })

type Texts = { title: string; text: ReactNode }
type NoMatch = Texts & { of: readonly string[] }

type Props<Page, Row, Query> = Omit<Parameters<typeof List<Row>>[0], 'rows' | 'columns' | 'isCompact' | 'below'> & {
  of: Source<Page, Query>
  rowsOf: (page: Page) => Row[]
  /** Columns with a name can be hidden in a list with a `look`. The argument opens the dialog of a row. */
  columns: Column<Row>[] | ((open: (row: Row) => void) => Column<Row>[])
  empty: Texts & { icon: LucideIcon; action?: ReactNode }
  /**
   * Shown in the place of `empty` while the address has one of the filters `of`. A function says it of the first page:
   * null if the note above shows what matches.
   */
  noMatch?: NoMatch | ((first: Page) => NoMatch | null)
  /** Shown while older rows may match: the service compares a number of rows for each page. */
  searching?: Texts
  /** Shown in the place of the list after some failures. */
  instead?: (error: unknown) => ReactNode
  /** The name under which the browser keeps the chosen columns. */
  look?: string
  /** How many rows match, and their sum. */
  sums?: (first: Page) => string
  /** The address of the list at the service, whose export has the same filters. */
  exportOf?: string
  /** Above the list, also when it is empty. */
  note?: (first: Page) => ReactNode
  /** Above the rows. */
  above?: ReactNode
  /** In the place of the table. */
  cards?: ((rows: Row[]) => ReactNode) | undefined
  /** The page that a row opens. */
  dialog?: Dialog<Row>
  /** Acts on the selected rows. */
  acts?: (rows: Row[], first: Page | undefined) => ReactNode
  skeletonRows?: number
}

export function ListScreen<Page extends { nextCursor: string | null }, Row, Query extends object>(
  props: Props<Page, Row, Query>,
) {
  const { of: source, columns, empty, noMatch, searching, instead, note, acts, dialog, ...shown } = props
  const { look: lookName, sums, exportOf, above, cards, rowsOf, skeletonRows, ...rest } = shown
  const { list, query, read } = source
  const [opened, open] = useState<Row | null>(null)
  const all = typeof columns === 'function' ? columns(open) : columns
  const look = useListLook(lookName ?? '', all.filter(isChoosable))
  const pages = usePages(list, query, cursor => read({ ...query, ...cursor }))
  const first = pages.data?.pages[0]
  const rows = pages.data?.pages.flatMap(rowsOf) ?? []
  const replacement = instead?.(pages.error) ?? null
  const unmatched = typeof noMatch === 'function' ? first && noMatch(first) : noMatch
  return (
    <>
      {first === undefined ? null : note?.(first)}
      {replacement ?? (
        <PagedRows
          of={pages}
          rowsOf={rowsOf}
          skeletonRows={skeletonRows}
          empty={
            pages.hasNextPage && searching !== undefined ? (
              <Searching texts={searching} of={pages} />
            ) : unmatched === null ? null : (
              <ListEmpty empty={empty} noMatch={unmatched} />
            )
          }
        >
          {rows => (
            <>
              {above}
              <Tools
                sums={first && sums?.(first)}
                look={lookName === undefined ? null : look}
                exportAt={exportOf && (format => exportUrl(exportOf, query as Record<string, string>, format))}
              />
              {cards === undefined ? (
                <List
                  open={dialog && open}
                  {...rest}
                  rows={rows}
                  columns={all.filter(({ name }) => name === undefined || look.shown.has(name))}
                  isCompact={lookName !== undefined && look.isCompact}
                  below={<LoadMore of={pages} />}
                />
              ) : (
                <>
                  {cards(rows)}
                  <LoadMore of={pages} />
                </>
              )}
            </>
          )}
        </PagedRows>
      )}
      {acts?.(rows, first)}
      {dialog === undefined ? null : (
        <RowDialog
          dialog={dialog}
          row={opened && (rows.find(row => rest.keyOf(row) === rest.keyOf(opened)) ?? opened)}
          close={() => open(null)}
        />
      )}
    </>
  )
}

const isChoosable = <Row,>(column: Column<Row>): column is Column<Row> & { name: string } => column.name !== undefined

type ToolsProps = {
  sums: string | undefined
  look: ListLook | null
  exportAt: Parameters<typeof ExportMenu>[0]['urlOf'] | '' | undefined
}

function Tools({ sums, look, exportAt }: ToolsProps) {
  if (sums === undefined && look === null && !exportAt) return null
  return (
    <Group justify={sums === undefined ? 'flex-end' : 'space-between'} gap="xs" mb="xs">
      {sums === undefined ? null : (
        <Text size="sm" c="dimmed" role="status">
          {sums}
        </Text>
      )}
      <Group gap="xs">
        {look === null ? null : <ListLookMenu look={look} />}
        {exportAt ? <ExportMenu urlOf={exportAt} /> : null}
      </Group>
    </Group>
  )
}

type EmptyProps = Pick<Props<unknown, unknown, unknown>, 'empty'> & { noMatch?: NoMatch | undefined }

/** Nothing, or nothing that matches the filters. */
function ListEmpty({ empty: { icon, title, text, action }, noMatch }: EmptyProps) {
  const [filters, setFilters] = useFilters()
  if (noMatch?.of.some(name => filters[name] !== undefined)) {
    const clear = () => setFilters(Object.fromEntries(noMatch.of.map(name => [name, undefined])))
    return (
      <EmptyState
        icon={Search}
        title={noMatch.title}
        action={
          <Button variant="default" onClick={clear}>
            {t('Clear filters')}
          </Button>
        }
      >
        {noMatch.text}
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={icon} title={title} action={action}>
      {text}
    </EmptyState>
  )
}

type SearchingProps = { texts: Texts; of: { fetchNextPage: () => unknown; isFetchingNextPage: boolean } }

const Searching = ({ texts: { title, text }, of: { fetchNextPage, isFetchingNextPage } }: SearchingProps) => (
  <EmptyState
    icon={Search}
    title={title}
    action={
      <Button variant="default" onClick={() => fetchNextPage()} loading={isFetchingNextPage}>
        {t('Continue searching')}
      </Button>
    }
  >
    {text}
  </EmptyState>
)

type Dialog<Row> = {
  title: (row: Row) => string
  content: (row: Row) => ReactNode
  size?: ModalProps['size']
  /** At the right edge of the screen. */
  isDrawer?: true
}

function RowDialog<Row>({ dialog, row, close }: { dialog: Dialog<Row>; row: Row | null; close: () => void }) {
  const { title, content, size = 'md', isDrawer } = dialog
  const frame = { opened: row !== null, onClose: close, size, title: row === null ? '' : title(row) }
  const inside = row === null ? null : content(row)
  return isDrawer ? (
    <Drawer {...frame} position="right">
      {inside}
    </Drawer>
  ) : (
    <Modal {...frame}>{inside}</Modal>
  )
}
