// What changes in the service changes on the screen: its events say which order moved, and the queries that show it are
// asked again. Many changes at once are one refetch. After a break the stream begins with `sync`: everything shown is asked
// again, so nothing needs to be remembered for those who were away.

import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

const gatherMs = 400

/** `keysOf` says what of the query cache an event touches; null means everything. */
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
      // The first one only says that the stream stands; what is on the screen has just been asked for.
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
