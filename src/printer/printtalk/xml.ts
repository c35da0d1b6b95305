// Reads and writes XML with fast-xml-parser. Incoming documents are not trusted: no document type (so only XML's own
// five entities, and characters by their numbers), bounded depth, and prefixes removed, since PrintTalk's namespaces
// have changed over the years.

import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser'

/** Attributes are keys with `@`, text is `#text`; elements are objects, or arrays of them. */
export type Element = { [name: string]: unknown }

const maxDepth = 40
/** A header with its credentials has less than 2 kB. */
const maxEarlyBytes = 8 * 1024

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressEmptyNode: true,
  suppressBooleanAttributes: false,
  format: true,
})
/** Other references, and references to characters that XML cannot contain, stay unchanged. */
const reference = /&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const doNothing = () => {}
const references = {
  decode: (text: string): string =>
    text.replace(reference, (written, decimal?: string, hex?: string, name?: string) =>
      name !== undefined ? entities[name]! : characterOf(decimal ?? `0x${hex}`) || written,
    ),
  reset: doNothing,
  setXmlVersion: doNothing,
  addInputEntities: doNothing,
  setExternalEntities: doNothing,
}

/** '' for a number without a character in XML. */
function characterOf(number: string): string {
  const codePoint = Number(number)
  return codePoint <= 0x10ffff ? xmlText(String.fromCodePoint(codePoint)) : ''
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  entityDecoder: references,
  maxNestedTags: maxDepth,
})

/** The text without characters that XML cannot contain in any form. */
export const xmlText = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 forbids these characters
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu, '')

export const xmlOf = (root: Element): string =>
  builder.build({ '?xml': { '@version': '1.0', '@encoding': 'UTF-8' }, ...root })

const byteOrderMarks = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
]
/** Long enough for any declaration. */
const maxDeclarationBytes = 200
const declaration = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.-]{0,39})["']/

/** Decodes a document by its byte order mark or its declared encoding, and returns its root or a problem. */
export function readDocument(bytes: Buffer): { root: Element } | { problem: string } {
  const text = textIn(bytes)
  if ('problem' in text) return text
  const root = parseRoot(text.text)
  return root === null ? { problem: 'The body is not acceptable XML.' } : { root }
}

/**
 * The first element of that name, from the beginning of the document only: to read the whole document of an unknown
 * sender may take more than a second. `name` has letters only.
 */
export function readEarlyElement(bytes: Buffer, name: string): Element | null {
  const text = textIn(bytes.subarray(0, maxEarlyBytes))
  if ('problem' in text) return null
  const start = text.text.search(new RegExp(`<(?:[\\w.-]{1,40}:)?${name}[\\s>]`))
  if (start < 0) return null
  const rest = text.text.slice(start)
  const end = new RegExp(`</(?:[\\w.-]{1,40}:)?${name}\\s{0,9}>`).exec(rest)
  if (end === null) return null
  return children(parseRoot(rest.slice(0, end.index + end[0].length)), name)[0] ?? null
}

function textIn(bytes: Buffer): { text: string } | { problem: string } {
  const mark = byteOrderMarks.find(mark => mark.bytes.every((byte, i) => bytes[i] === byte))
  const declared = declaration.exec(bytes.toString('latin1', 0, maxDeclarationBytes))?.[1] ?? 'utf-8'
  const encoding = mark?.encoding ?? encodingOf(declared)
  if (encoding === null) {
    return { problem: `The document declares the encoding ${declared}; UTF-8, ISO-8859-1 and UTF-16 are accepted.` }
  }
  return { text: new TextDecoder(encoding).decode(bytes) }
}

/** The encoding of a document whose declaration is readable as ASCII; null for an encoding that is not supported. */
function encodingOf(declared: string): string | null {
  // Such a document cannot be UTF-16: a program made a text that declares UTF-16, and sent it as UTF-8.
  if (/^utf-16$/i.test(declared)) return 'utf-8'
  try {
    const { encoding } = new TextDecoder(declared)
    // In the standard, ISO-8859-1 and US-ASCII are names of windows-1252.
    return ['utf-8', 'windows-1252'].includes(encoding) ? encoding : null
  } catch {
    return null
  }
}

/** The root of a document; null when it is not well-formed, or not acceptable. */
export function parseRoot(text: string): Element | null {
  if (/<!DOCTYPE|<!ENTITY/i.test(text) || XMLValidator.validate(text) !== true) return null
  try {
    return parser.parse(text) as Element
  } catch {
    return null
  }
}

/** The children with that name. */
export function children(element: unknown, name: string): Element[] {
  const value = isElement(element) ? element[name] : undefined
  if (value === undefined) return []
  return [value].flat().map(child => (isElement(child) ? child : { '#text': String(child) }))
}

/** All descendants with that name, in document order. */
export function descendants(element: unknown, name: string): Element[] {
  if (Array.isArray(element)) return element.flatMap(child => descendants(child, name))
  if (!isElement(element)) return []
  return [
    ...children(element, name),
    ...Object.entries(element).flatMap(([key, inner]) => (key === name ? [] : descendants(inner, name))),
  ]
}

export function attribute(element: Element | undefined, name: string): string | null {
  const value = element?.[`@${name}`]
  return typeof value === 'string' && value !== '' ? value : null
}

export function textOf(element: Element | undefined): string {
  const text = element?.['#text']
  return typeof text === 'string' ? text.trim() : ''
}

const isElement = (value: unknown): value is Element =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
