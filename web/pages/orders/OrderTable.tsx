// The visible rows of any number of orders. The document scrolls; the next page is requested before the end becomes
// visible.

import { Skeleton, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link, useNavigate } from '@tanstack/react-router'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useEffect, useRef } from 'react'
import type { Mode } from '../../api.ts'
import { Cover } from '../../components/books/Cover.tsx'
import { useOnline } from '../../components/feedback/online.ts'
import { fromHere } from '../../components/layout/AppLink.tsx'
import { ChooseAll, ownClickSelector } from '../../components/layout/List.tsx'
import { RowCheckbox } from '../../components/layout/RowCheckbox.tsx'
import { type ColumnSort, type ListSort, SortHead, sortDirection } from '../../components/layout/SortHead.tsx'
import { Day, money, number, RelativeTime } from '../../components/layout/Values.tsx'
import { sortBy } from '../../components/orders/orderSorts.tsx'
import { ShippingClass } from '../../components/orders/ShippingClass.tsx'
import { Status } from '../../components/orders/Status.tsx'
import { rush } from '../../components/orders/shippingClasses.ts'
import { t } from '../../language.ts'
import type { ChoosableColumn, ListLook } from '../../shell/lists/listLook.tsx'
import type { Selection } from '../../shell/lists/selection.ts'
import { PaymentButtons } from '../../shell/orders/sandbox.tsx'
import { type StatusText, statusLabel, statusMeaning, useStatusTexts } from '../../shell/orders/statusTexts.tsx'
import { useMay } from '../../shell/session/session.ts'
import classes from './OrderTable.module.css'
import type { Row } from './query.ts'

const rowPx = { wide: 46, compact: 34, narrow: 112, narrowWithButtons: 168, secondLine: 18 }
/** The columns that share a line of a card. */
const cardLines = [['status'], ['recipient'], ['items', 'placed', 'changed']]
/** A longer identifier takes two lines on a phone. */
const maxIdOnOneLine = 22
/** The widths at which rows become cards: the buttons of the sandbox need more space. */
const narrowQueries: Record<Mode, string> = { production: '(max-width: 48em)', sandbox: '(max-width: 72em)' }
const loadAheadRows = 40

type OrderColumn = ChoosableColumn & {
  sort?: ColumnSort
  /** The least width in production, in rem. */
  minRem: number
}

/** Beside the order, which is always shown. The widths are in the styles. */
export const orderColumns: readonly OrderColumn[] = [
  { name: 'status', title: t('Status'), sort: sortBy.status, minRem: 11 },
  { name: 'items', title: t('Books'), minRem: 6.5 },
  { name: 'recipient', title: t('Recipient'), sort: sortBy.recipient, minRem: 8 },
  { name: 'country', title: t('Country'), sort: sortBy.country, minRem: 5, isExtra: true },
  { name: 'shipping', title: t('Shipping'), minRem: 6, isExtra: true },
  { name: 'promised', title: t('Ship by'), sort: sortBy.due, minRem: 6.5, isExtra: true },
  { name: 'shipped', title: t('Shipped'), minRem: 6.5, isExtra: true },
  { name: 'total', title: t('Total'), sort: sortBy.total, minRem: 6.5 },
  { name: 'placed', title: t('Placed'), sort: sortBy.created, minRem: 7 },
  { name: 'changed', title: t('Changed'), sort: sortBy.updated, minRem: 7, isExtra: true },
]
/** With the checkbox and the cover. */
const orderRem = 14
const sandboxStatusRem = 26
const gapRem = 1
const paddingRem = 2

/** Below this the table is scrolled sideways. */
const minRemOf = (columns: readonly OrderColumn[], maySimulate: boolean): number =>
  columns.reduce(
    (sum, { name, minRem }) => sum + gapRem + (name === 'status' && maySimulate ? sandboxStatusRem : minRem),
    orderRem + paddingRem,
  )

type Props = {
  mode: Mode
  rows: Row[]
  hasMore: boolean
  isLoading: boolean
  loadMore: () => void
  /** Null for users who may not act on orders. */
  selection: Selection | null
  sort: ListSort
  look: ListLook
}

