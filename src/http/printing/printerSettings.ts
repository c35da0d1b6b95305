// The printers, which owners of the staff set in the browser, and which printer an order would get. Secrets are
// accepted and never answered.

import { Type } from 'typebox'
import { say } from '../../../languages/texts.ts'
import { malformedField, type Problem, Refusal } from '../../base/refusal.ts'
import { type Rate, tokenBuckets } from '../../base/running/tokenBuckets.ts'
import { type DataMistake, OperatorDataError } from '../../base/schemaCheck.ts'
import { minPageCount } from '../../catalog/catalog.ts'
import { previewRoute } from '../../features/printing/previewRoute.ts'
import { presentPricing } from '../../orders/view/presentOrder.ts'
import { hasKnownState, regionOf } from '../../shipping/destination.ts'
import { shippingClasses } from '../../shipping/shipping.ts'
import { Closed, Nothing, nullable, oneOf, Text } from '../objects/common.ts'
import { Country } from '../objects/newOrder.ts'
import { Pricing } from '../objects/order.ts'
import {
  BasedOn,
  ChangedPrinter,
  ChangedTimes,
  NamedPrinter,
  PrinterContact,
  PrinterName,
  PrinterSettings,
} from '../objects/printerSettings.ts'
import { tooMany } from '../server/rateLimits.ts'
import { type Route, recentPasswordMs, route, tagged } from '../server/route.ts'
import type { Services } from '../server/services.ts'

const path = '/staff/printer-settings'
const PrinterPath = Type.Object({ name: PrinterName })

const Ask = Closed({
  manufacturingSku: Text(64),
  pageCount: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 2_000, description: 'By default the least that the book allows.' }),
  ),
  quantity: Type.Integer({ minimum: 1, maximum: 10_000 }),
  destination: Closed({ country: Country, state: Type.Optional(Text(60)) }),
  shippingClassification: oneOf(shippingClasses),
  printer: Type.Optional(NamedPrinter),
})
const RoutePreview = Type.Object(
  {
    pricing: Pricing,
    estimatedShipDate: Type.String({ format: 'date', description: 'If the printer gets the order now.' }),
    printers: Type.Array(
      Type.Object({
        name: Type.String(),
        title: nullable(Type.String()),
        startDay: nullable(
          Type.String({ format: 'date', description: 'When it can start; null if it cannot take the order.' }),
        ),
        isPaused: Type.Boolean({ description: 'The job would wait there.' }),
        reason: nullable(
          oneOf(['books', 'place', 'paused', 'day', 'priority', 'load', 'name'], {
            description:
              'Why it does not get the order: it does not make the book, does not ship there, is paused, starts later, has a higher priority number, has less free capacity on that day, or has a later name. Null for the printer that gets it.',
          }),
        ),
      }),
      { description: 'The best first. No printer gets the order if none has a null reason.' },
    ),
  },
  { title: 'RoutePreview' },
)

export const printerSettingsRoutes = tagged('Staff', (services: Services): Route[] => [
  ...settingsRoutes(services),
  ...previewRoutes(services),
])

const inEffect = 'In effect within seconds, in all processes. The answer to a mistake names all of them.'
/** Each try calls a server that the owner names. */
const triesRate: Rate = { perSecond: 1 / 60, burst: 20 }
const ownersOnly = { needs: 'installation', sessionOnly: true } as const

const change = {
  ...ownersOnly,
  freshWithinMs: recentPasswordMs,
  answer: PrinterSettings,
  refuses: ['operator_data_invalid' as const],
}

const settingsRoutes = (services: Services): Route[] => [
  ...printerChangeRoutes(services),
  ...connectionTestRoutes(services),
]

