// The station at a press that compares covers and pages at binding, and the archive of their files.

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { parcel, press } from '../support/actors.ts'
import { type Job, startBoundBooks } from '../support/boundBooks.ts'
import { also } from '../support/form.ts'
import { bytesOf } from './chromium.ts'
import { type Stage, startStage } from './stage.ts'
import { waitForValue } from './waitForValue.ts'

let stage: Stage
let books: Awaited<ReturnType<typeof startBoundBooks>>
before(async () => {
  books = await startBoundBooks()
  stage = await startStage({ config: books.config })
})
after(async () => {
  await stage[Symbol.asyncDispose]()
  await books[Symbol.asyncDispose]()
})

/** As a scanner does it: into whatever has the focus. */
async function scan(page: Page, text: string) {
  const focused = () => page.evaluate<string>('document.activeElement.tagName + ":" + document.activeElement.value')
  await waitForValue(focused, 'INPUT:')
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

const codesOf = (job: Job): { cover: string; guts: string } => {
  const { cover, guts } = job.items[0].bindingCodes
  return { cover: cover.code, guts: guts.code }
}

describe('the station that checks binding', () => {
  it('the station says that two parts match, and goes on to the next book', async () => {
    const [one, other] = await books.acceptedJobs(stage.world, ['bind-1', 'bind-2'])
    const page = await stage.openAs(stage.world.demo.printer, '/press/jobs')
    await page.getByRole('link', { name: 'Check binding' }).click()
    await scan(page, codesOf(one).cover)
    await page.getByText(`Scanned: ${codesOf(one).cover}`).waitFor()
    await scan(page, codesOf(one).guts)
    await page.getByText('Match: bind-1, book 1').waitFor()
    await scan(page, codesOf(other).guts)
    await scan(page, codesOf(other).cover)
    await page.getByText('Match: bind-2, book 1').waitFor()
    await page.context().close()
  })

  also('the station asks for another scan where nothing was compared', async () => {
    const [job] = await books.acceptedJobs(stage.world, ['bind-3'])
    const page = await stage.openAs(stage.world.demo.printer, '/press/binding')
    await scan(page, codesOf(job).cover)
    await scan(page, codesOf(job).cover)
    await page.getByText('This is the same code again.').waitFor()
    await scan(page, job.items[0].barcode)
    await page.getByText('Scan the code instead of the ticket.').waitFor()
    await scan(page, '9781861972712')
    await scan(page, codesOf(job).cover)
    await page.getByText('One of the scans is no code of your jobs.').waitFor()
    await page.context().close()
  })

  it('a mismatch stops the station and both jobs, through a reload, until a person has decided', async () => {
    const { world } = stage
    const [one, other] = await books.acceptedJobs(world, ['bind-4', 'bind-5'])
    const page = await stage.openAs(world.demo.printer, '/press/binding')
    await scan(page, codesOf(one).cover)
    await scan(page, codesOf(other).guts)
    const stopped = page.getByRole('alert', { name: 'Do not bind' })
    await stopped.waitFor()
    assert.match((await stopped.textContent()) ?? '', /Coverbind-4, book 1Pagesbind-5, book 1/)
    assert.equal((await press(world).tell('bind-4', 'ship', parcel)).status, 409)

    await page.reload()
    await stopped.waitFor()
    await scan(page, codesOf(one).cover)
    await page.getByText('Decide about the parts that did not match first.').waitFor()
    await stopped.getByRole('link', { name: 'bind-5, book 1' }).click()
    await page.getByText('Stopped at binding').waitFor()
    await page.getByRole('link', { name: 'Decide in Check binding' }).click()

    const staff = await stage.openAs(world.demo.staff, '/staff/printers?tab=binding')
    await staff.getByText('Stopped').waitFor()
    await staff.context().close()

    await stopped.getByRole('button', { name: 'The right parts are together' }).click()
    await page.getByText('The jobs continue.').waitFor()
    await stopped.waitFor({ state: 'detached' })
    assert.equal((await press(world).tell('bind-4', 'ship', parcel)).status, 200)
    await scan(page, codesOf(other).guts)
    await scan(page, codesOf(other).cover)
    await page.getByText('Match: bind-5, book 1').waitFor()
    assert.deepEqual(stage.complaints, [])
    await page.context().close()
  })

  also(
    'of many mismatches, the newest three are shown in full and the others as rows, each to be decided',
    async () => {
      const { world } = stage
      const jobs = await books.acceptedJobs(world, ['many-1', 'many-2', 'many-3'])
      const pairs = jobs.flatMap(one => jobs.filter(other => other !== one).map(other => [one, other] as const))
      const as = world.demo.printer.authorization
      for (const [one, other] of pairs) {
        const scanned = [codesOf(one).cover, codesOf(other).guts]
        const { body } = await world.call('/press/binding/checks', { method: 'POST', as, body: { scanned } })
        assert.equal(body.outcome, 'mismatch')
      }
      const page = await stage.openAs(world.demo.printer, '/press/binding')
      const rows = page.getByRole('table', { name: 'More parts that must not be bound' }).locator('tbody tr')
      await rows.first().waitFor()
      assert.equal(await page.getByRole('alert', { name: 'Do not bind' }).count(), 3)
      assert.equal(await rows.count(), pairs.length - 3)
      const oldest = rows.last()
      assert.match((await oldest.textContent()) ?? '', /Cover many-1, book 1Pages many-2, book 1/)
      await oldest.getByRole('button', { name: 'The right parts are together' }).click()
      await page.getByText('The jobs continue.').waitFor()
      await waitForValue(() => rows.count(), pairs.length - 4)
      const { mismatches } = (await world.call('/press/binding/mismatches', { as })).body
      assert.equal(mismatches.length, pairs.length - 1)
      assert.deepEqual(stage.complaints, [])
      await page.context().close()
    },
  )
})

also('selected jobs download as one archive', async () => {
  await books.acceptedJobs(stage.world, ['archive-1', 'archive-2'])
  const page = await stage.openAs(stage.world.demo.printer, '/press/jobs')
  for (const order of ['archive-1', 'archive-2']) await page.getByLabel(`Select ${order}`).check()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Files as ZIP' }).click(),
  ])
  assert.equal(download.suggestedFilename(), 'jobs-2.zip')
  assert.deepEqual(Object.keys(unzipSync(await bytesOf(download))), [
    'tickets.pdf',
    'archive-1-1-cover.pdf',
    'archive-1-1-pages.pdf',
    'archive-2-1-cover.pdf',
    'archive-2-1-pages.pdf',
  ])
  await page.context().close()
})