export function OrderTable({ mode, rows, hasMore, isLoading, loadMore, selection, sort, look }: Props) {
  const navigate = useNavigate()
  const maySimulate = useMay('orders') && mode === 'sandbox'
  // Without its buttons, the sandbox has space for the columns of production.
  const layout = maySimulate ? 'sandbox' : 'production'
  const isNarrow = useMediaQuery(narrowQueries[layout], false, { getInitialValueInEffect: false })
  const columns = orderColumns.filter(({ name }) => look.shown.has(name))
  const isOnline = useOnline()
  const top = useRef<HTMLDivElement>(null)
  const { of } = useStatusTexts()
  // A stable function while the rows are the same: with a new function the virtualizer measures every row again, at
  // every step of a scroll.
  const keyOf = useCallback((i: number) => rows[i]!.id, [rows])
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: i => {
      if (!isNarrow) return look.isCompact ? rowPx.compact : rowPx.wide
      const { id, name, number: orderNumber, status } = rows[i]!
      const full = maySimulate && isWaitingForPayment(of(status)) ? rowPx.narrowWithButtons : rowPx.narrow
      const plain =
        full - cardLines.filter(names => !names.some(name => look.shown.has(name))).length * rowPx.secondLine
      const shownLength = name === id ? id.length + orderNumber.length + 2 : name.length
      return shownLength > maxIdOnOneLine ? plain + rowPx.secondLine : plain
    },
    overscan: 12,
    scrollMargin: top.current?.offsetTop ?? 0,
    getItemKey: keyOf,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights differ by state, width and density only
  useEffect(() => virtual.measure(), [isNarrow, look.isCompact, look.shown, isNarrow ? rows : null])
  const latest = useRef(selection)
  latest.current = selection
  const choose = useCallback((id: string, isChosen: boolean) => latest.current?.toggle([id], isChosen), [])
  const open = (row: Row) => void navigate({ to: pathOf(mode, row), state: fromHere })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && !isLoading && last >= rows.length - loadAheadRows) loadMore()
  }, [hasMore, isLoading, last, rows.length, loadMore])

  return (
    // biome-ignore-start lint/a11y/useSemanticElements: rows that are placed by hand cannot be those of a table element
    <div
      className={classes.frame}
      data-mode={layout}
      data-narrow={isNarrow || undefined}
      data-standard={look.isStandard || undefined}
      data-compact={(look.isCompact && !isNarrow) || undefined}
    >
      <div
        role="table"
        aria-label={t('Orders')}
        aria-rowcount={hasMore ? -1 : rows.length + 1}
        style={look.isStandard || isNarrow ? undefined : { minWidth: `${minRemOf(columns, maySimulate)}rem` }}
      >
        <div role="rowgroup">
          <div role="row" aria-rowindex={1} className={classes.head} tabIndex={-1}>
            <span role="columnheader" tabIndex={-1} className={classes.name}>
              {selection !== null && !isNarrow ? (
                <ChooseAll rows={rows} keyOf={({ id }) => id} choose={{ selection, nameOf: ({ name }) => name }} />
              ) : null}
              {t('Order')}
            </span>
            {columns.map(({ name, title, sort: column }) => (
              <span
                role="columnheader"
                key={name}
                tabIndex={-1}
                className={classes[name]}
                aria-sort={sortDirection(column, sort)}
              >
                {column === undefined || isNarrow ? title : <SortHead title={title} column={column} list={sort} />}
              </span>
            ))}
          </div>
        </div>
        <div role="rowgroup" ref={top} className={classes.body} style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, key, start, size }) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the link in the row does the same for the keyboard
            <div
              role="row"
              tabIndex={-1}
              key={key}
              aria-rowindex={index + 2}
              className={classes.row}
              data-chosen={selection?.has(rows[index]!.id) || undefined}
              style={{ height: size, transform: `translateY(${start - virtual.options.scrollMargin}px)` }}
              onClick={({ target }) => {
                if ((target as Element).closest(ownClickSelector) === null) open(rows[index]!)
              }}
            >
              <Cells
                mode={mode}
                maySimulate={maySimulate}
                row={rows[index]!}
                words={of(rows[index]!.status)}
                isChosen={selection?.has(rows[index]!.id) ?? null}
                choose={choose}
                shown={look.shown}
                isCompact={look.isCompact && !isNarrow}
              />
            </div>
          ))}
        </div>
      </div>
      {isLoading && isOnline ? <Skeleton height={rowPx.wide} radius={0} /> : null}
      <Text size="xs" c="dimmed" p="sm" aria-live="polite">
        {hasMore
          ? isOnline
            ? t('{count} orders loaded. Scroll for more.', { count: number(rows.length) })
            : t('{count} orders loaded. Reconnect to load more.', { count: number(rows.length) })
          : t('{count, plural, one {# order} other {# orders}}', { count: rows.length })}
      </Text>
    </div>
    // biome-ignore-end lint/a11y/useSemanticElements: see above
  )
}

