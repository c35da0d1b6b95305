// Parts of a form that most people leave as they are: folded until they have a value of their own, or an error.

import { Paper, Title } from '@mantine/core'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import classes from './Fold.module.css'

/** `mark`: beside the title. */
type Props = { title: string; mark?: ReactNode; isUsed: boolean; children: ReactNode }

/** A titled part of a screen, like Section. */
export const FoldedSection = ({ title, mark, isUsed, children }: Props) => (
  <Paper component="details" mb="md" className={classes.section} {...useFold(isUsed)}>
    <summary className={classes.summary}>
      <ChevronRight size={16} aria-hidden />
      <Title order={2} size="h3">
        {title}
      </Title>
      {mark}
    </summary>
    <div className={classes.body}>{children}</div>
  </Paper>
)

/** Within a section. */
export const Fold = ({ title, mark, isUsed, children }: Props) => (
  <details className={classes.inner} {...useFold(isUsed)}>
    <summary className={classes.summary}>
      <ChevronRight size={14} aria-hidden />
      {title}
      {mark}
    </summary>
    {children}
  </details>
)

/** Opens the folded parts around a field, which cannot have the focus before. */
export function unfoldAround(field: Element): void {
  const part = field.closest('details')
  if (part === null) return
  part.open = true
  if (part.parentElement !== null) unfoldAround(part.parentElement)
}

/** Opens when a part of it comes into use; after that, it is as the person wants it. */
function useFold(isUsed: boolean) {
  const [open, setOpen] = useState(isUsed)
  const [wasUsed, setWasUsed] = useState(isUsed)
  if (isUsed !== wasUsed) {
    setWasUsed(isUsed)
    if (isUsed) setOpen(true)
  }
  return {
    open,
    onToggle: (event: { currentTarget: EventTarget & { open?: boolean } }) =>
      setOpen(event.currentTarget.open === true),
  }
}
