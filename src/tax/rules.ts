// The operator's side of sales tax, read from operator/tax.json at start: where the operator is registered and must
// collect, what a jurisdiction taxes, and corrections of published rates. The rates themselves come from published.ts.

import { readFile } from 'node:fs/promises'
import { type Static, Type } from 'typebox'
import { sentenceOf, shapeCheck } from '../base/shape.ts'

const strict = { additionalProperties: false }
const part = Type.Enum(['items', 'fulfillment', 'shipping'])
const parts = Type.Array(part, { uniqueItems: true })

const rulesSchema = Type.Object(
  {
    about: Type.Optional(Type.String()),
    /**
     * Where tax is collected besides the ship-from place, which always counts: US-OH, PR; CA for GST and HST in all of
     * Canada; CA-BC, CA-MB, CA-SK, CA-QC for a province's own tax.
     */
    collectIn: Type.Array(Type.String(), { uniqueItems: true }),
    /** What jurisdictions tax that are not listed in `taxed`. */
    taxedByDefault: parts,
    taxed: Type.Record(Type.String(), parts),
    /**
     * Taxes of counties, cities and districts, by name; the published rates do not include them. Each has its state,
     * the postal codes (or prefixes) it applies to, and its own rate, which is added.
     */
    local: Type.Optional(
      Type.Record(
        Type.String({ minLength: 1, maxLength: 100 }),
        Type.Object(
          {
            in: Type.String(),
            postal: Type.Array(Type.String({ pattern: '^[0-9A-Z]+$' }), { minItems: 1, uniqueItems: true }),
            rate: Type.Number({ minimum: 0, maximum: 0.5 }),
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
    /** Your registration numbers, by place of registration; they are printed on invoices. */
    registrationNumbers: Type.Optional(Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 60 }))),
    /** Stripe Tax's product codes for the parts of an order, if it is used. */
    stripe: Type.Optional(
      Type.Object({ items: Type.String(), fulfillment: Type.String(), shipping: Type.String() }, strict),
    ),
    /** Rates that replace published ones: 0.06 is 6 %. For a province with HST, give the whole HST. */
    rates: Type.Record(Type.String(), Type.Number({ minimum: 0, maximum: 0.5 })),
  },
  strict,
)

export type TaxedPart = Static<typeof part>
export type TaxRules = Static<typeof rulesSchema>

const mistakesOfShape = shapeCheck(rulesSchema)

/** Reads the rules. Throws one Error that lists everything in the file that has the wrong shape. */
export async function loadTaxRules(file: string): Promise<TaxRules> {
  const text = await readFile(file, 'utf8')
  try {
    return parseTaxRules(JSON.parse(text))
  } catch (cause) {
    throw new Error(`${file} cannot be used: ${(cause as Error).message}`, { cause })
  }
}

export function parseTaxRules(file: unknown): TaxRules {
  const mistakes = mistakesOfShape(file)
  if (mistakes.length === 0) return file as TaxRules
  throw new Error(`${mistakes.length} problem(s)\n  ${mistakes.map(sentenceOf).join('\n  ')}`)
}
