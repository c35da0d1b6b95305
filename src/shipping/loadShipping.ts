// The operator's shipping data, the contents of shipping.json and holidays.json. A mistake would mean wrong prices or
// delivery dates, so data with a mistake is refused, and all mistakes are reported together.

import { type TSchema, Type } from 'typebox'
import { say } from '../../languages/texts.ts'
import { type DataMistake, dataMistake, OperatorDataError, schemaCheck } from '../base/schemaCheck.ts'
import type { Box } from './boxes.ts'
import { type CutOff, holidayCalendar } from './businessDays.ts'
import { type CarrierLimits, destinationProblems, resolveDestination } from './destination.ts'
import { type ClosedDay, type HolidayRule, weekdays } from './holidays.ts'
import { countries } from './places.ts'
import {
  type ManufacturingDays,
  type MoreManufacturingDays,
  type QuoteLimits,
  type Rate,
  rateFor,
  type ShipFrom,
  type ShippingClass,
  type ShippingTables,
  shippingCalendar,
  shippingClasses,
} from './shipping.ts'

type Zone = { name: string; places: string[]; classes: Partial<Record<ShippingClass, Rate>> }

type BoxRow = Omit<Box, 'wallInches'> & { wallInches?: number }

/** The contents of shipping.json. */
export type ShippingFile = {
  shipFrom: ShipFrom
  cutOff: CutOff
  manufacturingDays: ManufacturingDays
  moreManufacturingDays?: MoreManufacturingDays
  quotes?: QuoteLimits
  carrierLimits?: Partial<CarrierLimits>
  boxes?: BoxRow[]
  zones: Zone[]
}

/** The contents of holidays.json. */
export type HolidaysFile = { holidays: HolidayRule[]; closedDays: ClosedDay[] }

/** More manufacturing or transit days are taken for a typing error. */
const maxDays = 60
const maxCents = 1_000_000
/** The longest side that UPS and FedEx take. */
const maxInches = 108
const maxPounds = 150
/** Of an item of an order. */
const maxCopies = 10_000
const maxSteps = 25
const maxBoxes = 50
/** Of corrugated board with a single wall. */
const usualWallInches = 0.125
/** Of UPS and FedEx, which print 35 characters of a line and deliver to no post office box. */
const usualLimits: CarrierLimits = { lineCharacters: 35, noBoxes: ['expedited', 'rush'] }

/** The tables from the parsed contents of both files. Throws an OperatorDataError. */
export function shippingTables(shipping: unknown, holidays: unknown): ShippingTables {
  const problems = [
    ...fileProblems('shipping.json', shippingFile, shipping, shippingProblems),
    ...fileProblems('holidays.json', holidaysFile, holidays, holidayProblems),
  ]
  if (problems.length > 0) throw new OperatorDataError(problems)

  const { shipFrom, cutOff, manufacturingDays, moreManufacturingDays = [], zones } = shipping as ShippingFile
  const { carrierLimits, quotes = {}, boxes = [] } = shipping as ShippingFile
  const { holidays: rules, closedDays } = holidays as HolidaysFile
  const calendar = holidayCalendar(rules, closedDays)
  return {
    shipFrom: { ...shipFrom, ...codesOf(shipFrom) },
    manufacturingDays,
    moreManufacturingDays,
    quotes,
    carrierLimits: { ...usualLimits, ...carrierLimits },
    boxes: boxes.map(box => ({ wallInches: usualWallInches, ...box })),
    rates: new Map([...zoneOfPlaces(zones)].map(([place, zone]) => [place, ratesOf(zone)])),
    ...shippingCalendar(cutOff, calendar),
    holidays: calendar,
  }
}

/** Taxes need codes, while an operator may write `New York` or `us`. */
function codesOf(shipFrom: ShipFrom): Pick<ShipFrom, 'country' | 'state'> {
  const { country, state } = resolveDestination(shipFrom)!
  return { country, state: state ?? country }
}

