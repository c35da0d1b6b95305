// Reports about the orders of a mode.

import { useQuery } from '@tanstack/react-query'
import { api, type Mode, type ResponseBody } from '../../api.ts'
import { LoadState } from '../../components/layout/LoadState.tsx'
import { PageFrame } from '../../components/layout/Page.tsx'
import { utcDaysText } from '../../components/orders/utcDays.ts'
import { isMeasure, type Measure, webhookMeasures, webhookResultOf } from '../../components/reports/measures.ts'
import { ReportPeriod, reportQueryOf } from '../../components/reports/ReportPeriod.tsx'
import { acceptedOf, type LinkTo, type ListLink, ReportView, statusesOf } from '../../components/reports/ReportView.tsx'
import { t } from '../../language.ts'
import { useFilters, useMode } from '../../shell/frame/mode.ts'
import { useStatusTexts } from '../../shell/orders/statusTexts.tsx'

type Report = ResponseBody<'/dashboard/api/{mode}/reports'>

const measures: Measure[] = [
  'orders',
  'copies',
  'shipped',
  'onTimeRate',
  'waitingDays',
  'makingDays',
  'transitDays',
  'deliveredOnTimeRate',
  'failed',
  'canceled',
  'reprints',
]
const charged = ['charged', 'refunded'] as const satisfies Measure[]
const enterprise = ['printerPrices'] as const satisfies Measure[]
/** The sandbox has no queue. */
const queue: Measure[] = ['limitUsed', 'queued', 'queueDays', 'rejected']

export function Page() {
  const mode = useMode()
  const [filters, setFilters] = useFilters()
  const query = reportQueryOf(filters)
  const report = useQuery({
    queryKey: [mode, 'report', query],
    queryFn: () => api.GET('/dashboard/api/{mode}/reports', { params: { path: { mode }, query } }),
    placeholderData: (before, last) => (last?.queryKey[0] === mode ? before : undefined),
    refetchInterval: 60_000,
  })
  const accepted = acceptedOf(useStatusTexts().statuses)
  const { data } = report
  return (
    <PageFrame
      title={t('Reports')}
      actions={<ReportPeriod filters={filters} shown={data?.period} change={setFilters} />}
    >
      <LoadState of={report} rows={10} />
      {data ? (
        <ReportView
          report={data}
          measures={[
            ...measures.slice(0, 2),
            ...moneyOf(data),
            ...measures.slice(2),
            ...(mode === 'production' ? queue : []),
            ...(hasWebhooks(data) ? webhookMeasures : []),
          ]}
          chosen={isMeasure(filters.measure) ? filters.measure : 'orders'}
          choose={measure => setFilters({ measure: measure === 'orders' ? '' : measure })}
          linkTo={linksOf(mode, accepted)}
          empty={
            mode === 'sandbox'
              ? t(
                  'No sandbox orders were placed, shipped or changed in these days or in the days before. Choose another period, or place an order.',
                )
              : t(
                  'No production orders were placed, shipped or changed in these days or in the days before. Choose another period, or place an order.',
                )
          }
          exportUrl={format => `/dashboard/api/${mode}/reports/export?${new URLSearchParams({ ...query, format })}`}
        />
      ) : null}
    </PageFrame>
  )
}

/** Prices of printers where there are any, for accounts that are not charged. */
function moneyOf({ totals, totalsBefore }: Report): Measure[] {
  const has = (names: readonly (keyof Report['totals'])[]) =>
    names.some(name => totals[name] !== 0 || totalsBefore[name] !== 0)
  return has(enterprise) ? [...(has(charged) ? charged : []), ...enterprise] : [...charged]
}

const hasWebhooks = ({ totals, totalsBefore }: Report) => totals.webhooks > 0 || totalsBefore.webhooks > 0

function linksOf(mode: Mode, accepted: string): LinkTo {
  const to = `/${mode}/orders`
  return {
    measure(measure, days): ListLink | undefined {
      if (measure === 'orders') return { to, search: { placed: utcDaysText(days) } }
      if (measure === 'queued') return { to, search: { placed: utcDaysText(days), queued: 'only' } }
      if (measure === 'late' || measure === 'onTimeRate')
        return { to, search: { ended: utcDaysText(days), due: 'late', status: 'SHIPPED' } }
      const result = webhookResultOf(measure)
      if (result !== undefined) return { to: `/${mode}/webhooks`, search: { result, days: utcDaysText(days) } }
      const status = statusesOf(measure)
      return status === undefined ? undefined : { to, search: { status, ended: utcDaysText(days) } }
    },
    book: (sku, days) => ({ to, search: { sku, placed: utcDaysText(days), status: accepted } }),
  }
}
