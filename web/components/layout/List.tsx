// A list: a table where there is room, cards on a phone. The first column identifies the row.

import { Paper, Table, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '../../language.ts'
import classes from './List.module.css'
import { RowCheckbox } from './RowCheckbox.tsx'
import { type ColumnSort, type ListSort, SortHead, sortDirection } from './SortHead.tsx'

export type Column<Row> = {
  title: string
  cell: (row: Row, isCompact: boolean) => ReactNode
  /** Of a column that people may hide. */
  name?: string
  /** Of a column that is hidden until people choose it. */
  isExtra?: true
  /** Right-aligned, for numbers and money. */
  right?: true
  /** Left out of a narrow table, but shown in the cards on a phone. */
  wideOnly?: true
  /** For buttons, whose labels say enough: the column title is only for screen readers. */
  isActions?: true
  /** Of a list with `sort`: the list can be sorted by this column. */
  sort?: ColumnSort
  /** Shown below all rows. */
  total?: ReactNode
}

type Props<Row> = {
  label: string
  rows: Row[]
  columns: Column<Row>[]
  keyOf: (row: Row) => string
  /** Called for a click anywhere in a row; a link or button in the row does the same for the keyboard. */
  open?: (row: Row) => void
  below?: ReactNode
  bare?: true
  choose?: Choose<Row> | undefined
  sort?: ListSort
  isCompact?: boolean
}

/** Rows that can be selected: their checkboxes are in the first column. */
type Choose<Row> = {
  selection: { has(key: string): boolean; toggle(keys: readonly string[], isChosen: boolean): void }
  nameOf: (row: Row) => string
  /** Absent: all rows. */
  mayChoose?: (row: Row) => boolean
}

export const ownClickSelector = 'a, button, input, label'

export const List = <Row,>({ label, rows, columns, keyOf, open, below, bare, choose, sort, isCompact }: Props<Row>) => (
  <Frame bare={bare} isCompact={isCompact}>
    <Table className={classes.table} aria-label={label} highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ title, right, wideOnly, isActions, sort: column }, i) => (
            <Table.Th
              key={title}
              data-right={right ?? isActions}
              data-wide={wideOnly}
              aria-sort={sortDirection(column, sort)}
            >
              {isActions ? <VisuallyHidden>{title}</VisuallyHidden> : null}
              {!isActions && i === 0 && choose !== undefined ? (
                <span className={classes.chosen}>
                  <ChooseAll rows={rows} keyOf={keyOf} choose={choose} />
                  <Head title={title} column={column} list={sort} />
                </span>
              ) : null}
              {!isActions && (i > 0 || choose === undefined) ? (
                <Head title={title} column={column} list={sort} />
              ) : null}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(row => (
          <Table.Tr
            key={keyOf(row)}
            data-opens={open && true}
            data-chosen={choose?.selection.has(keyOf(row)) || undefined}
            onClick={open && (({ target }) => (target as Element).closest(ownClickSelector) === null && open(row))}
          >
            {columns.map(({ title, cell, right, wideOnly, isActions }, i) => (
              <Table.Td
                key={title}
                data-right={right ?? isActions}
                data-wide={wideOnly}
                data-actions={isActions}
                data-title={isActions ? undefined : title}
              >
                {i === 0 && choose !== undefined ? (
                  <div className={classes.chosen}>
                    <RowCheckbox
                      label={t('Select {row}', { row: choose.nameOf(row) })}
                      checked={choose.selection.has(keyOf(row))}
                      disabled={choose.mayChoose?.(row) === false}
                      change={isChosen => choose.selection.toggle([keyOf(row)], isChosen)}
                    />
                    {cell(row, isCompact === true)}
                  </div>
                ) : (
                  cell(row, isCompact === true)
                )}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
      {columns.some(({ total }) => total !== undefined) ? (
        <Table.Tfoot>
          <Table.Tr>
            {columns.map(({ title, total, right, wideOnly }) => (
              <Table.Td key={title} data-right={right} data-wide={wideOnly} data-title={title}>
                {total}
              </Table.Td>
            ))}
          </Table.Tr>
        </Table.Tfoot>
      ) : null}
    </Table>
    {below}
  </Frame>
)

type FrameProps = { bare: true | undefined; isCompact: boolean | undefined; children: ReactNode }

/** Scrolled sideways if the table is wider. Otherwise the head of the table stays in sight. */
function Frame({ bare, isCompact, children }: FrameProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [isScrolled, setIsScrolled] = useState(false)
  useEffect(() => {
    const paper = frame.current!
    const table = paper.firstElementChild as HTMLElement
    const observer = new ResizeObserver(() => setIsScrolled(table.offsetWidth > paper.clientWidth))
    observer.observe(paper)
    observer.observe(table)
    return () => observer.disconnect()
  }, [])
  return (
    <Paper
      ref={frame}
      className={classes.paper}
      data-scrolled={isScrolled || undefined}
      data-bare={bare}
      data-compact={isCompact || undefined}
      withBorder={!bare}
      radius={bare ? 0 : 'md'}
      mb={bare ? 0 : 'md'}
    >
      {children}
    </Paper>
  )
}

type HeadProps = { title: string; column: ColumnSort | undefined; list: ListSort | undefined }

/** On a phone the heads are for screen readers alone. */
const Head = ({ title, column, list }: HeadProps) =>
  column === undefined || list === undefined ? (
    title
  ) : (
    <>
      <span className={classes.sorted}>
        <SortHead title={title} column={column} list={list} />
      </span>
      <span className={classes.plain}>{title}</span>
    </>
  )

type ChooseAllProps<Row> = { rows: Row[]; keyOf: (row: Row) => string; choose: Choose<Row> }

/** Selects all rows that are shown. */
export function ChooseAll<Row>({ rows, keyOf, choose: { selection, mayChoose } }: ChooseAllProps<Row>) {
  const keys = rows.filter(row => mayChoose?.(row) !== false).map(keyOf)
  const chosen = keys.filter(selection.has).length
  return (
    <RowCheckbox
      label={t('Select all shown')}
      checked={chosen > 0 && chosen === keys.length}
      isPartly={chosen > 0 && chosen < keys.length}
      disabled={keys.length === 0}
      change={isChosen => selection.toggle(keys, isChosen)}
    />
  )
}
