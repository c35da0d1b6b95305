// The entries of a posting in the tax returns of its place: a row for each jurisdiction of each registration. Rows of
// the place itself, or of the federation in Canada, also have the whole price; the others have only their tax.

import type { Price, Split } from '../splitSale.ts'

/** Cents. `gross`, `exempt` and `credits` are prices without tax. Tax that is due is `tax` less `creditedTax`. */
export type TaxFigures = {
  gross: number
  /** Of `gross`, for customers with a certificate. */
  exempt: number
  taxable: number
  tax: number
  credits: number
  creditedTax: number
}

/** `registration` is where the operator registers to file: US-NY, PR, CA, CA-QC. */
export type TaxEntry = TaxFigures & { registration: string; jurisdiction: string }

/** `place` is the state, province or territory of the destination, such as US-NY, CA-ON or PR. */
export type TaxedSale = { place: string; exemptionId: string | null; price: Price; split: Split }

export const noFigures: TaxFigures = { gross: 0, exempt: 0, taxable: 0, tax: 0, credits: 0, creditedTax: 0 }

/** Provinces with a registration for their own tax. */
const provincesWithOwnTax = new Set(['CA-BC', 'CA-MB', 'CA-QC', 'CA-SK'])

const isFederal = (kind: string): boolean => kind === 'gst' || kind === 'hst'

/** A sale, or with `sign` -1 its reversal. */
export function entriesOfSale({ place, exemptionId, price, split }: TaxedSale, sign: 1 | -1): TaxEntry[] {
  const gross = sign * (split.totalCents - split.taxCents)
  const whole = { gross, exempt: exemptionId === null ? 0 : gross }
  const taxes = price.taxes.map((tax, i) => ({
    ...{ ...noFigures, ...namesOf(place, tax) },
    taxable: sign * tax.taxableCents,
    tax: sign * split.taxesCents[i]!,
  }))
  return addUp([...basesOf(place, price).map(base => ({ ...noFigures, ...base, ...whole })), ...taxes])
}

/** A refund, whose `split` has its sums. */
export function entriesOfCredit({ place, price, split }: TaxedSale): TaxEntry[] {
  const credits = split.totalCents - split.taxCents
  const taxes = price.taxes.map((tax, i) => ({
    ...{ ...noFigures, ...namesOf(place, tax) },
    creditedTax: split.taxesCents[i]!,
  }))
  return addUp([...basesOf(place, price).map(base => ({ ...noFigures, ...base, credits })), ...taxes])
}

type Names = Pick<TaxEntry, 'registration' | 'jurisdiction'>

/** The tax of a printer in Canada, whose authority is unknown, is on the federal return. */
const namesOf = (place: string, { jurisdiction, kind }: { jurisdiction: string; kind: string }): Names => ({
  registration: isFederal(kind) || (jurisdiction === 'unknown' && place.startsWith('CA-')) ? 'CA' : place,
  jurisdiction,
})

function basesOf(place: string, { taxes }: Price): Names[] {
  if (!place.startsWith('CA-')) return [{ registration: place, jurisdiction: place }]
  const federal = taxes.find(({ kind }) => isFederal(kind))?.jurisdiction ?? 'CA'
  const own = provincesWithOwnTax.has(place) ? [{ registration: place, jurisdiction: place }] : []
  return [{ registration: 'CA', jurisdiction: federal }, ...own]
}

/** An entry for each jurisdiction: it may have two rates. Without those of only zeros. */
export function addUp(entries: TaxEntry[]): TaxEntry[] {
  const sums = new Map<string, TaxEntry>()
  for (const { registration, jurisdiction, ...figures } of entries) {
    const key = JSON.stringify([registration, jurisdiction])
    const sum = sums.get(key) ?? { registration, jurisdiction, ...noFigures }
    sums.set(key, { ...sum, ...addFigures(sum, figures) })
  }
  return [...sums.values()].filter(({ registration: _, jurisdiction: __, ...figures }) =>
    Object.values(figures).some(cents => cents !== 0),
  )
}

export const addFigures = (a: TaxFigures, b: TaxFigures): TaxFigures => ({
  gross: a.gross + b.gross,
  exempt: a.exempt + b.exempt,
  taxable: a.taxable + b.taxable,
  tax: a.tax + b.tax,
  credits: a.credits + b.credits,
  creditedTax: a.creditedTax + b.creditedTax,
})
