// The terms, statements and payments of an enterprise account, for its members and for the staff.

import { Anchor, Badge, Group, Text } from '@mantine/core'
import { Download, FileText, Landmark } from 'lucide-react'
import type { ResponseBody } from '../../api.ts'
import type { ReceivedPayment, Statement } from '../../apiTypes.ts'
import { readerLocale, rich, t } from '../../language.ts'
import { type DetailRow, Details } from '../layout/Details.tsx'
import type { Column } from '../layout/List.tsx'
import { Day, dayText, Muted, money, number, RelativeTime, Time } from '../layout/Values.tsx'

export type Billing = ResponseBody<'/dashboard/api/billing/terms'>

const states = {
  due: { label: t('Due'), color: 'blue' },
  partly_paid: { label: t('Partly paid'), color: 'blue' },
  processing: { label: t('Payment processing'), color: 'blue' },
  overdue: { label: t('Overdue'), color: 'red' },
  paid: { label: t('Paid'), color: 'teal' },
} as const satisfies Record<Statement['state'], unknown>

const months = new Intl.DateTimeFormat(readerLocale, { year: 'numeric', month: 'long', timeZone: 'UTC' })
export const monthText = (month: string): string => months.format(new Date(`${month}-01T00:00:00Z`))

/** Whether the discount of a statement can still be had. */
export const isDiscounted = ({ discountEndsAt }: Statement): boolean =>
  discountEndsAt !== null && new Date() < new Date(discountEndsAt)

/** `baseOf` is the address of the billing of the statement's account; `open` shows the lines of a statement. */
export const statementColumns = <Row extends Statement>(
  baseOf: (statement: Row) => string,
  open: (statement: Row) => void,
): Column<Row>[] => [
  {
    title: t('Statement'),
    cell: statement => (
      <span>
        <Anchor component="button" type="button" fw={500} ta="start" onClick={() => open(statement)}>
          {monthText(statement.month)}
        </Anchor>{' '}
        <Muted>{t('No. {number}', { number: statement.number })}</Muted>
      </span>
    ),
  },
  {
    title: t('Status'),
    cell: ({ state, paid, processing }) => (
      <Group gap={6} component="span" display="inline-flex">
        <Badge color={states[state].color}>{states[state].label}</Badge>
        {state === 'overdue' && paid > 0 ? <Muted>{t('{amount} paid', { amount: money(paid) })}</Muted> : null}
        {processing > 0 ? <Muted>{t('{amount} on its way', { amount: money(processing) })}</Muted> : null}
      </Group>
    ),
  },
  { title: t('Due'), cell: ({ dueOn }) => dayText(dueOn) },
  { title: t('Total'), cell: ({ total }) => money(total), right: true },
  {
    title: t('To pay'),
    cell: statement => {
      const { due, discount, discountOn } = statement
      return (
        <Group gap={6} component="span" display="inline-flex" justify="flex-end">
          {money(due)}
          {discount !== null && due > discount && isDiscounted(statement) ? (
            <Muted>{t('{amount} until {day}', { amount: money(due - discount), day: dayText(discountOn!) })}</Muted>
          ) : null}
        </Group>
      )
    },
    right: true,
  },
  {
    title: t('Download'),
    cell: statement => (
      <Group gap="sm" component="span" display="inline-flex" style={{ verticalAlign: 'middle' }}>
        {(['pdf', 'csv'] as const).map(format => (
          <Anchor
            key={format}
            href={`${baseOf(statement)}/statements/${statement.number}/statement.${format}`}
            download
            display="inline-flex"
            style={{ alignItems: 'center', gap: 4 }}
          >
            <Download size={14} aria-hidden />
            {format.toUpperCase()}
          </Anchor>
        ))}
      </Group>
    ),
  },
]

export const noStatements = {
  icon: FileText,
  title: t('No statements yet'),
  text: t('A statement is made at the end of each month in which orders shipped.'),
}

