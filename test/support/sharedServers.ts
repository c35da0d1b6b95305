// What all files of a run share, because starting it takes a good part of a short file's time: one PostgreSQL and one
// Chromium. Test files find them by variables; without these, each file starts its own.

import { launchBrowser } from '../browser/chromium.ts'
import { startPostgres } from './postgres.ts'
import { addProcessorTime, processorSeconds } from './processorTime.ts'

type Shared = { env: Record<string, string>; stop(): Promise<void> }

export async function startShared(files: string[]): Promise<Shared> {
  const postgres = await startPostgres()
  const env = { TEST_POSTGRES_PORT: String(postgres.port) }
  if (!files.some(file => file.startsWith('test/browser/'))) return { env, stop: postgres.end }
  const browser = await launchBrowser()
  return {
    env: { ...env, TEST_BROWSER: browser.wsEndpoint() },
    async stop() {
      await postgres.end()
      const before = processorSeconds()
      await browser.close()
      addProcessorTime('test/browser/chromium.ts', processorSeconds() - before)
    },
  }
}
