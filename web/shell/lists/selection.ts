// The rows that are selected in a list: some by name, or all that match its filters, loaded or not.

import { useState } from 'react'

export type Selection = {
  keys: ReadonlySet<string>
  /** All rows of the list with its filters. */
  isAll: boolean
  has(key: string): boolean
  toggle(keys: readonly string[], isChosen: boolean): void
  chooseAll(): void
  clear(): void
}

const none: ReadonlySet<string> = new Set()

/** `filters`: the rows of other filters are not selected. */
export function useSelection(filters: unknown): Selection {
  const list = JSON.stringify(filters)
  const [chosen, set] = useState({ list, keys: none, isAll: false })
  const { keys, isAll } = chosen.list === list ? chosen : { keys: none, isAll: false }
  return {
    keys,
    isAll,
    has: key => isAll || keys.has(key),
    toggle(changed, isChosen) {
      const after = new Set(keys)
      for (const key of changed) {
        if (isChosen) after.add(key)
        else after.delete(key)
      }
      set({ list, keys: after, isAll: false })
    },
    chooseAll: () => set({ list, keys: none, isAll: true }),
    clear: () => set({ list, keys: none, isAll: false }),
  }
}
