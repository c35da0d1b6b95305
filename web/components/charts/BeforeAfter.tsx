// Amounts before and after a change, as two bars in each row of a list. The amounts are in the row too, so the bars are
// hidden from screen readers.

import { Group, Text } from '@mantine/core'
import { t } from '../../language.ts'
import { type Column, List } from '../layout/List.tsx'
import { Money, money } from '../layout/Values.tsx'
import classes from './BeforeAfter.module.css'

export type BeforeAfterRow = { key: string; name: string; note: string; before: number; after: number }
type Props = { label: string; nameTitle: string; rows: BeforeAfterRow[] }

export function BeforeAfter({ label, nameTitle, rows }: Props) {
  const highest = Math.max(1, ...rows.flatMap(({ before, after }) => [before, after]))
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
      cell: ({ before, after }) => (
        <div className={classes.bars} aria-hidden>
          <div className={`${classes.bar} ${classes.before}`} style={{ width: `${(100 * before) / highest}%` }} />
          <div className={`${classes.bar} ${classes.after}`} style={{ width: `${(100 * after) / highest}%` }} />
        </div>
      ),
    },
    { title: t('Before [[a change]]'), cell: ({ before }) => <Money amount={before} />, right: true },
    { title: t('After'), cell: ({ after }) => <Money amount={after} />, right: true },
    { title: t('Difference'), cell: ({ before, after }) => signedMoney(after - before), right: true },
  ]
  return (
    <>
      <Group gap="md" px="md" pb="xs" aria-hidden>
        <Key className={classes.before} text={t('Before [[a change]]')} />
        <Key className={classes.after} text={t('After')} />
      </Group>
      <List label={label} bare rows={rows} columns={columns} keyOf={({ key }) => key} />
    </>
  )
}

const Key = ({ className, text }: { className: string | undefined; text: string }) => (
  <Group gap={6}>
    <span className={`${classes.key} ${className}`} />
    <Text size="xs" c="dimmed">
      {text}
    </Text>
  </Group>
)

/** "+$1.20", "−$1.20" or "$0.00". */
export function signedMoney(amount: number): string {
  const rounded = Math.round(amount * 100) / 100
  return rounded > 0 ? `+${money(rounded)}` : money(rounded)
}
