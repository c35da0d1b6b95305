// The operator's side of sales tax, read from operator/tax.json at start: where the operator is registered and must collect,
// what a jurisdiction taxes, and which published rates to correct. Rates themselves come from published.ts.

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
     * Canada; CA-BC, CA-MB, CA-SK, CA-QC for the province's own tax.
     */
    collectIn: Type.Array(Type.String(), { uniqueItems: true }),
    /** What jurisdictions tax that are not named in `taxed`. */
    taxedByDefault: parts,
    taxed: Type.Record(Type.String(), parts),
    /**
     * Taxes of counties, cities and districts, which the published rates know nothing of, by their names: the state that
     * they are in, the postal codes that they apply to (the beginning is enough), and their own rate, which is added.
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
    /** States where what is shipped from within pays the local taxes of the ship-from place, not of the destination. */
    originSourced: Type.Optional(Type.Array(Type.String(), { uniqueItems: true })),
    /** The numbers under which you are registered, by place of registration; invoices show them. */
    registrationNumbers: Type.Optional(Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 60 }))),
    /** What Stripe Tax calls the parts of an order, where it is in use. */
    stripe: Type.Optional(
      Type.Object({ items: Type.String(), fulfillment: Type.String(), shipping: Type.String() }, strict),
    ),
    /** Rates that replace published ones: 0.06 is 6 %. For a province with HST, the whole HST. */
    rates: Type.Record(Type.String(), Type.Number({ minimum: 0, maximum: 0.5 })),
  },
  strict,
)

export type TaxedPart = Static<typeof part>
export type TaxRules = Static<typeof rulesSchema>

const mistakesOfShape = shapeCheck(rulesSchema)

/** Reads the rules. Throws one Error that lists everything in the file that is not of the right shape. */
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
