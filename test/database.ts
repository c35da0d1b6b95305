// A migrated PGlite for a test. Making one takes seconds, so the first is kept as an image from which the others begin.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { instant } from '../src/base/clock.ts'
import { type Database, openDatabase, pgliteDatabase } from '../src/db/db.ts'
import { createPglite } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { keptFolder } from './kept.ts'
import { freshPostgres } from './postgres.ts'

let image: Promise<Blob> | null = null

/** A database in memory with the whole schema and no rows. Close it when done. */
export async function freshPglite(): Promise<Database> {
  image ??= migratedImage()
  return pgliteOf(await image)
}

/** A database in memory that begins as that image. */
export const pgliteOf = async (image: Blob): Promise<Database> =>
  pgliteDatabase(await createPglite('memory://', { loadDataDir: image }))

export type TestDatabase = { name: string; fresh(): Promise<{ database: Database; drop(): Promise<void> }> }

/** Both kinds, for tests that must hold on each: `for (const { name, fresh } of bothDatabases) describe(name, ...)`. */
export const bothDatabases: TestDatabase[] = [
  {
    name: 'PGlite',
    async fresh() {
      const database = await freshPglite()
      return { database, drop: () => database.close() }
    },
  },
  {
    name: 'PostgreSQL',
    async fresh() {
      const { databaseUrl, drop } = await freshPostgres()
      const database = await openDatabase({ databaseUrl, dataDir: null })
      return { database, drop: () => database.close().then(drop) }
    },
  },
]

async function migratedImage(): Promise<Blob> {
  const folder = await keptFolder('schema', {
    madeOf: ['src/db/**/*.*', 'test/database.ts', 'node_modules/@electric-sql/pglite/package.json'],
    async fill(folder) {
      const pglite = await createPglite('memory://')
      const database = await pgliteDatabase(pglite)
      await migrate(database, instant('2026-01-01T00:00:00Z'))
      // Nobody makes databases from these, and their 600 files are a third of what each test loads.
      for (const name of ['template0', 'template1']) {
        await database.pool.query(`alter database ${name} with is_template false`)
        await database.pool.query(`drop database ${name}`)
      }
      await keepImage(database, folder)
      await database.close()
    },
  })
  return imageIn(folder)
}

const nameOfImage = 'database.tar'

/** A file whose bytes are handed on without the copies that a Blob makes of them. */
class Image extends Blob {
  readonly #bytes: Uint8Array<ArrayBuffer>

  constructor(file: string) {
    super()
    this.#bytes = new Uint8Array(readFileSync(file))
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#bytes.buffer
  }
}

export const imageIn = (folder: string): Blob => new Image(join(folder, nameOfImage))

/** Of a PGlite to which nobody writes at the moment. */
export async function keepImage({ pool, pglite }: Database, folder: string): Promise<void> {
  await pool.query('checkpoint') // so that there is nothing to recover from when it is loaded
  const image = await pglite!.dumpDataDir('none')
  writeFileSync(join(folder, nameOfImage), Buffer.from(await image.arrayBuffer()))
}
