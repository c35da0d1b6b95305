// The operator's printers, printers.json, read and checked at start: what each makes, where it ships, and when its
// silence raises an alarm. An installation without the file has one press desk that makes everything.

import { readFile } from 'node:fs/promises'
import { type Static, type TSchema, Type } from 'typebox'
import { durationMs } from '../base/clock.ts'
import { sentenceOf, shapeCheck } from '../base/shape.ts'
import type { AlarmStep } from './printer.ts'
import { canTake, type PrinterRule } from './routing.ts'
import { moods, type Temper } from './simulator.ts'
import type { WatchRules } from './watch.ts'

/** What the operator decided about printers. */
export type Shop = WatchRules & {
  printers: readonly PrinterRule[]
  /** Who is notified when a printer is silent; null for nobody. */
  staffEmail: string | null
  /** How the sandbox's printer behaves; absent: without faults. */
  simulator?: Temper
}

/** What the file is checked against: the existing adapters, the SKUs and places that are sold, and the environment. */
export type ShopFacts = {
  adapters: readonly string[]
  manufacturingSkus: readonly string[]
  /** Countries and territories that the service ships to. */
  countries: readonly string[]
  /** The value of an environment variable; undefined when it is not set. */
  secret(name: string): string | undefined
}

/** The name of the printer of all sandbox orders. */
export const simulatorName = 'simulator'

const strict = { additionalProperties: false }
const duration = Type.String({ minLength: 2, maxLength: 30 })
const printerSchema = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z][a-z0-9-]{0,39}$' }),
    adapter: Type.String(),
    makes: Type.Array(Type.String({ pattern: '^[A-Z0-9*-]{1,64}$' }), { minItems: 1 }),
    shipsTo: Type.Array(Type.String({ pattern: '^(?:\\*|[A-Z]{2}(?:-[A-Z]{2})?)$' }), { minItems: 1 }),
    copiesPerDay: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000 })),
    cutOff: Type.Object({ hour: Type.Integer({ minimum: 1, maximum: 24 }), timeZone: Type.String() }, strict),
    priority: Type.Integer({ minimum: 1, maximum: 1000 }),
    settings: Type.Optional(Type.Object({}, { additionalProperties: true })),
  },
  strict,
)
const shopSchema = Type.Object(
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
          ...Object.fromEntries(moods.map(mood => [mood, Type.Optional(Type.Number({ minimum: 0, maximum: 1 }))])),
        },
        strict,
      ),
    ),
    staffEmail: Type.Optional(Type.String({ pattern: '^[^@\\s]+@[^@\\s]+$', maxLength: 254 })),
  },
  strict,
)
type ShopFile = Static<typeof shopSchema>

/** The shop of an installation without the file. */
const plainShop: ShopFile = {
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

/** Reads and checks the file. Throws one Error that lists everything wrong with it. */
export async function loadShop(file: string, facts: ShopFacts): Promise<Shop> {
  let text: string | null
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    text = null
  }
  try {
    return shopOf(text === null ? plainShop : JSON.parse(text), facts)
  } catch (cause) {
    throw new Error(`${file} cannot be used: ${(cause as Error).message}`, { cause })
  }
}

/** The shop of a parsed file. Throws one Error that lists everything wrong with it. */
export function shopOf(file: unknown, facts: ShopFacts): Shop {
  const mistakes = shapeCheck(shopSchema as TSchema)(file)
  const problems = mistakes.length > 0 ? mistakes.map(sentenceOf) : senseProblems(file as ShopFile, facts)
  if (problems.length > 0) throw new Error(`${problems.length} problem(s)\n  ${problems.join('\n  ')}`)
  const { printers, alarmAfter, rerouteAfter, staffEmail, simulator } = file as ShopFile
  const ages = Object.entries(alarmAfter).map(([step, age]) => [step, durationMs(age)!])
  return {
    printers: printers.map(({ copiesPerDay, settings = {}, ...rule }) => ({
      ...rule,
      copiesPerDay: copiesPerDay ?? null,
      settings: settled(settings as Record<string, unknown>, facts),
    })),
    agesMs: Object.fromEntries(ages) as Record<AlarmStep, number>,
    rerouteAfterMs: rerouteAfter === undefined ? null : durationMs(rerouteAfter),
    staffEmail: staffEmail ?? null,
    ...(simulator === undefined ? {} : { simulator: simulator as Temper }),
  }
}

