// Which layers print: a layer itself, or what says so by several of them (optional content membership, ISO 32000-1,
// 8.11.2).

import type { PdfFile } from './file.ts'
import { type Dict, type Obj, Ref } from './lexer.ts'

const mostDepth = 20
/** Of one expression. */
const mostParts = 1_000

/** `hidden` are the numbers of the layers that do not print. */
export function createLayers(file: PdfFile, hidden: Set<number>): { isHidden(layer: Obj | undefined): boolean } {
  const known = new Map<number, boolean>()
  const isOff = (group: Ref) => hidden.has(group.number)

  function isHidden(layer: Obj | undefined): boolean {
    if (!(layer instanceof Ref)) return isHiddenBy(file.dict(layer))
    if (isOff(layer)) return true
    if (!known.has(layer.number)) known.set(layer.number, isHiddenBy(file.dict(layer)))
    return known.get(layer.number)!
  }

  function isHiddenBy(dict: Dict | null): boolean {
    if (dict === null || file.name(dict.get('Type')) !== 'OCMD') return false
    const expression = file.array(dict.get('VE'))
    const shows = expression === null ? null : showsBy(expression, 0, { parts: mostParts })
    return !(shows ?? showsByGroups(dict))
  }

  function showsByGroups(dict: Dict): boolean {
    const value = dict.get('OCGs')
    const groups = (file.array(value) ?? [value])
      .slice(0, mostParts)
      .filter((group): group is Ref => group instanceof Ref && file.dict(group) !== null)
    if (groups.length === 0) return true
    switch (file.name(dict.get('P'))) {
      case 'AllOn':
        return !groups.some(isOff)
      case 'AnyOff':
        return groups.some(isOff)
      case 'AllOff':
        return groups.every(isOff)
      default:
        return !groups.every(isOff)
    }
  }

  /** Null for what is no expression, or is too large. */
  function showsBy(value: Obj, depth: number, left: { parts: number }): boolean | null {
    if (depth > mostDepth || left.parts-- <= 0) return null
    const expression = file.array(value)
    if (expression === null) return value instanceof Ref ? !isOff(value) : null
    const parts: (boolean | null)[] = []
    for (const part of expression.slice(1, mostParts)) parts.push(showsBy(part, depth + 1, left))
    if (parts.includes(null)) return null
    switch (file.name(expression[0])) {
      case 'And':
        return parts.every(Boolean)
      case 'Or':
        return parts.some(Boolean)
      case 'Not':
        return parts.length === 1 ? !parts[0] : null
      default:
        return null
    }
  }

  return { isHidden }
}
