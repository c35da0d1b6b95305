// A list of things: a table where there is room, cards on a phone. The first column names the thing.

import { Paper, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './List.module.css'

export type Column<Row> = {
  title: string
  cell: (row: Row) => ReactNode
  /** Numbers and money stand at the right. */
  right?: true
  /** Left out on a phone. */
  wideOnly?: true
}

type Props<Row> = {
  label: string
  rows: Row[]
  columns: Column<Row>[]
  keyOf: (row: Row) => string
  below?: ReactNode
  bare?: true
}

export const List = <Row,>({ label, rows, columns, keyOf, below, bare }: Props<Row>) => (
  <Paper className={classes.paper} withBorder={!bare} radius={bare ? 0 : 'md'} mb={bare ? 0 : 'md'}>
    <Table className={classes.table} aria-label={label} highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ title, right, wideOnly }) => (
            <Table.Th key={title} data-right={right} data-wide={wideOnly}>
              {title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(row => (
          <Table.Tr key={keyOf(row)}>
            {columns.map(({ title, cell, right, wideOnly }) => (
              <Table.Td key={title} data-right={right} data-wide={wideOnly} data-title={title}>
                {cell(row)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
    {below}
  </Paper>
)
