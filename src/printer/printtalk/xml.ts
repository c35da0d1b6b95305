// Reads and writes XML with fast-xml-parser. Incoming documents are not trusted: no document type (so only XML's own
// five entities), bounded depth, and prefixes removed, since PrintTalk's namespaces have changed over the years.

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
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: deepest,
})

/** The text without characters that XML cannot contain in any form. */
export const xmlText = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 forbids
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu, '')

export const xmlOf = (root: Element): string =>
  builder.build({ '?xml': { '@version': '1.0', '@encoding': 'UTF-8' }, ...root })

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
