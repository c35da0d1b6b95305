// Shown instead of a form that the user's role does not allow.

import { Lock } from 'lucide-react'
import { t } from '../../language.ts'
import { EmptyState } from '../layout/EmptyState.tsx'

export const NoPermission = ({ title, children }: { title: string; children?: string }) => (
  <EmptyState icon={Lock} title={title}>
    {children} {t('Ask an owner or developer of the account.')}
  </EmptyState>
)
