// Reports for the staff: about all accounts, or one, and with the printers side by side.

import { type Static, Type } from 'typebox'
import type { Clock } from '../../base/clock.ts'
import type { Db } from '../../db/db.ts'
import { oneOf, Text } from '../objects/common.ts'
import { type Route, route } from '../server/route.ts'
import {
  presentStaffReport,
  ReportExport,
  ReportExportFormat,
  readReport,
  readReportCustomers,
  reportDescription,
  reportPeriod,
  StaffReportAnswer,
  sendReport,
} from './reports.ts'

export type StaffReportParts = { db: Db; clock: Clock }

const query = {
  ...reportPeriod,
  mode: oneOf(['production', 'sandbox'], { default: 'production' }),
  accountId: Type.Optional(Text(64, { description: 'Only orders of this account.' })),
}
const closed = { additionalProperties: false }
const Query = Type.Object(query, closed)

export function staffReportRoutes({ db, clock }: StaffReportParts): Route[] {
  const read = async ({ mode, accountId, ...period }: Static<typeof Query>) => {
    const now = clock()
    const report = await readReport(db, { accountId: accountId ?? null, mode, printers: null }, period, now)
    return presentStaffReport(report, accountId === undefined ? await readReportCustomers(db, mode, report, now) : [])
  }
  return [
    route({
      method: 'GET',
      path: '/staff/reports',
      operationId: 'getReportForStaff',
      callers: ['staff'],
      tag: 'Staff',
      summary: 'Report on the orders of a period',
      description: `${reportDescription} Books of all accounts together have the SKUs of the catalog.`,
      query: Query,
      answer: StaffReportAnswer,
      refuses: ['malformed_request'],
      handle: ({ query }) => read(query),
    }),
    route({
      method: 'GET',
      path: '/staff/reports/export',
      operationId: 'exportReportForStaff',
      callers: ['staff'],
      tag: 'Staff',
      summary: 'Export a report',
      query: Type.Object({ ...query, format: ReportExportFormat }, closed),
      answer: ReportExport,
      refuses: ['malformed_request'],
      handle: async ({ query: { format, ...query }, reply }) => sendReport(reply, await read(query), format),
    }),
  ]
}
