// The printers as owners of the staff set them in the browser, as they are sent and answered. No answer has a
// secret.

import { type Static, Type } from 'typebox'
import { maxEmailLength } from '../../accounts/accounts.ts'
import { adapterNames } from '../../printer/adapters.ts'
import { maxMakes } from '../../printer/printerConfig.ts'
import { labelsAtScan, type PrinterRule } from '../../printer/routing.ts'
import { Closed, nullable, oneOf, Text, Words } from './common.ts'

export const PrinterName = Type.String({
  pattern: '^[a-z][a-z0-9-]{0,39}$',
  'x-expected': 'lower-case letters, digits and hyphens, a letter first',
  description: 'The name of a printer. Its jobs are stored under this name.',
})
const Setting = Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true })
const printer = {
  title: nullable(Text(80, { description: 'As people read it; null: the name.' })),
  adapter: oneOf(adapterNames, { description: 'How Octavo communicates with the printer.' }),
  settings: Setting,
  makes: Type.Array(Type.String({ pattern: '^[A-Z0-9*-]{1,64}$', 'x-expected': 'capitals, digits, hyphens and *' }), {
    minItems: 1,
    maxItems: maxMakes,
    description: 'Manufacturing SKUs; `*` stands for any characters.',
  }),
  shipsTo: Type.Array(
    Type.String({ pattern: '^(?:\\*|[A-Z]{2}(?:-[A-Z]{2})?)$', 'x-expected': 'US, CA, US-NY or *' }),
    { minItems: 1, maxItems: 200, description: 'Countries, states such as `US-NY`, or `*`.' },
  ),
  copiesPerDay: nullable(Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'Null: no limit.' })),
  cutOff: Closed({ hour: Type.Integer({ minimum: 1, maximum: 24 }), timeZone: Text(60) }),
  priority: Type.Integer({ minimum: 1, maximum: 1000, description: 'The lower number comes first.' }),
  paper: nullable(oneOf(['letter', 'a4'], { description: 'Of its tickets; null: as usual where it ships from.' })),
  bindingCodes: Type.Boolean(),
  labelsAtScan: nullable(oneOf(labelsAtScan, { description: 'Null: labels are not bought at the scan of a ticket.' })),
}
const WantedPrinter = Closed({
  ...printer,
  settings: {
    ...Setting,
    description:
      "The adapter's settings. A secret that is not sent stays while the address is the same; null removes a setting.",
  },
})

export const NamedPrinter = Closed({ name: PrinterName, ...WantedPrinter.properties })
export type NamedPrinter = Static<typeof NamedPrinter>

/** A change of settings that somebody else has changed meanwhile is refused. */
export const BasedOn = Type.Integer({ minimum: 0, description: 'The `version` of the settings that were changed.' })
export const ChangedPrinter = Closed({ ...WantedPrinter.properties, basedOn: BasedOn })

const Hours = Type.Number({ exclusiveMinimum: 0, maximum: 10_000 })
export const PrinterTimes = Closed({
  alarmAfterHours: Closed(
    { submission: Hours, acceptance: Hours, shipping: Hours, cancellation: Hours },
    { description: 'After how many hours without a message of a printer there is an alarm.' },
  ),
  rerouteAfterHours: nullable({
    ...Hours,
    description: 'After how many hours without an acceptance another printer gets the order; null: never.',
  }),
  staffEmail: nullable(Text(maxEmailLength, { format: 'email', description: 'Gets the alarms; null: nobody.' })),
})
export const ChangedTimes = Closed({ ...PrinterTimes.properties, basedOn: BasedOn })
export type PrinterTimes = Static<typeof PrinterTimes>

const sources = ['console', 'file', 'default'] as const
export const PrinterSettings = Type.Object(
  {
    source: oneOf(sources, {
      description:
        '`file`: printers.json, until an owner first saves something here. `default`: the press desk of an installation that describes no printers.',
    }),
    version: Type.Integer({ description: 'Rises with each change.' }),
    hasFile: Type.Boolean({ description: 'Whether the server has a printers.json. It does not count with `console`.' }),
    printers: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          ...printer,
          adapter: Type.String({ description: 'As in a change, or of a newer release that saved the printer.' }),
          secrets: Type.Array(Type.String(), { description: 'The settings that are stored and not shown.' }),
          unmatched: Type.Array(Type.String(), {
            description: 'The entries of `makes` that no book of the catalog or of a scheduled version matches.',
          }),
        },
        { title: 'PrinterSetting' },
      ),
    ),
    times: Type.Object(PrinterTimes.properties),
    books: Type.Array(Type.Object({ manufacturingSku: Type.String(), name: Type.String() }), {
      description: 'The books for sale, to choose from.',
    }),
  },
  { title: 'PrinterSettings' },
)
export type PrinterSettings = Static<typeof PrinterSettings>

export const PrinterContact = Type.Object({
  works: Type.Unsafe<boolean | null>({ type: ['boolean', 'null'], description: 'Null: it cannot be tried.' }),
  detail: Words(),
})
export type PrinterContact = Static<typeof PrinterContact>

/** A change throws an OperatorDataError with all mistakes of the printers as they would be. */
export type PrinterSetUp = {
  read(): Promise<PrinterSettings>
  add(printer: NamedPrinter, actor: string): Promise<void>
  /** Refuses with `printers_changed` when another version is stored than the one that it is based on. */
  change(printer: NamedPrinter, basedOn: number, actor: string): Promise<void>
  remove(name: string, basedOn: number, actor: string): Promise<void>
  saveTimes(times: PrinterTimes, basedOn: number, actor: string): Promise<void>
  /** Calls the printer's system, and changes nothing. */
  tryConnection(printer: NamedPrinter): Promise<PrinterContact>
  /** The printers as they would be with a printer that is not saved. */
  rulesWith(printer: NamedPrinter): Promise<readonly PrinterRule[]>
}
