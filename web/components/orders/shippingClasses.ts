import { t } from '../../language.ts'

/** The urgent class of the sample. */
export const rush = 'rush'

/** An operator may have others, which stay as they are. */
const names: Record<string, string> = {
  standard: t('standard'),
  expedited: t('expedited'),
  [rush]: t('rush'),
}

export const shippingClassName = (english: string): string => names[english] ?? english
