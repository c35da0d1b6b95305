// Reports for the staff: about all accounts, or one, and with the printers side by side.

import { type Static, Type } from 'typebox'
import type { Db } from '../../db/db.ts'
import { Closed, oneOf, Text } from '../objects/common.ts'
import { type Route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import {
  presentStaffReport,
  readReport,
  readReportCustomers,
  reportAndExport,
  reportDescription,
  reportPeriod,
  StaffReportAnswer,
} from './reports.ts'

const Query = Closed({
  ...reportPeriod,
  mode: oneOf(['production', 'sandbox'], { default: 'production' }),
  accountId: Type.Optional(Text(64, { description: 'Only orders of this account.' })),
})

export const staffReportRoutes = tagged('Staff', ({ clock, catalog }: Services): Route[] => {
  const read = async (db: Db, { mode, accountId, ...period }: Static<typeof Query>) => {
    const now = clock()
    const report = await readReport(
      { db, catalog },
      { accountId: accountId ?? null, mode, printers: null },
      period,
      now,
    )
    return presentStaffReport(report, accountId === undefined ? await readReportCustomers(db, mode, report, now) : [])
  }
  return reportAndExport({
    at: { staff: '/staff/reports' },
    summary: 'Report on the orders of a period',
    description: `${reportDescription} Books of all accounts together have the SKUs of the catalog.`,
    query: Query,
    answer: StaffReportAnswer,
    read: (db, { query }) => read(db, query),
  })
})
