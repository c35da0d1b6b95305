// An owner sets up a second printer in the console, sees which printer an order would get, and removes the printer.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { hasNoEnglish } from './hasNoEnglish.ts'
import { type Stage, startStage } from './stage.ts'

let stage: Stage
before(async () => {
  stage = await startStage()
})
after(() => stage[Symbol.asyncDispose]())

const open = (look: object = {}) => stage.openAs(stage.world.demo.staff, '/staff/printers?tab=set-up', look)
const shot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` })
}

describe('the printers in the console', () => {
  it('an owner adds a printer, whose mistakes stand beside their fields, and it gets the next order', async () => {
    const page = await open()
    await page.getByText('These printers come from a file on the server').waitFor()
    await shot(page, 'list')
    await page.getByRole('button', { name: 'Add printer' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add printer' })
    await dialog.getByLabel('Name', { exact: true }).fill('7 Hügel & Söhne')
    assert.equal(await dialog.getByLabel('Short name').inputValue(), 'hugel-sohne')
    await dialog.getByLabel('Name', { exact: true }).fill('East Press')
    assert.equal(await dialog.getByLabel('Short name').inputValue(), 'east-press')
    await dialog.getByRole('combobox', { name: 'Connection' }).click()
    await page.getByRole('option', { name: 'JSON over HTTP' }).click()
    await dialog.getByLabel('Address').fill('http://10.0.0.1/octavo')
    await dialog.getByLabel('Secret', { exact: true }).fill('too short')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.getByText('The address leads to a private network').waitFor()
    await dialog.getByText('Expected whsec_ and 24 to 64 bytes in base64').waitFor()
    await shot(page, 'mistakes')
    await dialog.getByRole('combobox', { name: 'Connection' }).click()
    await page.getByRole('option', { name: 'Site Flow' }).click()
    const required = ['Access token', 'Your account there', 'The printer’s account', 'Token of its messages']
    for (const name of required) await dialog.getByLabel(name, { exact: true }).fill('something')
    await dialog.getByText('Further settings', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Add carrier' }).click()
    await dialog.getByRole('button', { name: 'Remove carrier 1' }).click()
    await dialog.getByRole('combobox', { name: 'Connection' }).click()
    await page.getByRole('option', { name: 'Press desk' }).click()
    await dialog.getByRole('button', { name: 'Show printers' }).click()
    await dialog.getByText('Gets the order').waitFor()
    await shot(page, 'draft')
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('East Press saved').waitFor()
    await page.getByText('The settings here count. The server also has a file of printers').waitFor()

    await page.getByRole('button', { name: 'desk', exact: true }).click()
    const desk = page.getByRole('dialog', { name: 'desk' })
    await desk.getByLabel('Priority').fill('2')
    await desk.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('desk saved').waitFor()
    await page.getByRole('button', { name: 'Show printers' }).click()
    await page.getByText(/^East Press gets it, starts on .* and ships on /).waitFor()
    await page.getByText('Its priority comes later.').waitFor()
    await shot(page, 'preview')

    await page.getByRole('button', { name: 'East Press' }).click()
    await page.getByRole('dialog', { name: 'East Press' }).getByRole('button', { name: 'Remove printer' }).click()
    await page
      .getByRole('dialog', { name: 'Remove East Press?' })
      .getByRole('button', { name: 'Remove printer' })
      .click()
    await page.getByText('East Press removed').waitFor()
    assert.deepEqual(stage.complaints, [])
    await page.context().close()
  })

  it('the set-up of printers speaks German', async () => {
    const page = await open({ locale: 'de-DE' })
    await page.getByRole('button', { name: 'Druckereien zeigen' }).click()
    await page.getByText('Bekommt die Bestellung').waitFor()
    await hasNoEnglish(page, ['Copies', 'Priority', 'Everywhere', 'Gets', 'Until'])
    await page.getByRole('button', { name: 'Druckerei hinzufügen' }).click()
    const dialog = page.getByRole('dialog', { name: 'Druckerei hinzufügen' })
    await dialog.getByLabel('Kurzname').fill('x y')
    await dialog.getByLabel('Name', { exact: true }).fill('Nord')
    await dialog.getByRole('button', { name: 'Speichern' }).click()
    await dialog.getByText(/Kleinbuchstaben, Ziffern und Bindestriche/).waitFor()
    await hasNoEnglish(page, ['Connection', 'Short', 'Ships', 'hyphens'])
    await page.context().close()
  })

  it('the times are changed on a phone, and a printer that leaves books without a printer is refused', async () => {
    const page = await open({ width: 390, height: 844, scheme: 'dark' })
    await page.getByLabel('Until it accepts').fill('30')
    await page.getByRole('button', { name: 'Save times' }).click()
    await page.getByText('Times saved').waitFor()
    await page.getByRole('button', { name: 'desk', exact: true }).click()
    const desk = page.getByRole('dialog', { name: 'desk' })
    await desk.getByLabel('Ships to').press('Backspace')
    await desk.getByLabel('Ships to').fill('US-NY')
    await desk.getByLabel('Ships to').press('Enter')
    await desk.getByRole('button', { name: 'Save', exact: true }).click()
    await desk.getByText('Some orders would have no printer').waitFor()
    await shot(page, 'phone')
    assert.deepEqual(stage.complaints, [])
    await page.context().close()
  })

  it('settings that only a newer release knows stay when another field is changed', async () => {
    const { db } = stage.world.app.database
    await sql`
      update printer_settings set version = version + 1, content = jsonb_set(content::jsonb, '{printers,0,settings}',
        '{"trays": 2}')::json`.execute(db)
    const page = await open()
    await page.getByRole('button', { name: 'desk', exact: true }).click()
    const desk = page.getByRole('dialog', { name: 'desk' })
    await desk.getByLabel('Priority').fill('3')
    await desk.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('desk saved').waitFor()
    const { rows } = await sql`
      select content #> '{printers,0,priority}' as priority, content #> '{printers,0,settings}' as settings
      from printer_settings`.execute(db)
    assert.deepEqual(rows, [{ priority: '3', settings: '{"trays":2}' }])
    await page.context().close()
  })

  it('a printer with a connection of a newer release is listed, and its dialog says why it has no fields', async () => {
    await sql`
      update printer_settings set version = version + 1, content = jsonb_set(content::jsonb, '{printers,0,adapter}',
        '"carrier-pigeon"')::json`.execute(stage.world.app.database.db)
    const looks = [
      ['phone', { width: 390, height: 844, scheme: 'dark' }],
      ['wide', { width: 1440, height: 900 }],
    ] as const
    for (const [name, look] of looks) {
      const page = await open(look)
      await page.getByText('carrier-pigeon').waitFor()
      await page.getByRole('button', { name: 'desk', exact: true }).click()
      const desk = page.getByRole('dialog', { name: 'desk' })
      await desk.getByText('Saved by a newer release of Octavo').waitFor()
      assert.equal(await desk.getByRole('textbox').count(), 0)
      await desk.getByRole('button', { name: 'Remove printer' }).waitFor()
      await shot(page, `newer-${name}`)
      await page.context().close()
    }
    assert.deepEqual(stage.complaints, [])
  })
})
