// The table in docs/printer-protocols.md: where each field of a job stands in each protocol. The value of a field is
// changed, the job is rendered again, and the differences between both documents are the places of the field.

import { isDeepStrictEqual } from 'node:util'
import { sampleJob } from '../src/printer/contract.ts'
import { presentTicket } from '../src/printer/json/ticket.ts'
import type { PrintJob, TicketItem } from '../src/printer/printer.ts'
import { xjdfOf } from '../src/printer/printtalk/xjdf.ts'
import { siteFlowOrder } from '../src/printer/siteflow/order.ts'
import { withSection } from './section.ts'

export const printerProtocolsFile = new URL('../docs/printer-protocols.md', import.meta.url)

type Json = null | boolean | number | string | Json[] | { [key: string]: Json | undefined }
type Path = (string | number)[]
type FieldRow = { field: string; json: string[]; xjdf: string[]; siteFlow: string[] }

/** Where each field of a job stands. */
export function printerFields(): FieldRow[] {
  const job = jobWithEveryField()
  const ownSender = withoutReturnAddress(job)
  return leaves(fieldsOf(job)).map(path => {
    // The sender stands in one place with a return address, and in another without.
    const isOfBoth = path[0] === 'shipFrom'
    const isKnownWithout = isOfBoth || path.at(-1) === 'blind'
    const jobs = [...(isKnownWithout ? [ownSender] : []), ...(isOfBoth || !isKnownWithout ? [job] : [])]
    const changes = jobs.map(one => ({ before: documentsOf(one), after: documentsOf(changedJob(one, path)) }))
    const places = (protocol: Protocol) => [
      ...new Set(
        changes.flatMap(({ before, after }) => changedPaths(before[protocol], after[protocol]).map(names[protocol])),
      ),
    ]
    return { field: jsonName(path), json: places('json'), xjdf: places('xjdf'), siteFlow: places('siteFlow') }
  })
}

type Protocol = keyof ReturnType<typeof documentsOf>

function withoutReturnAddress(job: PrintJob): PrintJob {
  const packingSlip = { ...job.ticket.packingSlip!, returnAddress: null }
  return { ...job, ticket: { ...job.ticket, packingSlip } }
}

export function printerProtocolsText(): string {
  const cell = (places: string[]) => places.map(place => `\`${place}\``).join(', ') || '–'
  const rows = printerFields().map(
    ({ field, xjdf, siteFlow }) => `| \`${field}\` | ${cell(xjdf)} | ${cell(siteFlow)} |`,
  )
  const table = `| field, as in JSON | XJDF | Site Flow |\n|---|---|---|\n${rows.join('\n')}\n`
  return withSection(printerProtocolsFile, fields, table)
}

const fields = { start: '<!-- fields: npm run docs -->\n\n', end: '\n<!-- end of fields -->' }

/** The parts of a job that concern its printer. */
const fieldsOf = ({ jobId, accountId, enterprise, dueDate, ticket }: PrintJob): Json =>
  JSON.parse(JSON.stringify({ jobId, accountId, enterprise, dueDate, ...ticket }))

const documentsOf = (job: PrintJob) => {
  const { createdAt: _, ...json } = presentTicket(job)
  return {
    json: json as Json,
    xjdf: xjdfOf(job, {}, '') as Json,
    siteFlow: siteFlowOrder(job, {
      destination: 'printer',
      carriers: {},
      preflightProfiles: {},
      returnAddress: true,
    }) as Json,
  }
}

/** A hard cover for another country: no field is null. */
function jobWithEveryField(): PrintJob {
  const sample = sampleJob()
  const item = sample.ticket.items[0]!
  const contact = { company: 'Reader and Sons', address2: 'Floor 2', phone: '+1 555 0100', email: 'ann@example.com' }
  const customsLine = { description: 'A novel', hsCode: '4901.99', quantity: 30, unitValue: '19.99', value: '599.70' }
  const paper = {
    thicknessInches: 0.005,
    backCoating: 'none',
    color: 'cream',
    isoSubstrate: 'PS5',
    printStandard: 'GRACoL2013_CRPC6',
  } as const
  const papers = { pages: { ...item.book.papers.pages!, ...paper }, cover: { ...item.book.papers.cover!, ...paper } }
  const book: TicketItem['book'] = {
    ...item.book,
    papers,
    binding: 'hard',
    board: { widthInches: 6.125, heightInches: 9.25, thicknessInches: 0.08 },
    bindingBleedInches: 0.0625,
    hingeInches: 0.25,
    flapInches: 3.25,
    flapFoldInches: 0.25,
    punchInches: 0.27,
    bindingEdge: 'right',
    endpapers: '80 lb white',
    spineShape: 'flat',
    signatures: 13,
  }
  const files = {
    cover: { url: 'https://files.example/cover.pdf', sha256: 'ab'.repeat(32) },
    guts: { url: 'https://files.example/pages.pdf', sha256: 'cd'.repeat(32) },
  }
  return {
    ...sample,
    ticket: {
      ...sample.ticket,
      destination: { ...sample.ticket.destination, ...contact, country: 'CA' },
      shipFrom: { ...sample.ticket.shipFrom!, ...contact },
      packingSlip: {
        blind: false,
        message: 'Thanks',
        giftMessage: 'Enjoy!',
        returnAddress: { ...sample.ticket.destination, ...contact },
        url: 'https://octavo.example/press/slips/job_1',
      },
      items: [{ ...item, itemDescription: 'A novel', files, book }],
      customs: {
        terms: 'DAP',
        contentType: 'merchandise',
        originCountry: 'US',
        currency: 'USD',
        value: '599.70',
        weightGrams: 8700,
        lines: [{ ...customsLine, weightGrams: 8700 }],
      },
    },
  }
}