/** `maySimulate`: in the sandbox, for users who may simulate the bank. */
type CellProps = {
  mode: Mode
  maySimulate: boolean
  row: Row
  words: StatusText | undefined
  /** Null without a checkbox. */
  isChosen: boolean | null
  choose: (id: string, isChosen: boolean) => void
  shown: ReadonlySet<string>
  isCompact: boolean
}

/** Plain elements without subscriptions: hundreds of these come and go while scrolling. */
const Cells = memo(({ mode, maySimulate, row, words, isChosen, choose, shown, isCompact }: CellProps) => (
  // biome-ignore-start lint/a11y/useSemanticElements: see above
  <>
    <span role="cell" className={classes.name}>
      {isChosen === null ? null : (
        <RowCheckbox
          label={t('Select {row}', { row: row.name })}
          checked={isChosen}
          change={chosen => choose(row.id, chosen)}
        />
      )}
      <span className={classes.cover}>
        <Cover cover={row.cover} name={row.book} size={isCompact ? 'compact' : 'row'} />
      </span>
      <span className={classes.lines}>
        {row.shipping === rush ? <ShippingClass name={row.shipping} /> : null}{' '}
        <Link to={pathOf(mode, row)} state={fromHere} preload={false} className={classes.link} title={row.id}>
          {row.name}
        </Link>{' '}
        {row.name === row.id ? <span className={classes.number}>#{row.number}</span> : null}
      </span>
    </span>
    {shown.has('status') ? (
      <span role="cell" className={classes.status}>
        <Status {...statusLabel(words, row)} title={statusMeaning(mode, words, row)} />
        {maySimulate && isWaitingForPayment(words) ? (
          <span className={classes.buttons}>
            <PaymentButtons customerOrderId={row.id} name={row.name} status={row.status} />
          </span>
        ) : null}
      </span>
    ) : null}
    {shown.has('items') ? (
      <span role="cell" className={classes.items} title={row.items}>
        {row.items}
      </span>
    ) : null}
    {shown.has('recipient') ? (
      <span role="cell" className={classes.recipient} title={row.to}>
        {row.to}
      </span>
    ) : null}
    {shown.has('country') ? (
      <span role="cell" className={classes.country}>
        {row.country}
      </span>
    ) : null}
    {shown.has('shipping') ? (
      <span role="cell" className={classes.shipping}>
        <ShippingClass name={row.shipping} />
      </span>
    ) : null}
    {shown.has('promised') ? (
      <span role="cell" className={classes.promised}>
        {row.promised === null ? '–' : <Day day={row.promised} />}
      </span>
    ) : null}
    {shown.has('shipped') ? (
      <span role="cell" className={classes.shipped}>
        {row.shippedAt === undefined ? '–' : <RelativeTime at={row.shippedAt} />}
      </span>
    ) : null}
    {shown.has('total') ? (
      <span role="cell" className={classes.total}>
        {row.total === null || row.total === undefined ? '–' : money(row.total)}
      </span>
    ) : null}
    {shown.has('placed') ? (
      <span role="cell" className={classes.placed}>
        <RelativeTime at={row.createdAt} />
      </span>
    ) : null}
    {shown.has('changed') ? (
      <span role="cell" className={classes.changed}>
        <RelativeTime at={row.updatedAt} />
      </span>
    ) : null}
  </>
  // biome-ignore-end lint/a11y/useSemanticElements: see above
))

const pathOf = (mode: Mode, { id }: Row) => `/${mode}/orders/${encodeURIComponent(id)}`

const isWaitingForPayment = (words: StatusText | undefined): boolean =>
  words?.simulations.some(({ outcome }) => outcome === 'payment_success') ?? false
