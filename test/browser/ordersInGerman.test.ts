// What the support staff do with orders and accounts in a browser set to German.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { day } from '../../src/base/clock.ts'
import { press, program } from '../support/actors.ts'
import { hasNoEnglish } from './hasNoEnglish.ts'
import { type Stage, startStage } from './stage.ts'
import { waitForValue } from './waitForValue.ts'

const german = { locale: 'de-DE' }

let stage: Stage
before(async () => {
  stage = await startStage()
})
after(() => stage[Symbol.asyncDispose]())

describe('the support staff in a German browser', () => {
  it('an order on hold is resumed by its cause, and part of its payment is refunded as 1,50', async () => {
    const { world } = stage
    const ours = program(world, world.charged, 'production')
    const orders = ['stoppt-1', 'stoppt-2']
    for (const order of orders) await ours.place(order)
    await world.settle()
    await world.advance(day)
    for (const order of orders) await press(world).tell(order, 'problem', { reason: 'Die Maschine steht.' })
    const page = await stage.openAs(world.demo.staff, '/staff/orders?tab=held', german)
    await page.getByRole('navigation', { name: 'Hauptnavigation' }).getByText('Katalog und Preise').waitFor()
    await page.getByRole('button', { name: 'Fortsetzen: Die Maschine steht.' }).waitFor()
    await hasNoEnglish(page, ['On hold', 'Orders', 'Waiting since', 'Any part of', 'Review', 'Records'])
    await page.getByRole('button', { name: 'Fortsetzen: Die Maschine steht.' }).click()
    const all = page.getByRole('dialog', { name: 'Fortsetzen: 2 Bestellungen' })
    await all.getByLabel('Begründung').fill('Sie läuft wieder.')
    await all.getByRole('button', { name: 'Fortsetzen', exact: true }).click()
    await all.waitFor({ state: 'hidden' })
    await page.getByText('Fortsetzen: 2 Bestellungen', { exact: true }).last().waitFor()
    assert.deepEqual(await Promise.all(orders.map(ours.statusOf)), ['PRINTING', 'PRINTING'])

    await page.goto(`/staff/orders/${world.charged.accountId}/stoppt-1`)
    await page.getByRole('heading', { name: 'Druckaufträge' }).waitFor()
    await waitForValue(() => page.title(), 'Bestellung stoppt-1 · Octavo Support')
    await hasNoEnglish(page, ['Print jobs', 'Record response', 'Order number', 'History', 'attempt', 'Sent to'])
    await page.getByRole('button', { name: 'Erstatten' }).click()
    const refund = page.getByRole('dialog', { name: 'Erstattung: stoppt-1' })
    await refund.getByText('Teilbetrag').click()
    const amount = refund.getByLabel('Betrag einschließlich Steuern')
    await amount.pressSequentially('1.234,50')
    await waitForValue(() => amount.inputValue(), '1.234,50 $')
    await amount.fill('1,50')
    await refund.getByLabel('Begründung').fill('Ein Umschlag war verschmutzt.')
    await refund.getByRole('button', { name: /^1,50\s\$ erstatten$/ }).click()
    await page.getByText('Erstattung auf die Karte veranlasst.').waitFor()
    await page.getByText(/^1,50\s\$$/).waitFor()
    await page.context().close()
  })

  it('an account gets a limit of 5.000 orders, is suspended and resumed, and is read in English again', async () => {
    const { world } = stage
    const page = await stage.openAs(world.demo.staff, '/staff/accounts', german)
    await page.getByPlaceholder('Name, E-Mail-Adresse oder ID').waitFor()
    await page.getByRole('link', { name: 'Paper Lantern Books' }).click()
    await page.getByRole('heading', { name: 'Limits' }).waitFor()
    await page.getByRole('heading', { name: 'Mitglieder' }).waitFor()
    await hasNoEnglish(page, ['Production', 'Members', 'Account ID', 'charged daily', 'Owner', 'Joined', 'View '])
    await page.getByRole('button', { name: 'Konto bearbeiten' }).click()
    const edit = page.getByRole('dialog', { name: 'Paper Lantern Books bearbeiten' })
    await edit.getByLabel('Live-Bestellungen je 24 Stunden').fill('5.000')
    await edit.getByLabel('Begründung').fill('Weihnachten')
    await edit.getByRole('button', { name: 'Änderungen speichern' }).click()
    await page.getByText('Konto gespeichert').waitFor()
    await page.getByText('5.000', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Konto sperren' }).click()
    const suspend = page.getByRole('dialog', { name: 'Paper Lantern Books sperren' })
    await suspend.getByLabel('Begründung').fill('Rechnung offen')
    await suspend.getByRole('button', { name: 'Konto sperren' }).click()
    await page.getByText('Konto gesperrt', { exact: true }).waitFor()
    await page.getByRole('alert', { name: 'Dieses Konto ist gesperrt' }).getByText('Rechnung offen').waitFor()
    await page.getByRole('button', { name: 'Konto entsperren' }).click()
    const resume = page.getByRole('dialog', { name: 'Paper Lantern Books entsperren' })
    await resume.getByLabel('Begründung').fill('Bezahlt')
    await resume.getByRole('button', { name: 'Konto entsperren' }).click()
    await page.getByText('Konto entsperrt', { exact: true }).waitFor()

    await page.getByRole('button', { name: /Sprache/ }).click()
    await page.getByRole('menuitem', { name: 'English' }).click()
    await page.getByRole('button', { name: 'Edit account' }).waitFor()
    await page.getByText('5,000', { exact: true }).waitFor()
    await page.context().close()
  })

  it('the browser reported no errors', () => assert.deepEqual(stage.complaints, []))
})
