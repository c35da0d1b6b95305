// What the operator's support staff and a printer's people do in the browser, each as a whole journey.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { day } from '../../src/base/clock.ts'
import { parcel, press, program } from '../support/actors.ts'
import { orderBody } from '../support/world.ts'
import { bytesOf } from './chromium.ts'
import { gotFocus, reach } from './keyboard.ts'
import { type Stage, startStage } from './stage.ts'
import { waitForValue } from './waitForValue.ts'

let stage: Stage
before(async () => {
  stage = await startStage()
})
after(() => stage[Symbol.asyncDispose]())

const ups = '1Z999AA10123456784'

describe('a press in the browser', () => {
  it('a press in the browser accepts, cancels on request, scans parcels and ships, on a tablet', async () => {
    const { world } = stage
    const ours = program(world, world.charged, 'production')
    const theirs = program(world, world.enterprise, 'production')
    for (const id of ['book-1', 'book-2', 'book-3', 'regretted']) await ours.place(id)
    await theirs.create(orderBody({ customerOrderId: 'priced-here' }))
    await world.settle()
    await world.advance(day)
    const page = await stage.openAs(world.demo.printer, '/press', { width: 820, height: 1180 })
    await page.getByRole('link', { name: 'priced-here' }).waitFor()

    // Several at once, and one whose prices the press sets.
    await page.getByRole('checkbox', { name: 'Select all 5' }).check()
    await page.getByRole('button', { name: 'Accept 4' }).click()
    await page.getByText('4 jobs accepted').waitFor()
    await page.getByRole('button', { name: 'Accept priced-here' }).click()
    await page.getByLabel('All books').fill('40')
    await page.getByLabel('Taxes').fill('3.20')
    await page.getByRole('button', { name: 'Accept for $43.20' }).click()
    await page.getByText('priced-here accepted').waitFor()
    assert.equal((await press(world).jobOf('priced-here')).status, 'ACCEPTED')
    // The prices stand where the job does, for the paper invoice.
    await page.getByText('$40.00').waitFor()
    await page.getByText('$3.20').waitFor()

    // A cancellation request shows itself on every screen.
    await waitForValue(() => page.title(), 'priced-here · Octavo press desk')
    await ours.cancel('regretted')
    await world.settle()
    await page.getByRole('button', { name: /1 request waits for your answer: regretted/ }).click()
    await page.getByRole('heading', { name: 'The customer asked to cancel' }).waitFor()
    await waitForValue(() => page.title(), '(1) regretted · Octavo press desk')
    await page.getByRole('button', { name: 'Not printed: cancel job' }).click()
    await page.getByRole('button', { name: 'Cancel job', exact: true }).click()
    await page.getByRole('button', { name: /waits for your answer/ }).waitFor({ state: 'detached' })
    await page.getByText('Canceled', { exact: true }).first().waitFor()
    await waitForValue(() => page.title(), 'regretted · Octavo press desk')
    assert.equal(await ours.statusOf('regretted'), 'CANCELLED')

    // A scanned ticket opens its job; its measures and the ticket to print are there.
    await page.getByRole('main').getByRole('link', { name: 'Jobs' }).click()
    const { jobId } = await press(world).jobOf('book-1')
    // The next scan takes the place of one that found nothing.
    await gotFocus(page.getByLabel('Scan a job ticket'))
    await page.keyboard.type('unknown')
    await page.keyboard.press('Enter')
    await page.getByText('No job found.').waitFor()
    await page.keyboard.type(jobId)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'book-1' }).waitFor()
    await page.getByText('Cover, opened flat').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Job ticket' }).click(),
    ])
    assert.equal((await bytesOf(download)).subarray(0, 5).toString(), '%PDF-')

    // A scanner types and presses Enter; the same parcel twice is one.
    await page.getByRole('button', { name: 'Ship', exact: true }).click()
    await gotFocus(page.getByLabel('Tracking numbers'))
    for (const number of [ups, 'HOUSE-7', ups]) {
      await page.keyboard.type(number)
      await page.keyboard.press('Enter')
    }
    await page.getByText(`${ups} is already in the list`).waitFor()
    await page.getByText(`${ups}: UPS`).waitFor({ state: 'attached' })
    // A number that fits no carrier may have been misread, and a scanner's Enter does not ship it.
    await page.getByRole('button', { name: 'Ship in 2 parcels' }).click()
    const question = page.getByRole('dialog', { name: 'Carrier not recognized' })
    await question.getByText('HOUSE7').waitFor()
    await gotFocus(question.getByRole('button', { name: 'Check the label' }))
    await page.keyboard.press('Enter')
    await question.waitFor({ state: 'detached' })
    assert.equal(await ours.statusOf('book-1'), 'PRINTING')
    await page.getByRole('combobox', { name: 'Carrier of HOUSE7' }).click()
    await page.getByRole('option', { name: 'DHL' }).click()
    await page.getByRole('button', { name: 'Ship in 2 parcels' }).click()
    await page.getByText('book-1 shipped').waitFor()
    const shipped = await ours.read('book-1')
    assert.equal(shipped.status, 'SHIPPED')
    assert.deepEqual(
      shipped.shipmentTracking.map((one: { carrier: string }) => one.carrier),
      ['UPS', 'DHL'],
    )
    assert.match(shipped.shipmentTracking[0].packages[0].trackingUrl, /ups\.com/)

    // What cannot be made is said, and leaves the desk.
    await page.getByRole('main').getByRole('link', { name: 'Jobs' }).click()
    await page.getByRole('link', { name: 'book-2' }).click()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Report problem' }).click()
    await page.getByLabel('What is wrong').fill('The cover is cut off.')
    await page.getByRole('dialog').getByRole('button', { name: 'Report problem' }).click()
    await page.getByText('Reported problem').waitFor()
    assert.equal(await ours.statusOf('book-2'), 'EXCEPTION')
    await page.context().close()
  })

  it('a press in the browser takes a job from the list to the parcel with a keyboard and a scanner alone', async () => {
    const { world } = stage
    const ours = program(world, world.charged, 'production')
    await ours.place('by-keys')
    await world.settle()
    await world.advance(day)
    const { jobId } = await press(world).jobOf('by-keys')
    const page = await stage.openAs(world.demo.printer, '/press')
    const { keyboard } = page
    await page.getByRole('link', { name: 'by-keys' }).waitFor()
    await reach(page.getByRole('button', { name: 'Accept by-keys' }))
    await keyboard.press('Enter')
    await page.getByText('by-keys accepted').waitFor()
    await gotFocus(page.getByRole('main')) // its button is gone
    // A scanner types what it reads and presses Enter.
    await reach(page.getByLabel('Scan a job ticket'))
    await keyboard.type(jobId)
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'by-keys' }).waitFor()
    const ship = page.getByRole('button', { name: 'Ship', exact: true })
    await reach(ship)
    await keyboard.press('Enter')
    await gotFocus(page.getByLabel('Tracking numbers'))
    await keyboard.press('Escape')
    await gotFocus(ship)
    await keyboard.press('Enter')
    await gotFocus(page.getByLabel('Tracking numbers'))
    // The ticket lies beside the parcel, and is not its label.
    await keyboard.type(jobId)
    await keyboard.press('Enter')
    await page.getByText('This is a job ticket. Scan the parcel label.').waitFor()
    await keyboard.type(ups)
    await keyboard.press('Enter')
    await page.getByText(`${ups}: UPS`).waitFor({ state: 'attached' })
    await reach(page.getByRole('button', { name: 'Ship in 1 parcel' }))
    await keyboard.press('Enter')
    await page.getByText('by-keys shipped').waitFor()
    assert.equal(await ours.statusOf('by-keys'), 'SHIPPED')
    await page.context().close()
  })
})

