// Keeps the screen up to date: the service's events say which order moved, and the queries that show it are repeated.
// Many changes at once cause one refetch. After an interruption the stream begins with `sync`: everything on the screen
// is fetched again, so nothing has to be remembered for absent clients.

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

const gatherMs = 400

/** `keysOf` says which keys of the query cache an event affects; null means all. */
export function useLive(path: string, keysOf: (data: unknown) => readonly unknown[][] | null): void {
  const queries = useQueryClient()
  useEffect(() => {
    const source = new EventSource(path)
    let waiting = new Map<string, readonly unknown[]>()
    let timer: ReturnType<typeof setTimeout> | null = null
    let isFirst = true
    const refetch = () => {
      timer = null
      const keys = [...waiting.values()]
      waiting = new Map()
      for (const queryKey of keys) void queries.invalidateQueries({ queryKey })
    }
    const touch = (keys: readonly unknown[][] | null) => {
      for (const key of keys ?? [[]]) waiting.set(JSON.stringify(key), key)
      timer ??= setTimeout(refetch, gatherMs)
    }
    source.addEventListener('sync', () => {
      // The first one only confirms the connection; what is on the screen has just been fetched.
      if (!isFirst) touch(null)
      isFirst = false
    })
    for (const name of ['order', 'jobs']) {
      source.addEventListener(name, event => touch(keysOf(JSON.parse((event as MessageEvent).data))))
    }
    return () => {
      source.close()
      if (timer !== null) clearTimeout(timer)
    }
  }, [path, keysOf, queries])
}
