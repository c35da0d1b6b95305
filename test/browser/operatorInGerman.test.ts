// What the operator's staff do in a browser set to German: nothing that they read is in English.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { hasNoEnglish } from './hasNoEnglish.ts'
import { type Stage, startStage } from './stage.ts'
import { waitForValue } from './waitForValue.ts'

const german = { locale: 'de-DE' }

let stage: Stage
before(async () => {
  stage = await startStage()
})
after(() => stage[Symbol.asyncDispose]())

describe('the operator’s staff in a German browser', () => {
  it('the steps of the set-up are read in German, and no test email is offered without a mail server', async () => {
    const page = await stage.openAs(stage.world.demo.staff, '/staff/set-up', german)
    await page.getByRole('heading', { name: 'Einrichtung' }).waitFor()
    await page.getByText(/^\d+ Bücher des Musters, zu dessen Preisen\.$/).waitFor()
    await page.getByText(/^Es gilt die Tabelle des Musters/).waitFor()
    await page.getByText('Eine Testdatei wurde geschrieben, gelesen und entfernt.').waitFor()
    await page.getByText(/^Sie kommen von der eigenen Adresse dieses Rechners/).waitFor()
    await hasNoEnglish(page, ['sample', 'Payments', 'Holidays', 'They come', 'test email'])
    assert.equal(await page.getByRole('button', { name: 'Test-E-Mail senden' }).count(), 0)
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
    await hasNoEnglish(page, ['Paused', 'Last contact', 'Overdue', 'priority'])
    await page.getByRole('button', { name: 'Pause beenden' }).first().click()
    const resume = page.getByRole('dialog', { name: `Pause von ${name} beenden` })
    await resume.getByLabel('Begründung').fill('Sie läuft wieder')
    await resume.getByRole('button', { name: 'Pause beenden' }).click()
    await page.getByText(`Pause von ${name} beendet`).waitFor()
    for (const [tab, empty] of [
      ['Überfällige Rückmeldungen', 'Keine überfälligen Rückmeldungen'],
      ['Bindung', 'Keine Verwechslungen'],
      ['Meldungen', 'Keine Widersprüche'],
      ['Abgleich', 'Noch keine Abgleiche'],
    ] as const) {
      await page.getByRole('tab', { name: tab, exact: true }).click()
      await page.getByText(empty).first().waitFor()
      await hasNoEnglish(page, ['printer', 'messages', 'appear here'])
    }
    await page.context().close()
  })

  it('a price is edited with a decimal comma, compared and published, and the versions say what changed', async () => {
    const { world } = stage
    const page = await stage.openAs(world.demo.staff, '/staff/operator-data?tab=books', german)
    await page.getByRole('button', { name: 'Trade paperback', exact: true }).first().click()
    const price = page.getByLabel('Grundpreis')
    const old = (await price.inputValue()).replace(' $', '')
    assert.match(old, /^\d+,\d\d$/)
    await price.fill('')
    await price.pressSequentially('12,5')
    await page.getByLabel('Grundpreis').blur()
    await waitForValue(() => price.inputValue(), '12,50 $')
    await page.getByRole('img', { name: /^Offener Umschlag, 12,382 × 9,25 Zoll, Rücken 0,132 Zoll$/ }).waitFor()
    await hasNoEnglish(page, [
      'Base price',
      'Gutter',
      'Severities',
      'Discount',
      'Retired',
      'Safe margin',
      'spine',
      'usually',
    ])
    await page.getByRole('tab', { name: 'Seiten und Papier' }).click()
    await page.getByLabel('Kleinste Seitenzahl').fill('900')
    await page.getByRole('button', { name: 'Entwurf speichern' }).click()
    await page.getByText('Entwurf gespeichert').first().waitFor()
    // A mistake is named with what is expected.
    await page.getByText('Vor dem Veröffentlichen ist 1 Fehler zu beheben').waitFor()
    await page
      .getByText(/Erwartet: mindestens min \(900\)$/)
      .first()
      .waitFor()
    await page.getByLabel('Kleinste Seitenzahl').fill('32')
    await page.getByRole('button', { name: 'Entwurf speichern' }).click()
    await page.getByText('zu beheben').waitFor({ state: 'detached' })

    await page.getByRole('tab', { name: 'Veröffentlichen' }).click()
    await page.getByText('Der Entwurf unterscheidet sich von der gültigen Version 1 in 1 Wert.').waitFor()
    const changes = page.getByRole('table', { name: 'Änderungen' })
    await changes.getByText('Preis, Grundbetrag').waitFor()
    await changes.getByText(/^12,50\s\$$/).waitFor()
    await hasNoEnglish(page, ['Before', 'After', 'price', 'Sample order', 'copies', 'terms'])
    await page.getByRole('button', { name: 'Veröffentlichen', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Diesen Entwurf veröffentlichen?' })
    await dialog.getByLabel('Begründung').fill('Papier ist teurer')
    await dialog.getByRole('button', { name: 'Veröffentlichen', exact: true }).click()
    await page.getByText('Version 2 veröffentlicht').waitFor()
    await page.getByRole('tab', { name: 'Versionen' }).click()
    await page.getByText(/: Preis, Grundbetrag: \S+\s\$, dann 12,50\s\$$/).waitFor()
    await hasNoEnglish(page, ['Changes', 'then', 'Takes effect', 'Download', 'Roll back'])
    for (const [tab, shown] of [
      ['Preislisten', 'Alle Kunden zahlen die Preise des Katalogs.'],
      ['Versand', 'Herstellungszeit eines Buchs'],
      ['Steuern', 'Neuer Ort der Registrierung'],
      ['Feiertage', 'Schließtage'],
      ['Marke', 'Pflichtangaben'],
      ['Texte', 'Bestellung fehlgeschlagen'],
    ] as const) {
      await page.getByRole('tab', { name: tab, exact: true }).click()
      await page.getByText(shown).first().waitFor()
      await hasNoEnglish(page, [
        'Add ',
        'Remove',
        'About',
        'Press Enter',
        'Shown',
        'Your ',
        'First',
        'Weekday',
        'Last ',
      ])
    }
    await page.context().close()
  })

  it('the browser reported no errors', () => assert.deepEqual(stage.complaints, []))
})
