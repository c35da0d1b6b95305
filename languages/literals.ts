// Finds English text that is written into a screen without `t`.

import { parseSync } from 'oxc-parser'
import { functions } from './messages.ts'

/** `start` and `end` are offsets in the code. `parent` is the syntax node around it. */
export type Literal = { text: string; line: number; start: number; end: number; node: Node; parent: Node }

// biome-ignore lint/suspicious/noExplicitAny: any kind of syntax node
type Node = any

/** Attributes whose words are for the browser. */
const codeAttributes = new Set([
  'autoComplete',
  'className',
  'classNames',
  'd',
  'gridTemplateColumns',
  'href',
  'id',
  'key',
  'name',
  'rel',
  'sandbox',
  'sizes',
  'style',
  'styles',
  'to',
  'transform',
  'viewBox',
])

/** `path` tells the dialect: .ts or .tsx. */
export function literalsIn(path: string, code: string): Literal[] {
  const found: Literal[] = []
  const visit = (node: Node, parent: Node): void => {
    if (isCode(node, parent)) return
    const text = textOf(node)
    if (text !== null && looksEnglish(text, node)) {
      const line = code.slice(0, node.start).split('\n').length
      found.push({ text, line, start: node.start, end: node.end, node, parent })
    }
    const isMessage = node.type === 'CallExpression' && functions.includes(node.callee.name)
    for (const [key, value] of Object.entries(node) as [string, Node][]) {
      for (const [i, child] of [value].flat().entries()) {
        if (isMessage && key === 'arguments' && i === 0) continue
        if (typeof child?.type === 'string') visit(child, node)
      }
    }
  }
  visit(parseSync(path, code).program, null)
  return found
}

function isCode(node: Node, parent: Node): boolean {
  const { type } = node
  if (/^(Import|Export(Named|All))Declaration$/.test(type))
    return type !== 'ExportNamedDeclaration' || !node.declaration
  if (/^TS/.test(type)) return !['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'].includes(type)
  if (type === 'JSXAttribute') return codeAttributes.has(node.name.name)
  if (type === 'NewExpression') return /^(Error|RegExp|URL)$/.test(node.callee.name)
  if (parent === null || (type !== 'Literal' && type !== 'TemplateLiteral')) return false
  if (parent.type === 'BinaryExpression') return parent.operator !== '+'
  if (parent.type === 'SwitchCase') return parent.test === node
  if (parent.type === 'Property') return parent.key === node && parent.value !== node
  return parent.type === 'MemberExpression' || parent.type === 'TaggedTemplateExpression'
}

function textOf(node: Node): string | null {
  if (node.type === 'JSXText') return node.value.replace(/\s+/g, ' ').trim()
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type !== 'TemplateLiteral') return null
  return node.quasis.map((quasi: Node) => quasi.value.cooked).join('…')
}

/** Several words, or one that begins with a capital. */
const looksEnglish = (text: string, { type }: Node): boolean =>
  type === 'JSXText' ? /\p{L}{2}/u.test(text) : /^\p{Lu}[\p{Ll}’]|[\p{L}’]{2}[,.:;]? …?\p{L}{2}|\p{Ll}{2} …/u.test(text)