const printerChangeRoutes = ({ printerSetUp }: Services): Route[] => [
  route({
    ...ownersOnly,
    method: 'GET',
    path,
    operationId: 'getPrinterSettings',
    summary: 'Read the settings of the printers, without secrets',
    answer: PrinterSettings,
    handle: () => printerSetUp.read(),
  }),
  route({
    ...change,
    method: 'POST',
    path: `${path}/printers`,
    operationId: 'addPrinter',
    summary: 'Add a printer',
    description: inEffect,
    body: NamedPrinter,
    refuses: ['operator_data_invalid', 'already_exists', 'wrong_state'],
    handle: ({ caller: { actor }, body }) => settingsAfter(printerSetUp, printerSetUp.add(body, actor)),
  }),
  route({
    ...change,
    method: 'PUT',
    path: `${path}/printers/:name`,
    operationId: 'changePrinter',
    summary: 'Change a printer',
    description: `${inEffect} The adapter can be changed while the printer has no open jobs.`,
    params: PrinterPath,
    body: ChangedPrinter,
    refuses: ['operator_data_invalid', 'printers_changed', 'not_found', 'wrong_state'],
    handle: ({ caller: { actor }, params: { name }, body: { basedOn, ...printer } }) =>
      settingsAfter(printerSetUp, printerSetUp.change({ name, ...printer }, basedOn, actor)),
  }),
  route({
    ...change,
    method: 'DELETE',
    path: `${path}/printers/:name`,
    operationId: 'removePrinter',
    summary: 'Remove a printer that has no open jobs',
    params: PrinterPath,
    query: Closed({ basedOn: BasedOn }),
    answer: Nothing,
    refuses: ['operator_data_invalid', 'printers_changed', 'not_found', 'wrong_state'],
    handle: ({ caller: { actor }, params: { name }, query: { basedOn } }) =>
      refuseMistakes(() => printerSetUp.remove(name, basedOn, actor)),
  }),
  route({
    ...change,
    method: 'PUT',
    path: `${path}/times`,
    operationId: 'changePrinterTimes',
    summary: 'Set after which times a silent printer raises an alarm or loses an order',
    description: inEffect,
    body: ChangedTimes,
    refuses: ['operator_data_invalid', 'printers_changed'],
    handle: ({ caller: { actor }, body: { basedOn, ...times } }) =>
      settingsAfter(printerSetUp, printerSetUp.saveTimes(times, basedOn, actor)),
  }),
]

const connectionTestRoutes = ({ printerSetUp }: Services): Route[] => {
  const tried = tokenBuckets(triesRate)

  return [
    route({
      ...ownersOnly,
      freshWithinMs: recentPasswordMs,
      method: 'POST',
      path: `${path}/test`,
      operationId: 'testPrinterConnection',
      summary: "Try the connection to a printer's system, saved or not",
      description: 'Octavo asks for the list of jobs, and changes nothing.',
      body: NamedPrinter,
      answer: PrinterContact,
      refuses: ['operator_data_invalid', 'too_many_requests'],
      handle({ caller: { actor }, body }) {
        const left = tried.take(actor)
        if (left < 0) throw tooMany(-left, 'account', triesRate)
        return refuseMistakes(() => printerSetUp.tryConnection(body))
      },
    }),
  ]
}

async function settingsAfter(printerSetUp: Services['printerSetUp'], act: Promise<void>) {
  await refuseMistakes(() => act)
  return printerSetUp.read()
}

const previewRoutes = ({ db, clock, operator, fulfillment, printerSetUp }: Services): Route[] => [
  route({
    method: 'POST',
    path: `${path}/route`,
    operationId: 'previewRoute',
    needs: 'printing',
    summary: 'Read which printer would get an order of one book, when, and for how much',
    description:
      'As if the order left the holding bin now, by the catalog prices. `printer` is a printer that is not saved. Nothing is stored.',
    body: Ask,
    answer: RoutePreview,
    refuses: ['operator_data_invalid', 'unsupported_country', 'wrong_state'],
    async handle({ body: { manufacturingSku, quantity, destination, shippingClassification, printer, ...asked } }) {
      const region = regionOf(destination)
      if (!hasKnownState(region)) throw malformedField('/destination/state', 'unknown_state', say('Choose a state.'))
      const rules = await refuseMistakes(() =>
        printer === undefined ? fulfillment.printerConfig.printers : printerSetUp.rulesWith(printer),
      )
      const book = operator.catalog.get(manufacturingSku)
      const pageCount = asked.pageCount ?? (book === undefined ? 1 : minPageCount(book))
      const order = { manufacturingSku, pageCount, copies: quantity, region, shippingClass: shippingClassification }
      const preview = await previewRoute({ db, operator, fulfillment }, order, rules, clock())
      if (preview === null)
        throw new Refusal('wrong_state', say('This book is not sold with these pages, to this place, in this class.'))
      const { pricing, shipDay, printers } = preview
      return {
        pricing: presentPricing('charged', pricing),
        estimatedShipDate: shipDay,
        printers: printers.map(({ printer: { name, title = null }, day, reason, isPaused }) => ({
          ...{ name, title, reason, isPaused },
          startDay: day,
        })),
      }
    },
  }),
]

const maxListed = 50

async function refuseMistakes<Answer>(act: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof OperatorDataError)) throw error
    const problems = error.mistakes.slice(0, maxListed).map(problemOf)
    throw new Refusal('operator_data_invalid', problems[0]!.detail, problems)
  }
}

const problemOf = ({ path: pointer, text }: DataMistake): Problem => ({
  pointer,
  code: 'operator_data_invalid',
  detail: text,
})
