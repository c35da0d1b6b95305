// Makes the documents of the API, docs/openapi.json and docs/printer-openapi.json, from the code: `npm run build`, and
// `npm ci` by itself. They are not committed: test/routes.md and the clients' types show what a change does to the API.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AppOverrides, createApp } from '../src/app/app.ts'
import { instant, manualClock } from '../src/base/clock.ts'
import { silentLog } from '../src/base/log.ts'
import { readConfig } from '../src/config/config.ts'
import { printerApiFile, printerApiText } from './printerApi.ts'

export const openapiFile = new URL('../docs/openapi.json', import.meta.url)

/**
 * The API document of a service without configuration. It includes the routes of the manual clock. The database that is
 * given is closed.
 */
export async function openapiText({ database }: Pick<AppOverrides, 'database'> = {}): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'octavo-document-'))
  const config = readConfig([], { PORT: '3000', DATA_DIR: dataDir, FILE_CHECK: 'addresses' })
  const clock = manualClock(instant('2026-03-02T12:00:00Z'))
  const app = await createApp({ ...config, secretKey: Buffer.alloc(32, 7) }, silentLog, {
    clock,
    ...(database && { database }),
  })
  try {
    return `${JSON.stringify(app.server.swagger(), null, 2)}\n`
  } finally {
    await app.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  writeFileSync(printerApiFile, printerApiText())
  writeFileSync(openapiFile, await openapiText())
}
