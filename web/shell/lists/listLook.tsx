// How a person sees a list: its columns and its density. Both are in the address, so a saved view has them; the browser
// keeps the last choice for addresses without them.

import { Button, Checkbox, Popover, SegmentedControl, Stack, Text } from '@mantine/core'
import { Columns3 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { t } from '../../language.ts'
import { useFilters } from '../frame/mode.ts'

/** A column that can be hidden. `isExtra`: it is shown only to people who choose it. */
export type ChoosableColumn = { name: string; title: string; isExtra?: true }

export type ListLook = {
  columns: readonly ChoosableColumn[]
  /** The names of the columns that are shown. */
  shown: ReadonlySet<string>
  isStandard: boolean
  isCompact: boolean
  show: (names: readonly string[]) => void
  setCompact: (isCompact: boolean) => void
}

/** For a person who wants no column but the first. */
const noColumns = 'none'

/** `list`: the name under which the browser keeps the choice. */
export function useListLook(list: string, columns: readonly ChoosableColumn[]): ListLook {
  const [filters, setFilters] = useFilters()
  const [kept, setKept] = useState(() => readKept(list))
  const named = (filters.columns ?? kept.columns) || undefined
  const shown = useMemo(() => {
    const names = named?.split(',')
    return new Set(
      columns.filter(({ name, isExtra }) => names?.includes(name) ?? isExtra === undefined).map(({ name }) => name),
    )
  }, [named, columns])
  const change = (changes: { columns?: string; density?: string }) => {
    const choice = { ...kept, ...changes }
    setKept(choice)
    keep(list, choice)
    setFilters(changes)
  }
  return {
    columns,
    shown,
    isStandard: columns.every(({ name, isExtra }) => shown.has(name) === (isExtra === undefined)),
    isCompact: (filters.density ?? kept.density) === 'compact',
    show(names) {
      const isStandard = columns.every(({ name, isExtra }) => names.includes(name) === (isExtra === undefined))
      change({ columns: isStandard ? '' : names.join(',') || noColumns })
    },
    setCompact: isCompact => change({ density: isCompact ? 'compact' : '' }),
  }
}

/** '' is the standard. */
type Kept = { columns?: string; density?: string }

const keyOf = (list: string) => `octavo.list.${list}`

function readKept(list: string): Kept {
  try {
    return JSON.parse(localStorage.getItem(keyOf(list)) ?? '{}')
  } catch {
    return {}
  }
}

function keep(list: string, kept: Kept): void {
  try {
    localStorage.setItem(keyOf(list), JSON.stringify(kept))
  } catch {
    // The browser keeps nothing: the address has the choice.
  }
}

export const ListLookMenu = ({
  look: { columns, shown, isStandard, isCompact, show, setCompact },
}: {
  look: ListLook
}) => (
  <Popover width={220} position="bottom-end" trapFocus>
    <Popover.Target>
      <Button variant="default" size="xs" leftSection={<Columns3 size={14} />}>
        {t('Columns')}
      </Button>
    </Popover.Target>
    <Popover.Dropdown>
      <Stack gap="sm">
        <Checkbox.Group label={t('Columns')} value={[...shown]} onChange={show}>
          <Stack gap="xs" mt="xs">
            {columns.map(({ name, title }) => (
              <Checkbox key={name} value={name} label={title} />
            ))}
          </Stack>
        </Checkbox.Group>
        <div>
          <Text size="sm" fw={500} mb={4} id="list-density">
            {t('Density')}
          </Text>
          <SegmentedControl
            aria-labelledby="list-density"
            fullWidth
            size="xs"
            value={isCompact ? 'compact' : 'comfortable'}
            onChange={value => setCompact(value === 'compact')}
            data={[
              { value: 'comfortable', label: t('Comfortable') },
              { value: 'compact', label: t('Compact') },
            ]}
          />
        </div>
        <Button
          variant="subtle"
          size="xs"
          disabled={isStandard}
          onClick={() => show(columns.filter(({ isExtra }) => isExtra === undefined).map(({ name }) => name))}
        >
          {t('Standard columns')}
        </Button>
      </Stack>
    </Popover.Dropdown>
  </Popover>
)
