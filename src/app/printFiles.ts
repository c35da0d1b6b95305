// The print files of books, from the address that a customer gave to a stored file that a printer can fetch: what they
// are checked by, where they are kept, and what people see of them.

import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { checkAddresses } from '../artwork/addresses.ts'
import { checkContent } from '../artwork/check.ts'
import { clearScratch, createFiles } from '../artwork/files.ts'
import { createPictures } from '../artwork/pictures.ts'
import { openPreflight } from '../artwork/preflight/preflight.ts'
import { factsVersion } from '../artwork/preflight/version.ts'
import { type Clock, systemClock } from '../base/clock.ts'
import type { Crash } from '../base/crash.ts'
import type { Log } from '../base/log.ts'
import type { Outbound } from '../base/outbound.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/db.ts'
import { demandsOf } from '../orders/files/expected.ts'
import { openFileDesk } from '../orders/files/fileDesk.ts'
import { openStorage } from './adapters.ts'

type Parts = {
  config: Config
  db: Db
  clock: Clock
  outbound: Outbound
  publicUrl: URL
  catalog: Catalog
  log: Log
  crash: Crash
}

export type PrintFiles = Awaited<ReturnType<typeof openPrintFiles>>

export async function openPrintFiles({ config, db, clock, outbound, publicUrl, catalog, log, crash }: Parts) {
  const storage = await openStorage(config)
  const scratch = join(config.dataDir, 'scratch')
  await clearScratch(scratch, systemClock())
  const preflight = openPreflight({ processes: availableParallelism() })
  const { read } = preflight
  const { mostBytes, mostBytesOfOrder, uploadQuotaBytes } = config.files
  const files = createFiles({ db, clock, outbound, storage, read, factsVersion, scratch, mostBytes, log, crash })
  const demands = demandsOf(catalog)
  const content = checkContent({ files, storage, preflight, demands, mostBytes, mostBytesOfOrder })
  if (config.files.check === 'addresses') {
    log.warn('print files are NOT checked (FILE_CHECK=addresses): fine for load tests, not for printing')
  }
  return {
    storage,
    files,
    artwork: config.files.check === 'content' ? content.artwork : checkAddresses(),
    checkBook: content.checkBook,
    desk: openFileDesk({
      db,
      files,
      checkBook: content.checkBook,
      catalog,
      origin: publicUrl.origin,
      mostBytes,
      uploadQuotaBytes,
      pictures: createPictures(storage, preflight),
    }),
    close: preflight.close,
  }
}
