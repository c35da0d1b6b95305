import { t } from '../../language.ts'
import { capitalize } from '../layout/Values.tsx'

/** The urgent class of the sample. */
export const rush = 'rush'

/** An operator may have others, which stay as they are. */
const names: Record<string, string> = {
  standard: t('standard'),
  expedited: t('expedited'),
  [rush]: t('rush'),
}

export const shippingClassName = (english: string): string => names[english] ?? english

export const shippingClasses = ['standard', 'expedited', rush] as const

/** To choose from; `other` is the class of an order that may be none of these. */
export const shippingClassOptions = (other?: string): { value: string; label: string }[] =>
  [...new Set<string>([...shippingClasses, ...(other === undefined ? [] : [other])])].map(value => ({
    value,
    label: capitalize(shippingClassName(value)),
  }))
