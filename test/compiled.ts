// What one process compiled is kept for the next: every test file is a process, and so is every service that a test kills, and
// taking the types off our sources and compiling them is most of what a start costs. Node finds out itself when a file is
// another one than it was. `npm test` imports this before each test file.

import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

/** For `NODE_COMPILE_CACHE` in the environment of processes that tests start. */
export const compiledFolder = join(import.meta.dirname, '..', 'node_modules', '.cache', 'octavo', 'compiled')

enableCompileCache(compiledFolder)
process.env.NODE_COMPILE_CACHE = compiledFolder
