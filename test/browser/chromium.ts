// The system's Chromium if there is one, else the one from npm. The files of a run share the one of test/run.ts.

import { existsSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import packaged from '@sparticuz/chromium'
import { type Browser, type BrowserServer, chromium, type Download, type Page } from 'playwright-core'

/** Set by test/run.ts: the address of the browser that all files share. */
const { TEST_BROWSER: shared } = process.env
const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const flags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run']

const options = async (more: string[]) => ({
  executablePath: installed.find(existsSync) ?? (await packaged.executablePath()),
  args: [...flags, ...more],
})

export const launchBrowser = async (): Promise<BrowserServer> => chromium.launchServer(await options([]))

/** A browser with flags of its own is not shared. */
export const openBrowser = async (more: string[]): Promise<Browser> =>
  shared === undefined || more.length > 0 ? chromium.launch(await options(more)) : chromium.connect(shared)

/** A shared browser has the file on its own side. */
export const bytesOf = async (download: Download): Promise<Buffer> => buffer(await download.createReadStream())

/** The CSV file that the list or the report on the page exports. */
export async function exportedCsv(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'CSV' }).click()])
  return (await bytesOf(file)).toString()
}
