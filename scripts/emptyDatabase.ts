// Makes the empty database from which each new embedded database starts: `npm run build`, and `npm ci` by itself.

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createPglite, emptyDatabaseFile } from '../src/db/embedded.ts'

const pglite = await createPglite('memory://')
await pglite.exec('checkpoint') // so that a start from these files needs no recovery
const image = await pglite.dumpDataDir('gzip')
await pglite.close()
mkdirSync(dirname(emptyDatabaseFile), { recursive: true })
writeFileSync(emptyDatabaseFile, await image.bytes())
