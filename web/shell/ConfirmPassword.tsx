// The most sensitive acts (keys, cards, secrets) ask for the password again when the sign-in is not recent. The request
// waits, and is repeated when the password was right. The dialog is loaded when it is first needed.

import { type ComponentType, useEffect, useState } from 'react'
import { whenPasswordIsAsked } from '../api.ts'
import type { PasswordDialogProps } from './PasswordDialog.tsx'

type Asked = { Dialog: ComponentType<PasswordDialogProps> } & PasswordDialogProps

export function ConfirmPassword() {
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(
    () =>
      whenPasswordIsAsked(async () => {
        const opener = document.activeElement as HTMLElement | null
        const loaded = await import('./PasswordDialog.tsx').catch(() => null)
        if (loaded === null) return false
        const Dialog = loaded.PasswordDialog
        return new Promise(resolve => {
          const end = (confirmed: boolean) => {
            setAsked({ Dialog, isOpen: false, end })
            resolve(confirmed)
            opener?.focus()
          }
          setAsked({ Dialog, isOpen: true, end })
        })
      }),
    [],
  )
  return asked === null ? null : <asked.Dialog isOpen={asked.isOpen} end={asked.end} />
}
