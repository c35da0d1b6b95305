// TypeScript types of the API, from its OpenAPI document, in the form that openapi-fetch reads: for the browser, and
// for customers' programs. The usual generator needs an older TypeScript than ours, and our documents use only a small
// part of JSON Schema; an unknown keyword stops this one.

type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  oneOf?: Schema[]
  anyOf?: Schema[]
  allOf?: Schema[]
}
type Content = Record<string, { schema?: Schema }>
type Operation = {
  security?: Record<string, unknown>[]
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[]
  requestBody?: { required?: boolean; content: Content }
  responses: Record<string, { content?: Content }>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}

const methods = ['get', 'put', 'post', 'delete', 'patch']

export type Reader = {
  file: URL
  calls(path: string, operations: Record<string, Operation>): boolean
}

/** What the pages call, without the routes for keys and machines. */
const pages: Reader = {
  file: new URL('../web/apiTypes.ts', import.meta.url),
  calls: path => /^\/(auth|dashboard|staff|press|templates)\b|^\/_clock$/.test(path),
}

const programs: Reader = {
  file: new URL('../client/apiTypes.ts', import.meta.url),
  calls: (_path, operations) =>
    Object.values(operations).some(({ security = [] }) => security.some(way => 'customerKey' in way)),
}

export const readers: readonly Reader[] = [pages, programs]

export function apiTypesText(document: Document, { calls }: Reader): string {
  const paths = Object.entries(document.paths)
    .filter(([path, operations]) => calls(path, operations))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, item]) => pathText(path, item))
    .join('')
  const schemas = schemasIn(paths, document.components?.schemas ?? {})
    .map(([name, schema]) => `export type ${name} = ${typeOf(schema, '')}\n`)
    .join('\n')
  return `// Generated from docs/openapi.json by \`npm run docs\`. Do not edit.

${schemas}
export type paths = {
${paths}}
`
}

/** The schemas that a text refers to, and those that these refer to. */
function schemasIn(text: string, schemas: Record<string, Schema>): [string, Schema][] {
  const named = new Set<string>()
  const look = (where: string) => {
    for (const [name, schema] of Object.entries(schemas)) {
      if (named.has(name) || !new RegExp(`(?<!["\\w])${name}(?!["\\w])`).test(where)) continue
      named.add(name)
      look(typeOf(schema, ''))
    }
  }
  look(text)
  return Object.entries(schemas).filter(([name]) => named.has(name))
}

function pathText(path: string, item: Record<string, Operation>): string {
  const lines = methods.map(method => {
    const operation = item[method]
    return operation === undefined ? `    ${method}?: never\n` : `    ${method}: ${operationText(operation)}\n`
  })
  return `  ${JSON.stringify(path)}: {\n    parameters: Record<string, never>\n${lines.join('')}  }\n`
}

function operationText({ parameters = [], requestBody, responses }: Operation): string {
  const placed = ['path', 'query'].map(place => {
    const here = parameters.filter(one => one.in === place)
    if (here.length === 0) return `${place}?: never`
    // A parameter with a default may be left out, even if the document marks it as required.
    const isNeeded = ({ required, schema }: (typeof here)[number]) => required === true && !('default' in schema)
    const fields = here.map(one => `${JSON.stringify(one.name)}${isNeeded(one) ? '' : '?'}: ${typeOf(one.schema, '')}`)
    return `${place}${here.some(isNeeded) ? '' : '?'}: { ${fields.join('; ')} }`
  })
  const body =
    requestBody === undefined
      ? 'requestBody?: never'
      : `requestBody${requestBody.required ? '' : '?'}: { content: ${contentText(requestBody.content, '      ', 'input')} }`
  const answers = Object.entries(responses)
    .filter(([status]) => /^2/.test(status))
    .map(([status, { content }]) =>
      // With a null schema a route says that the answer has no content.
      content === undefined || status === '204'
        ? `${status}: { headers: Record<string, string>; content?: never }`
        : `${status}: { headers: Record<string, string>; content: ${contentText(content, '      ', 'output')} }`,
    )
  const problem = `default: { headers: Record<string, string>; content: { "application/problem+json": Problem } }`
  return `{ parameters: { ${placed.join('; ')} }; ${body}; responses: { ${[...answers, problem].join('; ')} } }`
}

type Direction = 'input' | 'output'

const contentText = (content: Content, indent: string, direction: Direction): string =>
  `{ ${Object.entries(content)
    .map(([type, { schema }]) => `${JSON.stringify(type)}: ${typeOf(schema ?? {}, indent, direction)}`)
    .join('; ')} }`

function typeOf(schema: Schema, indent: string, direction: Direction = 'output'): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1)!
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(value => JSON.stringify(value)).join(' | ')
  const several = schema.oneOf ?? schema.anyOf
  if (several !== undefined) return several.map(one => `(${typeOf(one, indent, direction)})`).join(' | ')
  if (schema.allOf !== undefined) return schema.allOf.map(one => `(${typeOf(one, indent, direction)})`).join(' & ')
  if (Array.isArray(schema.type)) {
    return schema.type.map(type => `(${typeOf({ ...schema, type }, indent, direction)})`).join(' | ')
  }
  switch (schema.type) {
    case 'object':
      return objectText(schema, indent, direction)
    case 'array':
      return `(${typeOf(schema.items ?? {}, indent, direction)})[]`
    case 'string':
      return schema.format === 'binary' ? 'Blob' : 'string'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
    case 'null':
      return schema.type
    case undefined:
      return 'unknown'
    default:
      throw new Error(`a type that this generator does not support: ${schema.type}`)
  }
}

function objectText({ properties, required = [], additionalProperties }: Schema, indent: string, direction: Direction) {
  const inner = `${indent}  `
  const fields = Object.entries(properties ?? {}).map(([name, schema]) => {
    // A property with a default may be left out of a request, and is always in an answer.
    const needed = required.includes(name) && !(direction === 'input' && 'default' in schema)
    return `${inner}${JSON.stringify(name)}${needed ? '' : '?'}: ${typeOf(schema, inner, direction)}\n`
  })
  if (typeof additionalProperties === 'object') {
    fields.push(`${inner}[name: string]: ${typeOf(additionalProperties, inner, direction)}\n`)
  }
  return fields.length === 0 ? 'Record<string, unknown>' : `{\n${fields.join('')}${indent}}`
}
