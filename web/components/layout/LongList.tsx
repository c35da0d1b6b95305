// A list whose rows are all there, which are usually few but may be hundreds: the first rows, and a search
// among all of them.

import { Box, Button, Group, Text, TextInput } from '@mantine/core'
import { Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { searchable } from '../../../src/base/text/searchable.ts'
import { t } from '../../language.ts'
import { List } from './List.tsx'
import { number } from './Values.tsx'

const rowsAtOnce = 25

type LongRowsProps<Row> = {
  label: string
  rows: Row[]
  /** The text by which a row is found. */
  textOf: (row: Row) => string
  /** The search text of a list that is left for one of its rows, so that it is the same afterwards. */
  kept?: { value: string; change: (value: string) => void } | undefined
  /** Without space of their own around the rows, as in a card whose table goes to its edges. */
  bare?: boolean | undefined
  /** `below` has the button for more rows; `matching` are all rows that are found. */
  children: (shown: Row[], below: ReactNode, matching: Row[]) => ReactNode
}

type Props<Row> = Omit<Parameters<typeof List<Row>>[0], 'below'> & Omit<LongRowsProps<Row>, 'children'>

export const LongList = <Row,>({ rows, textOf, kept, ...list }: Props<Row>) => (
  <LongRows label={list.label} rows={rows} textOf={textOf} kept={kept} bare={list.bare}>
    {(shown, below) => <List {...list} rows={shown} below={below} />}
  </LongRows>
)

/** The same for rows that are no table. */
export function LongRows<Row>({ label, rows, textOf, kept, bare, children }: LongRowsProps<Row>) {
  const [own, setOwn] = useState('')
  const search = kept?.value ?? own
  const setSearch = kept?.change ?? setOwn
  const [max, setMax] = useState(rowsAtOnce)
  if (rows.length <= rowsAtOnce) return children(rows, null, rows)
  const wanted = searchable(search)
  const matching = wanted === '' ? rows : rows.filter(row => searchable(textOf(row)).includes(wanted))
  const left = matching.length - max
  return (
    <>
      <Box px={bare ? 'md' : 0} pb="sm" maw="24rem">
        <TextInput
          aria-label={t('Search {list}', { list: label })}
          placeholder={t('Search {count} rows', { count: number(rows.length) })}
          leftSection={<Search size={15} />}
          value={search}
          onChange={event => {
            setSearch(event.currentTarget.value)
            setMax(rowsAtOnce)
          }}
        />
      </Box>
      {matching.length === 0 ? (
        <Text size="sm" c="dimmed" px={bare ? 'md' : 0} pb="md" role="status">
          {t('No matches')}
        </Text>
      ) : (
        children(
          matching.slice(0, max),
          left > 0 ? (
            <Group justify="center" p="sm">
              <Button variant="subtle" size="xs" onClick={() => setMax(max + 4 * rowsAtOnce)}>
                {t('Show {count} more', { count: number(Math.min(left, 4 * rowsAtOnce)) })}
              </Button>
            </Group>
          ) : null,
          matching,
        )
      )}
    </>
  )
}
