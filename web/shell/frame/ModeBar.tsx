// Shows the current mode: amber and hatched in the sandbox, dark green where orders are printed and charged.

import { SegmentedControl, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { BookCheck, Eye, FlaskConical } from 'lucide-react'
import { api, type Mode } from '../../api.ts'
import { rich, t } from '../../language.ts'
import { useAction } from './action.ts'
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
      <strong>{isSandbox ? t('Sandbox') : t('Production')}</strong>
      <span className={classes.sentence}>
        {isSandbox ? t('Nothing is printed or charged.') : t('Orders are printed and charged.')}
      </span>
      <UnstyledButton className={classes.switchMode} onClick={() => go(isSandbox ? 'production' : 'sandbox')}>
        {rich(isSandbox ? '<long>Go to </long>production' : '<long>Go to </long>sandbox', {
          long: text => <span className={classes.goTo}>{text}</span>,
        })}
      </UnstyledButton>
    </div>
  )
}

/** For a person of the staff who sees the dashboard as the account's people do. */
type Viewed = { accountId: string; accountName: string; isSuspended: boolean }

export function ViewBar({ accountId, accountName, isSuspended }: Viewed) {
  const end = useAction({
    mutationFn: () => api.DELETE('/staff/view'),
    onSuccess: () => location.assign(`/staff/accounts/${encodeURIComponent(accountId)}`),
  })
  return (
    <div className={classes.bar} data-mode="view" role="status">
      <Eye size={15} aria-hidden />
      <strong>
        {isSuspended
          ? t('Viewing {account} (suspended)', { account: accountName })
          : t('Viewing {account}', { account: accountName })}
      </strong>
      <span className={classes.sentence}>
        {isSuspended
          ? t('Its people cannot sign in. You see what they saw, and can change nothing.')
          : t('You see what this customer sees, and can change nothing.')}
      </span>
      <UnstyledButton className={classes.switchMode} onClick={() => end.mutate()}>
        {t('End view')}
      </UnstyledButton>
    </div>
  )
}

export function ModeSwitch() {
  const mode = useMode()
  const go = useOtherMode()
  return (
    <div>
      <VisuallyHidden id="mode-switch">{t('Mode')}</VisuallyHidden>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-labelledby="mode-switch"
        value={mode}
        onChange={value => go(value as Mode)}
        data={[
          { value: 'sandbox', label: t('Sandbox') },
          { value: 'production', label: t('Production') },
        ]}
        className={classes.switch}
        data-mode={mode}
      />
    </div>
  )
}
