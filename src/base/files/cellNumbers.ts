// The numbers in cells, as people write them in English and German. The browser reads what is pasted by the same rules.

/** Cells of CSV are texts; those of .xlsx have a type. */
export type Cell = string | number | boolean | Date | null
export type DecimalMark = '.' | ','

/**
 * The number of a cell; null when it is none, and when `1.250` could be read in two ways. A reading above `max` is not
 * meant.
 */
export function numberOf(cell: Cell, decimalMark: DecimalMark, max: number): number | null {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null
  if (typeof cell !== 'string') return null
  const text = cell.replaceAll(/[\s']/g, '').replace(/^\$|\$$/, '')
  if (/^-?\d+(?:[.,]\d+)?e[+-]?\d+$/i.test(text)) return Number(text.replace(',', '.'))
  const [, whole, mark, decimals] = /^(-?\d+)(?:([.,])(\d+))?$/.exec(text) ?? []
  if (whole !== undefined) {
    if (mark === undefined) return Number(whole)
    const asDecimal = Number(`${whole}.${decimals}`)
    const mayBeThousands = decimals!.length === 3 && /^-?[1-9]\d{0,2}$/.test(whole) && Number(whole + decimals) <= max
    return mark === decimalMark || !mayBeThousands ? asDecimal : null
  }
  // 1,250.00 and 1.250,00
  const [, grouped, fraction] =
    /^(-?\d{1,3}(?:,\d{3})+)(?:\.(\d+))$/.exec(text) ?? /^(-?\d{1,3}(?:\.\d{3})+)(?:,(\d+))$/.exec(text) ?? []
  return grouped === undefined ? null : Number(`${grouped.replaceAll(/[.,]/g, '')}.${fraction}`)
}

/** A text needs its sign, since 0.03 could be 3 % or 0.03 %. Numbers of .xlsx are fractions. */
export function percentOf(cell: Cell, decimalMark: DecimalMark): number | null {
  if (typeof cell === 'number') return Number((cell * 100).toPrecision(12))
  const [, number] = typeof cell === 'string' ? (/^(.*\S)\s*%\s*$/s.exec(cell) ?? []) : []
  return number === undefined ? null : numberOf(number, decimalMark, 100)
}
