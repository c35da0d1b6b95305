// The most sensitive actions (keys, cards, secrets) require the password again if the sign-in is not recent. The
// request waits and is repeated once the password is confirmed. The dialog is loaded when it is first needed.

import { type ComponentType, useEffect, useState } from 'react'
import { setPasswordPrompt } from '../../api.ts'
import type { PasswordDialogProps } from './PasswordDialog.tsx'

type Prompt = { Dialog: ComponentType<PasswordDialogProps> } & PasswordDialogProps

export function ConfirmPassword() {
  const [prompt, setPrompt] = useState<Prompt | null>(null)
  useEffect(
    () =>
      setPasswordPrompt(async () => {
        const opener = document.activeElement as HTMLElement | null
        const loaded = await import('./PasswordDialog.tsx').catch(() => null)
        if (loaded === null) return false
        const Dialog = loaded.PasswordDialog
        return new Promise(resolve => {
          const end = (confirmed: boolean) => {
            setPrompt({ Dialog, isOpen: false, end })
            resolve(confirmed)
            opener?.focus()
          }
          setPrompt({ Dialog, isOpen: true, end })
        })
      }),
    [],
  )
  return prompt === null ? null : <prompt.Dialog isOpen={prompt.isOpen} end={prompt.end} />
}
