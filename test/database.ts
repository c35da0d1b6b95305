// A migrated PGlite for a test. Making one takes seconds, so the first is saved to a file from which the others are
// loaded.

import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { instant } from '../src/base/clock.ts'
import { createPglite, type Database, openDatabase, pgliteDatabase } from '../src/db/db.ts'
import { migrate, readMigrations } from '../src/db/migrate.ts'
import { freshPostgres } from './postgres.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'node_modules', '.cache', 'octavo')

let image: Promise<Blob> | null = null

/** A database in memory with the whole schema and no rows. Close it when done. */
export async function freshPglite(): Promise<Database> {
  image ??= migratedImage()
  return pgliteDatabase(await createPglite('memory://', { loadDataDir: await image }))
}

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
  const file = join(folder, `pglite-${fingerprint()}.tar`)
  try {
    return new Blob([readFileSync(file)])
  } catch {
    const made = await makeImage()
    await keep(file, made)
    return made
  }
}

async function makeImage(): Promise<Blob> {
  const pglite = await createPglite('memory://')
  const database = await pgliteDatabase(pglite)
  await migrate(database, instant('2026-01-01T00:00:00Z'))
  // Nobody makes databases from these, and their 600 files are a third of what each test loads.
  for (const name of ['template0', 'template1']) {
    await pglite.query(`alter database ${name} with is_template false`)
    await pglite.query(`drop database ${name}`)
  }
  const made = await pglite.dumpDataDir('none')
  await database.close()
  return made
}

/** Whoever reads an older image at this moment has it open; whoever writes the same one writes the same. */
async function keep(file: string, made: Blob): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, Buffer.from(await made.arrayBuffer()))
  renameSync(draft, file)
  for (const name of readdirSync(folder))
    if (name.endsWith('.tar') && join(folder, name) !== file) rmSync(join(folder, name), { force: true })
}

function fingerprint(): string {
  const manifest = readFileSync(join(root, 'node_modules', '@electric-sql', 'pglite', 'package.json'))
  const hash = createHash('sha256')
    .update(manifest)
    .update(readFileSync(import.meta.filename))
  for (const { sha256 } of readMigrations()) hash.update(sha256)
  return hash.digest('hex').slice(0, 16)
}
