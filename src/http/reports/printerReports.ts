// Reports for the people and programs of a printer, about its own jobs.

import { type Static, Type } from 'typebox'
import type { Db } from '../../db/db.ts'
import { Closed, Text } from '../objects/common.ts'
import { pressDesksOf, pressTag } from '../printing/job.ts'
import { type Route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import {
  PressReportAnswer,
  presentPressReport,
  readReport,
  reportAndExport,
  reportDescription,
  reportPeriod,
} from './reports.ts'

const Query = Closed({
  ...reportPeriod,
  printer: Type.Optional(Text(64, { description: 'Only this printer, if you have several.' })),
})

export const pressReportRoutes = tagged(pressTag, ({ clock, fulfillment, catalog }: Services): Route[] => {
  const desksOf = pressDesksOf(fulfillment)
  const read = async (db: Db, desks: readonly string[], { printer, ...period }: Static<typeof Query>) => {
    const printers = printer === undefined ? desks : desks.filter(name => name === printer)
    return presentPressReport(
      await readReport({ db, catalog }, { accountId: null, mode: 'production', printers }, period, clock()),
    )
  }
  return reportAndExport({
    at: { printer: '/press/reports' },
    summary: 'Report on the jobs of a period',
    description: `${reportDescription} Orders count for the printer that had their job at that time, and reprints for the printer of the original.`,
    query: Query,
    answer: PressReportAnswer,
    read: (db, { caller, query }) => read(db, desksOf(caller), query),
  })
})