const name = Type.String({ minLength: 1 })
const days = Type.Integer({ minimum: 0, maximum: maxDays })
const cents = Type.Integer({ minimum: 0, maximum: maxCents })
const inches = Type.Number({ exclusiveMinimum: 0, maximum: maxInches })
const strict = { additionalProperties: false }

const amounts = {
  baseCents: cents,
  extraCopyCents: cents,
  weightBands: Type.Array(
    Type.Object({ upToPounds: Type.Optional(Type.Number({ exclusiveMinimum: 0 })), centsPerPound: cents }, strict),
    { minItems: 1 },
  ),
}

const rateFields = {
  ...amounts,
  transitDays: Type.Object({ min: days, max: days }, strict),
  /** The cost of the class for the operator, such as the rates of the carrier. Only the staff see it. */
  cost: Type.Optional(Type.Object(amounts, strict)),
}

const fromCopies = Type.Integer({ minimum: 2, maximum: maxCopies })

const rate = Type.Object(
  { ...rateFields, freight: Type.Optional(Type.Object({ fromCopies, ...rateFields }, strict)) },
  strict,
)

export const shippingFile = Type.Object(
  {
    shipFrom: Type.Object(
      {
        name,
        address1: name,
        address2: Type.Optional(name),
        city: name,
        state: name,
        postal: name,
        country: name,
        phone: Type.Optional(name),
      },
      strict,
    ),
    cutOff: Type.Object({ hour: Type.Integer({ minimum: 1, maximum: 24 }), timeZone: name }, strict),
    manufacturingDays: Type.Object({ standard: days, expedited: days, rush: days }, strict),
    moreManufacturingDays: Type.Optional(Type.Array(Type.Object({ fromCopies, days }, strict), { maxItems: maxSteps })),
    quotes: Type.Optional(
      Type.Object({ fromCopies: Type.Optional(fromCopies), requiredFromCopies: Type.Optional(fromCopies) }, strict),
    ),
    carrierLimits: Type.Optional(
      Type.Object(
        {
          lineCharacters: Type.Optional(Type.Integer({ minimum: 20, maximum: 200 })),
          noBoxes: Type.Optional(Type.Array(Type.Enum([...shippingClasses]), { maxItems: shippingClasses.length })),
        },
        strict,
      ),
    ),
    boxes: Type.Optional(
      Type.Array(
        Type.Object(
          {
            name,
            inside: Type.Object({ lengthInches: inches, widthInches: inches, heightInches: inches }, strict),
            emptyOunces: Type.Number({ minimum: 0, maximum: maxPounds * 16 }),
            maxPounds: Type.Number({ exclusiveMinimum: 0, maximum: maxPounds }),
            wallInches: Type.Optional(Type.Number({ minimum: 0, maximum: 2 })),
          },
          strict,
        ),
        { maxItems: maxBoxes },
      ),
    ),
    zones: Type.Array(
      Type.Object(
        {
          name,
          places: Type.Array(name, { minItems: 1 }),
          classes: Type.Object({ standard: rate, expedited: Type.Optional(rate), rush: Type.Optional(rate) }, strict),
        },
        strict,
      ),
    ),
  },
  strict,
)

const month = Type.Integer({ minimum: 1, maximum: 12 })

/** A year has at least 260 weekdays, so that business days remain: the search for the next business day must end. */
const maxHolidays = 200

export const holidaysFile = Type.Object(
  {
    holidays: Type.Array(
      Type.Object(
        {
          name,
          month,
          day: Type.Optional(Type.Integer({ minimum: 1, maximum: 31 })),
          observed: Type.Optional(Type.Boolean()),
          nth: Type.Optional(Type.Enum([1, 2, 3, 4, 'last'])),
          weekday: Type.Optional(Type.Enum([...weekdays])),
        },
        strict,
      ),
      { maxItems: maxHolidays },
    ),
    closedDays: Type.Array(Type.Object({ name, date: Type.String() }, strict)),
  },
  strict,
)

