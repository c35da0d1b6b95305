// What one process has compiled is kept for the next: every test file is a process, and so is every service that a test
// kills, and stripping types and compiling is most of the time of a start. Node itself notices when a file has changed.
// `npm test` imports this before each test file.

import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/** For `NODE_COMPILE_CACHE` in the environment of processes that tests start. */
export const compiledFolder = join(import.meta.dirname, '..', 'node_modules', '.cache', 'octavo', 'compiled')

/** For services that tests start: they end before PGlite has gained from optimized code what optimizing costs. */
export const quickWasm = '--liftoff-only'

enableCompileCache(compiledFolder)
process.env.NODE_COMPILE_CACHE = compiledFolder
