// Contents are stored as compressed JSON: the driver of the database would hold the event loop with each text of 15 MB,
// and compressing it is done beside the loop.

import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createGzip, gunzip } from 'node:zlib'
import { writeJson } from '../../base/text/largeJson.ts'
import type { OperatorContent } from './content.ts'

export async function packContent(content: OperatorContent): Promise<Buffer> {
  const packer = createGzip({ level: 1 })
  const [packed] = await Promise.all([buffer(packer), pipeline(writeJson(content), packer)])
  return packed
}

/** The JSON. */
export const unpackContent: (packed: Buffer, limit?: { maxOutputLength: number }) => Promise<Buffer> = promisify(gunzip)