export const paymentColumns: Column<ReceivedPayment>[] = [
  { title: t('Received'), cell: ({ receivedOn }) => <Day day={receivedOn} /> },
  {
    title: t('Reference'),
    cell: ({ kind, reference, note }) => (
      <span className="wrap">
        {kind === 'discount' ? t('Discount for early payment') : reference}
        {kind === 'credit' ? <Muted>{` ${t('Credit: {reason}', { reason: note ?? '' })}`}</Muted> : null}
      </span>
    ),
  },
  {
    title: t('For'),
    cell: ({ statement }) =>
      statement === null ? t('Oldest statement') : t('Statement {number}', { number: statement }),
  },
  {
    title: t('Recorded'),
    cell: ({ recordedAt, reversedAt }) =>
      reversedAt === null ? <RelativeTime at={recordedAt} /> : <Badge color="gray">{t('Reversed')}</Badge>,
    wideOnly: true,
  },
  {
    title: t('Amount'),
    cell: ({ amount, reversedAt }) => (
      <Text span td={reversedAt === null ? undefined : 'line-through'}>
        {money(amount)}
      </Text>
    ),
    right: true,
  },
]

export const noPayments = {
  icon: Landmark,
  title: t('No payments yet'),
  text: t('Payments by bank transfer or check appear here once they are recorded.'),
}

function termsText({ termsDays: days, termsFrom }: Billing): string {
  if (termsFrom === 'statement') return t('Net {days, plural, one {# day} other {# days}}', { days })
  return days === 0
    ? t('End of the month')
    : t('{days, plural, one {# day} other {# days}} after the end of the month', { days })
}

function lateFeeText({ lateFeePercent, lateFeeAmount }: Billing): string {
  if (lateFeePercent !== null)
    return t('{percent}% of the open amount for each month', { percent: number(lateFeePercent) })
  return lateFeeAmount === null ? t('None') : t('{amount} for each month', { amount: money(lateFeeAmount) })
}

type DetailsProps = {
  billing: Billing
  /** Shows the lines of the next statement. */
  showNext: () => void
  more?: DetailRow[] | undefined
}

/** The balance is in the title above. */
export function BillingDetails({ billing, showNext, more = [] }: DetailsProps) {
  const { overdue, unbilled, nextStatementAt, purchaseOrderNumber, creditLimit } = billing
  return (
    <Details
      rows={[
        [
          t('Overdue'),
          overdue > 0 ? (
            <Text key="o" span c="red" fw={500}>
              {money(overdue)}
            </Text>
          ) : undefined,
        ],
        [
          t('Next statement'),
          unbilled.lines === 0
            ? t('Nothing to bill yet')
            : rich(
                '{amount} for <link>{lines, plural, one {# line} other {# lines}}</link>{hasDate, select, yes {, on {date}} other {}}',
                {
                  amount: money(unbilled.amount),
                  lines: unbilled.lines,
                  link: text => (
                    <Anchor key="l" component="button" type="button" onClick={showNext}>
                      {text}
                    </Anchor>
                  ),
                  hasDate: nextStatementAt === null ? 'no' : 'yes',
                  date: nextStatementAt === null ? '' : <Time at={nextStatementAt} />,
                },
              ),
        ],
        [
          t('Terms'),
          billing.discountPercent === null
            ? termsText(billing)
            : t('{terms}, {percent}% off within {days, plural, one {# day} other {# days}}', {
                terms: termsText(billing),
                percent: number(billing.discountPercent),
                days: billing.discountDays!,
              }),
        ],
        [t('Late fee'), lateFeeText(billing)],
        [
          t('Purchase order'),
          purchaseOrderNumber ?? (billing.purchaseOrderRequired ? t('Required for each order') : t('None')),
        ],
        [t('Credit limit'), creditLimit === null ? t('No limit') : money(creditLimit)],
        ...more,
      ]}
    />
  )
}
