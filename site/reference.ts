// The pages of the reference: Markdown made from the API document. For programs, each operation and each event has a
// page (operationPage.ts). For others, a page has a group of operations, and one page the objects of all of them.

import { type Audience, audienceOf } from '../src/http/document/documentParts.ts'
import type { Example } from '../src/http/document/examples.ts'
import {
  type Answer,
  type ApiDocument,
  type Media,
  type Parameter,
  type Placed,
  resolve,
  type Schema,
} from './apiDocument.ts'
import { eventText, operationText } from './operationPage.ts'
import { addressOf, type Page } from './pages.ts'

export function referencePages(document: ApiDocument, examples: Record<string, Example>): Page[] {
  const placed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const [tag = ''] = operation.tags
      return { method: method.toUpperCase(), path, operation, tag, audience: audienceOf(operation) }
    }),
  )
  return (['customers', 'dashboard', 'press', 'staff'] as const).flatMap(audience => {
    const own = placed.filter(one => one.audience === audience)
    const groups = document.tags.filter(({ name }) => own.some(({ tag }) => tag === name))
    const inGroup = (name: string) => own.filter(({ tag }) => tag === name)
    if (audience === 'customers') {
      const ofGroups = groups.flatMap(group => groupPages(document, group, inGroup(group.name), examples))
      return [...ofGroups, ...eventPages(document)]
    }
    const pages = groups.map(({ name, description }) =>
      page(audience, slug(name), { title: name, about: description }, [
        `# ${name}`,
        `${description}.`,
        ...inGroup(name).flatMap(one => operationLines(document, one)),
      ]),
    )
    return [...pages, objectsPage(document, audience, own)]
  })
}

/** A page with the list of a group, and a page for each operation. */
function groupPages(
  document: ApiDocument,
  { name, description }: ApiDocument['tags'][number],
  placed: Placed[],
  examples: Record<string, Example>,
): Page[] {
  const group = page('customers', slug(name), { title: name, about: description }, [])
  const pages = placed.map((one): Page => {
    const { operationId, summary } = one.operation
    const about = { title: summary, about: `${one.method} ${one.path}` }
    const texts = operationText(document, one, examples[operationId])
    return { ...page('customers', kebab(operationId), about, []), ...texts, group: group.path }
  })
  const rows = pages.map(({ title, about, path }) => `| [${title}](/docs/${path}) | \`${about}\` |`)
  const list = ['| operation | request |', '|---|---|', ...rows].join('\n')
  return [{ ...group, markdown: `# ${name}\n\n${description}.\n\n${list}\n` }, ...pages]
}

function eventPages(document: ApiDocument): Page[] {
  const group = page('customers', 'events', { title: 'Events', about: 'When each webhook is sent, and its body' }, [])
  const pages = Object.entries(document.webhooks).map(([kind, webhook]): Page => {
    const about = { title: kind, about: webhook.post.description ?? '' }
    return {
      ...page('customers', `event-${kebab(kind)}`, about, []),
      ...eventText(document, kind, webhook),
      group: group.path,
    }
  })
  const rows = pages.map(({ title, about, path }) => `| [\`${title}\`](/docs/${path}) | ${about} |`)
  const list = ['| event | when it is sent |', '|---|---|', ...rows].join('\n')
  const guide = 'How they are signed and retried is in the guide to [webhooks](/docs/webhooks).'
  return [{ ...group, markdown: `# Events\n\nThe body of each webhook. ${guide}\n\n${list}\n` }, ...pages]
}

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`).replace(/^-/, '')

const sectionOf: Record<Audience, string> = {
  customers: 'Reference',
  dashboard: 'Reference of the dashboard',
  press: 'Reference for printers',
  staff: 'Reference for staff',
}
const folderOf: Record<Audience, string> = {
  customers: 'reference',
  dashboard: 'dashboard',
  press: 'press',
  staff: 'staff',
}

function page(audience: Audience, name: string, { title, about }: { title: string; about: string }, lines: string[]) {
  const path = `${folderOf[audience]}/reference-${name}`.replace('reference/reference-', 'reference/')
  const section = sectionOf[audience]
  return { audience, section, path, title, about, file: null, markdown: `${lines.join('\n\n')}\n` } satisfies Page
}

function operationLines(document: ApiDocument, { method, path, operation, audience }: Placed): string[] {
  const { summary, description = '', operationId, parameters = [], requestBody, responses } = operation
  const typeOf = typeTextOf(audience)
  const sent = Object.entries(requestBody?.content ?? {}).flatMap(([type, media]) => [
    `**Body** (\`${type}\`${requestBody?.required === false ? ', optional' : ''})`,
    ...bodyText(document, media, typeOf),
  ])
  const good = Object.entries(responses).filter(([status]) => /^[23]/.test(status))
  const problems = Object.entries(responses).flatMap(([status, answer]) => {
    const codes = Object.keys(Object.values(resolve(document, answer).content ?? {})[0]?.examples ?? {})
    return /^[45]\d\d$/.test(status) && codes.length > 0
      ? [`${status} ${codes.map(code => `\`${code}\``).join(', ')}`]
      : []
  })
  return [
    `## ${summary}`,
    `\`${method} ${path}\` · \`${operationId}\``,
    description.replace(/(?:^|\n\n)Callers: .*\.$/m, ''), // the page is for these callers
    ...(parameters.length === 0 ? [] : ['**Parameters**', parameterTable(parameters, typeOf)]),
    ...sent,
    ...good.flatMap(([status, answer]) => answerText(document, status, answer, typeOf)),
    ...(problems.length === 0 ? [] : [`**Problems** ([what they mean](/docs/errors)): ${problems.join(' · ')}`]),
  ]
}

