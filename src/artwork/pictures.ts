// Pictures of pages, drawn by the child processes that read PDFs, and cached, since people look at the same few pages
// of a check repeatedly.

import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { say } from '../../languages/texts.ts'
import { Refusal, TooMany } from '../base/refusal.ts'
import type { StartCheck } from './artwork.ts'
import { shareQueuedRuns } from './fairQueue.ts'
import type { StoredFile } from './fileStore.ts'
import type { PictureRequest } from './preflight/picture.ts'
import { ChildFailed, type Preflight } from './preflight/preflight.ts'
import type { Storage } from './storage.ts'

const maxCachedBytes = 48_000_000
/** Waiting or being drawn. The checks of the account's orders wait in the same queue. */
const maxPicturesOfAccount = 60

export type Pictures = {
  /**
   * A WebP image. Null when the file is gone, or when no request needs the picture at its turn. Refuses with
   * `page_not_drawable` for a fault of the page.
   */
  draw(
    file: Pick<StoredFile, 'accountId' | 'sha256' | 'storageKey' | 'bytes'>,
    request: PictureRequest,
    isNeeded?: StartCheck,
  ): Promise<Buffer | null>
}

/** Equal for pictures with the same content. */
export const pictureTag = (sha256: string, request: PictureRequest): string =>
  createHash('sha256')
    .update(`${sha256} ${JSON.stringify(request)}`)
    .digest('hex')
    .slice(0, 32)

const alwaysNeeded: StartCheck = () => Promise.resolve(true)

export function createPictures(storage: Storage, preflight: Pick<Preflight, 'picture'>): Pictures {
  /** Empty for a page that cannot be drawn, so that a page that uses up its time does so once. */
  const cache = new LRUCache<string, Buffer>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ length }) => length + 1,
  })
  const share = shareQueuedRuns<Buffer | Refusal>()
  const unfinished = new Map<string, number>()

  function drawNow(
    ...[file, request, isNeeded]: Required<Parameters<Pictures['draw']>>
  ): Promise<Buffer | Refusal | null> {
    return storage
      .withLocalFile(file, path => preflight.picture(file.accountId, path, request, isNeeded))
      .catch(async error => {
        if (!(await isNeeded())) return null
        if (!(error instanceof ChildFailed)) return null
        if (error.isOurFault)
          return new Refusal('overloaded', say('The preview cannot be drawn right now. Please try again.'))
        return Buffer.alloc(0)
      })
  }

  async function inTurn<T>(accountId: string, act: () => Promise<T>): Promise<T> {
    const count = unfinished.get(accountId) ?? 0
    if (count >= maxPicturesOfAccount) {
      const limit = { limit: maxPicturesOfAccount, retryAfterSeconds: 1 }
      throw new TooMany(`At most ${maxPicturesOfAccount} previews of an account are drawn at the same time.`, limit)
    }
    unfinished.set(accountId, count + 1)
    try {
      return await act()
    } finally {
      const left = unfinished.get(accountId)! - 1
      if (left === 0) unfinished.delete(accountId)
      else unfinished.set(accountId, left)
    }
  }

  return {
    async draw(file, request, isNeeded = alwaysNeeded) {
      const name = pictureTag(file.sha256, request)
      let picture: Buffer | Refusal | null = cache.get(name) ?? null
      if (picture === null) {
        picture = await inTurn(file.accountId, () => share(name, isNeeded, needed => drawNow(file, request, needed)))
        if (Buffer.isBuffer(picture)) cache.set(name, picture)
      }
      if (picture instanceof Refusal) throw picture
      if (picture?.length === 0) throw notDrawable(request.page)
      return picture
    },
  }
}

const notDrawable = (page: number): Refusal =>
  new Refusal('page_not_drawable', say('Page {page} cannot be drawn: it is damaged or too complex.', { page }))
