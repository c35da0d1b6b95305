// Reads and writes XML with fast-xml-parser. Incoming documents are not trusted: no document type (so only XML's own
// five entities, and characters by their numbers), bounded depth, and prefixes removed, since PrintTalk's namespaces
// have changed over the years.

import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser'

/** Attributes are keys with `@`, text is `#text`; elements are objects, or arrays of them. */
export type Element = { [name: string]: unknown }

const deepest = 40

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressEmptyNode: true,
  suppressBooleanAttributes: false,
  format: true,
})
/** A reference to anything else, or to what XML cannot hold, stays as it is written. */
const reference = /&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const nothing = () => {}
const references = {
  decode: (text: string): string =>
    text.replace(reference, (written, decimal?: string, hex?: string, name?: string) =>
      name !== undefined ? named[name]! : characterOf(decimal ?? `0x${hex}`) || written,
    ),
  reset: nothing,
  setXmlVersion: nothing,
  addInputEntities: nothing,
  setExternalEntities: nothing,
}

/** '' for a number that is no character of XML. */
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
  maxNestedTags: deepest,
})

/** The text without characters that XML cannot contain in any form. */
export const xmlText = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 forbids
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu, '')

export const xmlOf = (root: Element): string =>
  builder.build({ '?xml': { '@version': '1.0', '@encoding': 'UTF-8' }, ...root })

const marks = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
]
/** Long enough for any declaration with its three words. */
const mostDeclarationBytes = 200
const declaration = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.-]{0,39})["']/

/**
 * The root of a document as it came, by its byte order mark or the encoding that it declares; or what is wrong with it.
 */
export function documentIn(bytes: Buffer): { root: Element } | { problem: string } {
  const marked = marks.find(mark => mark.bytes.every((byte, i) => bytes[i] === byte))
  const declared = declaration.exec(bytes.toString('latin1', 0, mostDeclarationBytes))?.[1] ?? 'utf-8'
  const encoding = marked?.encoding ?? encodingOf(declared)
  if (encoding === null) {
    return { problem: `The document says that it is in ${declared}; UTF-8, ISO-8859-1 and UTF-16 are accepted.` }
  }
  const root = rootIn(new TextDecoder(encoding).decode(bytes))
  return root === null ? { problem: 'The body is not acceptable XML.' } : { root }
}

/** The encoding of a document whose declaration can be read byte by byte; null for one that is not read here. */
function encodingOf(declared: string): string | null {
  // Programs declare UTF-16, which that cannot be, when they make a text of it first and send that as UTF-8.
  if (/^utf-16$/i.test(declared)) return 'utf-8'
  try {
    const { encoding } = new TextDecoder(declared)
    // The standard has no ISO-8859-1 and no US-ASCII but as parts of windows-1252.
    return ['utf-8', 'windows-1252'].includes(encoding) ? encoding : null
  } catch {
    return null
  }
}

/** The root of a document; null when it is not well-formed, or not acceptable. */
export function rootIn(text: string): Element | null {
  if (/<!DOCTYPE|<!ENTITY/i.test(text) || XMLValidator.validate(text) !== true) return null
  try {
    return parser.parse(text) as Element
  } catch {
    return null
  }
}

/** The children with that name. */
export function children(element: unknown, name: string): Element[] {
  const found = isElement(element) ? element[name] : undefined
  if (found === undefined) return []
  return [found].flat().map(one => (isElement(one) ? one : { '#text': String(one) }))
}

/** All descendants with that name, in document order. */
export function descendants(element: unknown, name: string): Element[] {
  if (Array.isArray(element)) return element.flatMap(one => descendants(one, name))
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
