// The page of an operation: what it does, its parameters and fields with everything inside them, and beside them an
// example in three languages, its answer, and its problems. All of it is Markdown: nested lists become fields that
// readers open.

import type { Example } from '../src/http/document/examples.ts'
import { type Answer, type ApiDocument, type Media, type Placed, resolve, type Schema } from './apiDocument.ts'

export function operationText(
  document: ApiDocument,
  placed: Placed,
  example: Example | undefined,
): { markdown: string; beside: string } {
  const { method, path, operation } = placed
  const { summary, description = '', operationId, parameters = [], requestBody, responses } = operation
  const good = Object.entries(responses).filter(([status]) => /^[23]/.test(status))
  const parts = [
    `# ${summary}`,
    `\`${method} ${path}\` · \`${operationId}\``,
    description.replace(/(?:^|\n\n)Callers: .*\.$/m, '').trim(), // the page is for these callers
    ...section(
      'Parameters',
      parameters.map(({ name, in: place, required, description: meaning, schema }) => {
        const field = meaning === undefined ? schema : { ...schema, description: meaning }
        return fieldLine(document, name, field, `in the ${place}`, required === true ? 'required' : 'optional')
      }),
    ),
    ...Object.entries(requestBody?.content ?? {}).flatMap(([type, media]) =>
      section(type === 'application/json' ? 'Body' : `Body: ${type}`, mediaLines(document, media, true)),
    ),
    ...good.flatMap(([status, answer]) => {
      const { description: said = '', content = {} } = resolve(document, answer)
      const lines = Object.values(content).flatMap(media => mediaLines(document, media, false))
      return [`## Answer ${status}`, said, ...(lines.length === 0 ? [] : [lines.join('\n')])]
    }),
    ...problemsText(document, responses),
  ]
  return {
    markdown: `${parts.filter(Boolean).join('\n\n')}\n`,
    beside: besideText(document, placed, example),
  }
}

export function eventText(document: ApiDocument, kind: string, { post }: ApiDocument['webhooks'][string]) {
  const media = Object.values(post.requestBody?.content ?? {})[0] ?? {}
  const markdown = [
    `# ${kind}`,
    post.description ?? '',
    'The service sends it as a [webhook](/docs/webhooks), and `GET /events` returns it.',
    ...section('Body', mediaLines(document, media, false)),
  ]
  return { markdown: `${markdown.join('\n\n')}\n`, beside: `## Example\n\n${json(media.example)}\n` }
}

const section = (title: string, lines: string[]) => (lines.length === 0 ? [] : [`## ${title}`, lines.join('\n')])
const json = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``

function mediaLines(document: ApiDocument, { schema }: Media, isRequest: boolean): string[] {
  if (schema === undefined) return []
  const found = objectIn(document, schema)
  return found === undefined ? [] : fieldLines(document, found, { isRequest })
}

/** The object that a schema is, or has in its list. */
function objectIn(document: ApiDocument, schema: Schema): Schema | undefined {
  const one = resolve(document, schema)
  if (one.properties !== undefined) return one
  const inside = one.items ?? (typeof one.additionalProperties === 'object' ? one.additionalProperties : undefined)
  const inner = [...(one.anyOf ?? one.oneOf ?? []), ...(inside === undefined ? [] : [inside])]
  return inner.map(part => objectIn(document, part)).find(found => found !== undefined)
}

/** `shown` are the objects above, by the field that shows them: they are not repeated. */
function fieldLines(
  document: ApiDocument,
  { properties = {}, required = [] }: Schema,
  { isRequest, depth = 0, shown = new Map() }: { isRequest: boolean; depth?: number; shown?: Map<Schema, string> },
): string[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const isRequired = required.includes(name)
    const need = isRequest ? (isRequired ? 'required' : 'optional') : isRequired ? null : 'may be absent'
    const line = '  '.repeat(depth) + fieldLine(document, name, field, need)
    const inside = objectIn(document, field)
    if (inside === undefined) return [line]
    const above = shown.get(inside)
    if (above !== undefined) return [`${line} It has the fields of \`${above}\`.`]
    shown.set(inside, name)
    return [line, ...fieldLines(document, inside, { isRequest, depth: depth + 1, shown })]
  })
}

function fieldLine(document: ApiDocument, name: string, field: Schema, ...about: (string | null)[]): string {
  const words = [typeText(document, field), ...about, ...limitsOf(resolve(document, field))].filter(Boolean)
  const meaning = (field.description ?? resolve(document, field).description ?? '').replaceAll(/\s*\n\s*/g, ' ')
  return `- \`${name}\` *${words.join(', ')}*${meaning === '' ? '' : ` ${meaning}`}`
}

function typeText(document: ApiDocument, field: Schema): string {
  const one = resolve(document, field)
  const several = one.anyOf ?? one.oneOf
  if (several !== undefined) return [...new Set(several.map(part => typeText(document, part)))].join(' or ')
  if (one.items !== undefined) return `list of ${plural(typeText(document, one.items))}`
  const type = [one.type ?? 'any'].flat().join(' or ')
  return one.format === undefined || one.format === 'iri' ? type : `${type} (${one.format})`
}

const plural = (type: string) => (/^\w+$/.test(type) ? `${type}s` : type)

