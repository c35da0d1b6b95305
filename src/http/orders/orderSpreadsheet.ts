// The orders of a spreadsheet, read and examined before any of them is placed.

import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { readSheet } from '../../base/files/guardedSpreadsheet.ts'
import type { Mode } from '../../base/mode.ts'
import type { Problem } from '../../base/refusal.ts'
import { createPause } from '../../base/running/slices.ts'
import {
  readOrders,
  type SheetMistake,
  type SheetOrder,
  sheetMistake,
} from '../../features/placing/orderSpreadsheet.ts'
import { examineOrders } from '../../features/placing/validateOrder.ts'
import { Words } from '../objects/common.ts'
import { CreateOrder } from '../objects/newOrder.ts'
import { ProblemItem } from '../objects/order.ts'
import { readFileBody, spreadsheetTypes, wrongMediaType } from '../server/body.ts'
import { problemsOfBody } from '../server/problem.ts'
import { resource } from '../server/resource.ts'
import { type Route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { bodyCheck } from '../server/validate.ts'
import { orderRule, placingOf } from './orders.ts'

/** 5,000 books with long texts have half of it. */
const maxFileBytes = 8 * 1024 * 1024
const maxMistakes = 100
/** Other requests have their turn between two groups, which take some milliseconds. */
const groupSize = 50

/** It has the schema of the request. */
const NewOrder = Type.Unsafe<CreateOrder>({
  type: 'object',
  additionalProperties: true,
  description: 'The body of `POST /dashboard/api/{mode}/orders`.',
})
const OrderSpreadsheet = Type.Object(
  {
    orders: Type.Array(
      Type.Object({
        rows: Type.Array(Type.Integer(), { description: 'As the spreadsheet shows them; a row for each item.' }),
        order: NewOrder,
        warnings: Type.Array(ProblemItem),
      }),
      { description: 'The orders without mistakes.' },
    ),
    mistakeCount: Type.Integer(),
    mistakes: Type.Array(
      Type.Object({
        row: Type.Integer({ description: 'As the spreadsheet shows it.' }),
        column: Type.String(),
        code: Type.String({ description: '`wrong_cell`, or the code of a problem of the order.' }),
        detail: Words(),
      }),
      { description: `At most ${maxMistakes}, by row.` },
    ),
    addressesUnchecked: Type.Integer({
      description: 'Addresses that could not be verified in time; 0 where the operator does not verify addresses.',
    }),
    ignoredColumns: Type.Array(Type.String(), { description: 'Columns that no order has.' }),
  },
  { $id: 'OrderSpreadsheet' },
)

export const orderSpreadsheetRoutes = tagged('Dashboard: orders', (services: Services): Route[] => [
  ...resource({
    method: 'POST',
    at: { member: '/dashboard/api/:mode/orders/spreadsheet' },
    act: 'readOrderSpreadsheet',
    needs: 'orders',
    summary: 'Read the orders of a spreadsheet',
    description:
      'The body is the file, .xlsx or CSV, of at most 8 MB with 5,000 rows. Nothing is stored and no identifier is used: every order is ' +
      'examined as POST /orders/validate does it, apart from the limit of the account. If cells cannot be told apart, no order is read.',
    takesFile: spreadsheetTypes,
    answer: OrderSpreadsheet,
    refuses: ['not_set_up', 'body_too_large'],
    async handle({ owner, caller: { actor }, request }) {
      if (!(request.body instanceof Readable)) throw wrongMediaType(request)
      const sheet = await readSheet(await readFileBody(request.body, maxFileBytes), owner.accountId)
      const { orders, mistakes, ignoredColumns } = await readOrders(sheet)
      const examined = await examine(services, orders, { ...owner, actor })
      const addressesUnchecked = await warnOfAddresses(services, owner, examined)
      const all = [...mistakes, ...examined.flatMap(one => one.mistakes)]
      return {
        orders: examined
          .filter(one => one.mistakes.length === 0)
          .map(({ rows, body, warnings }) => ({ rows, order: body, warnings })),
        mistakeCount: all.length,
        mistakes: all.toSorted((one, other) => one.row - other.row).slice(0, maxMistakes),
        addressesUnchecked,
        ignoredColumns,
      }
    },
  }),
])

type Examined = { rows: number[]; body: CreateOrder; mistakes: SheetMistake[]; warnings: Problem[] }

async function examine(
  services: Services,
  orders: SheetOrder[],
  by: { accountId: string; mode: Mode; actor: string },
): Promise<Examined[]> {
  const ruleProblems = orderRule(services)
  const pause = createPause()
  const examined: Examined[] = []
  for (let at = 0; at < orders.length; at += groupSize) {
    const group = orders.slice(at, at + groupSize).map(({ rows, order }): Examined => {
      const problems = problemsOfBody(checkShape(order), ruleProblems(by.mode, order))
      const mistakes = problems.map(problem => sheetMistake(rows, problem))
      return { rows, body: order as CreateOrder, mistakes, warnings: [] }
    })
    const placeable = group.filter(({ mistakes }) => mistakes.length === 0)
    const found = await examineOrders(
      services,
      placeable.map(({ body }) => placingOf(body, by)),
    )
    for (const [i, { errors, warnings }] of found.entries()) {
      const one = placeable[i]!
      one.mistakes = errors.map(problem => sheetMistake(one.rows, problem))
      one.warnings = warnings
    }

    for (const one of group) examined.push(one)
    await pause()
  }
  return examined
}

/** Adds what the carriers do not know. Returns the number of addresses of which they said nothing. */
async function warnOfAddresses(
  { addressChecks }: Services,
  owner: { accountId: string; mode: Mode },
  examined: Examined[],
) {
  if (addressChecks === null) return 0
  const right = examined.filter(({ mistakes }) => mistakes.length === 0)
  const checks = await addressChecks.checkAll(
    owner,
    right.map(({ body }) => body.destination),
  )
  for (const [i, { warnings }] of checks.entries()) right[i]!.warnings = [...right[i]!.warnings, ...warnings]
  return checks.filter(({ result }) => result === 'unknown').length
}

const checkShape = bodyCheck(CreateOrder)
