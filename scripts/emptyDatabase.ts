// Makes the files from which each new embedded database starts: `npm run build`, and `npm ci` by itself.

import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { systemClock } from '../src/base/clock.ts'
import { openDatabase } from '../src/db/db.ts'
import { emptyDatabaseFile } from '../src/db/emptyDatabase.ts'
import { migrate } from '../src/db/migrate.ts'

const file = emptyDatabaseFile()
const database = await openDatabase({ databaseUrl: null, dataDir: null })
await migrate(database, systemClock())
await database.pool.query('checkpoint') // so that a start from these files needs no recovery
const image = await database.pglite!.dumpDataDir('gzip')
await database.close()
mkdirSync(dirname(file), { recursive: true })
for (const older of globSync(join(dirname(file), 'emptyDatabase*.tar.gz'))) rmSync(older)
writeFileSync(file, await image.bytes())