function senseProblems({ printers, alarmAfter, rerouteAfter }: ShopFile, facts: ShopFacts): string[] {
  const problems: string[] = []
  const report = (path: string, got: unknown, expected: string) => problems.push(sentenceOf({ path, got, expected }))
  const firstAt = new Map<string, number>()
  printers.forEach(({ name, adapter, cutOff, makes, settings = {} }, i) => {
    const at = `/printers/${i}`
    const first = firstAt.get(name)
    if (first === undefined) firstAt.set(name, i)
    else report(`${at}/name`, name, `one that is not in use at /printers/${first}`)
    if (name === simulatorName) report(`${at}/name`, name, 'another name: this one belongs to the sandbox printer')
    if (!facts.adapters.includes(adapter)) report(`${at}/adapter`, adapter, `one of ${facts.adapters.join(', ')}`)
    if (!isTimeZone(cutOff.timeZone)) report(`${at}/cutOff/timeZone`, cutOff.timeZone, 'an IANA time zone')
    makes.forEach((pattern, j) => {
      const rule = { ...anyPrinter, makes: [pattern] }
      if (!facts.manufacturingSkus.some(sku => canTake(rule, { ...anywhere, manufacturingSkus: [sku] })))
        report(`${at}/makes/${j}`, pattern, 'a pattern that matches something in catalogue.json')
    })
    for (const [key, value] of Object.entries(settings as Record<string, unknown>)) {
      if (isSecret(key) && !key.endsWith('Env'))
        report(`${at}/settings/${key}`, undefined, `${key}Env, naming the environment variable that holds it`)
      else if (key.endsWith('Env') && (typeof value !== 'string' || facts.secret(value) === undefined))
        report(`${at}/settings/${key}`, value, 'the name of an environment variable that is set')
    }
  })
  for (const [step, age] of Object.entries(alarmAfter)) {
    if (!isLong(age)) report(`/alarmAfter/${step}`, age, 'an ISO 8601 duration such as PT2H, of more than nothing')
  }
  if (rerouteAfter !== undefined && !isLong(rerouteAfter))
    report('/rerouteAfter', rerouteAfter, 'an ISO 8601 duration such as P2D, of more than nothing')
  for (const sku of facts.manufacturingSkus) {
    const missing = facts.countries.filter(country => !printers.some(one => sends(one, sku, country)))
    if (missing.length > 0)
      report('/printers', undefined, `a printer that makes ${sku} and ships to ${missing.join(', ')}`)
  }
  return problems
}

const anywhere = { country: 'US', state: null, copies: 1 }
const anyPrinter: PrinterRule = {
  name: '',
  adapter: '',
  makes: ['*'],
  shipsTo: ['*'],
  copiesPerDay: null,
  cutOff: { hour: 24, timeZone: 'UTC' },
  priority: 1,
  settings: {},
}

/** Whether it ships to some place of the country: an operator who lists single states knows which. */
const sends = ({ makes, shipsTo }: ShopFile['printers'][number], sku: string, country: string): boolean =>
  canTake(
    { ...anyPrinter, makes, shipsTo: shipsTo.map(one => one.slice(0, 2)) },
    { ...anywhere, country, manufacturingSkus: [sku] },
  )

const isSecret = (key: string): boolean => /secret|password|token|apikey/i.test(key)

/** Settings as adapters see them: `secretEnv: "ACME_SECRET"` becomes `secret` with that variable's value. */
const settled = (settings: Record<string, unknown>, { secret }: ShopFacts): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(settings).map(([key, value]) =>
      key.endsWith('Env') ? [key.slice(0, -'Env'.length), secret(value as string)] : [key, value],
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

const isLong = (age: string): boolean => (durationMs(age) ?? 0) > 0
