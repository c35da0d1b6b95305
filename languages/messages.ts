// Finds the messages in source text: the literals that are given to `t`, `say` and `rich`.

import { parseSync, Visitor } from 'oxc-parser'

export type Use = {
  /** The English text; null if it is not a literal. */
  text: string | null
  /** The names of the values, sorted; null if they are not written out. */
  values: string[] | null
  line: number
}

export const functions = ['t', 'say', 'rich']

/** `path` tells the dialect: .ts or .tsx. */
export function messagesIn(path: string, code: string): Use[] {
  const uses: Use[] = []
  new Visitor({
    CallExpression({ callee, arguments: given, start }) {
      if (!functions.includes(nameOf(callee))) return
      const values = valueNames(given[1])
      const line = code.slice(0, start).split('\n').length
      for (const text of textsOf(given[0])) uses.push({ text, values, line })
    },
  }).visit(parseSync(path, code).program)
  return uses
}

// biome-ignore lint/suspicious/noExplicitAny: any kind of syntax node
type Node = any

/** Of `t` and of `words.t`. */
const nameOf = (callee: Node): string => (callee.type === 'MemberExpression' ? callee.property : callee).name

/** Of `t(a ? 'one text' : 'another')`, both. */
function textsOf(node: Node): (string | null)[] {
  if (node?.type === 'ConditionalExpression') return [...textsOf(node.consequent), ...textsOf(node.alternate)]
  return [node?.type === 'Literal' && typeof node.value === 'string' ? node.value : null]
}

function valueNames(node: Node): string[] | null {
  if (node === undefined) return []
  if (node.type !== 'ObjectExpression') return null
  const names = node.properties.map(({ key, computed }: Node) => (computed ? null : (key?.name ?? key?.value ?? null)))
  return names.includes(null) ? null : names.sort()
}
