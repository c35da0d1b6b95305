// The link above a page that leads back to its list. A reader who came from the list finds it with the same filter and
// scroll position.

import { useLocation, useRouter } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { MouseEvent } from 'react'
import { AppLink } from './AppLink.tsx'
import classes from './BackLink.module.css'

export function BackLink({ to, children }: { to: string; children: string }) {
  const { history } = useRouter()
  const { from } = useLocation().state
  const goBack = (event: MouseEvent) => {
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey)
    if (!isPlain || !from?.endsWith(to)) return
    event.preventDefault()
    history.back()
  }
  return (
    <AppLink to={to} size="sm" c="dimmed" className={classes.back} onClick={goBack}>
      <ArrowLeft size={14} aria-hidden /> {children}
    </AppLink>
  )
}
