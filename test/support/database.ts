// A migrated PGlite for each test. Migrating takes seconds, so all of them start from one cached image.

import { instant } from '../../src/base/clock.ts'
import { type Database, openDatabase, pgliteDatabase } from '../../src/db/db.ts'
import { createPglite } from '../../src/db/embedded.ts'
import type { DatabaseImage } from '../../src/db/emptyDatabase.ts'
import { migrate } from '../../src/db/migrate.ts'
import { cachedFolder } from './cachedFolder.ts'
import { ImageFolder, imageIn, keepImage } from './databaseImage.ts'
import { freshPostgres } from './postgres.ts'

let image: Promise<DatabaseImage> | null = null

/** A database in memory with the whole schema and no rows. The caller closes it. */
export async function freshPglite(): Promise<Database> {
  image ??= migratedImage()
  return pgliteOf(await image)
}

const buffers = '4MB' // filling more takes a good part of a test's start

/** A database in memory that starts from the image. */
export const pgliteOf = async (image: DatabaseImage): Promise<Database> =>
  pgliteDatabase(await createPglite('memory://', { fs: new ImageFolder(image), buffers }))

export type TestDatabase = {
  name: 'PGlite' | 'PostgreSQL'
  fresh(): Promise<{ database: Database; drop(): Promise<void> }>
}

const pglite: TestDatabase = {
  name: 'PGlite',
  async fresh() {
    const database = await freshPglite()
    return { database, drop: () => database.close() }
  },
}

/** With few connections: each costs the server a tenth of a second of processor time. */
const postgres: TestDatabase = {
  name: 'PostgreSQL',
  async fresh() {
    const { databaseUrl, drop } = await freshPostgres()
    const database = await openDatabase({ databaseUrl, dataDir: null, databaseConnections: 5 })
    return { database, drop: () => database.close().then(drop) }
  },
}

/** Both kinds of database. Use: `for (const { name, fresh } of bothDatabases) describe(name, ...)`. */
export const bothDatabases: TestDatabase[] = [pglite, postgres]

async function migratedImage(): Promise<DatabaseImage> {
  const folder = await cachedFolder('schema', {
    inputs: ['src/db/**/*.*', 'test/support/database{,Image}.ts', 'node_modules/@electric-sql/pglite/package.json'],
    async fill(folder) {
      const pglite = await createPglite('memory://')
      const database = await pgliteDatabase(pglite)
      await migrate(database, instant('2026-01-01T00:00:00Z'))
      // No test needs these templates, and their 600 files are a third of the image.
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