/** The problems with the shape of a file; if there are none, the problems with its meaning. */
function fileProblems<File>(
  file: string,
  schema: TSchema,
  value: unknown,
  meaningProblems: (contents: File) => DataMistake[],
): DataMistake[] {
  const mistakes = schemaCheck(schema)(value)
  const problems = mistakes.length > 0 ? mistakes.map(dataMistake) : meaningProblems(value as File)
  return problems.map(problem => ({ ...problem, file }))
}

function shippingProblems(file: ShippingFile): DataMistake[] {
  const { shipFrom, cutOff, manufacturingDays, moreManufacturingDays = [], boxes = [], zones } = file
  const problems = destinationProblems(shipFrom).map(({ pointer, detail }) => ({
    path: pointer.replace('/destination', '/shipFrom'),
    text: detail,
  }))
  if (!isTimeZone(cutOff.timeZone))
    problems.push({ path: '/cutOff/timeZone', text: say('{zone} is not a time zone', { zone: cutOff.timeZone }) })
  if (moreManufacturingDays.some((step, i, all) => i > 0 && !isMore(step, all[i - 1]!)))
    problems.push({ path: '/moreManufacturingDays', text: say('must rise in copies and in days') })
  for (const [i, { name }] of boxes.entries())
    if (boxes.findIndex(box => box.name === name) < i)
      problems.push({ path: `/boxes/${i}/name`, text: say('{name} is the name of two boxes', { name }) })
  for (const problem of placeProblems(zones)) problems.push(problem)
  zones.forEach(({ classes }, i) => {
    for (const problem of classProblems(`/zones/${i}/classes`, classes, manufacturingDays)) problems.push(problem)
  })
  return problems
}

type Step = MoreManufacturingDays[number]

const isMore = (step: Step, before: Step): boolean => step.fromCopies > before.fromCopies && step.days > before.days

/** Each place must be in exactly one zone: its own, or its country's. */
function placeProblems(zones: Zone[]): DataMistake[] {
  const problems: DataMistake[] = []
  const zoneNames = new Map<string, string>()
  zones.forEach(({ name, places }, i) => {
    places.forEach((place, j) => {
      const path = `/zones/${i}/places/${j}`
      const other = zoneNames.get(place)
      if (other !== undefined)
        problems.push({ path, text: say('{place} is already in {zone}', { place, zone: other }) })
      if (!isPlace(place))
        problems.push({ path, text: say('{place} is not a place such as US, US-AK or PR', { place }) })
      zoneNames.set(place, name)
    })
  })
  const covered = zoneOfPlaces(zones)
  const missing = allPlaces().filter(({ place }) => !covered.has(place))
  if (missing.length > 0)
    problems.push({
      path: '/zones',
      text: say('no zone for {places}', { places: missing.map(({ place }) => place).join(', ') }),
    })
  return problems
}

/** The problems of each class by itself, and of the classes beside each other. */
function classProblems(pointer: string, classes: Zone['classes'], manufacturingDays: ManufacturingDays): DataMistake[] {
  const problems = shippingClasses.flatMap(name =>
    classes[name] === undefined ? [] : rateProblems(`${pointer}/${name}`, classes[name]),
  )
  const fromFreight = shippingClasses.flatMap(name => classes[name]?.freight?.fromCopies ?? [])
  for (const copies of new Set([1, ...fromFreight]))
    for (const problem of orderProblems(pointer, classes, manufacturingDays, copies)) problems.push(problem)
  return problems
}

/** A class must not arrive later than a slower one, for any number of copies. */
function orderProblems(
  pointer: string,
  classes: Zone['classes'],
  manufacturingDays: ManufacturingDays,
  copies: number,
): DataMistake[] {
  const problems: DataMistake[] = []
  let slower: { name: ShippingClass; min: number; max: number } | null = null
  for (const name of shippingClasses) {
    const rate = classes[name]
    if (rate === undefined) continue
    const { min, max } = rateFor(rate, copies).transitDays
    const total = { name, min: manufacturingDays[name] + min, max: manufacturingDays[name] + max }
    if (slower !== null && (total.min > slower.min || total.max > slower.max)) {
      const text = say('arrives later ({min}-{max} days) than {slower} ({slowerMin}-{slowerMax})', {
        min: total.min,
        max: total.max,
        slower: slower.name,
        slowerMin: slower.min,
        slowerMax: slower.max,
      })
      problems.push({
        path: `${pointer}/${name}`,
        text: copies === 1 ? text : say('from {copies} copies, {mistake}', { copies, mistake: text }),
      })
    }
    slower = total
  }
  return problems
}

