// A grid of numbers as in a spreadsheet: arrow keys and Enter move between its cells, a pasted table fills them from
// the chosen one on, and several cells are copied as a table. A file is taken like a pasted table. The screen decides
// when the values are saved.

import { Alert, Button, Group, Menu, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { CircleCheck, Copy, TriangleAlert, Undo2 } from 'lucide-react'
import { type CSSProperties, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { t } from '../../language.ts'
import { FormError } from '../feedback/FormError.tsx'
import type { Column } from '../layout/List.tsx'
import { LongList, LongRows } from '../layout/LongList.tsx'
import { Muted } from '../layout/Values.tsx'
import classes from './CellGrid.module.css'
import { type GridColumn, type GridRow, readCell } from './cells.ts'
import { downloadGrid } from './gridFile.ts'
import { SpreadsheetMenu } from './SpreadsheetMenu.tsx'
import {
  type Change,
  expectedText,
  mark,
  type NotTaken,
  type Pasted,
  rowName,
  type SheetTable,
  shownText,
  tableText,
  useCells,
} from './useCells.ts'
import { cellAttribute, hasSeveral, isSame, isWithin, type Place } from './useRange.ts'

type Props<Value> = {
  label: string
  /** The head of the first column. */
  rowTitle: string
  rows: GridRow<Value>[]
  /** In the place of a grid without rows: what comes first. */
  none: string
  columns: GridColumn<Value>[]
  /** The new values by the keys of their rows. */
  change(values: ReadonlyMap<string, Value>): void
  isReadOnly: boolean
  actions?: ReactNode
  /** Rejects with a problem for the person who chose the file. */
  readFile(file: File): Promise<SheetTable>
}

export const CellGrid = <Value,>(props: Props<Value>) =>
  props.rows.length === 0 ? (
    <Muted>{props.none}</Muted>
  ) : (
    <LongRows label={props.label} rows={props.rows} textOf={rowName}>
      {(shown, below, matching) => (
        <Cells {...props} all={props.rows} rows={matching} shown={shown.length} below={below} />
      )}
    </LongRows>
  )

type CellsProps<Value> = Props<Value> & { all: GridRow<Value>[]; shown: number; below: ReactNode }

function Cells<Value>(props: CellsProps<Value>) {
  const { label, rowTitle, rows, columns, shown, below, isReadOnly } = props
  const { range, table, pasted, typedIn, typeInto, leave, takeSheet, undo, close, events } = useCells(props)
  const { take, isReading, unread } = useFile(props.readFile, takeSheet)
  const mistakeId = useId()
  const [row, column] = [rows[range?.from.row ?? -1], columns[range?.from.column ?? -1]]
  const mistake = row === undefined || column === undefined ? null : mistakeIn(row, column, typedIn(row, column))
  const describes = (place: Place) => mistake !== null && range !== null && isSame(range.from, place)
  return (
    <>
      <Tools {...props} undo={undo} take={take} isReading={isReading} />
      <FormError error={unread} mb="md" />
      {pasted === null ? null : <PasteReport {...pasted} close={close} />}
      <div className={classes.frame}>
        <table
          ref={table}
          className={classes.grid}
          style={{ '--columns': columns.length } as CSSProperties}
          aria-label={label}
          data-scrolls
          {...events}
        >
          <thead>
            <tr>
              {[rowTitle, ...columns.map(({ title }) => title)].map(title => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row, i) => (
              <tr key={row.key}>
                <RowHead {...row} />
                {columns.map((column, j) => {
                  const place = { row: i, column: j }
                  const typed = typedIn(row, column)
                  return (
                    <td key={column.title} data-chosen={(hasSeveral(range) && isWithin(range, place)) || undefined}>
                      <input
                        className={classes.cell}
                        data-cell={cellAttribute(place)}
                        aria-label={`${rowName(row)}: ${column.title}`}
                        aria-invalid={mistakeIn(row, column, typed) !== null}
                        aria-describedby={describes(place) ? mistakeId : undefined}
                        readOnly={isReadOnly}
                        inputMode="decimal"
                        autoComplete="off"
                        placeholder={shownText(column.usual?.(row.value), column.unit)}
                        value={typed ?? shownText(column.read(row.value), column.unit)}
                        onChange={event => typeInto(row, column, event.currentTarget.value)}
                        onBlur={() => leave(row, column)}
                      />
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Text id={mistakeId} size="xs" c="red" mt={4} hidden={mistake === null}>
        {mistake}
      </Text>
      {below}
    </>
  )
}

const RowHead = ({ title, about, mistake }: GridRow<unknown>) => (
  <th scope="row">
    {title}
    <span className={classes.about}>{about}</span>
    {mistake ? <span className={classes.mistake}>{mistake}</span> : null}
  </th>
)

/** A file is read by the service, while the cells may be changed. */
function useFile(readFile: (file: File) => Promise<SheetTable>, takeSheet: (sheet: SheetTable) => void) {
  const [isReading, setReading] = useState(false)
  const [unread, setUnread] = useState<unknown>(null)
  /** Null when the grid is gone: what it would add to is older than the draft by then. */
  const newest = useRef<((sheet: SheetTable) => void) | null>(takeSheet)
  useEffect(() => {
    newest.current = takeSheet
    return () => {
      newest.current = null
    }
  })
  const take = (file: File) => {
    setReading(true)
    setUnread(null)
    readFile(file)
      .then(sheet => newest.current?.(sheet), setUnread)
      .finally(() => setReading(false))
  }
  return { take, isReading, unread }
}

type ToolsProps<Value> = CellsProps<Value> & {
  undo: (() => void) | null
  take(file: File): void
  isReading: boolean
}

function Tools<Value>({ undo, take, isReading, ...grid }: ToolsProps<Value>) {
  const { rowTitle, all, rows, columns, isReadOnly, actions } = grid
  const save = (format: 'xlsx' | 'csv') => () => void downloadGrid(format, { ...grid, rows: all })
  const clipboard = useClipboard()
  return (
    <Group justify="space-between" gap="xs" mb="xs">
      <Text size="xs" c="dimmed">
        {isReadOnly
          ? null
          : t('Paste cells of a spreadsheet into any cell. Nothing is saved before you save the draft.')}
      </Text>
      <Group gap="xs">
        {actions}
        {isReadOnly ? null : (
          <Button
            size="xs"
            variant="default"
            leftSection={<Undo2 size={14} />}
            disabled={undo === null}
            onClick={() => undo?.()}
          >
            {t('Undo')}
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          leftSection={<Copy size={14} />}
          onClick={() => clipboard.copy(tableText(rowTitle, rows, columns))}
        >
          {clipboard.copied ? t('Copied') : t('Copy table')}
        </Button>
        <SpreadsheetMenu choose={isReadOnly ? null : take} isBusy={isReading}>
          <Menu.Item onClick={save('xlsx')}>{t('Download (.xlsx)')}</Menu.Item>
          <Menu.Item onClick={save('csv')}>{t('Download (CSV)')}</Menu.Item>
        </SpreadsheetMenu>
      </Group>
    </Group>
  )
}

function mistakeIn<Value>(row: GridRow<Value>, column: GridColumn<Value>, typed: string | undefined): string | null {
  const stored = column.read(row.value)
  const text = typed ?? (typeof stored === 'string' ? stored : undefined)
  if (text !== undefined && readCell(text, column.unit, mark, 'typed') === undefined)
    return t('Expected: {expected}', { expected: expectedText(text, column.unit, 'typed') })
  if (column.isRequired?.(row.value) && stored === undefined) return t('Enter a number')
  return column.mistakeOf?.(row) ?? null
}

const notTakenColumns: Column<NotTaken>[] = [
  { title: t('Row'), cell: ({ row }) => row },
  { title: t('Column'), cell: ({ column }) => column },
  { title: t('Found'), cell: ({ got }) => <span className="wrap">{got}</span> },
  { title: t('Expected'), cell: ({ expected }) => <span className="wrap">{expected}</span> },
]

const changeColumns: Column<Change>[] = [
  { title: t('Row'), cell: ({ row }) => row },
  { title: t('Column'), cell: ({ column }) => column },
  { title: t('Before'), cell: ({ before }) => before || '–', right: true },
  { title: t('After'), cell: ({ after }) => after || '–', right: true },
]

const PasteReport = ({ changes, notTaken, close }: Pasted & { close(): void }) => (
  <Alert
    color={notTaken.length > 0 ? 'orange' : 'teal'}
    icon={notTaken.length > 0 ? <TriangleAlert size={18} /> : <CircleCheck size={18} />}
    role="status"
    mb="xs"
    withCloseButton
    onClose={close}
    closeButtonLabel={t('Close')}
    title={t('{count, plural, one {# cell changed} other {# cells changed}}', { count: changes.length })}
  >
    {changes.length === 0 ? null : (
      <details>
        <summary>{t('Show changes')}</summary>
        <LongList
          label={t('Changed cells')}
          rows={changes}
          columns={changeColumns}
          keyOf={({ row, column }) => `${row} ${column}`}
          textOf={({ row, column }) => `${row} ${column}`}
        />
      </details>
    )}
    {notTaken.length === 0 ? null : (
      <>
        <Text size="sm" mb="xs">
          {t('{count, plural, one {# cell was not taken:} other {# cells were not taken:}}', {
            count: notTaken.length,
          })}
        </Text>
        <LongList
          label={t('Not taken')}
          rows={notTaken}
          columns={notTakenColumns}
          keyOf={({ row, column }) => `${row} ${column}`}
          textOf={({ row, column, got }) => `${row} ${column} ${got}`}
        />
      </>
    )}
  </Alert>
)
