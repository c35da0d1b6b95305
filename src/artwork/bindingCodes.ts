// Binding codes in files that are stored: the bytes to append to a file, with the size and the checksum of the whole.
// The file itself stays as it is.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { StartCheck } from './artwork.ts'
import type { Files } from './files.ts'
import type { BindingRequest } from './preflight/bindingUpdate.ts'
import { ChildFailed, type Preflight } from './preflight/preflight.ts'
import type { Storage } from './storage.ts'

/** `no_room`: outside of the trim. `not_drawable`: this file cannot carry a code. */
export type CodedFile =
  | { kind: 'coded'; update: Buffer; bytes: number; sha256: string }
  | { kind: 'no_room' | 'not_drawable' | 'not_stored' }

/** Null for a fault of our own, and when `start`, which is called when the file has its turn, resolves to false. */
export type AddBindingCode = (
  accountId: string,
  sha256: string,
  request: BindingRequest,
  start: StartCheck,
) => Promise<CodedFile | null>

type Deps = { files: Pick<Files, 'find'>; storage: Storage; preflight: Pick<Preflight, 'bindingUpdate'> }

export function bindingCodeAdder({ files, storage, preflight }: Deps): AddBindingCode {
  return async (accountId, sha256, request, start) => {
    const file = await files.find(accountId, sha256)
    if (file === null || !(await storage.has(file.storageKey))) return { kind: 'not_stored' }
    try {
      return await storage.withLocalFile(file, async path => {
        const result = await preflight.bindingUpdate(accountId, path, request, start)
        if (result.kind !== 'update') return result
        const hash = createHash('sha256')
        for await (const part of createReadStream(path)) hash.update(part)
        const update = result.bytes
        return {
          kind: 'coded',
          update,
          bytes: file.bytes + update.length,
          sha256: hash.update(update).digest('hex'),
        }
      })
    } catch (error) {
      if (error instanceof ChildFailed) return null
      throw error
    }
  }
}
