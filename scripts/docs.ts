// Writes the pages that are generated from the code: `npm run docs`. Tests keep them current.

import { readFileSync, writeFileSync } from 'node:fs'
import { orderLifePage } from '../src/orders/view/lifecyclePage.ts'
import { lastFile, lastText } from './apiChanges.ts'
import { openapiFile, openapiText } from './apiDocument.ts'
import { apiClients, apiTypesText } from './apiTypes.ts'
import { operatorDataFile, operatorDataText } from './bookFields.ts'
import { configurationFile, configurationText } from './configuration.ts'
import { errorsFile, errorsText } from './errors.ts'
import { examplesFile, examplesText } from './examples.ts'
import { alertsFile, alertsText, dashboardFile, dashboardText, operatingFile, operatingText } from './monitoring.ts'
import { preflightFile, preflightText } from './preflight.ts'
import { printerApiFile, printerApiText } from './printerApi.ts'
import { printerProtocolsFile, printerProtocolsText } from './printerFields.ts'
import { pythonAsyncFile, pythonAsyncText } from './pythonAsync.ts'
import { pythonTypesFile, pythonTypesText } from './pythonTypes.ts'
import { staffApiFile, staffApiText } from './staffRoles.ts'
import { thirdPartyFile, thirdPartyText } from './thirdParty.ts'
import { webhooksFile, webhooksText } from './webhookEvents.ts'

if (import.meta.main) {
  writeFileSync(new URL('../docs/order-life.md', import.meta.url), orderLifePage())
  writeFileSync(configurationFile, configurationText())
  writeFileSync(errorsFile, errorsText())
  writeFileSync(operatorDataFile, operatorDataText())
  writeFileSync(preflightFile, preflightText())
  writeFileSync(printerApiFile, printerApiText())
  writeFileSync(printerProtocolsFile, printerProtocolsText())
  writeFileSync(staffApiFile, staffApiText())
  writeFileSync(thirdPartyFile, thirdPartyText())
  writeFileSync(alertsFile, alertsText())
  writeFileSync(dashboardFile, dashboardText())
  writeFileSync(operatingFile, operatingText())
  writeFileSync(webhooksFile, webhooksText())
  // The examples come first, because the API document contains them.
  writeFileSync(examplesFile, await examplesText())
  const openapi = await openapiText()
  writeFileSync(openapiFile, openapi)
  const today = new Date().toISOString().slice(0, 10)
  writeFileSync(lastFile, lastText(readFileSync(lastFile, 'utf8'), JSON.parse(openapi), today))
  writeFileSync(pythonAsyncFile, pythonAsyncText())
  writeFileSync(pythonTypesFile, pythonTypesText(JSON.parse(openapi)))
  for (const client of apiClients) writeFileSync(client.file, apiTypesText(JSON.parse(openapi), client))
}
