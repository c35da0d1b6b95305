// Reports about the orders of an account: for its people in the browser, and for its programs.

import type { Static } from 'typebox'
import type { Mode } from '../../base/mode.ts'
import type { Db } from '../../db/db.ts'
import { Closed } from '../objects/common.ts'
import { type Route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { presentReport, ReportAnswer, readReport, reportAndExport, reportDescription, reportPeriod } from './reports.ts'

const Period = Closed(reportPeriod)

export const reportRoutes = tagged('Orders', ({ clock, catalog }: Services): Route[] => {
  const read = async (db: Db, { accountId, mode }: { accountId: string; mode: Mode }, period: Static<typeof Period>) =>
    presentReport(await readReport({ db, catalog }, { accountId, mode, printers: null }, period, clock()))
  return [
    ...reportAndExport({
      at: { key: '/reports' },
      scope: 'orders:read',
      summary: 'Report on the orders of a period',
      description: `${reportDescription} In the mode of the key.`,
      query: Period,
      answer: ReportAnswer,
      read: (db, { owner, query }) => read(db, owner, query),
    }),
    ...reportAndExport({
      at: { member: '/dashboard/api/:mode/reports' },
      operations: { report: 'getDashboardReport', export: 'exportDashboardReport' },
      tag: 'Dashboard: orders',
      summary: 'Report on the orders of a period',
      description: reportDescription,
      query: Period,
      answer: ReportAnswer,
      read: (db, { owner, query }) => read(db, owner, query),
    }),
  ]
})
