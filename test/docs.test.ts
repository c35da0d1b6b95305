import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { errorsFile, errorsText } from '../scripts/errors.ts'
import {
  alertsFile,
  alertsText,
  dashboardFile,
  dashboardText,
  operatingFile,
  operatingText,
} from '../scripts/monitoring.ts'
import { preflightFile, preflightText } from '../scripts/preflight.ts'
import { printerApiFile, printerApiText } from '../scripts/printerApi.ts'
import { printerFields, printerProtocolsFile, printerProtocolsText } from '../scripts/printerFields.ts'
import { staffApiFile, staffApiText } from '../scripts/staffRoles.ts'
import { thirdPartyFile, thirdPartyText } from '../scripts/thirdParty.ts'
import { webhooksFile, webhooksText } from '../scripts/webhookEvents.ts'
import { codes } from '../src/artwork/preflight/codes.ts'
import { adjustableFindings } from '../src/catalog/bookFields.ts'
import { failures, rejections, warningsOnly } from '../src/orders/failures.ts'

const root = new URL('..', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

test('docs/errors.md is what the tables come to (npm run docs)', () => {
  assert.equal(readFileSync(errorsFile, 'utf8'), errorsText())
})

test('docs/preflight.md is what the table of findings comes to (npm run docs)', () => {
  assert.equal(readFileSync(preflightFile, 'utf8'), preflightText())
})

test('docs/printer-openapi.json is what the adapter reads with (npm run docs)', () => {
  assert.equal(readFileSync(printerApiFile, 'utf8'), printerApiText())
})

test('docs/printer-protocols.md says where each field of a job stands (npm run docs)', () => {
  assert.equal(readFileSync(printerProtocolsFile, 'utf8'), printerProtocolsText())
})

test('every field of a job reaches the printer in JSON, and in the other protocols unless it follows from others', () => {
  const fields = printerFields()
  for (const { field, json } of fields) assert.ok(json.includes(field), field)
  const missingIn = (protocol: 'xjdf' | 'siteFlow') =>
    fields.filter(row => row[protocol].length === 0).map(({ field }) => field)
  const sender = ['accountId', 'enterprise']
  const counts = ['items[].book.sheets', 'items[].book.signatures']
  const line = ['description', 'quantity', 'unitValue', 'value', 'weightGrams'].map(name => `customs.lines[].${name}`)
  const size = (name: string) => [`items[].book.${name}.widthInches`, `items[].book.${name}.heightInches`]
  assert.deepEqual(missingIn('xjdf'), [
    ...sender,
    ...['size', 'paperType', 'textColor'].map(name => `items[].book.${name}`),
    ...size('page'),
    ...size('coverSheet'),
    ...counts,
    ...line,
  ])
  const paper = (part: string) => ['thicknessInches', 'isoSubstrate'].map(name => `items[].book.papers.${part}.${name}`)
  assert.deepEqual(missingIn('siteFlow'), [
    ...sender,
    'items[].files.cover.sha256',
    'items[].files.guts.sha256',
    'items[].itemDescription', // of a parcel that passes customs: there, the description is that of the goods
    ...['name', 'textColor'].map(name => `items[].book.${name}`),
    ...paper('pages'),
    ...paper('cover'),
    ...counts,
    ...line.filter(field => !field.endsWith('.description')),
  ])
})

test('THIRD-PARTY.md lists the packages of the lock file with their licenses (npm run docs)', () => {
  assert.equal(readFileSync(thirdPartyFile, 'utf8'), thirdPartyText())
})

test('alarms and the dashboard are what the table of monitoring comes to (npm run docs)', () => {
  assert.equal(readFileSync(alertsFile, 'utf8'), alertsText())
  assert.equal(readFileSync(dashboardFile, 'utf8'), dashboardText())
  assert.equal(readFileSync(operatingFile, 'utf8'), operatingText())
})

test('docs/staff-api.md has the table of roles that the code has (npm run docs)', () => {
  assert.equal(readFileSync(staffApiFile, 'utf8'), staffApiText())
})

test('docs/webhooks.md lists the events with their meanings (npm run docs)', () => {
  assert.equal(readFileSync(webhooksFile, 'utf8'), webhooksText())
})

test('the findings whose severity is data have their usual severity in the table of the editor', () => {
  for (const [code, { usual }] of Object.entries(adjustableFindings))
    assert.equal(usual, codes[code as keyof typeof codes].severity, code)
})

test('the page about capacity has the log and the rows of an order that were measured', () => {
  const [performance, scaling] = [read('docs/performance.md'), read('docs/scaling.md')]
  for (const [row, unit] of Object.entries({
    'write-ahead log': 'write-ahead log',
    'stored after vacuum': 'stored rows',
  })) {
    const [, now = ''] = new RegExp(`^\\| ${row} .*\\| ([\\d.]+) kB +\\|$`, 'm').exec(performance) ?? []
    assert.ok(scaling.includes(`\n| ${unit} | ${Math.round(Number(now))} kB |`), `${row}: ${now} kB`)
  }
})

test('the image and the units of systemd start Node with the flags of npm start', () => {
  const [, flags] = /exec node (.*) src\/main\.ts/.exec(JSON.parse(read('package.json')).scripts.start)!
  const image = flags!
    .split(' ')
    .map(flag => `"${flag}"`)
    .join(', ')
  assert.ok(read('deploy/Containerfile').includes(`["node", ${image}, "src/main.ts"]`))
  for (const unit of ['octavo-api@.service', 'octavo-worker.service'])
    assert.ok(read(`deploy/systemd/${unit}`).includes(`/node ${flags} src/main.ts`), unit)
})

test('both units of systemd give a process the same few rights, with the namespaces in which pages are drawn', () => {
  const rightsOf = (unit: string) =>
    read(`deploy/systemd/${unit}`)
      .split('\n')
      .filter(line => /^(No|Private|Protect|Restrict|Capability|Lock|SystemCall)/.test(line))
  const rights = rightsOf('octavo-api@.service')
  assert.deepEqual(rightsOf('octavo-worker.service'), rights)
  for (const right of ['CapabilityBoundingSet=', 'PrivateDevices=true', 'SystemCallFilter=@system-service @mount'])
    assert.ok(rights.includes(right), right)
  assert.equal(
    rights.some(right => right.startsWith('RestrictNamespaces')),
    false,
  )
})

test('the units of systemd let the service live on when the kernel ends a child for its memory', () => {
  for (const unit of ['octavo-api@.service', 'octavo-worker.service'])
    assert.match(read(`deploy/systemd/${unit}`), /^OOMPolicy=continue$/m, unit)
})

test('no container of deploy starts with a default password: each password and secret must be set first', () => {
  const secrets = [...read('deploy/compose.yaml').matchAll(/\b(\w*(?:PASSWORD|SECRET)\w*): "?([^\s"},]+)/g)]
  const values = new Map(secrets.map(([, name = '', value = '']) => [name, value]))
  assert.equal(values.get('GF_SECURITY_ADMIN_PASSWORD'), '${GRAFANA_PASSWORD:?set')
  for (const [name, value] of values) assert.match(value, /^\$\{\w+:\?/, name)
  const sample = read('deploy/octavo.env.sample').matchAll(/^(\w*(?:PASSWORD|SECRET)\w*)=(.+)$/gm)
  assert.deepEqual(
    [...sample].map(([line]) => line),
    [],
  )
})

