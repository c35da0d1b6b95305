// Amounts before and after a change, with the difference as a bar in each row of a list: to the left of the middle for
// less, to the right for more. The amounts are in the row too, so the bars are hidden from screen readers.

import { Text } from '@mantine/core'
import { t } from '../../language.ts'
import { type Column, List } from '../layout/List.tsx'
import { Money, money } from '../layout/Values.tsx'
import classes from './BeforeAfter.module.css'

export type BeforeAfterRow = { key: string; name: string; note: string; before: number; after: number }
type Props = { label: string; nameTitle: string; rows: BeforeAfterRow[] }

export function BeforeAfter({ label, nameTitle, rows }: Props) {
  const largest = Math.max(...rows.map(differenceOf).map(Math.abs))
  const columns: Column<BeforeAfterRow>[] = [
    {
      title: nameTitle,
      cell: ({ name, note }) => (
        <div>
          <span className="wrap">{name}</span>
          <Text size="xs" c="dimmed">
            {note}
          </Text>
        </div>
      ),
    },
    {
      title: t('Chart'),
      cell: row => (
        <div className={classes.scale} aria-hidden>
          {differenceOf(row) === 0 ? null : (
            <div
              className={classes.bar}
              data-less={differenceOf(row) < 0 || undefined}
              style={{ width: `${(50 * Math.abs(differenceOf(row))) / largest}%` }}
            />
          )}
        </div>
      ),
    },
    { title: t('Before [[a change]]'), cell: ({ before }) => <Money amount={before} />, right: true },
    { title: t('After'), cell: ({ after }) => <Money amount={after} />, right: true },
    { title: t('Difference'), cell: row => signedMoney(differenceOf(row)), right: true },
  ]
  return <List label={label} bare rows={rows} columns={columns} keyOf={({ key }) => key} />
}

/** Rounded, since a difference of less than half a cent is none. */
const differenceOf = ({ before, after }: BeforeAfterRow): number => Math.round((after - before) * 100) / 100

/** "+$1.20", "−$1.20" or "$0.00". */
export function signedMoney(amount: number): string {
  const rounded = Math.round(amount * 100) / 100
  return rounded > 0 ? `+${money(rounded)}` : money(rounded)
}
