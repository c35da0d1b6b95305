// `null` in an optional field of a body is absence: many programs send every field that they have. Where null has a
// meaning of its own, the schema of the field allows it, and it stays.

type Shape = {
  type?: string | readonly string[]
  properties?: Record<string, Shape>
  required?: readonly string[]
  default?: unknown
  items?: Shape
  anyOf?: readonly Shape[]
  oneOf?: readonly Shape[]
  allOf?: readonly Shape[]
  enum?: readonly unknown[]
  const?: unknown
}

/** Removes the fields, in place, before `value` is validated. */
export function dropNullFields(schema: object, value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  const shapes = alternativesOf(schema)
  if (Array.isArray(value)) {
    const items = shapes.flatMap(shape => shape.items ?? [])
    if (items.length > 0) for (const item of value) dropNullFields({ anyOf: items }, item)
    return
  }
  for (const [name, field] of Object.entries(value)) {
    const known = shapes.filter(({ properties = {} }) => Object.hasOwn(properties, name))
    const own = known.map(({ properties }) => properties![name]!)
    if (field !== null) {
      if (typeof field === 'object' && own.length > 0) dropNullFields({ anyOf: own }, field)
    } else if (own.length > 0 && !own.some(allowsNull) && known.every(shape => isOptional(shape, name)))
      delete (value as Record<string, unknown>)[name]
  }
}

const alternativesOf = (shape: Shape): Shape[] => [
  shape,
  ...[shape.anyOf, shape.oneOf, shape.allOf].flatMap(members => members?.flatMap(alternativesOf) ?? []),
]

/** A field with a default may be left out too. */
const isOptional = ({ properties, required }: Shape, name: string): boolean =>
  !required?.includes(name) || properties![name]!.default !== undefined

const allowsNull = (shape: Shape): boolean => {
  const { type, anyOf, oneOf } = shape
  const members = anyOf ?? oneOf
  if (members !== undefined) return members.some(allowsNull)
  if (shape.enum !== undefined) return shape.enum.includes(null)
  if ('const' in shape) return shape.const === null
  return type === undefined || [type].flat().includes('null')
}