type TypeOf = (schema: Schema) => string

function answerText(document: ApiDocument, status: string, answer: Answer, typeOf: TypeOf): string[] {
  const { description = '', content = {} } = resolve(document, answer)
  const shown = Object.entries(content).flatMap(([type, media]) => [
    ...(type === 'application/json' ? [] : [`\`${type}\``]),
    ...bodyText(document, media, typeOf),
  ])
  return [`**Answer ${status}** ${description}`, ...shown]
}

function bodyText(document: ApiDocument, { schema, example }: Media, typeOf: TypeOf): string[] {
  const shown = example ?? (schema?.$ref === undefined ? undefined : exampleOf(resolve(document, schema)))
  return [
    ...(schema === undefined ? [] : schemaText(schema, typeOf)),
    ...(shown === undefined ? [] : [`\`\`\`json\n${JSON.stringify(shown, null, 2)}\n\`\`\``]),
  ]
}

const exampleOf = (schema: Schema) => (schema as { example?: unknown }).example

function schemaText(schema: Schema, typeOf: TypeOf): string[] {
  const { properties, required = [] } = schema
  if (properties === undefined) return schema.type === undefined && schema.$ref === undefined ? [] : [typeOf(schema)]
  const rows = Object.entries(properties).map(([name, field]) => {
    const isNeeded = required.includes(name) ? '' : ' (optional)'
    return `| \`${name}\`${isNeeded} | ${typeOf(field)} | ${cell(field.description)} |`
  })
  return [['| field | type | meaning |', '|---|---|---|', ...rows].join('\n')]
}

const parameterTable = (parameters: Parameter[], typeOf: TypeOf) =>
  [
    '| parameter | in | type | meaning |',
    '|---|---|---|---|',
    ...parameters.map(
      ({ name, in: place, required, description, schema }) =>
        `| \`${name}\`${required ? '' : ' (optional)'} | ${place} | ${typeOf(schema)} | ${cell(description ?? schema.description)} |`,
    ),
  ].join('\n')

/** A type in words, with links to the objects. */
function typeTextOf(audience: Audience): TypeOf {
  const objects = addressOf({ path: objectsPath(audience) })
  return function text(schema: Schema): string {
    const { $ref, type, enum: values, const: only, anyOf, oneOf, items, format, default: preset } = schema
    const name = $ref?.split('/').at(-1)
    if (name !== undefined) return `[${name}](${objects}#${name.toLowerCase()})`
    const end = preset === undefined ? '' : `, \`${cell(JSON.stringify(preset))}\` unless given`
    if (only !== undefined) return `\`${JSON.stringify(only)}\``
    if (values !== undefined) return `${values.map(value => `\`${cell(String(value))}\``).join(', ')}${end}`
    const several = anyOf ?? oneOf
    if (several !== undefined) return [...new Set(several.map(text))].join(' or ') + end
    if (items !== undefined) return `list of ${text(items)}${end}`
    const words = [type ?? 'any'].flat().join(' or ')
    return `${words}${format === undefined ? '' : ` (${format})`}${end}`
  }
}

const cell = (text = '') => text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, ' ')
const objectsPath = (audience: Audience) => page(audience, 'objects', { title: '', about: '' }, []).path

function objectsPage(document: ApiDocument, audience: Audience, placed: Placed[]): Page {
  const used = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      const name = key === '$ref' ? /^#\/components\/schemas\/(\w+)$/.exec(String(inner))?.[1] : undefined
      if (name === undefined) visit(inner)
      else if (!used.has(name)) {
        used.add(name)
        visit(document.components.schemas[name])
      }
    }
  }
  visit(placed.map(({ operation }) => [operation.parameters, operation.requestBody, operation.responses]))
  visit(document.components.schemas.Problem)
  used.add('Problem')
  const typeOf = typeTextOf(audience)
  const texts = [...used].sort().flatMap(name => {
    const schema = document.components.schemas[name]!
    return [
      `## ${name}`,
      ...(schema.description === undefined ? [] : [schema.description]),
      ...schemaText(schema, typeOf),
    ]
  })
  return page(audience, 'objects', { title: 'Objects', about: 'The fields of every object' }, [
    '# Objects',
    'The fields of every object that these operations take and answer.',
    ...texts,
  ])
}

const slug = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
