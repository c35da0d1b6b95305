import { createHash } from 'node:crypto'

/** The SHA-256 in hexadecimal of all bytes of a stream, and their number. */
export async function digestOfStream(stream: AsyncIterable<Buffer>): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of stream) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { sha256: hash.digest('hex'), bytes }
}
