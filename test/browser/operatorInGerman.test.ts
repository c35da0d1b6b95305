// What the operator's staff do in a browser set to German: nothing that they read is in English.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { type Stage, startStage } from './stage.ts'

const german = { locale: 'de-DE' }

let stage: Stage
before(async () => {
  stage = await startStage()
})
after(() => stage[Symbol.asyncDispose]())

async function hasNone(page: Page, english: string[]): Promise<void> {
  const text = await page.getByRole('main').textContent()
  assert.deepEqual(
    english.filter(one => text?.includes(one)),
    [],
  )
}

describe('the operator’s staff in a German browser', () => {
  it('the steps of the set-up are read in German, and a test email is asked for', async () => {
    const page = await stage.openAs(stage.world.demo.staff, '/staff/set-up', german)
    await page.getByRole('heading', { name: 'Einrichtung' }).waitFor()
    await page.getByText(/^\d+ Bücher des Musters, zu dessen Preisen\.$/).waitFor()
    await page.getByText('Es gilt die Tabelle des Musters. Lassen Sie sie von einem Steuerberater prüfen.').waitFor()
    await page.getByText('Eine Testdatei wurde geschrieben, gelesen und entfernt.').waitFor()
    await page.getByText(/^Sie kommen von der eigenen Adresse dieses Rechners/).waitFor()
    await hasNone(page, ['sample', 'Payments', 'Holidays', 'They come', 'test email'])
    await page.getByRole('button', { name: 'Test-E-Mail senden' }).click()
    await page.getByText('Test-E-Mail an Sie geschrieben').waitFor()
    await page.context().close()
  })

  it('a printer is paused and resumed with a reason', async () => {
    const page = await stage.openAs(stage.world.demo.staff, '/staff/printers', german)
    const name = await page.getByRole('heading', { level: 2 }).first().textContent()
    await page.getByRole('button', { name: 'Pausieren' }).first().click()
    const pause = page.getByRole('dialog', { name: `${name} pausieren` })
    await pause.getByLabel('Begründung').fill('Die Maschine wird gewartet')
    await pause.getByRole('button', { name: 'Druckerei pausieren' }).click()
    await page.getByText(`${name} pausiert`).waitFor()
    await page.getByText(/durch .+: Die Maschine wird gewartet/).waitFor()
    await hasNone(page, ['Paused', 'Last contact', 'Overdue', 'priority'])
    await page.getByRole('button', { name: 'Fortsetzen' }).first().click()
    const resume = page.getByRole('dialog', { name: `${name} fortsetzen` })
    await resume.getByLabel('Begründung').fill('Sie läuft wieder')
    await resume.getByRole('button', { name: 'Druckerei fortsetzen' }).click()
    await page.getByText(`${name} fortgesetzt`).waitFor()
    for (const [tab, empty] of [
      ['Überfällige Rückmeldungen', 'Keine überfälligen Rückmeldungen'],
      ['Bindung', 'Keine Verwechslungen'],
      ['Meldungen', 'Keine Widersprüche'],
      ['Abgleich', 'Noch keine Abgleiche'],
    ] as const) {
      await page.getByRole('tab', { name: tab, exact: true }).click()
      await page.getByText(empty).first().waitFor()
      await hasNone(page, ['printer', 'messages', 'appear here'])
    }
    await page.context().close()
  })

  it('the browser reported no errors', () => assert.deepEqual(stage.complaints, []))
})
