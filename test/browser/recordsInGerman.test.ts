// What the support staff do with payments, requests and records in a browser set to German.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createPerson } from '../../src/accounts/accounts.ts'
import { day } from '../../src/base/clock.ts'
import { silentLog } from '../../src/base/log.ts'
import { reconcileDue } from '../../src/payments/books/reconcile.ts'
import { program } from '../support/actors.ts'
import { hasNoEnglish } from './hasNoEnglish.ts'
import { type Stage, startStage } from './stage.ts'
import { waitForValue } from './waitForValue.ts'

const german = { locale: 'de-DE' }
const ben = { name: 'Ben Zweiter', email: 'ben@example.com', password: 'correct horse battery' }

let stage: Stage
before(async () => {
  stage = await startStage({ config: { secondPersonAboveCents: 1000 } })
  const { world } = stage
  await createPerson({ ...world.app, db: world.app.database.db }, { kind: 'staff', ...ben }, 'test')
  await program(world, world.charged, 'production').place('teuer')
  await world.settle()
  await world.advance(day)
  await world.settle()
})
after(() => stage[Symbol.asyncDispose]())

describe('the support staff in a German browser', () => {
  it('what a colleague asked for is approved, and the log says so', async () => {
    const { world } = stage
    await world.call(`/staff/orders/${world.charged.accountId}/teuer/refund`, {
      method: 'POST',
      cookie: await world.signIn(ben),
      body: { reason: 'Das Paket war nass' },
    })
    const page = await stage.openAs(world.demo.staff, '/staff', german)
    await page.getByRole('heading', { name: 'Zu erledigen' }).waitFor()
    await page.getByText('Keine Bestellung ist überfällig.').waitFor()
    await hasNoEnglish(page, ['Overview', 'Needs action', 'order', 'Sent to', 'days'])
    await page.getByRole('link', { name: 'Antrag zu genehmigen' }).click()
    const refund = page.getByRole('region', { name: /^\d+,\d\d\s\$ erstatten$/ })
    await refund.getByText('„Das Paket war nass“').waitFor()
    await refund.getByText(/^Beantragt von Ben Zweiter: .+ Gültig bis /).waitFor()
    await hasNoEnglish(page, ['Approve', 'Decline', 'requested', 'Expires', 'second staff member'])
    await refund.getByRole('button', { name: 'Genehmigen' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(/Die Erstattung geht auf die Karte, und der Kontoinhaber wird benachrichtigt\./).waitFor()
    await dialog.getByRole('button', { name: 'Genehmigen' }).click()
    await page.getByText(/^Genehmigt: Die Erstattung geht auf die Karte/).waitFor()
    await page.getByText('Nichts zu genehmigen').waitFor()
    await page.getByRole('link', { name: 'Protokoll' }).click()
    const log = page.getByRole('table', { name: 'Protokoll' })
    await log.getByText('Antrag genehmigt').waitFor()
    await log.getByText('Bestellung erstattet').waitFor()
    await hasNoEnglish(page, ['Subject', 'Reason', 'Request', 'refunded', 'amount', 'mode:'])
    await page.context().close()
  })

  it('a payment file with mistakes is refused, and amounts are filtered with a comma', async () => {
    const { app, now } = stage.world
    await reconcileDue({ db: app.database.db, payments: app.payments, log: silentLog })(now())
    const page = await stage.openAs(stage.world.demo.staff, '/staff/money', german)
    await page.getByRole('heading', { name: 'Zahlungen' }).waitFor()
    const tabNames = await page.getByRole('tab').allInnerTexts()
    assert.deepEqual([tabNames[0], tabNames.includes('Erstattungsfehler')], ['Monatsrechnungen', false])
    for (const [tab, shown] of [
      ['unknown', 'Keine offenen Abbuchungen'],
      ['refunds', 'Keine fehlgeschlagenen Erstattungen'],
    ] as const) {
      await page.goto(`/staff/money?tab=${tab}`)
      await page.getByText(shown).first().waitFor()
      await hasNoEnglish(page, ['charge', 'refund', 'Provider', 'appear here', 'statement'])
    }
    for (const [tab, shown] of [
      ['Rückbuchungen', 'Keine offenen Rückbuchungen'],
      ['Unbezahlte Bestellungen', 'Keine unbezahlten Bestellungen'],
      ['Buchungen', 'Eingegangene Zahlungen'],
      ['Abgleich', 'Abgeglichen'],
      ['Monatsrechnungen', 'Keine unbezahlten Monatsrechnungen'],
    ] as const) {
      await page.getByRole('tab', { name: tab, exact: true }).click()
      await page.getByText(shown).first().waitFor()
      await hasNoEnglish(page, ['charge', 'refund', 'Provider', 'appear here', 'statement'])
    }
    await page.getByRole('button', { name: 'Zahlungen importieren' }).click()
    const dialog = page.getByRole('dialog', { name: 'Zahlungen importieren' })
    const csv = 'accountId,receivedOn,amount,reference\nacc_1,gestern,-3,R 1\n'
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'bank.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await dialog.getByRole('button', { name: 'Zahlungen importieren' }).click()
    await dialog.getByText('Nichts wurde erfasst: 3 Fehler').waitFor()
    await dialog.getByText('Zeile 2, accountId: ein Enterprise-Konto mit dieser ID gibt es nicht.').waitFor()
    await dialog.getByText(/^Zeile 2, amount: "-3" angegeben; erwartet: Dollar über null/).waitFor()
    await dialog.getByText(/^Zeile 2, receivedOn: "gestern" angegeben; erwartet: ein Tag wie /).waitFor()
    await dialog.getByRole('button', { name: 'Abbrechen' }).click()

    await page.goto('/staff/charges')
    await page.getByText(/^1 Abbuchung, \d+,\d\d\s\$$/).waitFor()
    await hasNoEnglish(page, ['Status:', 'Paid', 'Amount', 'Invoice', 'Any date'])
    await page.getByRole('button', { name: 'Jeder Betrag' }).click()
    await page.getByLabel('Betrag von').fill('9999,50')
    await page.getByRole('button', { name: 'Anwenden' }).click()
    await page.getByText('Zu diesen Filtern passt keine Abbuchung.').waitFor()
    await page.getByRole('button', { name: /^9\.999,50\s\$ bis …$/ }).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('minAmount'), '9999.50')
    await page.context().close()
  })

  it('a person is invited, and a key is created and revoked', async () => {
    const page = await stage.openAs(stage.world.demo.staff, '/staff/people', german)
    await page.getByRole('button', { name: 'Person einladen' }).click()
    const invite = page.getByRole('dialog', { name: 'Person einladen' })
    await invite.getByLabel('E-Mail-Adresse').fill('clara@example.com')
    await invite.getByRole('button', { name: 'Einladung senden' }).click()
    await page.getByText('Einladung an clara@example.com gesendet').waitFor()
    await page.getByText('Mitarbeiter, Support').waitFor()
    await page.getByRole('combobox', { name: 'Rolle von Ben Zweiter' }).click()
    await page.getByRole('option', { name: 'Produktion' }).click()
    await page.getByText('Ben Zweiter hat jetzt die Rolle „Produktion“').waitFor()
    await hasNoEnglish(page, ['Role', 'Staff', 'Never', 'Invitation', 'Two-factor', 'Owner'])

    await page.goto('/staff/keys')
    await page.getByRole('button', { name: 'Schlüssel erstellen' }).click()
    const create = page.getByRole('dialog', { name: 'Schlüssel erstellen' })
    await create.getByRole('button', { name: 'Schlüssel erstellen' }).click()
    await create.getByText('Geben Sie eine Bezeichnung ein').waitFor()
    await create.getByLabel('Bezeichnung').fill('Grafana')
    await create.getByRole('button', { name: 'Schlüssel erstellen' }).click()
    await page.getByText('Speichern Sie diesen Schlüssel jetzt. Er wird nicht noch einmal angezeigt.').waitFor()
    await page.getByRole('button', { name: 'Ich habe ihn gespeichert' }).click()
    await hasNoEnglish(page, ['Access', 'Owner', 'Metrics', 'Never', 'Revoke'])
    await page.getByRole('button', { name: 'Grafana widerrufen' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Schlüssel widerrufen' }).click()
    await page.getByText('Grafana widerrufen. Der Schlüssel gilt noch höchstens 5 Sekunden.').waitFor()
    await page.context().close()
  })

  it('invoices, webhooks, emails, certificates and reports have German words', async () => {
    const page = await stage.openAs(stage.world.demo.staff, '/staff/invoices', german)
    for (const [path, shown, english] of [
      ['/staff/invoices', /^\d Belege?, /, ['Document', 'Invoice', 'Issued', 'Kind']],
      ['/staff/webhooks', 'Was an die Endpunkte aller Konten gesendet wurde', ['Event', 'Response', 'sent', 'filters']],
      ['/staff/mails', 'Betreff', ['Subject', 'Status:', 'Sent', 'All emails', 'Waiting']],
      [
        '/staff/mails?tab=samples',
        'Bestellung PLB-1042 kann nicht gedruckt werden',
        ['Send to me', 'With sample data', 'Edit the texts'],
      ],
      ['/staff/quotes', 'Noch keine Angebote', ['Quotes', 'All statuses']],
      ['/staff/exemptions', 'Keine Bescheinigungen zu prüfen', ['Certificates', 'certificate']],
      ['/staff/reports', 'Aufgegebene Bestellungen', ['Orders', 'Customers', 'Charged', 'None before']],
    ] as const) {
      await page.goto(path)
      await page.getByText(shown).first().waitFor()
      await hasNoEnglish(page, [...english])
    }
    await page.context().close()
  })

  it('the list of sample emails stays in sight beside the email, however far it is scrolled', async () => {
    const page = await stage.openAs(stage.world.demo.staff, '/staff/mails?tab=samples', german)
    const list = page.getByRole('navigation', { name: 'E-Mails', exact: true })
    const last = list.getByRole('button').last()
    const isInSight = async (one: typeof list) => {
      const box = (await one.boundingBox())!
      return box.y >= 0 && box.y + box.height <= 900
    }
    await last.scrollIntoViewIfNeeded()
    await last.click()
    await waitForValue(() => last.getAttribute('aria-current'), 'true')
    const subject = (await last.textContent())!
    const title = page.getByRole('heading', { name: subject })
    assert.deepEqual([await isInSight(title), await isInSight(last)], [true, true])
    await page.evaluate('scrollTo(0, 1e6)')
    assert.equal(await isInSight(list), true)
    await page.context().close()
  })

  it('the browser reported no errors', () => assert.deepEqual(stage.complaints, []))
})
