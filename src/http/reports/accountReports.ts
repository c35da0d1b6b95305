// Reports about the orders of an account: for its people in the browser, and for its programs.

import { type Static, Type } from 'typebox'
import type { Clock } from '../../base/clock.ts'
import type { Mode as ModeName } from '../../base/mode.ts'
import type { Db } from '../../db/db.ts'
import { Mode } from '../objects/common.ts'
import type { Route } from '../server/route.ts'
import { presentReport, ReportAnswer, readReport, reportAndExport, reportDescription, reportPeriod } from './reports.ts'

export type ReportParts = { db: Db; clock: Clock }

const Period = Type.Object(reportPeriod, { additionalProperties: false })

export function reportRoutes({ db, clock }: ReportParts): Route[] {
  const read = async (accountId: string, mode: ModeName, period: Static<typeof Period>) =>
    presentReport(await readReport(db, { accountId, mode, printers: null }, period, clock()))
  return [
    ...reportAndExport({
      path: '/reports',
      operationId: 'getReport',
      exportId: 'exportReport',
      callers: ['customer_key'],
      scope: 'orders:read',
      tag: 'Orders',
      summary: 'Report on the orders of a period',
      description: `${reportDescription} In the mode of the key.`,
      query: Period,
      answer: ReportAnswer,
      read: ({ caller: { accountId, mode }, query }) => read(accountId, mode, query),
    }),
    ...reportAndExport({
      path: '/dashboard/api/:mode/reports',
      operationId: 'getDashboardReport',
      exportId: 'exportDashboardReport',
      callers: ['member'],
      tag: 'Dashboard: orders',
      summary: 'Report on the orders of a period',
      description: reportDescription,
      params: Type.Object({ mode: Mode }),
      query: Period,
      answer: ReportAnswer,
      read: ({ caller: { accountId }, params: { mode }, query }) => read(accountId, mode, query),
    }),
  ]
}
