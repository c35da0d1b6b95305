// Compares the recorded answers of Stripe with the simulator's: the calls and their results, the fields of the answers,
// and the states that they name.

import type { Recording } from './stripeRecorder.ts'

type Field = { types: Set<string>; values: Set<string> }
type Shapes = Map<string, Map<string, Field>>

/** Fields whose values are states; the values of all others differ between two runs. */
const stateField = /(^|\.)(object|status|type|code|decline_code|reason|failure_reason|currency)$/
/** The keys of these objects are data. */
const dataField = /(^|\.)metadata$/

/** Each difference in one sentence; empty when Stripe and the simulator answered alike. */
export function differencesOf(stripe: Recording[], simulator: Recording[]): string[] {
  const [theirs, ours] = [shapesOf(stripe), shapesOf(simulator)]
  const common = [...theirs.keys()].filter(call => ours.has(call))
  return [
    ...onlyIn(namesOf(stripe), namesOf(simulator)).map(name => `${name}: only at Stripe`),
    ...onlyIn(namesOf(simulator), namesOf(stripe)).map(name => `${name}: only in the simulator`),
    ...common.flatMap(call => fieldDifferences(call, theirs.get(call)!, ours.get(call)!)),
  ].sort()
}

function fieldDifferences(call: string, theirs: Map<string, Field>, ours: Map<string, Field>): string[] {
  return [
    ...onlyIn(theirs.keys(), ours.keys()).map(path => `${call}: ${path} is only at Stripe`),
    ...onlyIn(ours.keys(), theirs.keys()).map(path => `${call}: ${path} is only in the simulator`),
    ...[...theirs].flatMap(([path, field]) => {
      const own = ours.get(path)
      if (own === undefined) return []
      const types = differenceOf(field.types, own.types)
      const values = differenceOf(field.values, own.values)
      return [
        ...(types === null || !isDisjoint(field.types, own.types) ? [] : [`${call}: ${path} is ${types}`]),
        ...(values === null ? [] : [`${call}: ${path} is ${values}`]),
      ]
    }),
  ]
}

const callOf = ({ method, path, status }: Recording) =>
  `${method} ${path.replace(/\/(pi|pm|cus|re|dp|du|ch|evt|cs)_\w+/g, '/:id')} ${status}`

const namesOf = (recordings: Recording[]) => new Set(recordings.map(one => `${one.trial}, ${callOf(one)}`))

function shapesOf(recordings: Recording[]): Shapes {
  const shapes: Shapes = new Map()
  for (const recording of recordings) {
    const call = callOf(recording)
    const fields = shapes.get(call) ?? new Map<string, Field>()
    shapes.set(call, fields)
    collect(recording.body, '', fields)
  }
  return shapes
}

function collect(value: unknown, path: string, fields: Map<string, Field>): void {
  const field = fields.get(path) ?? { types: new Set(), values: new Set() }
  if (path !== '') fields.set(path, field)
  if (Array.isArray(value)) {
    field.types.add('a list')
    for (const part of value) collect(part, `${path}[]`, fields)
  } else if (value !== null && typeof value === 'object') {
    field.types.add('an object')
    if (dataField.test(path)) return
    for (const [key, part] of Object.entries(value)) collect(part, path === '' ? key : `${path}.${key}`, fields)
  } else if (value !== null) {
    field.types.add(`a ${typeof value}`)
    if (stateField.test(path)) field.values.add(String(value))
  }
}

const onlyIn = (some: Iterable<string>, others: Iterable<string>): string[] => {
  const known = new Set(others)
  return [...some].filter(name => !known.has(name))
}

const isDisjoint = (some: Set<string>, others: Set<string>) =>
  some.size > 0 && others.size > 0 && [...some].every(one => !others.has(one))

/** Null when both sets are equal, or one side never had a value. */
function differenceOf(theirs: Set<string>, ours: Set<string>): string | null {
  if (theirs.size === 0 || ours.size === 0) return null
  if (onlyIn(theirs, ours).length === 0 && onlyIn(ours, theirs).length === 0) return null
  return `${[...theirs].sort().join(', ')} at Stripe and ${[...ours].sort().join(', ')} in the simulator`
}
