import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { unzipSync } from 'fflate'
import { instant } from '../clock.ts'
import { type ZipEntry, zipOf } from './zip.ts'

const at = instant('2026-03-02T15:00:00Z')

async function* parts(count: number, bytes: number, counted = { made: 0 }) {
  for (let i = 0; i < count; i++) {
    counted.made++
    yield Buffer.alloc(bytes, i)
  }
}

async function* each(entries: ZipEntry[]) {
  yield* entries
}

describe('a ZIP archive', () => {
  it('an archive has its files, in pieces or whole, by their names', async () => {
    const entries: ZipEntry[] = [
      { name: '1042-1-cover.pdf', content: parts(3, 5) },
      { name: 'empty.txt', content: parts(0, 0) },
      { name: 'Größe.txt', content: Buffer.from('plain') },
    ]
    const files = unzipSync(Buffer.concat(await Array.fromAsync(zipOf(each(entries), at))))
    assert.deepEqual(Object.keys(files), ['1042-1-cover.pdf', 'empty.txt', 'Größe.txt'])
    assert.deepEqual([...files['1042-1-cover.pdf']!], [0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2])
    assert.equal(Buffer.from(files['Größe.txt']!).toString(), 'plain')
  })

  it('an archive reads no further than its receiver does', async () => {
    const counted = { made: 0 }
    const archive = zipOf(each([{ name: 'large.pdf', content: parts(1000, 100_000, counted) }]), at)
    for (let i = 0; i < 10; i++) await archive.next()
    assert.ok(counted.made <= 11, `${counted.made} parts were read for 10 that were taken`)
    await archive.return(undefined)
  })

  it('an archive ends with the error of a file, and not as if it were whole', async () => {
    const broken = async function* () {
      yield Buffer.from('half')
      throw new Error('the storage is gone')
    }
    await assert.rejects(Array.fromAsync(zipOf(each([{ name: 'a.pdf', content: broken() }]), at)), /storage is gone/)
  })
})
