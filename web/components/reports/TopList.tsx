// The first ten rows of a table of a report, as it is sorted, and all rows on request.

import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../language.ts'
import { List } from '../layout/List.tsx'
import { number } from '../layout/Values.tsx'

const topRows = 10

export function TopList<Row>(list: Omit<Parameters<typeof List<Row>>[0], 'below' | 'bare'>) {
  const [isAll, setAll] = useState(false)
  const { rows } = list
  const choice = isAll
    ? t('Show the first {count}', { count: number(topRows) })
    : t('Show all {count}', { count: number(rows.length) })
  return (
    <List
      {...list}
      bare
      rows={isAll ? rows : rows.slice(0, topRows)}
      below={
        rows.length <= topRows ? null : (
          <Group justify="center" p="sm">
            <Button variant="subtle" size="xs" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
              {choice}
            </Button>
          </Group>
        )
      }
    />
  )
}