describe('the support staff in the browser', () => {
  it('the support staff in the browser finds the orders that need attention, and acts with a reason', async () => {
    const { world } = stage
    const ours = program(world, world.charged, 'production')
    await world.advance(day + 60_000)
    const page = await stage.openAs(world.demo.staff, '/staff')
    await page.getByRole('heading', { name: 'Overdue orders' }).waitFor()
    await page.getByRole('link', { name: 'book-2' }).waitFor()

    // By the keyboard to the orders, and one of them is given to the printer again.
    await page.keyboard.press('g')
    await page.keyboard.press('o')
    await page.getByRole('button', { name: /^On hold/ }).click()
    await page.getByText('The cover is cut off.').waitFor()
    await page.getByRole('link', { name: 'book-2' }).click()
    // The act that its state asks for is the one that stands out.
    const looks = (name: string) => page.getByRole('button', { name, exact: true }).getAttribute('data-variant')
    await waitForValue(
      () => Promise.all(['Resume', 'Recheck files', 'Cancel order'].map(looks)),
      ['filled', 'default', 'default'],
    )
    await page.getByRole('button', { name: 'Resume' }).click()
    const resume = page.getByRole('dialog')
    assert.equal(await resume.getByRole('button', { name: 'Resume', exact: true }).isDisabled(), true)
    await resume.getByLabel('Reason').fill('The printer has a new cover.')
    await page.mouse.click(5, 600)
    await page.keyboard.press('Escape') // what was typed is not lost by the way
    assert.equal(await resume.getByLabel('Reason').inputValue(), 'The printer has a new cover.')
    await resume.getByRole('button', { name: 'Resume', exact: true }).click()
    await page.getByText('Sent to the printer again by support').waitFor()
    assert.equal(await ours.statusOf('book-2'), 'PRINTING')
    // The tab says what the identifier names, and the head of the page whose order it is.
    await waitForValue(() => page.title(), 'Order book-2 · Octavo support')
    await page.getByRole('main').getByRole('link', { name: 'Paper Lantern Books' }).waitFor()

    // Any order is found by its identifier; a part of it is refunded, then it is printed again.
    await page.getByRole('link', { name: 'Orders' }).first().click()
    await page.getByLabel('Search all orders').fill('book-1')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'book-1' }).click()
    await page.getByRole('region', { name: 'Price' }).getByText('Handling').waitFor()
    await page.getByRole('table', { name: 'Books' }).getByText('Trade paperback').waitFor()
    assert.equal(await page.getByRole('region', { name: 'Webhooks' }).count(), 0, 'the account has no program')
    await waitForValue(() => Promise.all(['Reprint', 'Refund'].map(looks)), ['default', 'default'])
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    await page.getByText('Custom amount').click()
    const amount = page.getByLabel('Amount including taxes')
    await amount.pressSequentially('1,234.50')
    await waitForValue(() => amount.inputValue(), '$1,234.50')
    await amount.fill('2.50')
    await page.getByLabel('Reason').fill('A bent corner')
    await page.getByRole('button', { name: 'Refund $2.50' }).click()
    await page.getByText('Refund sent to the card').waitFor()
    await world.settle()
    await page.getByText('$2.50', { exact: true }).waitFor()
    await page.getByRole('button', { name: /^Refund of \$2\.50 for order .*Sent.* · 1 attempt$/ }).waitFor()
    await page.getByRole('button', { name: 'Reprint' }).click()
    await page.getByLabel('Reason').fill('Damaged in transit')
    await page.getByRole('button', { name: 'Reprint', exact: true }).last().click()
    await page.getByText('Reprint of').waitFor()

    // Who it was for is forgotten, which the page says from then on.
    await page.getByRole('link', { name: 'book-1' }).click()
    await page.getByText('Ada Reader').waitFor()
    await page.getByRole('button', { name: 'Delete recipient details' }).click()
    const forget = page.getByRole('dialog')
    await forget.getByText(/This cannot be undone/).waitFor()
    await forget.getByLabel('Reason').fill('Asked by letter')
    await forget.getByRole('button', { name: 'Delete recipient details' }).click()
    await page.getByText(/^Recipient details were deleted on /).waitFor()
    await waitForValue(() => page.getByText('Ada Reader').count(), 0)
    await waitForValue(() => page.getByRole('button', { name: /Reprint|Delete/ }).count(), 0)

    // Limits of an account, with the change in the audit log.
    await page.getByRole('link', { name: world.charged.name }).click()
    await page.getByRole('button', { name: 'Edit account' }).click()
    await page.getByLabel('Production orders per 24 hours').fill('200')
    await page.getByLabel('Reason').fill('Christmas')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('200', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Audit log' }).last().click()
    await page.getByText('Christmas').waitFor()
    await page.getByText('Damaged in transit').waitFor()

    // A paper is downloaded, never opened, and approved until a day.
    await world.call('/dashboard/api/exemptions?state=NY', {
      method: 'POST',
      cookie: await world.signIn(world.charged.user),
      body: Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'),
      headers: { 'content-type': 'application/pdf' },
    })
    await page.getByRole('link', { name: 'Tax exemptions' }).click()
    const [paper] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download certificate' }).click(),
    ])
    assert.match(paper.suggestedFilename(), /^exm_\w+\.pdf$/)
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByLabel('Valid until').fill('2027-12-31')
    await page.getByLabel('Reason').fill('Certificate checked')
    await page.getByRole('button', { name: 'Approve', exact: true }).last().click()
    await page.getByText('No certificates to review').waitFor()

    // A printer is held, and released.
    await page.getByRole('link', { name: 'Printers' }).click()
    const desk = page.getByRole('region', { name: 'desk' })
    await desk.getByRole('button', { name: 'Pause' }).click()
    await page.getByLabel('Reason').fill('Maintenance')
    await page.getByRole('button', { name: 'Pause printer' }).last().click()
    await desk.getByText('Maintenance').waitFor()
    await desk.getByRole('button', { name: 'Resume' }).click()
    await page.getByLabel('Reason').fill('It runs again')
    await page.getByRole('button', { name: 'Resume printer' }).last().click()
    await desk.getByText('Working').waitFor()

    // What the holder was told of all that can be read again.
    await world.settle()
    await page.getByRole('link', { name: 'Emails' }).click()
    await page.getByRole('button', { name: 'Your tax exemption certificate for NY was approved' }).click()
    await page.getByRole('dialog').getByText('We charge no sales tax').waitFor()

    // From an account to its emails, which name it.
    await page.goto(`/staff/mails?accountId=${world.charged.accountId}`)
    await waitForValue(() => page.getByRole('combobox', { name: 'Account' }).inputValue(), 'Paper Lantern Books')
    await page.context().close()
  })

  it('the support staff in the browser resolves an exception, which one notice explains, with the keyboard alone', async () => {
    const { world } = stage
    const ours = program(world, world.charged, 'production')
    await ours.place('stuck')
    await world.settle()
    await world.advance(day)
    await press(world).tell('stuck', 'problem', { reason: 'The pages stick together.' })
    const page = await stage.openAs(world.demo.staff, '/staff')
    const { keyboard } = page
    await page.getByRole('heading', { name: 'Overdue orders' }).waitFor()
    await keyboard.press('g')
    await keyboard.press('o')
    await reach(page.getByRole('button', { name: /^On hold/ }))
    await keyboard.press('Enter')
    await page.getByText('The pages stick together.').waitFor()
    await reach(page.getByRole('link', { name: 'stuck' }))
    await keyboard.press('Enter')
    await gotFocus(page.getByRole('heading', { level: 1 }))
    // In the staff's own words, and what it costs before what happened to it.
    await page.getByText('Waiting for your decision').waitFor()
    const notices = page.getByRole('main').getByRole('alert')
    await notices.filter({ hasText: 'The pages stick together.' }).getByText('What the customer reads').waitFor()
    assert.equal(await notices.count(), 1)
    const parts = page.getByRole('main').getByRole('heading', { level: 2, name: /^(Price|History)$/ })
    await waitForValue(() => parts.allTextContents(), ['Price', 'History'])
    const resume = page.getByRole('button', { name: 'Resume', exact: true })
    await reach(resume)
    await keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await gotFocus(dialog.getByLabel('Reason'))
    await keyboard.press('Escape')
    await gotFocus(resume)
    await keyboard.press('Enter')
    await reach(dialog.getByLabel('Reason'))
    await keyboard.type('They were cut apart.')
    await reach(dialog.getByRole('button', { name: 'Resume', exact: true }))
    await keyboard.press('Enter')
    await page.getByText('Sent to the printer again by support').waitFor()
    assert.equal(await ours.statusOf('stuck'), 'PRINTING')
    await page.context().close()
  })

  it('the support staff in the browser resumes all orders that stopped for one cause, and sees which order stays', async () => {
    const { world } = stage
    const ours = program(world, world.charged, 'production')
    const orders = ['outage-1', 'outage-2', 'outage-3']
    for (const order of orders) await ours.place(order)
    await world.settle()
    await world.advance(day)
    for (const order of orders) await press(world).tell(order, 'problem', { reason: 'The press is down.' })
    await sql`
      update orders set state = jsonb_set(state::jsonb, '{payment}', '"FAILED"')::json
      where customer_order_id = 'outage-2'`.execute(world.app.database.db)
    const page = await stage.openAs(world.demo.staff, '/staff/orders?tab=held')
    await page.getByRole('button', { name: /^On hold \d/ }).waitFor()
    await page.getByRole('button', { name: 'Resume: The press is down.' }).click()
    const dialog = page.getByRole('dialog', { name: 'Resume: 3 orders' })
    await gotFocus(dialog.getByLabel('Reason'))
    await page.keyboard.type('It runs again.')
    await dialog.getByRole('button', { name: 'Resume', exact: true }).click()
    await page.getByText('Resume: 2 orders, 1 failed').waitFor()
    const notMoved = page.getByRole('alert', { name: '1 order failed' })
    await notMoved.getByText(/is not paid and cannot be resumed/).waitFor()
    await notMoved.getByRole('link', { name: 'outage-2' }).waitFor()
    assert.deepEqual(await Promise.all(orders.map(ours.statusOf)), ['PRINTING', 'EXCEPTION', 'PRINTING'])
    await page.context().close()
  })

  it('the support staff in the browser downloads an invoice from the search, and finds it beside the ledger', async () => {
    const { world } = stage
    const page = await stage.openAs(world.demo.staff, `/staff/money?tab=ledger&account=${world.charged.accountId}`)
    const href = await page.getByRole('link', { name: 'Invoice 1', exact: true }).getAttribute('href')
    assert.equal((await page.request.get(href!)).headers()['content-type'], 'application/pdf')
    await page.getByText('Credit notes', { exact: true }).click()
    await page
      .getByRole('link', { name: /^Credit note \d+$/ })
      .first()
      .waitFor()
    await page.keyboard.press('Control+k')
    await page.getByLabel('Search orders, pages and actions').fill('invoice 1')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Invoice 1 / }).click()
    assert.equal((await download).suggestedFilename(), 'invoice-1.pdf')
    await page.context().close()
  })

  it('the support staff in the browser names an account of the accounting, exports the ledger once, and files a tax return', async () => {
    const { world } = stage
    await program(world, world.charged, 'production').place('in-the-books')
    await world.settle()
    await world.advance(day)
    const page = await stage.openAs(world.demo.staff, '/staff/money?tab=accounting')
    await page.getByText('Give “Payments received” and “Amount due” current asset accounts of their own.').waitFor()
    await page.getByText('The month is not over yet.').or(page.getByText('The month is ready to close.')).waitFor()
    await page.getByLabel('Account code of Tax', { exact: true }).fill('2200')
    await page.getByText('Enter a name').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Save accounts' }).isDisabled(), true)
    await page.getByLabel('Account name of Tax', { exact: true }).fill('Sales tax payable')
    await page.getByRole('button', { name: 'Save accounts' }).click()
    await page.getByText('Accounts saved').waitFor()
    await page.getByRole('button', { name: 'Export new postings' }).click()
    await page.getByText('Export made').waitFor()
    const href = await page.getByRole('link', { name: 'Journal as CSV' }).first().getAttribute('href')
    const journal = await (await page.request.get(href!)).text()
    assert.match(journal, /2200.*Sales tax payable/)
    await page.getByRole('button', { name: 'Export new postings' }).click()
    await page.getByText('Nothing was exported').waitFor()

    await page.getByRole('tab', { name: 'Tax returns' }).click()
    await page
      .getByLabel('Last day of the returns')
      .fill(new Date(world.now().getTime() - day).toISOString().slice(0, 10))
    await page.getByRole('button', { name: 'New York', exact: true }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'in-the-books' }).first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'File the return of New York' }).click()
    await page.getByRole('dialog').getByLabel('Reference of the authority').fill('NY-2026-03')
    await page.getByRole('dialog').getByRole('button', { name: 'File' }).click()
    await page.getByText('Return of New York filed').waitFor()
    await page.getByRole('table', { name: 'Filed returns' }).getByText('NY-2026-03').waitFor()
    await page.context().close()
  })

  it('the support staff in the browser records the message of a printer on the phone: its prices, and then its parcels', async () => {
    const { world } = stage
    const theirs = program(world, world.enterprise, 'production')
    await theirs.create(orderBody({ customerOrderId: 'by-telephone' }))
    await world.settle()
    await world.advance(day)
    const page = await stage.openAs(world.demo.staff, `/staff/orders/${world.enterprise.accountId}/by-telephone`)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Record response' }).click()
    await dialog.getByLabel('Response').selectOption('Job accepted')
    await dialog.getByLabel('All books').fill('40')
    await dialog.getByLabel('Taxes').fill('3.20')
    await dialog.getByLabel('Reason').fill('Acme called')
    await dialog.getByRole('button', { name: 'Record response' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Accepted', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Record response' }).click()
    await dialog.getByLabel('Tracking numbers').fill(`${ups}\n`)
    await dialog.getByLabel('Reason').fill('Acme called again')
    await waitForValue(() => dialog.getByRole('button', { name: 'Record response' }).isDisabled(), true)
    await dialog.getByLabel('Shipping').fill('4.80')
    await dialog.getByRole('button', { name: 'Record response' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { status, pricing, shipmentTracking } = await theirs.read('by-telephone')
    assert.deepEqual([status, pricing.orderTotal, shipmentTracking[0].carrier], ['SHIPPED', 48, 'UPS'])
    await page.context().close()
  })
})

