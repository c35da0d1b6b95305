// Reports about the orders of all accounts, or of one, with the printers side by side.

import { Box, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, type Mode, type ResponseBody } from '../../../api.ts'
import { LoadState } from '../../../components/layout/LoadState.tsx'
import { PageFrame } from '../../../components/layout/Page.tsx'
import { utcDaysText } from '../../../components/orders/utcDays.ts'
import {
  isMeasure,
  isOfWebhooks,
  type Measure,
  webhookMeasures,
  webhookResultOf,
} from '../../../components/reports/measures.ts'
import { ReportPeriod, reportQueryOf } from '../../../components/reports/ReportPeriod.tsx'
import { acceptedOf, type LinkTo, ReportView, statusesOf } from '../../../components/reports/ReportView.tsx'
import { t } from '../../../language.ts'
import { useFilters } from '../../../shell/frame/mode.ts'
import { AccountSelect } from '../../../shell/lists/AccountSelect.tsx'
import { useStatusTexts } from '../../../shell/orders/statusTexts.tsx'
import { staffParts } from './margins.tsx'

const measures: Measure[] = [
  'orders',
  'copies',
  'charged',
  'refunded',
  'net',
  'printerPrices',
  'costedSales',
  'costs',
  'margin',
  'marginRate',
  'shipped',
  'onTimeRate',
  'waitingDays',
  'makingDays',
  'transitDays',
  'deliveredOnTimeRate',
  'failed',
  'limitUsed',
  'queued',
  'queueDays',
  'rejected',
  'canceled',
  'stopped',
  'reprints',
  ...webhookMeasures,
]

export function Page() {
  const [filters, setFilters] = useFilters()
  const mode: Mode = filters.mode === 'sandbox' ? 'sandbox' : 'production'
  const { accountId } = filters
  const query = { ...reportQueryOf(filters), mode, ...(accountId === undefined ? {} : { accountId }) }
  const report = useQuery({
    queryKey: ['staff', 'report', query],
    queryFn: () => api.GET('/staff/reports', { params: { query } }),
    placeholderData: before => before,
    refetchInterval: 60_000,
  })
  const accepted = acceptedOf(useStatusTexts().statuses)
  const { data } = report
  return (
    <PageFrame
      title={t('Reports')}
      actions={
        <>
          <SegmentedControl
            aria-label={t('Mode')}
            data={[
              { value: 'production', label: t('Production') },
              { value: 'sandbox', label: t('Sandbox') },
            ]}
            value={mode}
            onChange={value => setFilters({ mode: value === 'production' ? '' : value })}
          />
          <ReportPeriod filters={filters} shown={data?.period} change={setFilters} />
        </>
      }
    >
      <Box maw="22rem" mb="md">
        <AccountSelect value={accountId ?? null} change={id => setFilters({ accountId: id ?? '' })} />
      </Box>
      <LoadState of={report} rows={10} />
      {data ? (
        <ReportView
          report={data}
          measures={measures.filter(name => isShown(name, mode, data))}
          chosen={isMeasure(filters.measure) ? filters.measure : 'orders'}
          choose={measure => setFilters({ measure: measure === 'orders' ? '' : measure })}
          linkTo={linksOf(mode, accountId, accepted)}
          more={staffParts(data, account => ({
            to: '/reports',
            search: { ...(mode === 'sandbox' && { mode }), accountId: account },
          }))}
          empty={t(
            'No orders were placed, shipped or changed in these days or in the days before. Choose another period.',
          )}
          exportUrl={format => `/staff/reports/export?${new URLSearchParams({ ...query, format })}`}
        />
      ) : null}
    </PageFrame>
  )
}

type Report = ResponseBody<'/staff/reports'>

/** Printers' prices and margins are shown where there are any. */
function isShown(name: Measure, mode: Mode, { totals, totalsBefore }: Report): boolean {
  const values = [totals, totalsBefore] as Record<string, number | null>[]
  if (isOfWebhooks(name)) return values.some(one => one.webhooks !== 0)
  if (name === 'printerPrices') return values.some(one => one[name] !== 0)
  // All accounts together have no limit.
  if (name === 'limitUsed' && values.every(one => one[name] === null)) return false
  if (queueMeasures.includes(name)) return mode === 'production'
  return !marginMeasures.includes(name) || values.some(one => one[name] !== null)
}

/** The sandbox has no queue. */
const queueMeasures: Measure[] = ['limitUsed', 'queued', 'queueDays']
const marginMeasures: Measure[] = ['costedSales', 'costs', 'margin', 'marginRate']

function linksOf(mode: Mode, accountId: string | undefined, accepted: string): LinkTo {
  const scope = { mode, ...(accountId === undefined ? {} : { accountId }) }
  const list = (search: Record<string, string>) => ({ to: '/orders', search: { tab: 'all', ...scope, ...search } })
  return {
    measure(measure, days) {
      if (measure === 'orders') return list({ placed: utcDaysText(days) })
      if (measure === 'queued') return list({ placed: utcDaysText(days), queued: 'only' })
      if (measure === 'late' || measure === 'onTimeRate')
        return list({ ended: utcDaysText(days), due: 'late', status: 'SHIPPED' })
      const result = webhookResultOf(measure)
      if (result !== undefined) return { to: '/webhooks', search: { ...scope, result, days: utcDaysText(days) } }
      const status = statusesOf(measure)
      return status === undefined ? undefined : list({ status, ended: utcDaysText(days) })
    },
    // Books of all accounts together have SKUs of the catalog, by which no list is filtered.
    ...(accountId === undefined
      ? {}
      : { book: (sku, days) => list({ sku, placed: utcDaysText(days), status: accepted }) }),
    printer: (printer, days) => list({ printer, status: 'SHIPPED', ended: utcDaysText(days) }),
  }
}