function limitsOf(field: Schema): string[] {
  const { enum: values, default: preset, minimum, maximum, maxLength, maxItems } = field
  const bounds =
    minimum !== undefined && maximum !== undefined
      ? [`${minimum} to ${maximum}`]
      : [
          ...(minimum === undefined ? [] : [`at least ${minimum}`]),
          ...(maximum === undefined ? [] : [`at most ${maximum}`]),
        ]
  return [
    ...(values === undefined ? [] : [`one of ${values.map(value => `\`${value}\``).join(', ')}`]),
    ...bounds,
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(maxItems === undefined ? [] : [`at most ${maxItems} entries`]),
    ...(preset === undefined ? [] : [`\`${JSON.stringify(preset)}\` unless given`]),
  ]
}

function problemsText(document: ApiDocument, responses: Record<string, Answer>): string[] {
  const rows = Object.entries(responses).flatMap(([status, answer]) => {
    const codes = Object.keys(Object.values(resolve(document, answer).content ?? {})[0]?.examples ?? {})
    return /^[45]\d\d$/.test(status) && codes.length > 0
      ? [`- **${status}** ${codes.map(code => `[\`${code}\`](/docs/errors#${code})`).join(', ')}`]
      : []
  })
  return section('Problems', rows)
}

/** The request in three languages, with the function `call` of the quickstart, and the answer. */
function besideText(document: ApiDocument, { method, operation }: Placed, example: Example | undefined): string {
  if (example === undefined) return ''
  const { path, request, answer } = example
  const type = Object.keys(operation.requestBody?.content ?? {})[0]
  const isFile = type !== undefined && type !== 'application/json'
  const answers = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'))
  const [status = '200', good = {}] = answers[0] ?? []
  const isJson = Object.keys(resolve(document, good).content ?? {}).includes('application/json')
  return [
    '## Example',
    ...(isFile || (!isJson && status !== '204')
      ? fileSnippets(method, path, isFile ? type : null)
      : jsonSnippets(method, path, request)),
    ...(answer === undefined ? [] : [`## Answer`, `Status ${status}`, json(answer)]),
  ].join('\n\n')
}

const fence = (language: string, text: string) => `\`\`\`${language}\n${text}\n\`\`\``
const key = '-H "Authorization: $OCTAVO_AUTHORIZATION"'

function jsonSnippets(method: string, path: string, request: unknown): string[] {
  const body = request === undefined ? '' : JSON.stringify(request, null, 2)
  const way = method === (body === '' ? 'GET' : 'POST') ? '' : ` -X ${method}`
  const isCreate = path === '/orders/create'
  const curl = [
    `curl -s${way} "$OCTAVO_URL${path}" ${key}`,
    ...(isCreate ? [" -H 'Idempotency-Key: my-first-order'"] : []),
    ...(body === '' ? [] : [` -H 'Content-Type: application/json' -d '${body.replaceAll("'", "'\\''")}'`]),
  ].join(' \\\n ')
  const extra = (name: string) => (isCreate ? [`{ '${name}': crypto.randomUUID() }`] : [])
  const ts = [`'${method}'`, `'${path}'`, ...(body === '' ? [] : [body]), ...extra('idempotency-key')].join(', ')
  const pythonBody = body.replaceAll(/(?<=: |^\s*)(true|false|null)(?=,?$)/gm, word =>
    word === 'null' ? 'None' : word[0]!.toUpperCase() + word.slice(1),
  )
  const python = [
    `"${method}"`,
    `"${path}"`,
    ...(body === '' ? [] : [pythonBody]),
    ...(isCreate ? ['{"Idempotency-Key": str(uuid.uuid4())}'] : []),
  ].join(', ')
  return [
    fence('sh', curl),
    fence('ts', `import { call } from './octavo.ts'\n\nconst answer = await call(${ts})`),
    fence('python', `${isCreate ? 'import uuid\n' : ''}from octavo import call\n\nanswer = call(${python})`),
  ]
}

/** A file that is sent from the disk, or stored on it. */
function fileSnippets(method: string, path: string, sent: string | null): string[] {
  const name = sent === null ? `answer.${/\/(pdf|svg|png|idml)\?/.exec(path)?.[1] ?? 'bin'}` : 'book.pdf'
  const curl =
    sent === null
      ? `curl -s "$OCTAVO_URL${path}" ${key} -o ${name}`
      : `curl -s -X ${method} "$OCTAVO_URL${path}" ${key} \\\n  -H 'Content-Type: ${sent}' --data-binary @${name}`
  const headers = `authorization: process.env.OCTAVO_AUTHORIZATION!${sent === null ? '' : `, 'content-type': '${sent}'`}`
  const ts = [
    `import { ${sent === null ? 'writeFile' : 'readFile'} } from 'node:fs/promises'`,
    '',
    `const answer = await fetch(process.env.OCTAVO_URL + '${path}', {`,
    ...(sent === null ? [] : [`  method: '${method}',`, `  body: await readFile('${name}'),`]),
    `  headers: { ${headers} },`,
    '})',
    ...(sent === null ? [`await writeFile('${name}', await answer.bytes())`] : []),
  ]
  const fields = `"Authorization": os.environ["OCTAVO_AUTHORIZATION"]${sent === null ? '' : `, "Content-Type": "${sent}"`}`
  const python = [
    'import os, pathlib, urllib.request',
    '',
    'request = urllib.request.Request(',
    `    os.environ["OCTAVO_URL"] + "${path}",`,
    ...(sent === null ? [] : [`    method="${method}",`, `    data=pathlib.Path("${name}").read_bytes(),`]),
    `    headers={${fields}},`,
    ')',
    'with urllib.request.urlopen(request) as answer:',
    sent === null ? `    pathlib.Path("${name}").write_bytes(answer.read())` : '    print(answer.status)',
  ]
  return [fence('sh', curl), fence('ts', ts.join('\n')), fence('python', python.join('\n'))]
}
