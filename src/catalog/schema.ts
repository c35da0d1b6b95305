// The shape of operator/catalog.json; that of a book follows from its table, bookFields.ts.

import { type Static, Type } from 'typebox'
import { schemaOf, type ValueOf } from './bookField.ts'
import { bookFields, centsSchema } from './bookFields.ts'

export type ManufacturingSku = ValueOf<typeof bookFields>
export type Press = Required<NonNullable<ManufacturingSku['press']>>

export const skuSchema = Type.Unsafe<ManufacturingSku>(schemaOf(bookFields))
export const manufacturingSkuSchema = Type.Unsafe<string>(schemaOf(bookFields.manufacturingSku))
export const priceSchema = Type.Unsafe<ManufacturingSku['price']>(schemaOf(bookFields.price))

const strict = { additionalProperties: false }
const cents = Type.Unsafe<number>(centsSchema)

export const catalogSchema = Type.Object(
  {
    about: Type.Optional(Type.String()),
    /** The handling charge: a part per order and a part per item, for any quantity. */
    fulfillment: Type.Object(
      {
        perOrderCents: cents,
        perItemCents: cents,
        /** The operator's cost of handling. */
        cost: Type.Optional(Type.Object({ perOrderCents: cents, perItemCents: cents }, strict)),
      },
      strict,
    ),
    skus: Type.Array(skuSchema, { minItems: 1 }),
  },
  strict,
)

export type CatalogFile = Static<typeof catalogSchema>