/** Another value for fields that have only some values. By the last name of the field. */
const otherValues: Record<string, Json> = {
  binding: 'soft',
  bindingEdge: 'left',
  coating: 'matte',
  backCoating: 'matte',
  color: 'white',
  lamination: 'matte',
  pages: '4/4',
  cover: '1/0',
  country: 'MX',
  dueDate: '2026-03-09',
  value: '100.00',
  retailPrice: '24.99',
}
const otherValuesOfObjects = new Set(['colors.pages', 'colors.cover'])

function changedJob(job: PrintJob, path: Path): PrintJob {
  const fields = structuredClone(fieldsOf(job))
  const parent = at(fields, path.slice(0, -1)) as Record<string | number, Json>
  const key = path.at(-1)!
  parent[key] = otherValue(path, parent[key]!)
  const { jobId, accountId, enterprise, dueDate, ...ticket } = fields as never as Pick<
    PrintJob,
    'jobId' | 'accountId' | 'enterprise' | 'dueDate'
  > &
    PrintJob['ticket']
  return { ...job, jobId, accountId, enterprise, dueDate, ticket }
}

function otherValue(path: Path, value: Json): Json {
  const key = String(path.at(-1))
  const isListed =
    key in otherValues && (!['pages', 'cover'].includes(key) || otherValuesOfObjects.has(path.slice(-2).join('.')))
  if (isListed) return otherValues[key]!
  if (typeof value === 'boolean') return !value
  return typeof value === 'number' ? value * 2 + 1 : `${value}2`
}

/** The paths of all values that are no objects. */
const leaves = (value: Json, path: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, child]) =>
        leaves(child ?? null, [...path, Array.isArray(value) ? Number(key) : key]),
      )
    : [path]

type Place = { path: Path; root: Json }

/** Where two documents differ; what only one of them has counts as a whole. */
function changedPaths(before: Json, after: Json, path: Path = [], root = before): Place[] {
  if (isDeepStrictEqual(before, after)) return []
  if (!isBranch(before) || !isBranch(after)) return [{ path, root }]
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return keys.flatMap(key => {
    const step = Array.isArray(before) ? Number(key) : key
    return changedPaths(before[key as never] ?? null, after[key as never] ?? null, [...path, step], root)
  })
}

const isBranch = (value: Json): value is Json[] | { [key: string]: Json } => typeof value === 'object' && value !== null

const jsonName = (path: Path): string =>
  path.reduce<string>((name, key) => (typeof key === 'number' ? `${name}[]` : name === '' ? key : `${name}.${key}`), '')

const at = (root: Json, path: Path): Json => path.reduce<never>((value, key) => value[key as never], root as never)

/** A component is named by its code, everything else by its path. */
function siteFlowName({ path, root }: Place): string {
  const parts = path.map((key, i) => {
    if (typeof key !== 'number') return `.${key}`
    const code = (at(root, path.slice(0, i + 1)) as { code?: string } | null)?.code
    return code === undefined ? '[]' : `[${code}]`
  })
  return parts.join('').replace('.orderData.', '')
}

/** An element is named by its product or by what tells it from its neighbors, and by its own name and attribute. */
function xjdfName({ path, root }: Place): string {
  const elements = path.map((_, i) => at(root, path.slice(0, i + 1)))
  const attribute = path.findIndex(key => typeof key === 'string' && /^[@#]/.test(key))
  const names = path.slice(0, attribute === -1 ? undefined : attribute).filter(key => typeof key === 'string')
  const label = elements.map(labelOf).filter(found => found !== null)
  const element = names.at(-1) ?? ''
  const owner = label.length === 0 || names.length === 0 ? '' : `${label.join(' ')}: `
  return `${owner}${element}${attribute === -1 ? '' : String(path[attribute]).replace('#text', '')}`
}

function labelOf(element: Json): string | null {
  if (typeof element !== 'object' || element === null || Array.isArray(element)) return null
  const { Part: part } = element as { Part?: Record<string, string> }
  const product = element['@ProductType'] === 'Jacket' ? 'Cover' : element['@ProductType']
  const named = product ?? element['@IDUsage'] ?? element['@Type'] ?? element['@Surface']
  return String(named ?? part?.['@ContactType'] ?? part?.['@Product'] ?? '') || null
}

const names = {
  json: ({ path }: Place) => jsonName(path),
  xjdf: xjdfName,
  siteFlow: siteFlowName,
}
