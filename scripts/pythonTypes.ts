// The text of clients/python/octavo_client/types.py: a TypedDict for each object of the customers' part of the API
// document, and the union of the events that come as webhooks.

import { type ApiDocument, customersPart } from './apiChanges.ts'

export const pythonTypesFile = new URL('../clients/python/octavo_client/types.py', import.meta.url)

type Operation = NonNullable<ApiDocument['webhooks']>[string]['post']
type Schema = NonNullable<NonNullable<ApiDocument['components']>['schemas']>[string]

export function pythonTypesText(document: ApiDocument): string {
  const { components, webhooks = {} } = customersPart(document)
  const schemas = Object.entries(components?.schemas ?? {})
  const types = schemas.map(([name, schema]) => typeText(name, schema))
  return `"""Generated from docs/openapi.json by \`npm run docs\`. Do not edit."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

${types.join('\n\n')}

${unionText(Object.values(webhooks).map(({ post }) => bodyOf(post)))}
`
}

/** The `type` of an event tells a type checker which event it is. */
const unionText = (names: string[]) =>
  `# More types may be added: ignore those that you do not know.\nOctavoEvent = (\n    ${names.join('\n    | ')}\n)`

const bodyOf = ({ requestBody }: Operation) => pythonType(Object.values(requestBody!.content)[0]!.schema!)

/** With calls, because fields such as \`in\` are words of the language. Names of types may come later, as text. */
function typeText(name: string, { properties = {}, required = [] }: Schema): string {
  const fields = Object.entries(properties).map(([field, schema]) => {
    const type = required.includes(field) ? pythonType(schema) : `NotRequired[${pythonType(schema)}]`
    return `        ${JSON.stringify(field)}: ${JSON.stringify(type).replaceAll('\\"', "'")},\n`
  })
  return `${name} = TypedDict(\n    "${name}",\n    {\n${fields.join('')}    },\n)`
}

function pythonType(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1)!
  if (schema.anyOf !== undefined) return schema.anyOf.map(pythonType).join(' | ')
  if (schema.enum !== undefined) {
    const values = schema.enum.filter(value => value !== null).map(value => JSON.stringify(value))
    return `Literal[${values.join(', ')}]${schema.enum.includes(null) ? ' | None' : ''}`
  }
  const types = [schema.type ?? []].flat()
  if (types.length > 1) return types.map(type => pythonType({ ...schema, type })).join(' | ')
  switch (types[0]) {
    case 'string':
      return 'str'
    case 'integer':
      return 'int'
    case 'number':
      return 'float'
    case 'boolean':
      return 'bool'
    case 'null':
      return 'None'
    case 'array':
      return `list[${pythonType(schema.items ?? {})}]`
    case 'object':
      return 'dict[str, Any]'
    default:
      return 'Any'
  }
}
