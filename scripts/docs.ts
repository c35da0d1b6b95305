// Writes the pages of docs/ that are generated from the code: `npm run docs`. Tests keep them current.

import { writeFileSync } from 'node:fs'
import { orderLifePage } from '../src/orders/lifecyclePage.ts'
import { startWorld } from '../test/world.ts'
import { apiTypesText, readers } from './apiTypes.ts'
import { configurationFile, configurationText } from './configuration.ts'
import { errorsFile, errorsText } from './errors.ts'
import { preflightFile, preflightText } from './preflight.ts'
import { printerApiFile, printerApiText } from './printerApi.ts'

export const openapiFile = new URL('../docs/openapi.json', import.meta.url)

/** The API document of a service without configuration; it includes the routes of the manual clock. */
export async function openapiText(): Promise<string> {
  await using world = await startWorld()
  return `${JSON.stringify(world.app.server.swagger(), null, 2)}\n`
}

if (import.meta.main) {
  writeFileSync(new URL('../docs/order-life.md', import.meta.url), orderLifePage())
  writeFileSync(configurationFile, configurationText())
  writeFileSync(errorsFile, errorsText())
  writeFileSync(preflightFile, preflightText())
  writeFileSync(printerApiFile, printerApiText())
  const openapi = await openapiText()
  writeFileSync(openapiFile, openapi)
  for (const reader of readers) writeFileSync(reader.file, apiTypesText(JSON.parse(openapi), reader))
}
