// Pictures of pages, drawn by the same child processes that read PDFs, and cached for a while: people who look at a
// check look at the same few pages again and again.

import { LRUCache } from 'lru-cache'
import { Refusal } from '../base/refusal.ts'
import type { PictureAsk } from './preflight/picture.ts'
import { ChildFailed, type Preflight } from './preflight/preflight.ts'
import type { Storage } from './storage.ts'
import type { KeptFile } from './store.ts'
import { shared } from './turns.ts'

const mostRememberedBytes = 48_000_000

export type Pictures = {
  /** A WebP image; null when the page cannot be drawn or the file is gone. */
  of(file: Pick<KeptFile, 'sha256' | 'storageKey' | 'bytes'>, ask: PictureAsk): Promise<Buffer | null>
}

export function createPictures(storage: Storage, preflight: Pick<Preflight, 'picture'>): Pictures {
  const drawn = new LRUCache<string, Buffer>({
    maxSize: mostRememberedBytes,
    sizeCalculation: ({ length }) => length + 1,
  })
  const share = shared<Buffer | null>()
  return {
    async of(file, ask) {
      const name = `${file.sha256} ${JSON.stringify(ask)}`
      const known = drawn.get(name)
      if (known !== undefined) return known
      return share(name, async () => {
        const picture = await storage.asFile(file, path => preflight.picture(path, ask)).catch(nothingToSee)
        if (picture !== null) drawn.set(name, picture)
        return picture
      })
    },
  }
}

/** A page that cannot be drawn is not our fault; a missing child process is. */
function nothingToSee(error: unknown): null {
  if (error instanceof ChildFailed && error.isOurFault) {
    throw new Refusal('overloaded', 'The picture cannot be drawn just now. Try again.')
  }
  return null
}
