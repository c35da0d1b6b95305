// Keeps the screen up to date: the service's events say which order changed, and the queries that show it are repeated.
// Many changes at once cause one refetch. After an interruption the stream begins with `sync`: everything on the screen
// is fetched again, so the service remembers nothing for disconnected clients.

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { readNewest } from '../../api.ts'

const batchMs = 400
/** The refetches begin within this time. */
const refetchMs = 1000

/** `keysOf` says which keys of the query cache an event affects; null means all. */
export function useLiveUpdates(path: string, keysOf: (data: unknown) => readonly unknown[][] | null): void {
  const queries = useQueryClient()
  useEffect(() => {
    const source = new EventSource(path)
    let pendingKeys = new Map<string, readonly unknown[]>()
    let timer: ReturnType<typeof setTimeout> | null = null
    let isFirst = true
    const refetch = () => {
      timer = null
      readNewest(refetchMs)
      const keys = [...pendingKeys.values()]
      pendingKeys = new Map()
      for (const queryKey of keys) void queries.invalidateQueries({ queryKey })
    }
    const addKeys = (keys: readonly unknown[][] | null) => {
      for (const key of keys ?? [[]]) pendingKeys.set(JSON.stringify(key), key)
      timer ??= setTimeout(refetch, batchMs)
    }
    source.addEventListener('sync', () => {
      // The first one only confirms the connection; the screen has just fetched its data.
      if (!isFirst) addKeys(null)
      isFirst = false
    })
    for (const name of ['order', 'jobs']) {
      source.addEventListener(name, event => addKeys(keysOf(JSON.parse((event as MessageEvent).data))))
    }
    return () => {
      source.close()
      if (timer !== null) clearTimeout(timer)
    }
  }, [path, keysOf, queries])
}
