// The price of shipping and the arrival of a parcel. Each zone has some of the three classes. A price is base + each
// further copy + weight, where each pound costs the rate of its band, so that a heavier parcel never costs less. From
// a number of copies on, a class may go by freight, with a price and a transit of its own, and books may take longer to
// make. Manufacturing comes before transit; both are counted in business days.

import { instant, minute } from '../base/clock.ts'
import { roundCents } from '../base/money.ts'
import type { Box } from './boxes.ts'
import { addBusinessDays, type CutOff, type Holidays, localDay, orderDay } from './businessDays.ts'
import type { CarrierLimits, Region } from './destination.ts'

/** From slowest to fastest. */
export const shippingClasses = ['standard', 'expedited', 'rush'] as const
export type ShippingClass = (typeof shippingClasses)[number]

/** Business days until the first and until the last day on which a parcel may arrive. */
type Transit = { min: number; max: number }

/** The weight of all copies in a parcel, and their number (at least 1). */
export type Parcel = { weightGrams: number; copies: number }

/** A shipping class for a parcel. `manufacturingDays` are business days before the parcel leaves. */
export type ShippingOption = {
  shippingClass: ShippingClass
  priceCents: number
  /** The cost for the operator; null where it is not known. */
  costCents: number | null
  transit: Transit
  manufacturingDays: number
  isFreight: boolean
}

/** The first and last day of arrival, as ISO dates. */
export type DeliveryWindow = { earliest: string; latest: string }

export type ShipFrom = {
  name: string
  address1: string
  address2?: string
  city: string
  state: string
  postal: string
  country: string
  phone?: string
}

/** The last weight band has no upper end. */
type RateAmounts = {
  baseCents: number
  extraCopyCents: number
  weightBands: readonly { upToPounds?: number; centsPerPound: number }[]
}

type FreightRate = RateAmounts & { transitDays: Transit; cost?: RateAmounts }

/**
 * The price rule of one class in one zone, and optionally what the class costs the operator. `freight` replaces it for
 * orders of at least `fromCopies`.
 */
export type Rate = FreightRate & { freight?: FreightRate & { fromCopies: number } }

export type ManufacturingDays = Readonly<Record<ShippingClass, number>>

/** `days` are added to the manufacturing days of each class, from a number of copies on. Both ascend. */
export type MoreManufacturingDays = readonly { fromCopies: number; days: number }[]

/** From how many copies on an order should, and from how many it must, have a quote. */
export type QuoteLimits = { fromCopies?: number; requiredFromCopies?: number }

/** The operator's shipping data, checked and ready for look-ups. */
export type ShippingTables = {
  /** Country and state by their codes. */
  shipFrom: ShipFrom
  manufacturingDays: ManufacturingDays
  moreManufacturingDays: MoreManufacturingDays
  quotes: QuoteLimits
  carrierLimits: CarrierLimits
  /** Empty: the press desk asks for the measures of each parcel. */
  boxes: readonly Box[]
  /** By region ('US-NY', 'PR'), then by class, slowest first. */
  rates: ReadonlyMap<string, ReadonlyMap<string, Rate>>
  /** The business day for which an order at an instant counts. */
  orderDay: (at: Date) => Temporal.PlainDate
  /** The calendar day at the operator; it need not be a business day. */
  localDay: (at: Date) => Temporal.PlainDate
  /** Of the operator, such as America/New_York. */
  timeZone: string
  /** The nth business day after a day. */
  businessDaysAfter: (day: Temporal.PlainDate, n: number) => Temporal.PlainDate
  holidays: Holidays
}

const gramsPerPound = 453.59237

/**
 * Cut-offs are at full hours and time zones differ by quarters of an hour, so all orders of a quarter count for one
 * day.
 */
const quarterMs = 15 * minute

/** Six weeks of quarters. A full cache is cleared. */
const maxMemoized = 4096

/** Caches the two counts behind every date: calendar arithmetic costs microseconds, and each order needs it. */
export function shippingCalendar(
  cutOff: CutOff,
  holidays: Holidays,
): Pick<ShippingTables, 'orderDay' | 'localDay' | 'timeZone' | 'businessDaysAfter'> {
  const dayOfQuarter = memoized(
    (at: Date) => Math.floor(at.getTime() / quarterMs),
    at => orderDay(instant(Math.floor(at.getTime() / quarterMs) * quarterMs), cutOff, holidays),
  )
  const businessDaysAfter = memoized(
    (day: Temporal.PlainDate, n: number) => `${day.toString()}+${n}`,
    (day, n) => addBusinessDays(day, n, holidays),
  )
  const { timeZone } = cutOff
  return { orderDay: dayOfQuarter, localDay: at => localDay(at, cutOff), timeZone, businessDaysAfter }
}

