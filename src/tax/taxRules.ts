// The operator's tax rules, read from operator/tax.json at start: where and when the operator collects, which parts of
// an order a jurisdiction taxes, and corrections of published rates (publishedTaxes.ts).

import { type Static, Type } from 'typebox'
import { dataMistake, OperatorDataError, schemaCheck, spanMistakes } from '../base/schemaCheck.ts'

const strict = { additionalProperties: false }
const part = Type.Enum(['items', 'fulfillment', 'shipping'])
const parts = Type.Array(part, { uniqueItems: true })
const date = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
const rate = Type.Number({ minimum: 0, maximum: 0.5 })

export const rulesSchema = Type.Object(
  {
    about: Type.Optional(Type.String()),
    /**
     * Where tax is collected besides the ship-from place, which always counts, by place of registration: US-OH, PR; CA
     * for GST and HST in all of Canada; CA-BC, CA-MB, CA-SK, CA-QC for a province's own tax. Nothing is collected
     * elsewhere, or outside of the days of a registration.
     */
    registrations: Type.Record(
      Type.String(),
      Type.Object(
        {
          /** The first and the last day, in UTC. */
          since: date,
          until: Type.Optional(date),
          /** Printed on invoices. */
          taxNumber: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
        },
        strict,
      ),
    ),
    /** The parts of an order that are taxed by jurisdictions that are not listed in `taxed`. */
    taxedByDefault: parts,
    taxed: Type.Record(Type.String(), parts),
    /**
     * Taxes of counties, cities and districts, by name; the published rates do not include them. Each has its state,
     * its postal codes or their prefixes, and its own rate, which is added.
     */
    local: Type.Optional(
      Type.Record(
        Type.String({ minLength: 1, maxLength: 100 }),
        Type.Object(
          {
            in: Type.String(),
            postal: Type.Array(Type.String({ pattern: '^[0-9A-Z]+$' }), { minItems: 1, uniqueItems: true }),
            rate,
          },
          strict,
        ),
      ),
    ),
    /**
     * States in which orders shipped from within the state pay the local taxes of the ship-from place, not of the
     * destination.
     */
    originSourced: Type.Optional(Type.Array(Type.String(), { uniqueItems: true })),
    /** Stripe Tax's product codes for the parts of an order, if it is used. */
    stripe: Type.Optional(
      Type.Object({ items: Type.String(), fulfillment: Type.String(), shipping: Type.String() }, strict),
    ),
    /** Rates that replace published ones: 0.06 is 6 %. For a province with HST, give the whole HST. */
    rates: Type.Record(Type.String(), rate),
    /** Rates of single parts, where a jurisdiction taxes them differently; they replace its rate. */
    partRates: Type.Optional(
      Type.Record(
        Type.String(),
        Type.Object(
          { items: Type.Optional(rate), fulfillment: Type.Optional(rate), shipping: Type.Optional(rate) },
          { ...strict, minProperties: 1 },
        ),
      ),
    ),
  },
  strict,
)

export type TaxedPart = Static<typeof part>
export type TaxRules = Static<typeof rulesSchema>

const mistakesOfShape = schemaCheck(rulesSchema)

/** The rules of a parsed file. Throws an OperatorDataError that lists every mistake in the shape of the file. */
export function parseTaxRules(file: unknown): TaxRules {
  const mistakes = mistakesOfShape(file).map(dataMistake)
  if (mistakes.length > 0) throw new OperatorDataError(mistakes)
  const rules = file as TaxRules
  const wrongDays = Object.entries(rules.registrations).flatMap(([place, { since, until }]) =>
    spanMistakes(`/registrations/${place}`, ['since', since], ['until', until]),
  )
  if (wrongDays.length > 0) throw new OperatorDataError(wrongDays)
  return rules
}
