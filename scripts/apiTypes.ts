// TypeScript types of the API for openapi-fetch, from the OpenAPI document: for the browser, and for customers'
// programs. The usual generator needs an older TypeScript than ours, and our documents use only a small part of JSON
// Schema. An unknown type stops this generator.

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

export type ApiClient = {
  file: URL
  uses(path: string, operations: Record<string, Operation>): boolean
}

/** The pages use the routes for people, not the routes for keys and machines. */
const pages: ApiClient = {
  file: new URL('../web/apiTypes.ts', import.meta.url),
  uses: (path, operations) =>
    admits(operations, 'session') || /^\/(auth|dashboard|staff|press|templates)\b|^\/_clock$/.test(path),
}

const programs: ApiClient = {
  file: new URL('../clients/typescript/apiTypes.ts', import.meta.url),
  uses: (_path, operations) => admits(operations, 'customerKey'),
}

const admits = (operations: Record<string, Operation>, scheme: 'session' | 'customerKey'): boolean =>
  Object.values(operations).some(({ security = [] }) => security.some(one => scheme in one))

export const apiClients: readonly ApiClient[] = [pages, programs]

export function apiTypesText(document: Document, { uses }: ApiClient): string {
  const paths = Object.entries(document.paths)
    .filter(([path, operations]) => uses(path, operations))
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

/** The schemas that a text refers to, directly or through other schemas. */
function schemasIn(text: string, schemas: Record<string, Schema>): [string, Schema][] {
  const usedNames = new Set<string>()
  const collect = (source: string) => {
    for (const [name, schema] of Object.entries(schemas)) {
      if (usedNames.has(name) || !new RegExp(`(?<!["\\w])${name}(?!["\\w])`).test(source)) continue
      usedNames.add(name)
      collect(typeOf(schema, ''))
    }
  }
  collect(text)
  return Object.entries(schemas).filter(([name]) => usedNames.has(name))
}

function pathText(path: string, item: Record<string, Operation>): string {
  const lines = methods.map(method => {
    const operation = item[method]
    return operation === undefined ? `    ${method}?: never\n` : `    ${method}: ${operationText(operation)}\n`
  })
  return `  ${JSON.stringify(path)}: {\n    parameters: Record<string, never>\n${lines.join('')}  }\n`
}

function operationText({ parameters = [], requestBody, responses }: Operation): string {
  const parameterTexts = ['path', 'query'].map(place => {
    const placed = parameters.filter(parameter => parameter.in === place)
    if (placed.length === 0) return `${place}?: never`
    const fields = placed.map(
      ({ name, required, schema }) => `${JSON.stringify(name)}${required ? '' : '?'}: ${typeOf(schema, '')}`,
    )
    return `${place}${placed.some(({ required }) => required) ? '' : '?'}: { ${fields.join('; ')} }`
  })
  const body =
    requestBody === undefined
      ? 'requestBody?: never'
      : `requestBody${requestBody.required ? '' : '?'}: { content: ${contentText(requestBody.content, '      ')} }`
  const answers = Object.entries(responses)
    .filter(([status]) => /^2/.test(status))
    .map(([status, { content }]) =>
      // A route declares an answer without content by a null schema.
      content === undefined || status === '204'
        ? `${status}: { headers: Record<string, string>; content?: never }`
        : `${status}: { headers: Record<string, string>; content: ${contentText(content, '      ')} }`,
    )
  const problem = `default: { headers: Record<string, string>; content: { "application/problem+json": Problem } }`
  return `{ parameters: { ${parameterTexts.join('; ')} }; ${body}; responses: { ${[...answers, problem].join('; ')} } }`
}

const contentText = (content: Content, indent: string): string =>
  `{ ${Object.entries(content)
    .map(([type, { schema }]) => `${JSON.stringify(type)}: ${typeOf(schema ?? {}, indent)}`)
    .join('; ')} }`

function typeOf(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1)!
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(value => JSON.stringify(value)).join(' | ')
  const alternatives = schema.oneOf ?? schema.anyOf
  if (alternatives !== undefined) return alternatives.map(part => `(${typeOf(part, indent)})`).join(' | ')
  if (schema.allOf !== undefined) return schema.allOf.map(part => `(${typeOf(part, indent)})`).join(' & ')
  if (Array.isArray(schema.type)) {
    return schema.type.map(type => `(${typeOf({ ...schema, type }, indent)})`).join(' | ')
  }
  switch (schema.type) {
    case 'object':
      return objectText(schema, indent)
    case 'array':
      return `(${typeOf(schema.items ?? {}, indent)})[]`
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

function objectText({ properties, required = [], additionalProperties }: Schema, indent: string) {
  const inner = `${indent}  `
  const fields = Object.entries(properties ?? {}).map(([name, schema]) => {
    return `${inner}${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema, inner)}\n`
  })
  if (typeof additionalProperties === 'object') {
    fields.push(`${inner}[name: string]: ${typeOf(additionalProperties, inner)}\n`)
  }
  return fields.length === 0 ? 'Record<string, unknown>' : `{\n${fields.join('')}${indent}}`
}
