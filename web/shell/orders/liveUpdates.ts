// Keeps the screen up to date: the service's events say which order changed, and the queries that show it are repeated.
// Many changes at once cause one refetch. After an interruption the stream begins with `sync`: everything on the screen
// is fetched again, so the service remembers nothing for disconnected clients. Answers of a standby may be older than
// the stream: they are fetched again once, when the standby shows all of the time before.

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { maxLagMs, readNewest } from '../../api.ts'

const batchMs = 400
const none: readonly unknown[][] = []

/**
 * `keysOf` says which keys of the query cache an event affects; null means all. `fromStandby` are those that a standby
 * may answer.
 */
export function useLiveUpdates(
  path: string,
  keysOf: (data: unknown) => readonly unknown[][] | null,
  fromStandby: readonly unknown[][] = none,
): void {
  const queries = useQueryClient()
  useEffect(() => {
    const source = new EventSource(path)
    let pendingKeys = new Map<string, readonly unknown[]>()
    let timer: ReturnType<typeof setTimeout> | null = null
    let lagTimer: ReturnType<typeof setTimeout> | null = null
    const refetch = () => {
      timer = null
      const keys = [...pendingKeys.values()]
      pendingKeys = new Map()
      for (const queryKey of keys) void queries.invalidateQueries({ queryKey })
    }
    const addKeys = (keys: readonly unknown[][] | null) => {
      for (const key of keys ?? [[]]) pendingKeys.set(JSON.stringify(key), key)
      timer ??= setTimeout(refetch, batchMs)
    }
    const addNewest = (keys: readonly unknown[][] | null) => {
      readNewest()
      addKeys(keys)
    }
    source.addEventListener('sync', () => {
      // The first one only confirms the connection; the screen has just fetched its data.
      if (lagTimer === null) lagTimer = setTimeout(() => addKeys(fromStandby), maxLagMs)
      else addNewest(null)
    })
    for (const name of ['order', 'jobs']) {
      source.addEventListener(name, event => addNewest(keysOf(JSON.parse((event as MessageEvent).data))))
    }
    return () => {
      source.close()
      for (const one of [timer, lagTimer]) if (one !== null) clearTimeout(one)
    }
  }, [path, keysOf, fromStandby, queries])
}
