// Reports about the jobs of a printer.

import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { LoadState } from '../../../components/layout/LoadState.tsx'
import { PageFrame } from '../../../components/layout/Page.tsx'
import { isMeasure, type Measure } from '../../../components/reports/measures.ts'
import { ReportPeriod, reportQueryOf } from '../../../components/reports/ReportPeriod.tsx'
import { ReportView } from '../../../components/reports/ReportView.tsx'
import { t } from '../../../language.ts'
import { useFilters } from '../../../shell/frame/mode.ts'

const measures: Measure[] = ['shipped', 'shippedCopies', 'onTimeRate', 'late', 'makingDays', 'stopped', 'reprints']

export function Page() {
  const [filters, setFilters] = useFilters()
  const query = reportQueryOf(filters)
  const report = useQuery({
    queryKey: ['press', 'report', query],
    queryFn: () => api.GET('/press/reports', { params: { query } }),
    placeholderData: before => before,
    refetchInterval: 60_000,
  })
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
          measures={measures}
          chosen={isMeasure(filters.measure) ? filters.measure : 'shipped'}
          choose={measure => setFilters({ measure: measure === 'shipped' ? '' : measure })}
          linkTo={{ measure: () => undefined }}
          empty={t('No jobs were shipped or stopped in these days or in the days before. Choose another period.')}
          exportUrl={format => `/press/reports/export?${new URLSearchParams({ ...query, format })}`}
        />
      ) : null}
    </PageFrame>
  )
}
