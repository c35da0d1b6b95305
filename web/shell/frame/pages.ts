// A list that the service returns in pages, each with the cursor of the next. While it loads with other filters, the
// rows of the filters before stay on the screen; `PagedRows` shows that they are old.

import { useInfiniteQuery } from '@tanstack/react-query'

type Cursor = { cursor?: string }
/** An object, or the value of the only filter; the last part of the query's key. */
type Filters = object | string | undefined

export const usePages = <Page extends { nextCursor: string | null }>(
  list: readonly string[],
  filters: Filters,
  read: (cursor: Cursor, signal: AbortSignal) => Promise<Page>,
) =>
  useInfiniteQuery({
    queryKey: [...list, filters],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => read(pageParam === null ? {} : { cursor: pageParam }, signal),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Rows of another account or mode are never shown.
    placeholderData: (before, query) =>
      query?.queryKey.length === list.length + 1 && list.every((part, i) => part === query.queryKey[i])
        ? before
        : undefined,
  })
