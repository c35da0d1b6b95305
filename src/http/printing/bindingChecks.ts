// The comparison of covers and pages at binding, for the desks of printers with binding codes.

import { Type } from 'typebox'
import {
  bindingOutcomes,
  checkBinding,
  codedPrinters,
  decideMismatch,
  type FoundPart,
  openMismatches,
} from '../../features/printing/bindingChecks.ts'
import { jobStatuses } from '../../printer/printer.ts'
import { Closed, Instant, LongText, Nothing, nullable, oneOf, Text } from '../objects/common.ts'
import { OrderTitle } from '../objects/orderTitle.ts'
import { type Route, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { pressDesksOf, pressTag } from './job.ts'

const Scanned = Text(100, { description: 'A code, or the barcode of the book on its ticket.' })
const Part = nullable(
  Type.Object({
    jobId: Type.String(),
    customerOrderId: Type.String(),
    orderTitle: OrderTitle,
    book: Type.Integer({ description: 'The number of the book in its job, from 1.' }),
    part: nullable(oneOf(['cover', 'guts'], { description: 'Null for the barcode of a ticket.' })),
    status: oneOf(jobStatuses),
    cancellationRequested: Type.Boolean(),
  }),
)

export const bindingCheckRoutes = tagged(pressTag, (services: Services): Route[] => [
  ...scannedBindingRoutes(services),
  ...openMismatchRoutes(services),
])

function scannedBindingRoutes(services: Services): Route[] {
  const { transactor, clock, fulfillment, log } = services
  const desksOf = pressDesksOf(fulfillment)
  return [
    route({
      method: 'GET',
      path: '/press/binding',
      operationId: 'readBindingSettings',
      summary: 'Read whether the files of your jobs have binding codes',
      answer: Type.Object({ bindingCodes: Type.Boolean() }),
      handle: ({ caller }) => ({
        bindingCodes: codedPrinters(fulfillment.printerConfig.printers, desksOf(caller)).length > 0,
      }),
    }),
    route({
      method: 'POST',
      path: '/press/binding/checks',
      operationId: 'checkBinding',
      summary: 'Compare a cover with the pages of its book',
      description:
        'The codes of the cover and of page 1. For a part without a code, the barcode of the book on its ticket. A mismatch stops the jobs of both parts: they cannot be reported as printed or shipped until it is resolved. Staff are told.',
      body: Closed({ scanned: Type.Array(Scanned, { minItems: 2, maxItems: 2 }) }),
      answer: Type.Object({
        outcome: oneOf(bindingOutcomes, {
          description:
            '`match`: parts of one book. `mismatch`: parts of different books. `same_part`: two covers, or two files of pages. `has_code`: a ticket was scanned for a part that has a code. `unknown`: a text that is no code of your desk.',
        }),
        mismatchId: nullable(Type.String()),
        parts: Type.Array(Part, { description: 'What was scanned, in order; null if your desk does not know it.' }),
      }),
      async handle({ caller, body: { scanned } }) {
        const [first, second] = scanned as [string, string]
        const act = { scanned: [first, second] as [string, string], printers: desksOf(caller) }
        const { outcome, mismatchId, parts } = await checkBinding(
          { transactor, fulfillment, log },
          { ...act, actor: caller.actor, now: clock() },
        )
        return { outcome, mismatchId, parts: parts.map(partJson) }
      },
    }),
  ]
}

function openMismatchRoutes(services: Services): Route[] {
  const { transactor, clock, fulfillment } = services
  const desksOf = pressDesksOf(fulfillment)
  return [
    route({
      method: 'GET',
      path: '/press/binding/mismatches',
      operationId: 'listOpenBindingMismatches',
      summary: 'List mismatches that nobody has resolved, newest first',
      answer: Type.Object({
        mismatches: Type.Array(
          Type.Object({
            mismatchId: Type.String(),
            foundAt: Instant,
            parts: Type.Array(Part, { description: 'What was scanned, in order.' }),
          }),
        ),
      }),
      handle: async ({ caller }) => ({
        mismatches: (await openMismatches(transactor.db, desksOf(caller))).map(({ parts, ...mismatch }) => ({
          ...mismatch,
          parts: parts.map(partJson),
        })),
      }),
    }),
    route({
      method: 'POST',
      path: '/press/binding/mismatches/:mismatchId/resolve',
      operationId: 'resolveBindingMismatch',
      summary: 'Resolve a mismatch: the right parts are together again',
      description: 'The audit log records who decided. The stopped jobs continue.',
      body: nullable(Closed({ note: Type.Optional(LongText(500)) })),
      answer: Nothing,
      refuses: ['wrong_state'],
      async handle({ caller, params: { mismatchId }, body }) {
        const decision = { mismatchId, printers: desksOf(caller), actor: caller.actor, now: clock() }
        await decideMismatch(transactor, { ...decision, note: body?.note ?? null })
      },
    }),
  ]
}

const partJson = (found: FoundPart | null) =>
  found && {
    jobId: found.jobId,
    customerOrderId: found.customerOrderId,
    ...(found.orderTitle && { orderTitle: found.orderTitle }),
    book: found.item + 1,
    part: found.part,
    status: found.status,
    cancellationRequested: found.cancellationRequested,
  }
