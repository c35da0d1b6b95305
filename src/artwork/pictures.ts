// Pictures of pages, drawn by the child processes that read PDFs, and cached, since people look at the same few pages
// of a check repeatedly.

import { LRUCache } from 'lru-cache'
import { Refusal } from '../base/refusal.ts'
import { shareRuns } from './fairQueue.ts'
import type { StoredFile } from './fileStore.ts'
import type { PictureRequest } from './preflight/picture.ts'
import { ChildFailed, type Preflight } from './preflight/preflight.ts'
import type { Storage } from './storage.ts'

const maxCachedBytes = 48_000_000

export type Pictures = {
  /** A WebP image; null when the page cannot be drawn or the file is gone. */
  draw(
    file: Pick<StoredFile, 'accountId' | 'sha256' | 'storageKey' | 'bytes'>,
    request: PictureRequest,
  ): Promise<Buffer | null>
}

export function createPictures(storage: Storage, preflight: Pick<Preflight, 'picture'>): Pictures {
  const cache = new LRUCache<string, Buffer>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ length }) => length + 1,
  })
  const share = shareRuns<Buffer | null>()
  return {
    async draw(file, request) {
      const name = `${file.sha256} ${JSON.stringify(request)}`
      const cached = cache.get(name)
      if (cached !== undefined) return cached
      return share(name, async () => {
        const picture = await storage
          .withLocalFile(file, path => preflight.picture(file.accountId, path, request))
          .catch(nullUnlessOurFault)
        if (picture !== null) cache.set(name, picture)
        return picture
      })
    },
  }
}

/** A page that cannot be drawn is not our fault; a missing child process is. */
function nullUnlessOurFault(error: unknown): null {
  if (error instanceof ChildFailed && error.isOurFault) {
    throw new Refusal('overloaded', 'The picture cannot be drawn right now. Please try again.')
  }
  return null
}
