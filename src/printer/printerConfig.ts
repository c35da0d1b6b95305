// The operator's printers, as the console stores them or as printers.json has them: the books that each printer
// makes, the places that it ships to, and the time after which an alarm is raised. An installation without both has
// one press desk that makes everything.

import { existsSync } from 'node:fs'
import { type Static, type TSchema, Type } from 'typebox'
import { say, type Words } from '../../languages/texts.ts'
import { durationMs } from '../base/clock.ts'
import { type DataMistake, dataMistake, OperatorDataError, readOperatorFile, schemaCheck } from '../base/schemaCheck.ts'
import type { OverdueRules } from './overdue.ts'
import { type LabelsAtScan, labelsAtScan, makesBook, matchesBook, type PrinterRule } from './routing.ts'
import { type SimulatedFaults, simulatedFaults } from './simulator.ts'

/** The operator's printers and the rules for overdue printer updates. */
export type PrinterConfig = Omit<OverdueRules, 'printers' | 'dayEnd'> & {
  printers: readonly PrinterRule[]
  /** The recipient of mails about overdue printer updates; null for no mails. */
  staffEmail: string | null
  /** The faults of the sandbox printer; absent: none. */
  simulator?: SimulatedFaults
}

/** The data for the checks: the adapters, the SKUs and places that are sold, and the environment. */
export type PrinterConfigContext = {
  adapters: readonly string[]
  /** The mistakes in an adapter's settings, without the values of secrets. */
  settingsMistakes(adapter: string, settings: object): DataMistake[]
  /** Null when the catalog cannot be read; then the rest of the file is checked. */
  manufacturingSkus: readonly string[] | null
  /** Countries and territories that the service ships to. */
  countries: readonly string[]
  /** The value of an environment variable; undefined when it is not set. Null: the settings have their secrets. */
  secret: ((name: string) => string | undefined) | null
}

/** The name of the printer of all sandbox orders. */
export const simulatorName = 'simulator'

/** Of one printer: each is compared with each SKU of the catalog, ten thousand of which take a tenth of a second. */
export const maxMakes = 1000

const strict = { additionalProperties: false }
const duration = Type.String({ minLength: 2, maxLength: 30 })
const printerSchema = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$' }),
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 80 })),
    adapter: Type.String(),
    makes: Type.Array(Type.String({ pattern: '^[A-Z0-9*-]{1,64}$' }), { minItems: 1, maxItems: maxMakes }),
    shipsTo: Type.Array(Type.String({ pattern: '^(?:\\*|[A-Z]{2}(?:-[A-Z]{2})?)$' }), { minItems: 1 }),
    copiesPerDay: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000 })),
    cutOff: Type.Object({ hour: Type.Integer({ minimum: 1, maximum: 24 }), timeZone: Type.String() }, strict),
    priority: Type.Integer({ minimum: 1, maximum: 1000 }),
    paper: Type.Optional(Type.Unsafe<'letter' | 'a4'>({ type: 'string', enum: ['letter', 'a4'] })),
    bindingCodes: Type.Optional(Type.Boolean()),
    labelsAtScan: Type.Optional(Type.Unsafe<LabelsAtScan>({ type: 'string', enum: [...labelsAtScan] })),
    settings: Type.Optional(Type.Object({}, { additionalProperties: true })),
  },
  strict,
)
const fileSchema = Type.Object(
  {
    about: Type.Optional(Type.String()),
    printers: Type.Array(printerSchema, { minItems: 1, maxItems: 100 }),
    alarmAfter: Type.Object(
      { submission: duration, acceptance: duration, shipping: duration, cancellation: duration },
      strict,
    ),
    rerouteAfter: Type.Optional(duration),
    simulator: Type.Optional(
      Type.Object(
        {
          seed: Type.Optional(Type.String({ maxLength: 100 })),
          ...Object.fromEntries(
            simulatedFaults.map(fault => [fault, Type.Optional(Type.Number({ minimum: 0, maximum: 1 }))]),
          ),
        },
        strict,
      ),
    ),
    staffEmail: Type.Optional(Type.String({ pattern: '^[^@\\s]+@[^@\\s]+$', maxLength: 254 })),
  },
  strict,
)
export type PrintersFile = Static<typeof fileSchema>

const printerMistakes = schemaCheck(printerSchema as TSchema)
/** False: a newer release stored it, with fields that this one would lose. */
export const isKnownPrinter = (printer: PrintersFile['printers'][number], adapters: readonly string[]): boolean =>
  adapters.includes(printer.adapter) && printerMistakes(printer).length === 0

/** The printers of an installation that has not described any. */
export const defaultFile: PrintersFile = {
  printers: [
    {
      name: 'desk',
      adapter: 'desk',
      makes: ['*'],
      shipsTo: ['*'],
      cutOff: { hour: 24, timeZone: 'UTC' },
      priority: 1,
    },
  ],
  alarmAfter: { submission: 'PT2H', acceptance: 'P2D', shipping: 'P1D', cancellation: 'PT8H' },
}

/** Reads and checks the file; null: there is no file. Throws an OperatorDataError. */
export async function loadPrintersFile(file: string, context: PrinterConfigContext): Promise<PrintersFile | null> {
  if (!existsSync(file)) return null
  return readOperatorFile(file, json => {
    parsePrinterConfig(json, context)
    return json as PrintersFile
  })
}

/** Checks the parsed file. Throws an OperatorDataError. */
export function parsePrinterConfig(file: unknown, context: PrinterConfigContext): PrinterConfig {
  const mistakes = schemaCheck(fileSchema as TSchema)(file)
  const problems = mistakes.length > 0 ? mistakes.map(dataMistake) : findProblems(file as PrintersFile, context)
  if (problems.length > 0) throw new OperatorDataError(problems)
  return uncheckedConfig(file as PrintersFile, context)
}

