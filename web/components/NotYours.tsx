// Shown instead of a form that the user's role does not allow, so that nobody fills it in for nothing.

import { Lock } from 'lucide-react'
import { Empty } from './Empty.tsx'

export const NotYours = ({ title, children }: { title: string; children?: string }) => (
  <Empty icon={Lock} title={title}>
    {children} Only owners and developers of the account can do that.
  </Empty>
)