test('every code with which an order can fail is in the table, and no other', () => {
  const files = [
    'features/placing/examine',
    'features/placing/packingSlip',
    'shipping/destination',
    'artwork/fetchFindings',
  ]
  const judges = files.map(name => read(`src/${name}.ts`)).join('\n')
  const used = [...judges.matchAll(/(?:code: |(?:problem|about|findingBase)\(\s*'?\w+'?,\s*)'(\w+)'/g)].map(
    ([, code]) => code,
  )
  // The destination also knows warnings, and a country for which the request is refused.
  const others = ['unsupported_country', ...Object.keys(warningsOnly)]
  assert.deepEqual([...new Set(used)].filter(code => !others.includes(code!)).sort(), Object.keys(failures).sort())
})

test('every code of a rejected order is in the table, and no other', () => {
  const used = [...read('src/limits/admission.ts').matchAll(/code: '(\w+)'/g)].map(([, code]) => code)
  assert.deepEqual(used.sort(), Object.keys(rejections).sort())
})

test('every error in the log stands in docs/operating.md with what to do, and no other', () => {
  const calls = globSync('src/**/*.ts', { cwd: root })
    .filter(path => !path.endsWith('.test.ts'))
    .flatMap(path =>
      read(path)
        .split(/log\.(?:error|fatal)\(/)
        .slice(1)
        .map(upToItsEnd),
    )
  const named = globSync('src/**/*.ts', { cwd: root })
    .filter(path => !path.endsWith('.test.ts'))
    .flatMap(path => [...read(path).matchAll(/^ *failure: '([^']+ [^']+)',$/gm)].map(([, message]) => message!))
  const logged = calls.flatMap(call => [...call.matchAll(/'([^']+)'|"([^"]+)"/g)].map(([, one, other]) => one ?? other))
  const [, table = ''] = read('docs/operating.md').split('| `error` line | what to do |\n|---|---|\n')
  const rows = table.slice(0, table.indexOf('\n\n')).split('\n')
  const inTable = rows.flatMap(row => [...row.split(' | ')[0]!.matchAll(/`([^`]+)`/g)].map(([, message]) => message))
  assert.deepEqual([...new Set([...logged, ...named])].sort(), inTable.sort())
})

/** What stands in the parentheses that were opened just before. */
function upToItsEnd(text: string): string {
  let open = 1
  const end = [...text].findIndex(letter => {
    if (letter === '(') open++
    if (letter === ')') open--
    return open === 0
  })
  return text.slice(0, end)
}

const pages = globSync(['*.md', 'docs/**/*.md', 'clients/typescript/*.md', 'test/*.md'], { cwd: root })

test('every link of every page leads to a file that is there, and to a heading that it has', () => {
  for (const page of pages)
    for (const [, path = '', heading] of read(page).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)) {
      const target = path === '' ? new URL(page, root) : new URL(path, new URL(page, root))
      assert.ok(existsSync(target), `${page}: ${path}`)
      if (heading !== undefined) assert.ok(headingsOf(target).includes(heading), `${page}: ${path}#${heading}`)
    }
})

/** As the pages of a repository name them: small letters, hyphens for spaces, no other signs. */
const headingsOf = (page: URL): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

test('every file of the project that a page or a comment names is there', () => {
  const sources = globSync(['{src,test,bench,scripts,web,clients}/**/*.{ts,tsx}', 'operator/*'], {
    cwd: root,
    exclude: ['{web,clients/*}/dist/**'],
  })
  const missing = [...pages, ...sources].flatMap(file =>
    [
      ...read(file).matchAll(
        /(?<![\w/.-])(?:src|test|bench|scripts|docs|clients|operator)\/[\w/.-]+(?:\.(?:tsx?|md|sql|json)\b|(?<=\w\/)(?=`))/g,
      ),
    ]
      .filter(([path]) => !existsSync(new URL(path, root)))
      .map(([path]) => `${file}: ${path}`),
  )
  assert.deepEqual(missing, [])
})

test('every decision stands in their list under its title, and no number is left out', () => {
  const folder = new URL('../docs/decisions/', import.meta.url)
  const files = globSync('0*.md', { cwd: folder }).sort()
  assert.deepEqual(
    files.map(file => Number(file.slice(0, 4))),
    files.map((_, i) => i + 1),
  )
  const rows = files.map(
    file => `| [${file.slice(0, 4)}](${file}) | ${/^# (.+)/.exec(read(`docs/decisions/${file}`))![1]} |`,
  )
  const listed = read('docs/decisions/README.md')
    .split('\n')
    .filter(line => line.startsWith('| ['))
  assert.deepEqual(listed, rows)
})
