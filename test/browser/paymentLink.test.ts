// The page on which a statement is paid without a sign-in.

import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { statementScene } from '../support/statementScene.ts'
import { type Stage, startStage } from './stage.ts'

let stage: Stage
before(async () => {
  stage = await startStage()
})
after(() => stage[Symbol.asyncDispose]())

it('a person without a sign-in sees what is due and the bank account, on a phone and in German too', async () => {
  const { payPath } = await statementScene(stage.world)
  const path = await payPath()
  for (const width of [390, 1440])
    for (const scheme of ['light', 'dark'] as const) {
      const page = await stage.open({ width, scheme })
      await page.goto(path)
      await page.getByRole('heading', { name: 'Statement 1', exact: true }).waitFor()
      const show = page.getByRole('link', { name: 'Show the bank account for transfers' })
      if (await show.isVisible()) await show.click()
      await page.getByText('110000000').waitFor()
      const pay = page.getByRole('link', { name: 'Pay $120.00 by card or bank account' })
      assert.match((await pay.getAttribute('href'))!, /\/online$/)
      const fits = async () =>
        assert.ok(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth'), `${width} pixels`)
      await fits()
      await pay.click()
      await page.getByRole('heading', { name: 'Simulated payment of $120.00' }).waitFor()
      await page.getByRole('link', { name: 'Pay by card' }).waitFor()
      await fits()
      await page.context().close()
    }
  const german = await stage.open({ width: 390, locale: 'de-DE' })
  await german.goto(path)
  await german.getByRole('link', { name: /^120,00\s\$ per Karte oder Bankkonto bezahlen$/ }).waitFor()
  await german.getByText('1. Mai 2026').waitFor()
  assert.deepEqual(stage.complaints, [])
})
