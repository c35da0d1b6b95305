// Margins in words.

import { t } from '../../language.ts'
import { money, percent } from '../layout/Values.tsx'

export type AmountPair = { price: number; cost: number }

/** "$3.06 (37.5%)"; without a price, only the amount. */
export function marginText({ price, cost }: AmountPair): string {
  const margin = Math.round((price - cost) * 100) / 100
  return price === 0 ? money(margin) : `${money(margin)} (${percent(margin / price)})`
}

/** "$3.06 (37.5%), then $4.00 (44%)"; null if neither is known. */
export function marginsText(before: AmountPair | null, after: AmountPair | null): string | null {
  if (before === null && after === null) return null
  const [text, then] = [before, after].map(margin => (margin === null ? t('unknown [[margin]]') : marginText(margin)))
  return text === then ? text! : t('{before}, then {after}', { before: text!, after: then! })
}

/** The sum of the known values; null if none is known. */
export const sumOfMargins = (margins: (AmountPair | null)[]): AmountPair | null =>
  margins.reduce<AmountPair | null>(
    (sum, margin) =>
      margin === null ? sum : sum === null ? margin : { price: sum.price + margin.price, cost: sum.cost + margin.cost },
    null,
  )
