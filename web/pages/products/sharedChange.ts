// A product is the same in the sandbox and in production, so a change that is made in the sandbox asks first.

import { useConfirm } from '../../components/forms/Confirm.tsx'
import { t } from '../../language.ts'
import { useMode } from '../../shell/frame/mode.ts'

/** Resolves to whether the product may be changed. */
export function useSharedChange(): () => Promise<boolean> {
  const confirm = useConfirm()
  const mode = useMode()
  return async () =>
    mode === 'production' ||
    confirm({
      title: t('Change this product in production too?'),
      text: t('The sandbox and production share their products. The change also applies to new production orders.'),
      confirmLabel: t('Change in both'),
    })
}
