import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Refusal } from '../base/refusal.ts'
import type { StartCheck } from './artwork.ts'
import { createPictures } from './pictures.ts'
import type { PictureRequest } from './preflight/picture.ts'
import { ChildFailed } from './preflight/preflight.ts'
import type { Storage } from './storage.ts'

const file = { accountId: 'acc_1', sha256: 'aa', storageKey: 'aa/aa.pdf', bytes: 1 }
const page = (page: number): PictureRequest => ({ page, widthPx: 200, lines: [] })
const webp = Buffer.from('a picture')

/** `draw` stands for the child process; `drawn` are the pages that it was asked for. */
function picturesOf(draw: () => Promise<Buffer>) {
  const drawn: number[] = []
  const storage = { withLocalFile: (_: unknown, use: (path: string) => Promise<unknown>) => use('path') } as Storage
  const pictures = createPictures(storage, {
    async picture(_account, _path, request, start = () => Promise.resolve(true)) {
      if (!(await start())) throw new ChildFailed('no picture', { kind: 'unavailable', cause: 'not needed' })
      drawn.push(request.page)
      return draw()
    },
  })
  return { pictures, drawn }
}
const withCode = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code
const never: StartCheck = () => Promise.resolve(false)

describe('pictures of pages', () => {
  it('a picture of a page is drawn once', async () => {
    const { pictures, drawn } = picturesOf(async () => webp)
    const both = await Promise.all([pictures.draw(file, page(3)), pictures.draw(file, page(3))])
    assert.deepEqual([...both, await pictures.draw(file, page(3))], [webp, webp, webp])
    assert.deepEqual(drawn, [3])
  })

  it('a page that uses up the time of its child is refused, and is not drawn again', async () => {
    const { pictures, drawn } = picturesOf(async () => {
      throw new ChildFailed('no picture', { kind: 'exceeded', limit: '30 seconds of processor time', step: null })
    })
    for (let i = 0; i < 2; i++) await assert.rejects(pictures.draw(file, page(4)), withCode('page_not_drawable'))
    assert.deepEqual(drawn, [4])
  })

  it('a page is drawn again after a fault of the service', async () => {
    let isOurFault = true
    const { pictures, drawn } = picturesOf(async () => {
      if (isOurFault) throw new ChildFailed('no picture', { kind: 'unavailable', cause: 'no memory' })
      return webp
    })
    await assert.rejects(pictures.draw(file, page(5)), withCode('overloaded'))
    isOurFault = false
    assert.equal(await pictures.draw(file, page(5)), webp)
    assert.deepEqual(drawn, [5, 5])
  })

  it('a page for which nobody waits any longer is not drawn, unless another waits for it', async () => {
    const { pictures, drawn } = picturesOf(async () => webp)
    assert.equal(await pictures.draw(file, page(6), never), null)
    assert.deepEqual(drawn, [])
    const [gone, waiting] = await Promise.all([pictures.draw(file, page(7), never), pictures.draw(file, page(7))])
    assert.deepEqual([gone, waiting, drawn], [null, webp, [7]])
  })

  it('an account that asks for too many pictures at once is refused, and another account is not', async () => {
    const { promise, resolve } = Promise.withResolvers<Buffer>()
    const { pictures } = picturesOf(() => promise)
    const waiting = Array.from({ length: 60 }, (_, i) => pictures.draw(file, page(i + 1)))
    await assert.rejects(pictures.draw(file, page(61)), withCode('too_many_requests'))
    const other = pictures.draw({ ...file, accountId: 'acc_2' }, page(62))
    resolve(webp)
    assert.deepEqual(await Promise.all([...waiting, other]), Array(61).fill(webp))
    assert.equal(await pictures.draw(file, page(61)), webp)
  })

  it('a picture of a file that is gone from the storage is none', async () => {
    const storage = { withLocalFile: () => Promise.reject(new Error('ENOENT')) } as unknown as Storage
    const pictures = createPictures(storage, { picture: async () => webp })
    assert.equal(await pictures.draw(file, page(1)), null)
  })
})
