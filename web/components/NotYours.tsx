// In place of what the role of who looks does not allow: nobody works on what is refused in the end.

import { Lock } from 'lucide-react'
import { Empty } from './Empty.tsx'

export const NotYours = ({ title, children }: { title: string; children?: string }) => (
  <Empty icon={Lock} title={title}>
    {children} That is for owners and developers of the account.
  </Empty>
)
