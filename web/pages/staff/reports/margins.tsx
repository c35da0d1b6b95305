// The parts of a report that only the staff read: the customers side by side, and margins where costs are entered.

import type { ResponseBody } from '../../../api.ts'
import { AppLink } from '../../../components/layout/AppLink.tsx'
import type { Column } from '../../../components/layout/List.tsx'
import { Section } from '../../../components/layout/Section.tsx'
import { money, number } from '../../../components/layout/Values.tsx'
import { type ListLink, type More, sortBy, useSorted } from '../../../components/reports/ReportView.tsx'
import { TopList } from '../../../components/reports/TopList.tsx'
import { marginText } from '../../../components/staff/margins.ts'
import { t } from '../../../language.ts'

type Report = ResponseBody<'/staff/reports'>
type Margined = { margin?: number | null; costs?: number | null; costedSales?: number | null }

const shownMargin = ({ margin, costs, costedSales }: Margined) =>
  margin == null ? '–' : marginText({ price: costedSales ?? 0, cost: costs ?? 0 })

const hasMargins = (rows: Margined[]) => rows.some(({ margin }) => margin != null)

export const staffParts = (report: Report, linkTo: (accountId: string) => ListLink): More => ({
  customers: report.customers.length === 0 ? null : <Customers customers={report.customers} linkTo={linkTo} />,
  bookPrice: t('Price'),
  aboutBooks: t('Copies sold. Prices exclude shipping, fulfillment and tax, and cover only copies with a known price.'),
  bookColumns: hasMargins(report.books)
    ? [{ title: t('Margin'), cell: shownMargin, right: true, sort: sortBy('margin', 'descending') }]
    : [],
  printerMeasures: hasMargins(report.printers) ? [{ name: 'margin', title: t('Margin') }] : [],
})

type Customer = Report['customers'][number]

function Customers({ customers, linkTo }: { customers: Customer[]; linkTo: (accountId: string) => ListLink }) {
  const [sorted, sort] = useSorted(customers, '-charged')
  const amount = (name: 'charged' | 'refunded' | 'printerPrices', title: string): Column<Customer>[] =>
    customers.some(one => one[name] !== 0)
      ? [{ title, cell: one => money(one[name]), right: true, sort: sortBy(name, 'descending') }]
      : []
  const columns: Column<Customer>[] = [
    {
      title: t('Customer'),
      cell: ({ accountId, accountName }) => (
        <span className="wrap">
          <AppLink {...linkTo(accountId)}>{accountName}</AppLink>
        </span>
      ),
      sort: sortBy('accountName'),
    },
    { title: t('Shipped'), cell: ({ shipped }) => number(shipped), right: true, sort: sortBy('shipped', 'descending') },
    ...amount('charged', t('Charged')),
    ...amount('refunded', t('Refunded')),
    ...amount('printerPrices', t('Set by the printer')),
    ...(hasMargins(customers)
      ? [
          {
            title: t('Margin'),
            cell: shownMargin,
            right: true,
            sort: sortBy('margin', 'descending'),
          } as Column<Customer>,
        ]
      : []),
  ]
  return (
    <Section title={t('Customers')} about={t('The customers with the highest prices, these first')} flush>
      <TopList
        label={t('Customers')}
        rows={sorted}
        columns={columns}
        keyOf={({ accountId }) => accountId}
        sort={sort}
      />
    </Section>
  )
}
