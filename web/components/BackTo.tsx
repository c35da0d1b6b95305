// The link above a page that leads back to its list. A reader who came from the list finds it with the same filter and
// scroll position.

import { useLocation, useRouter } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { MouseEvent } from 'react'
import classes from './BackTo.module.css'
import { type CameFrom, GoTo } from './GoTo.tsx'

export function BackTo({ to, children }: { to: string; children: string }) {
  const { history } = useRouter()
  const { from } = useLocation().state as CameFrom
  const goBack = (event: MouseEvent) => {
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey)
    if (!isPlain || !from?.endsWith(to)) return
    event.preventDefault()
    history.back()
  }
  return (
    <GoTo to={to} size="sm" c="dimmed" className={classes.back} onClick={goBack}>
      <ArrowLeft size={14} aria-hidden /> {children}
    </GoTo>
  )
}