describe('a scanner at the press', () => {
  it('a scanner at the press finds a job by the id of its order, open or done, and asks which job is meant', async () => {
    const { world } = stage
    await program(world, world.charged, 'production').place('shared')
    await program(world, world.enterprise, 'production').create(orderBody({ customerOrderId: 'shared' }))
    await program(world, world.charged, 'production').place('gone')
    await world.settle()
    await world.advance(12 * day)
    await press(world).tell('gone', 'ship', parcel)
    const page = await stage.openAs(world.demo.printer, '/press/jobs?stage=ship')
    const scan = async (text: string) => {
      await gotFocus(page.getByLabel('Scan a job ticket'))
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    }
    await page.goto('/press/jobs')
    const late = page.getByRole('region', { name: 'Overdue' })
    assert.match((await late.getByRole('time').first().textContent()) ?? '', /^\d+ days? overdue$/)
    await scan('gone')
    await page.getByRole('heading', { name: 'gone' }).waitFor()
    await page.getByRole('link', { name: '1Z999' }).waitFor()

    await page.goto('/press/done')
    // What left last comes first.
    const first = page.getByRole('row').nth(1)
    await first.filter({ hasText: /^gone.*UPS 1Z999/ }).waitFor()
    await scan('shared')
    const found = page.getByRole('region', { name: 'Jobs found' })
    await found.getByText('2 jobs for order shared').waitFor()
    await waitForValue(() => found.getByRole('link').count(), 2)
    await found.getByRole('link').first().click()
    await page.getByRole('heading', { name: 'shared' }).waitFor()
    await page.context().close()
  })

  it('a scanner at the press opens a job from any screen, with any focus and for any letters of the id', async () => {
    const { world } = stage
    for (const id of ['at-hand', 'next']) await program(world, world.charged, 'production').place(id)
    await world.settle()
    await world.advance(day)
    const { jobId } = await press(world).jobOf('at-hand')
    const page = await stage.openAs(world.demo.printer, `/press/jobs/${jobId}`)
    await page.getByRole('button', { name: 'Accept' }).focus()
    const { jobId: next } = await press(world).jobOf('next')
    await page.keyboard.type(next)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'next' }).waitFor()
    assert.equal((await press(world).jobOf('at-hand')).status, 'NEW')

    // With the letters of a shortcut in it.
    await page.keyboard.type('job_01kjg0djzz')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/job_01kjg0djzz$/)
    await page.getByText('Not found').waitFor()
    await page.context().close()
  })

  it('a scanner at the press ends all other sessions once that is confirmed', async () => {
    const { world } = stage
    const page = await stage.openAs(world.demo.staff, '/staff/you')
    await world.signIn(world.demo.staff)
    await page.reload()
    await page.getByRole('button', { name: 'Sign out other sessions' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Sign out other sessions' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out other sessions' }).click()
    await page.getByText('All other sessions signed out').waitFor()
    await page.context().close()
  })

  it('a scanner at the press reads the audit log on a tablet as cards', async () => {
    const page = await stage.openAs(stage.world.demo.staff, '/staff/audit', { width: 820, height: 1180 })
    const card = page.getByRole('list', { name: 'Audit log' }).getByRole('listitem').filter({ hasText: 'Christmas' })
    await card.getByText('Account changed').waitFor()
    await card.getByRole('link', { name: stage.world.charged.name }).waitFor()
    await page.context().close()
  })

  it('the screens of the operator cause no uncaught error, policy violation or request to another host', () => {
    assert.deepEqual(stage.complaints, [])
  })
})
