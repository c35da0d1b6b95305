// Whether the browser has a connection.

import { useSyncExternalStore } from 'react'

export const useOnline = (): boolean => useSyncExternalStore(watchConnection, () => navigator.onLine)

function watchConnection(changed: () => void): () => void {
  const names = ['online', 'offline']
  for (const name of names) window.addEventListener(name, changed)
  return () => {
    for (const name of names) window.removeEventListener(name, changed)
  }
}
