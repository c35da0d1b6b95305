// Shows the current mode: amber and hatched in the sandbox, dark green where orders are printed and charged.

import { SegmentedControl, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { BookCheck, FlaskConical } from 'lucide-react'
import type { Mode } from '../api.ts'
import classes from './ModeBar.module.css'
import { useMode } from './mode.ts'

/** An object of one mode does not exist in the other mode, so the list of such objects is shown instead. */
const listOf = (pathname: string) => pathname.split('/').slice(2, 3).join('/')

function useOtherMode() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (mode: Mode) => void navigate({ to: `/${mode}/${listOf(pathname) || 'overview'}` })
}

export function ModeBar() {
  const mode = useMode()
  const go = useOtherMode()
  const isSandbox = mode === 'sandbox'
  const Icon = isSandbox ? FlaskConical : BookCheck
  return (
    <div className={classes.bar} data-mode={mode} role="status" aria-live="polite">
      <Icon size={15} aria-hidden />
      <strong>{isSandbox ? 'Sandbox' : 'Production'}</strong>
      <span className={classes.sentence}>
        {isSandbox ? 'Nothing is printed or charged.' : 'Orders are printed and charged.'}
      </span>
      <UnstyledButton className={classes.switchMode} onClick={() => go(isSandbox ? 'production' : 'sandbox')}>
        <span className={classes.goTo}>Go to </span>
        {isSandbox ? 'production' : 'sandbox'}
      </UnstyledButton>
    </div>
  )
}

export function ModeSwitch() {
  const mode = useMode()
  const go = useOtherMode()
  return (
    <div>
      <VisuallyHidden id="mode-switch">Mode</VisuallyHidden>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-labelledby="mode-switch"
        value={mode}
        onChange={value => go(value as Mode)}
        data={[
          { value: 'sandbox', label: 'Sandbox' },
          { value: 'production', label: 'Production' },
        ]}
        className={classes.switch}
        data-mode={mode}
      />
    </div>
  )
}
