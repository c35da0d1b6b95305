// ZIP archives as a stream: each file passes through, and none is held in memory. Files are stored and not compressed,
// as PDFs are compressed already.

import type { Zip as ZipStream } from 'fflate'

/** Without the extension for large archives, which not every program reads. */
export const maxZipBytes = 4_000_000_000

export type ZipEntry = { name: string; content: AsyncIterable<Uint8Array> | Uint8Array }

/** `at` is the time of all files. An entry that fails ends the archive with its error, before its end. */
export async function* zipOf(entries: AsyncIterable<ZipEntry>, at: Date): AsyncGenerator<Uint8Array> {
  const { Zip, ZipPassThrough } = await import('fflate') // for the few processes that make archives
  let written: Uint8Array[] = []
  const zip: ZipStream = new Zip((error, chunk) => {
    if (error) throw error
    written.push(chunk)
  })
  const taken = () => {
    const chunks = written
    written = []
    return chunks
  }
  for await (const { name, content } of entries) {
    const entry = new ZipPassThrough(name)
    entry.mtime = at
    zip.add(entry)
    for await (const part of content instanceof Uint8Array ? [content] : content) {
      entry.push(part)
      yield* taken()
    }
    entry.push(new Uint8Array(0), true)
    yield* taken()
  }
  zip.end()
  yield* taken()
}
