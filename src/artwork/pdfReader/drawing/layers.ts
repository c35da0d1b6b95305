// Decides which layers print: a layer itself, or a membership dictionary that combines several layers (ISO 32000-1,
// 8.11.2).

import { type Dict, type Obj, Ref } from '../file/lexer.ts'
import type { PdfFile } from '../file/pdfFile.ts'

const maxDepth = 20
/** Parts of one expression. */
const maxParts = 1_000

/** `hidden` are the numbers of the layers that do not print. */
export function createLayers(file: PdfFile, hidden: Set<number>): { isHidden(layer: Obj | undefined): boolean } {
  const cache = new Map<number, boolean>()
  const isOff = (group: Ref) => hidden.has(group.number)

  function isHidden(layer: Obj | undefined): boolean {
    if (!(layer instanceof Ref)) return isHiddenBy(file.dict(layer))
    if (isOff(layer)) return true
    if (!cache.has(layer.number)) cache.set(layer.number, isHiddenBy(file.dict(layer)))
    return cache.get(layer.number)!
  }

  function isHiddenBy(dict: Dict | null): boolean {
    if (dict === null || file.name(dict.get('Type')) !== 'OCMD') return false
    const expression = file.array(dict.get('VE'))
    const isShown = expression === null ? null : evaluateExpression(expression, 0, { parts: maxParts })
    return !(isShown ?? evaluateGroups(dict))
  }

  function evaluateGroups(dict: Dict): boolean {
    const value = dict.get('OCGs')
    const groups = (file.array(value) ?? [value])
      .slice(0, maxParts)
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

  /** Null for a value that is not an expression, or is too large. */
  function evaluateExpression(value: Obj, depth: number, budget: { parts: number }): boolean | null {
    if (depth > maxDepth || budget.parts-- <= 0) return null
    const expression = file.array(value)
    if (expression === null) return value instanceof Ref ? !isOff(value) : null
    const parts: (boolean | null)[] = []
    for (const part of expression.slice(1, maxParts)) parts.push(evaluateExpression(part, depth + 1, budget))
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