function memoized<Args extends unknown[], Value>(
  keyOf: (...args: Args) => string | number,
  compute: (...args: Args) => Value,
): (...args: Args) => Value {
  const values = new Map<string | number, Value>()
  return (...args) => {
    const key = keyOf(...args)
    const cached = values.get(key)
    if (cached !== undefined) return cached
    if (values.size >= maxMemoized) values.clear()
    const value = compute(...args)
    values.set(key, value)
    return value
  }
}

/** The key of a region's rates; a region of unknown state has none. */
const rateKeyOf = ({ country, state }: Region): string => (state === null ? country : `${country}-${state}`)

/** The classes of a region, slowest first; none when its state is unknown. */
export const availableClasses = (tables: ShippingTables, region: Region): string[] => [
  ...(tables.rates.get(rateKeyOf(region))?.keys() ?? []),
]

/** A class for a parcel; null when the region does not have the class, or it is unknown. */
export function optionFor(
  tables: ShippingTables,
  region: Region,
  shippingClass: string,
  parcel: Parcel,
): ShippingOption | null {
  const rate = tables.rates.get(rateKeyOf(region))?.get(shippingClass)
  return rate === undefined ? null : optionOf(tables, shippingClass as ShippingClass, rate, parcel)
}

/** All classes of a region for a parcel, slowest first; none when its state is unknown. */
export function optionsFor(tables: ShippingTables, region: Region, parcel: Parcel): ShippingOption[] {
  const rates = tables.rates.get(rateKeyOf(region)) ?? new Map<string, Rate>()
  return Array.from(rates, ([shippingClass, rate]) => optionOf(tables, shippingClass as ShippingClass, rate, parcel))
}

function optionOf(tables: ShippingTables, shippingClass: ShippingClass, rate: Rate, parcel: Parcel): ShippingOption {
  const { cost, transitDays } = rateFor(rate, parcel.copies)
  return {
    shippingClass,
    priceCents: priceCentsOf(rate, parcel),
    costCents: cost === undefined ? null : rateCents(cost, parcel),
    transit: transitDays,
    manufacturingDays: tables.manufacturingDays[shippingClass] + moreDaysFor(tables, parcel.copies),
    isFreight: isFreight(rate, parcel.copies),
  }
}

const isFreight = ({ freight }: Rate, copies: number): boolean => freight !== undefined && copies >= freight.fromCopies

/** The rate that counts for a number of copies. */
export const rateFor = (rate: Rate, copies: number): FreightRate => (isFreight(rate, copies) ? rate.freight! : rate)

function moreDaysFor({ moreManufacturingDays }: Pick<ShippingTables, 'moreManufacturingDays'>, copies: number): number {
  return moreManufacturingDays.findLast(({ fromCopies }) => fromCopies <= copies)?.days ?? 0
}

/** Parcels never cost more than the same weight would by freight, so that another copy never lowers the price. */
export function priceCentsOf(rate: Rate, { weightGrams, copies }: Parcel): number {
  const { freight } = rate
  if (freight === undefined) return rateCents(rate, { weightGrams, copies })
  const freightCents = rateCents(freight, { weightGrams, copies: Math.max(copies, freight.fromCopies) })
  return isFreight(rate, copies) ? freightCents : Math.min(freightCents, rateCents(rate, { weightGrams, copies }))
}

/** The sum of a rate, or of its cost, for a parcel. */
export function rateCents(
  { baseCents, extraCopyCents, weightBands }: RateAmounts,
  { weightGrams, copies }: Parcel,
): number {
  const pounds = weightGrams / gramsPerPound
  let weightCents = 0
  let bandStart = 0
  for (const { upToPounds = Number.POSITIVE_INFINITY, centsPerPound } of weightBands) {
    if (pounds <= bandStart) break
    weightCents += (Math.min(pounds, upToPounds) - bandStart) * centsPerPound
    bandStart = upToPounds
  }
  return roundCents(baseCents + extraCopyCents * (copies - 1) + weightCents)
}

/** The day on which an order at `from` leaves the printer. */
export const shipDate = (
  tables: ShippingTables,
  { manufacturingDays }: Pick<ShippingOption, 'manufacturingDays'>,
  from: Date,
): Temporal.PlainDate => tables.businessDaysAfter(tables.orderDay(from), manufacturingDays)

/** When a parcel that leaves on `shipDate` arrives. */
export function deliveryWindow(
  tables: ShippingTables,
  { transit }: Pick<ShippingOption, 'transit'>,
  shipDate: Temporal.PlainDate,
): DeliveryWindow {
  return {
    earliest: tables.businessDaysAfter(shipDate, transit.min).toString(),
    latest: tables.businessDaysAfter(shipDate, transit.max).toString(),
  }
}
