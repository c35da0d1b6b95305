import { t } from '../../language.ts'

/** An operator may have others, which stay as they are. */
const names: Record<string, string> = {
  standard: t('standard'),
  expedited: t('expedited'),
  rush: t('rush'),
}

export const shippingClassName = (english: string): string => names[english] ?? english
