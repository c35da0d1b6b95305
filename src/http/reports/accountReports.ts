// Reports about the orders of an account: for its people in the browser, and for its programs.

import { type Static, Type } from 'typebox'
import type { Clock } from '../../base/clock.ts'
import type { Mode as ModeName } from '../../base/mode.ts'
import type { Db } from '../../db/db.ts'
import { Mode } from '../objects/common.ts'
import { type Route, route } from '../server/route.ts'
import {
  presentReport,
  ReportAnswer,
  ReportExport,
  ReportExportFormat,
  readReport,
  reportDescription,
  reportPeriod,
  sendReport,
} from './reports.ts'

export type ReportParts = { db: Db; clock: Clock }

const closed = { additionalProperties: false }
const Period = Type.Object(reportPeriod, closed)
const Exported = Type.Object({ ...reportPeriod, format: ReportExportFormat }, closed)

export function reportRoutes({ db, clock }: ReportParts): Route[] {
  const read = async (accountId: string, mode: ModeName, period: Static<typeof Period>) =>
    presentReport(await readReport(db, { accountId, mode, printers: null }, period, clock()))
  return [
    route({
      method: 'GET',
      path: '/reports',
      operationId: 'getReport',
      callers: ['customer_key'],
      scope: 'orders:read',
      tag: 'Orders',
      summary: 'Report on the orders of a period',
      description: `${reportDescription} In the mode of the key.`,
      query: Period,
      answer: ReportAnswer,
      refuses: ['malformed_request'],
      handle: ({ caller: { accountId, mode }, query }) => read(accountId, mode, query),
    }),
    route({
      method: 'GET',
      path: '/reports/export',
      operationId: 'exportReport',
      callers: ['customer_key'],
      scope: 'orders:read',
      tag: 'Orders',
      summary: 'Export a report',
      query: Exported,
      answer: ReportExport,
      refuses: ['malformed_request'],
      handle: async ({ caller: { accountId, mode }, query: { format, ...period }, reply }) =>
        sendReport(reply, await read(accountId, mode, period), format),
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/:mode/reports',
      operationId: 'getDashboardReport',
      callers: ['member'],
      tag: 'Dashboard: orders',
      summary: 'Report on the orders of a period',
      description: reportDescription,
      params: Type.Object({ mode: Mode }),
      query: Period,
      answer: ReportAnswer,
      refuses: ['malformed_request'],
      handle: ({ caller: { accountId }, params: { mode }, query }) => read(accountId, mode, query),
    }),
    route({
      method: 'GET',
      path: '/dashboard/api/:mode/reports/export',
      operationId: 'exportDashboardReport',
      callers: ['member'],
      tag: 'Dashboard: orders',
      summary: 'Export a report',
      params: Type.Object({ mode: Mode }),
      query: Exported,
      answer: ReportExport,
      refuses: ['malformed_request'],
      handle: async ({ caller: { accountId }, params: { mode }, query: { format, ...period }, reply }) =>
        sendReport(reply, await read(accountId, mode, period), format),
    }),
  ]
}