/** Of a rate and of its freight: days in order, and weight bands that rise, the last of them open. */
function rateProblems(pointer: string, { freight, ...rate }: Rate): DataMistake[] {
  const { min, max } = rate.transitDays
  const backwards = {
    path: `${pointer}/transitDays`,
    text: say('min {min} is more than max {max}', { min, max }),
  }
  return [
    ...(min > max ? [backwards] : []),
    ...bandProblems(`${pointer}/weightBands`, rate.weightBands),
    ...(rate.cost === undefined ? [] : bandProblems(`${pointer}/cost/weightBands`, rate.cost.weightBands)),
    ...(freight === undefined ? [] : rateProblems(`${pointer}/freight`, freight)),
  ]
}

function bandProblems(pointer: string, bands: Rate['weightBands']): DataMistake[] {
  const ends = bands.map(({ upToPounds }) => upToPounds ?? Number.POSITIVE_INFINITY)
  const rising = ends.every((end, i) => i === 0 || end > ends[i - 1]!)
  return rising && ends.at(-1) === Number.POSITIVE_INFINITY
    ? []
    : [{ path: pointer, text: say('must rise in weight, and only the last one must have none') }]
}

function holidayProblems({ holidays, closedDays }: HolidaysFile): DataMistake[] {
  const problems: DataMistake[] = []
  holidays.forEach((rule: Partial<Record<string, unknown>>, i) => {
    const fields = ['day', 'observed', 'nth', 'weekday'].filter(field => rule[field] !== undefined).join(' ')
    if (fields !== 'day observed' && fields !== 'nth weekday') {
      problems.push({
        path: `/holidays/${i}`,
        text: say('must have either day and observed, or nth and weekday; it has {fields}', {
          fields: fields === '' ? say('none') : fields,
        }),
      })
    } else if (fields === 'day observed' && !isDate({ year: 2000, month: rule.month, day: rule.day })) {
      problems.push({
        path: `/holidays/${i}/day`,
        text: say('month {month} has no day {day}', { month: Number(rule.month), day: Number(rule.day) }),
      })
    }
  })
  closedDays.forEach(({ date }, i) => {
    if (!/^\d{4}-\d\d-\d\d$/.test(date) || !isDate(date))
      problems.push({ path: `/closedDays/${i}/date`, text: say('{date} is not a date', { date }) })
  })
  return problems
}

const allPlaces = (): { place: string; country: string }[] =>
  [...countries.values()].flatMap(({ code, states }) =>
    states.length === 0
      ? [{ place: code, country: code }]
      : states.map(state => ({ place: `${code}-${state.code}`, country: code })),
  )

const isPlace = (text: string): boolean => countries.has(text) || allPlaces().some(({ place }) => place === text)

function zoneOfPlaces(zones: Zone[]): Map<string, Zone> {
  const named = new Map(zones.flatMap(zone => zone.places.map((place): [string, Zone] => [place, zone])))
  return new Map(
    allPlaces().flatMap(({ place, country }): [string, Zone][] => {
      const zone = named.get(place) ?? named.get(country)
      return zone === undefined ? [] : [[place, zone]]
    }),
  )
}

const ratesOf = ({ classes }: Zone): Map<string, Rate> =>
  new Map(
    shippingClasses.flatMap((name): [string, Rate][] => {
      const rate = classes[name]
      return rate === undefined ? [] : [[name, rate]]
    }),
  )

function isTimeZone(text: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text)
    return true
  } catch {
    return false
  }
}

function isDate(date: unknown): boolean {
  try {
    Temporal.PlainDate.from(date as string, { overflow: 'reject' })
    return true
  } catch {
    return false
  }
}
