// The names of roles within a sentence: of the account and of the staff.

import type { ResponseBody } from '../../api.ts'
import { t } from '../../language.ts'

type AnyRole = NonNullable<ResponseBody<'/auth/session'>['role']>

export const roleNames: Record<AnyRole, string> = {
  owner: t('owner'),
  developer: t('developer'),
  bookkeeper: t('bookkeeper'),
  viewer: t('viewer'),
  support: t('support'),
  finance: t('finance'),
  production: t('production'),
  read_only: t('read-only'),
}