/** Of settings that were checked when they were saved, perhaps by a newer release with more fields and adapters. */
export function uncheckedConfig(
  { printers, alarmAfter, rerouteAfter, staffEmail, simulator }: PrintersFile,
  context: Pick<PrinterConfigContext, 'secret'>,
): PrinterConfig {
  const ages = Object.entries(alarmAfter).map(([step, age]) => [step, durationMs(age)!])
  return {
    printers: printers.map(({ copiesPerDay, settings = {}, ...rule }) => ({
      ...rule,
      copiesPerDay: copiesPerDay ?? null,
      settings: resolveSecrets(settings as Record<string, unknown>, context),
    })),
    agesMs: Object.fromEntries(ages) as OverdueRules['agesMs'],
    rerouteAfterMs: rerouteAfter === undefined ? null : durationMs(rerouteAfter),
    staffEmail: staffEmail ?? null,
    ...(simulator === undefined ? {} : { simulator: simulator as SimulatedFaults }),
  }
}

function findProblems(
  { printers, alarmAfter, rerouteAfter }: PrintersFile,
  context: PrinterConfigContext,
): DataMistake[] {
  const problems: DataMistake[] = []
  const report = (path: string, got: unknown, expected: Words) => problems.push(dataMistake({ path, got, expected }))
  const firstIndexes = new Map<string, number>()
  const skus = context.manufacturingSkus && new Set(context.manufacturingSkus)
  printers.forEach(({ name, adapter, cutOff, makes, settings = {} }, i) => {
    const path = `/printers/${i}`
    const first = firstIndexes.get(name)
    if (first === undefined) firstIndexes.set(name, i)
    else report(`${path}/name`, name, `a name that is not in use at /printers/${first}`)
    if (name === simulatorName)
      report(`${path}/name`, name, say('another name: this name belongs to the sandbox printer'))
    if (!context.adapters.includes(adapter))
      report(`${path}/adapter`, adapter, say('one of {values}', { values: context.adapters.join(', ') }))
    if (!isTimeZone(cutOff.timeZone)) report(`${path}/cutOff/timeZone`, cutOff.timeZone, say('an IANA time zone'))
    makes.forEach((pattern, j) => {
      if (skus !== null && !matchesBook(pattern, skus))
        report(`${path}/makes/${j}`, pattern, say('a pattern that a book of the catalog matches'))
    })
    const problemsBefore = problems.length
    for (const [key, value] of context.secret === null ? [] : Object.entries(settings as Record<string, unknown>)) {
      if (isSecret(key) && !key.endsWith('Env'))
        report(`${path}/settings/${key}`, undefined, `${key}Env, naming the environment variable that holds it`)
      else if (key.endsWith('Env') && (typeof value !== 'string' || context.secret?.(value) === undefined))
        report(`${path}/settings/${key}`, value, 'the name of an environment variable that is set')
    }
    if (problems.length > problemsBefore || !context.adapters.includes(adapter)) return
    const resolved = resolveSecrets(settings as Record<string, unknown>, context)
    for (const mistake of context.settingsMistakes(adapter, resolved))
      problems.push({ path: `${path}/settings${mistake.path}`, text: mistake.text })
  })
  for (const [step, age] of Object.entries(alarmAfter)) {
    if (!isPositive(age)) report(`/alarmAfter/${step}`, age, 'an ISO 8601 duration such as PT2H, longer than zero')
  }
  if (rerouteAfter !== undefined && !isPositive(rerouteAfter))
    report('/rerouteAfter', rerouteAfter, 'an ISO 8601 duration such as PT2H, longer than zero')
  return [...problems, ...coverageMistakes(printers, context.manufacturingSkus ?? [], context.countries)]
}

/** Books that no printer makes and ships to some of the countries. With `before`: those that had one before. */
export const coverageMistakes = (
  printers: readonly Pick<PrinterRule, 'makes' | 'shipsTo'>[],
  manufacturingSkus: readonly string[],
  countries: readonly string[],
  before?: readonly Pick<PrinterRule, 'makes' | 'shipsTo'>[],
): DataMistake[] =>
  manufacturingSkus.flatMap(sku => {
    const makers = printers.filter(printer => makesBook(printer, sku))
    const makersBefore = before?.filter(printer => makesBook(printer, sku))
    const missing = countries.filter(
      country =>
        !makers.some(printer => shipsToPartOf(printer, country)) &&
        makersBefore?.some(printer => shipsToPartOf(printer, country)) !== false,
    )
    const text = say('no printer makes {sku} and ships to {places}', { sku, places: missing.join(', ') })
    return missing.length === 0 ? [] : [{ path: '/printers', text }]
  })

/** Whether it ships to at least a part of the country: an operator may list single states on purpose. */
const shipsToPartOf = ({ shipsTo }: Pick<PrinterRule, 'shipsTo'>, country: string): boolean =>
  shipsTo.some(place => place === '*' || place.slice(0, 2) === country)

export const isSecret = (key: string): boolean => /(?:secret|password|token|apikey)$/i.test(key)

/** Replaces `secretEnv: "ACME_SECRET"` by `secret` with the value of that variable. */
export const resolveSecrets = (
  settings: Record<string, unknown>,
  { secret }: Pick<PrinterConfigContext, 'secret'>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(settings).map(([key, value]) =>
      key.endsWith('Env') && secret !== null ? [key.slice(0, -'Env'.length), secret(value as string)] : [key, value],
    ),
  )

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const isPositive = (age: string): boolean => (durationMs(age) ?? 0) > 0
