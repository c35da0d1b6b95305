// One place above all screens for the dialog that a screen shows. The dialogs themselves come with the screens that use
// them, so that the first screen of an area loads none.

import { createContext, type ReactNode, useContext, useState } from 'react'

export type ShowDialog = (dialog: ReactNode) => void

const Show = createContext<ShowDialog>(() => {})

export const useDialog = () => useContext(Show)

export function Dialogs({ children }: { children: ReactNode }) {
  const [dialog, show] = useState<ReactNode>(null)
  return (
    <Show value={show}>
      {children}
      {dialog}
    </Show>
  )
}
