// The element of every button. A disabled element loses the focus, and with it people who use the keyboard or a screen
// reader lose their place: so a button that is only busy keeps it, and answers no click.

import type { MouseEvent } from 'react'

type Attributes = Record<string, unknown>

const refuse = (event: MouseEvent) => event.preventDefault()

export function buttonRoot(attributes: Attributes) {
  if ('href' in attributes) return <a {...attributes} />
  const isBusy = attributes['data-loading'] === true && attributes['data-disabled'] !== true
  const busy = { disabled: false, 'aria-disabled': true, onClick: refuse }
  return <button type="button" {...attributes} {...(isBusy ? busy : {})} />
}
