// The files of a database, from which any number of PGlites in memory start. PGlite would read the whole archive, and
// copy its 40 megabytes twice, for each of them: longer than most tests. Here it is read once, and a PGlite copies a
// file when it first writes to it.

import { readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { MemoryFS, PGlite } from '@electric-sql/pglite'
import type { Database } from '../../src/db/db.ts'
import { type DatabaseImage, imageOf } from '../../src/db/emptyDatabase.ts'

const imageName = 'database.tar'

/** No connection may write to the PGlite meanwhile. */
export async function keepImage({ pool, pglite }: Database, folder: string): Promise<void> {
  await pool.query('checkpoint') // so that a start from the image needs no recovery
  const image = await pglite!.dumpDataDir('none')
  writeFileSync(join(folder, imageName), Buffer.from(await image.arrayBuffer()))
}

export const imageIn = (folder: string): DatabaseImage => imageOf(readFileSync(join(folder, imageName)))

/** What the types of Emscripten lack. */
type Node = {
  contents: Uint8Array
  usedBytes: number
  stream_ops: { write(stream: { node: Node }, ...rest: unknown[]): number }
  node_ops: { mknod(parent: Node, name: string, mode: number, device: number): Node }
}
const fileMode = 0o100600

/** A folder in memory that begins as the image. */
export class ImageFolder extends MemoryFS {
  readonly #image: DatabaseImage

  constructor(image: DatabaseImage) {
    super()
    this.#image = image
  }

  override async initialSyncFs(): Promise<void> {
    const { FS } = this.pg!.Module
    FS.mkdirTree(PGlite.paths.PGDATA)
    const folders = new Map<string, Node>()
    const folderAt = (path: string) => FS.lookupPath(join(PGlite.paths.PGDATA, path), {}).node as unknown as Node
    for (const [path, bytes] of this.#image) {
      if (bytes === null) FS.mkdir(join(PGlite.paths.PGDATA, path))
      else addFile(folders.getOrInsertComputed(dirname(path), folderAt), basename(path), bytes)
    }
  }
}

/** The bytes are the image's until the first write, which would change all databases. Truncating copies them, too. */
function addFile(folder: Node, name: string, bytes: Uint8Array): void {
  const node = folder.node_ops.mknod(folder, name, fileMode, 0)
  const { write } = node.stream_ops
  node.contents = bytes
  node.usedBytes = bytes.length
  node.stream_ops = {
    ...node.stream_ops,
    write(stream, ...rest) {
      if (stream.node.contents === bytes) stream.node.contents = bytes.slice()
      return write(stream, ...rest)
    },
  }
}
