// A field of a book: a value with its bounds, and how people read it. The table of all fields is bookFields.ts.

type JsonSchema = Readonly<Record<string, unknown>>

/** A value of a book of any shape: a draft may have mistakes. */
export const valueIn = (book: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => Object(value)[key], book)

/** The kind of the value, which decides how a form asks for it and how a cell of a spreadsheet shows it. */
export type Unit =
  | 'sku'
  | 'words'
  | 'hsCode'
  | 'paperKind'
  | 'colors'
  | 'printStandard'
  | 'yesOrNo'
  | 'choice'
  | 'cents'
  | 'millicents'
  | 'breaks'
  | 'grams'
  | 'milligrams'
  | 'gsm'
  | 'inches'
  | 'bands'
  | 'pages'
  | 'pagesOrNever'
  | 'pagesPerInch'
  | 'percent'
  | 'points'
  | 'ppi'
  | 'pdfx'
  | 'severities'

/** Written after the name of a column. */
const signs: Partial<Record<Unit, string>> = {
  cents: '$',
  millicents: '$',
  grams: 'g',
  milligrams: 'g',
  gsm: 'g/m²',
  inches: 'in',
  bands: 'in',
  points: 'pt',
  ppi: 'ppi',
}

type More<Value> = {
  /** The name of its column, without the unit, where the label does not stand alone. */
  column?: string
  /** The text of the documentation beyond name and bounds. */
  help?: string
  /** The service's default. */
  usual?: Value
  /** The text of the form about an empty field. */
  empty?: string
  /** The text of the form about a switch that is on, and off. */
  states?: { on: string; off: string }
  /** The labels of the values to choose from, and the words for them in a spreadsheet where these are others. */
  choices?: Readonly<Record<string, string>>
  words?: Readonly<Record<string, string>>
  decimals?: number
  /** Whether a book has it; all have a field without it. */
  when?: (book: unknown) => boolean
  /** Another label for some books. */
  otherLabel?: { when: (book: unknown) => boolean; label: string }
}

export type BookField<Value = unknown> = More<Value> & {
  unit: Unit
  label: string
  /** The type and bounds of the stored value. */
  schema: JsonSchema
}

export const field =
  <Value>(unit: Unit, schema: JsonSchema) =>
  (label: string, more: More<Value> = {}): BookField<Value> & { value?: Value } => ({ unit, schema, label, ...more })

/** One of the values that `choices` has labels for. */
export const choice = <const Choices extends Readonly<Record<string, string>>>(
  label: string,
  choices: Choices,
  more: More<keyof Choices & string> = {},
) =>
  field<keyof Choices & string>('choice', { type: 'string', enum: Object.keys(choices) })(label, { ...more, choices })

type Optional<Inner> = { optional: Inner }
export const optional = <Inner>(inner: Inner): Optional<Inner> => ({ optional: inner })

type Variants<Members> = { kind: BookField; variants: Members }
/** Fields that depend on the value of the field `kind` beside them. */
export const variants = <const Members>(kind: BookField, members: Members): Variants<Members> => ({
  kind,
  variants: members,
})

/** The type of the value that a table of fields describes. */
export type ValueOf<Fields> = Fields extends { unit: Unit; value?: infer Value }
  ? Exclude<Value, undefined>
  : Fields extends Variants<infer Members>
    ? { [Kind in keyof Members]: { kind: Kind } & GroupOf<Members[Kind]> }[keyof Members]
    : GroupOf<Fields>
type GroupOf<Fields> = {
  [Key in keyof Fields as Fields[Key] extends Optional<unknown> ? never : Key]: ValueOf<Fields[Key]>
} & {
  [Key in keyof Fields as Fields[Key] extends Optional<unknown> ? Key : never]?: Fields[Key] extends Optional<
    infer Inner
  >
    ? ValueOf<Inner>
    : never
}

/** The JSON Schema of the value. Unknown keys are refused as typing errors. */
export function schemaOf(fields: unknown): JsonSchema {
  if (isField(fields)) return fields.schema
  if (!isVariants(fields)) return objectOf(Object.entries(fields as object))
  // A tagged oneOf and not a plain union, so that mistakes are reported only for the kind that is named.
  return {
    type: 'object',
    discriminator: { propertyName: 'kind' },
    oneOf: Object.entries(fields.variants as object).map(([kind, inner]) =>
      objectOf([['kind', { unit: 'choice', schema: { type: 'string', const: kind } }], ...Object.entries(inner)]),
    ),
  }
}

const objectOf = (entries: [string, unknown][]): JsonSchema => ({
  type: 'object',
  required: entries.filter(([, inner]) => !isOptional(inner)).map(([key]) => key),
  properties: Object.fromEntries(
    entries.map(([key, inner]) => [key, schemaOf(isOptional(inner) ? inner.optional : inner)]),
  ),
  additionalProperties: false,
})

export type PlacedField = BookField & {
  /** In a book, such as `price.baseCents`. */
  path: string
  /** The name of its column in a spreadsheet. */
  columnName: string
  /** A book need not have it. */
  isOptional: boolean
  /** A book that has what is around it need not have it. */
  mayBeEmpty: boolean
}

/** All fields of a table, in its sequence. */
export function fieldsIn(fields: unknown, path: string[] = [], around = { isOptional: false }): PlacedField[] {
  const inner = isOptional(fields) ? fields.optional : fields
  const may = { isOptional: around.isOptional || isOptional(fields) }
  if (isField(inner)) return [{ ...inner, ...may, ...placeOf(inner, path), mayBeEmpty: isOptional(fields) }]
  if (!isVariants(inner))
    return Object.entries(inner as object).flatMap(([key, one]) => fieldsIn(one, [...path, key], may))
  return [
    ...fieldsIn(inner.kind, [...path, 'kind'], may),
    ...Object.entries(inner.variants as object).flatMap(([kind, members]) =>
      fieldsIn(members, path, { isOptional: true }).map(one => ({
        ...one,
        when: (book: unknown) => valueIn(book, [...path, 'kind'].join('.')) === kind,
      })),
    ),
  ]
}

function placeOf({ unit, label, column = label }: BookField, path: string[]) {
  const sign = signs[unit]
  const hasSign = sign !== undefined && unit !== 'breaks' && column !== ''
  return { path: path.join('.'), columnName: hasSign ? `${column} (${sign})` : column }
}

const isField = (fields: unknown): fields is BookField => typeof Object(fields).unit === 'string'
const isOptional = (fields: unknown): fields is Optional<unknown> => Object.hasOwn(Object(fields), 'optional')
const isVariants = (fields: unknown): fields is Variants<unknown> => Object.hasOwn(Object(fields), 'variants')
