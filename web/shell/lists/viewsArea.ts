// Whose views a list has.

import type { paths } from '../../apiTypes.ts'
import { t } from '../../language.ts'

type Path = '/dashboard/api/views' | '/staff/views' | '/press/views'
export type ViewsArea = {
  path: Path
  list: paths[Path]['get']['parameters']['query']['list']
  size?: 'xs' | 'md'
}

/** With whom a view is shared. */
export const audiences: Record<ViewsArea['path'], { share: string; removal: string }> = {
  '/dashboard/api/views': {
    share: t('Share with everyone in the account'),
    removal: t('It is removed for everyone in the account.'),
  },
  '/press/views': {
    share: t('Share with everyone at the press'),
    removal: t('It is removed for everyone at the press.'),
  },
  '/staff/views': { share: t('Share with all support staff'), removal: t('It is removed for all support staff.') },
}
