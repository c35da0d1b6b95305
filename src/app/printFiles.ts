// The print files of books, from the address that a customer gave to a stored file that a printer can fetch: their
// checks, their storage, and their pages in the dashboard.

import { join } from 'node:path'
import { checkAddresses, fetchNothing } from '../artwork/addressCheck.ts'
import { bindingCodeAdder } from '../artwork/bindingCodes.ts'
import { checkContent } from '../artwork/checkBook.ts'
import { clearScratch, createFiles } from '../artwork/files.ts'
import { createPictures } from '../artwork/pictures.ts'
import { factsVersion } from '../artwork/preflight/fileReport.ts'
import { openPreflight } from '../artwork/preflight/preflight.ts'
import { guardStorage } from '../artwork/storageMark.ts'
import { createUploads } from '../artwork/uploads.ts'
import { type Clock, systemClock } from '../base/clock.ts'
import { limitShortTasks } from '../base/guarded/budgets.ts'
import { hideFromChildren } from '../base/guarded/guard.ts'
import type { Log } from '../base/log.ts'
import type { Outbound } from '../base/network/outbound.ts'
import type { Crash } from '../base/running/crash.ts'
import type { NewId } from '../base/secrets/ids.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/db.ts'
import { openFileReview } from '../features/files/fileReview.ts'
import { openStorage } from './adapters.ts'

type Parts = {
  config: Config
  db: Db
  clock: Clock
  outbound: Outbound
  newId: NewId
  publicUrl: URL
  catalog: Catalog
  log: Log
  crash: Crash
}

export type PrintFiles = Awaited<ReturnType<typeof openPrintFiles>>

export async function openPrintFiles({ config, db, clock, newId, outbound, publicUrl, catalog, log, crash }: Parts) {
  const storage = guardStorage(db, await openStorage(config))
  const scratch = join(config.dataDir, 'scratch')
  await clearScratch(scratch, systemClock())
  const endHiding = hideFromChildren(config.dataDir, log)
  const endLimit = limitShortTasks(config.childSecondsPerMinute)
  const preflight = openPreflight()
  const { read } = preflight
  const { maxBytes, maxBytesOfOrder, uploadQuotaBytes } = config.files
  const files = createFiles({ db, clock, outbound, storage, read, factsVersion, scratch, maxBytes, log, crash })
  const uploads = createUploads({
    ...{ db, clock, newId, files, storage, scratch, maxBytes, log },
    maxBytesInDay: uploadQuotaBytes,
  })
  const content = checkContent({ files, storage, preflight, maxBytes, maxBytesOfOrder })
  if (config.files.check === 'addresses') {
    log.warn('print files are NOT checked (FILE_CHECK=addresses): suitable for load tests, not for printing')
  }
  return {
    storage,
    scratch,
    files,
    uploads,
    artwork: config.files.check === 'content' ? content.artwork : checkAddresses(),
    checkBook: content.checkBook,
    fetchAhead: config.files.check === 'content' ? content.fetchAhead : fetchNothing,
    queuedBytesQuota: uploadQuotaBytes,
    fileReview: openFileReview({
      db,
      files,
      checkBook: content.checkBook,
      catalog,
      origin: publicUrl.origin,
      maxBytes,
      uploadQuotaBytes,
      pictures: createPictures(storage, preflight),
    }),
    addBindingCode: bindingCodeAdder({ files, storage, preflight }),
    async close() {
      await preflight.close()
      endHiding()
      endLimit()
    },
  }
}
