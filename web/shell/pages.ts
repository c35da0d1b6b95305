// A list that the service returns in pages, each with the cursor of the next.

import { useInfiniteQuery } from '@tanstack/react-query'

type Cursor = { cursor?: string }

export const usePages = <Page extends { nextCursor: string | null }>(
  queryKey: readonly unknown[],
  read: (cursor: Cursor) => Promise<Page>,
) =>
  useInfiniteQuery({
    queryKey,
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) => read(pageParam === null ? {} : { cursor: pageParam }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
